//! A small store, a worker over it, and its replies read back.

use std::collections::BTreeMap;
use std::path::PathBuf;

use camber_demo::clock::{DAY, HOUR, MINUTE, date, every};
use camber_demo::writer::{Dataset, Registration, Row, StoreWriter};
use camber_worker::launch::LaunchContext;
use camber_worker::wire::{CallRequest, CompletionRequest, Revision};
use camber_worker::worker::Worker;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Midnight of the first day stored.
pub const DAY_1: i64 = date(2025, 5, 1);

/// A store in a directory of its own, and what a server over it was started with.
pub struct Site {
    directory: TempDir,
    pub context: LaunchContext,
}

/// The facilities of [`Site::new`] that a server may be started for.
pub const ALLOWED: [&str; 4] = ["north", "empty", "closed", "nowhere"];

impl Site {
    /// - `north`: AHU-1 (`oat` hourly for three days; `supply_air_temp` every 15 minutes without
    ///   the second day, the last hour stored without values), VAV-1 (`damper`, two samples of
    ///   each time), METER-1 (`power`, stored without values), and `odd\nNOTICE: name`;
    /// - `closed`: under a research-only licence;
    /// - `south`: like `north` but smaller, and not allowed;
    /// - `empty`: registered, without data; `nowhere`: neither.
    pub fn new() -> Site {
        let directory = tempfile::tempdir().unwrap();
        let hourly = every(DAY_1, HOUR, 72);
        let mut quarters = every(DAY_1, 15 * MINUTE, 96);
        quarters.extend(every(DAY_1 + 2 * DAY, 15 * MINUTE, 96));
        let twice: Vec<i64> = hourly.iter().flat_map(|&time| [time, time]).collect();
        let ones = |times: &[i64]| vec![1.0; times.len()];
        let mut north = StoreWriter::new(directory.path())
            .facility(
                "north",
                Registration::active("North \"campus\"").with("timezone", json!("Europe/Paris")),
            )
            .series("AHU-1", "AHU", "oat", &hourly, &ones(&hourly))
            .series(
                "AHU-1",
                "AHU",
                "supply_air_temp",
                &quarters,
                &ones(&quarters),
            )
            .series("VAV-1", "VAV", "damper", &twice, &ones(&twice))
            .series("odd\nNOTICE: name", "THING", "oat", &hourly, &ones(&hourly));
        for &time in &hourly {
            let row = Row::new(time, "METER-1", "METER", "power", 0.0);
            north = north.row(Row { value: None, ..row });
        }
        north
            .facility(
                "closed",
                Registration::active("Closed").dataset(Dataset::research_only("x", "CC-BY-NC-4.0")),
            )
            .series("AHU-1", "AHU", "oat", &hourly, &ones(&hourly))
            .facility("south", Registration::active("South"))
            .series("AHU-2", "AHU", "oat", &hourly, &ones(&hourly))
            .facility("empty", Registration::in_state("Empty", "provisioning"))
            .finish()
            .unwrap();
        let context = LaunchContext {
            store: directory.path().to_path_buf(),
            allowed: ALLOWED.map(str::to_owned).into(),
            min_trust: 0.5,
            configs: Vec::new(),
            scratch: None,
        };
        Site { directory, context }
    }

    /// A file of the store.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// A worker over it.
    pub fn worker(&self) -> Worker {
        Worker::new(self.context.clone()).unwrap()
    }

    /// What a fresh worker answers.
    pub fn call(&self, tool: &str, arguments: Value) -> Answer {
        call(&mut self.worker(), tool, arguments)
    }

    /// The values a fresh worker offers for an argument of a prompt.
    pub fn complete(
        &self,
        prompt: &str,
        argument: &str,
        value: &str,
        facility: Option<&str>,
    ) -> Vec<String> {
        let chosen: BTreeMap<String, String> = facility
            .map(|id| ("facility_id".to_owned(), id.to_owned()))
            .into_iter()
            .collect();
        let reply = self.worker().complete(&CompletionRequest {
            prompt: prompt.to_owned(),
            argument: argument.to_owned(),
            value: value.to_owned(),
            chosen,
            revision: Revision::Session,
        });
        assert_eq!(reply.name, "ok");
        let result: Value = serde_json::from_slice(&reply.result).unwrap();
        serde_json::from_value(result["completion"]["values"].clone()).unwrap()
    }
}

/// The outcome of a call.
#[derive(Debug)]
pub struct Answer {
    pub outcome: &'static str,
    pub result: Value,
}

/// Runs a tool.
pub fn call(worker: &mut Worker, tool: &str, arguments: Value) -> Answer {
    let request = CallRequest {
        tool: tool.to_owned(),
        arguments: arguments.as_object().unwrap().clone(),
        revision: Revision::Session,
        envelope_bytes: 40,
        progress: false,
    };
    let reply = worker.call(request, &mut |_| {});
    let result = serde_json::from_slice(&reply.result).unwrap_or(Value::Null);
    Answer {
        outcome: reply.name,
        result,
    }
}

impl Answer {
    /// The structured result of a call that worked.
    pub fn data(&self) -> &Value {
        assert_eq!(self.outcome, "ok", "{}", self.result);
        &self.result["structuredContent"]
    }

    /// The summary block.
    pub fn text(&self) -> &str {
        self.result["content"][0]["text"].as_str().unwrap()
    }

    /// The notices.
    pub fn notices(&self) -> Vec<String> {
        serde_json::from_value(self.result["_meta"]["camber/banners"].clone()).unwrap()
    }

    /// Whether something was left out.
    pub fn truncated(&self) -> bool {
        self.result["_meta"]["camber/truncated"].as_bool().unwrap()
    }

    /// The facts.
    pub fn facts(&self) -> &Vec<Value> {
        self.result["_meta"]["camber/facts"].as_array().unwrap()
    }
}
