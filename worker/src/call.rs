//! What a running tool may use: its arguments, the store under the policy, the cache.

use std::sync::Arc;
use std::time::{Duration, Instant};

use camber_store::{FileStamp, Inventory, Selection, Store, StoreError};
use serde_json::{Map, Value};

use crate::cache::{Cache, Samples};
use crate::error::CallError;
use crate::policy::Policy;
use crate::results::facts::Facts;
use crate::results::token::TokenInput;
use crate::wire::Progress;

/// The least time between two progress reports of a call.
const PROGRESS_EVERY: Duration = Duration::from_millis(250);

/// One tool call, its arguments checked and its facilities allowed.
pub struct Call<'a> {
    /// The checked arguments.
    pub arguments: &'a Map<String, Value>,
    /// The store.
    pub store: &'a Store,
    /// What may be read of it.
    pub policy: &'a Policy<'a>,
    tool: &'static str,
    token: TokenInput,
    cache: &'a mut Cache,
    reports: Reports<'a>,
}

/// Where progress goes, and when it went there last.
pub(crate) struct Reports<'a> {
    send: &'a mut dyn FnMut(Progress),
    last: Instant,
}

impl<'a> Reports<'a> {
    /// Sends reports to `send`, the first a while after now.
    pub(crate) fn new(send: &'a mut dyn FnMut(Progress)) -> Reports<'a> {
        Reports {
            send,
            last: Instant::now(),
        }
    }
}

impl<'a> Call<'a> {
    pub(crate) fn new(
        tool: &'static str,
        arguments: &'a Map<String, Value>,
        store: &'a Store,
        policy: &'a Policy<'a>,
        mut token: TokenInput,
        cache: &'a mut Cache,
        reports: Reports<'a>,
    ) -> Call<'a> {
        token.file("_catalog.json", store.catalog_stamp());
        token.file("_facilities.json", registry_stamp(store));
        Call {
            arguments,
            store,
            policy,
            tool,
            token,
            cache,
            reports,
        }
    }

    /// The facility the call names.
    ///
    /// # Errors
    /// An internal failure when the tool's schema let a call through without one.
    pub fn facility_id(&self) -> Result<&'a str, CallError> {
        let id = self.arguments.get("facility_id").and_then(Value::as_str);
        id.ok_or_else(|| CallError::Internal(format!("{} ran without a facility_id", self.tool)))
    }

    /// A facility's points. The result then depends on its files.
    ///
    /// # Errors
    /// What the store cannot read.
    pub fn inventory(&mut self, id: &str) -> Result<Arc<Inventory>, StoreError> {
        let inventory = self.store.inventory(id)?;
        self.token.facility(id, &inventory.stamp);
        Ok(inventory)
    }

    /// The selected samples of a facility. The result then depends on its files.
    ///
    /// # Errors
    /// What the store cannot read.
    pub fn samples(&mut self, id: &str, selection: Selection) -> Result<Samples, StoreError> {
        let samples = self.cache.samples(self.store, id, selection)?;
        self.token.facility(id, samples.stamp());
        Ok(samples)
    }

    /// An empty fact index whose ids belong to this call and to everything read so far.
    pub fn facts(&self) -> Facts {
        Facts::new(self.tool, &self.token.clone().finish())
    }

    /// Tells a client that asked for it that `done` of `total` steps are behind the call.
    pub fn progress(&mut self, done: usize, total: usize, message: &str) {
        let now = Instant::now();
        if now.duration_since(self.reports.last) >= PROGRESS_EVERY {
            self.reports.last = now;
            (self.reports.send)(Progress {
                fraction: done as f64 / total.max(1) as f64,
                message: message.to_owned(),
            });
        }
    }
}

/// The stamp of the facility registry, which every call reads for its policy.
fn registry_stamp(store: &Store) -> Option<FileStamp> {
    use std::os::unix::fs::MetadataExt;
    let found = std::fs::metadata(store.path().join("_facilities.json")).ok()?;
    Some(FileStamp {
        size: found.size(),
        mtime_ns: found
            .mtime()
            .saturating_mul(1_000_000_000)
            .saturating_add(found.mtime_nsec()),
    })
}
