//! The token in a call's fact ids: a digest of everything its values depend on.
//!
//! Two calls share a token only when the tool, its arguments, what the server was started with
//! and the stored files agree, so an id copied from one result never cites a value of another.
//! Paths and times of day are not part of it: a restart, or a config moved elsewhere, keeps every
//! id.

use camber_store::{FileStamp, Stamp};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::launch::LaunchContext;

/// Hex digits of a token: 40 bits, so that a thousand calls share one by chance less than once in a
/// million.
pub const LENGTH: usize = 10;

/// Collects what a call depends on.
#[derive(Clone, Debug)]
pub struct TokenInput {
    digest: Sha256,
}

impl TokenInput {
    /// The call itself, and what the server was started with.
    pub fn new(tool: &str, arguments: &Map<String, Value>, context: &LaunchContext) -> TokenInput {
        let mut input = TokenInput {
            digest: Sha256::new(),
        };
        input.add("tool", tool.as_bytes());
        input.add_json("arguments", &Value::Object(arguments.clone()));
        for id in &context.allowed {
            input.add("allowed", id.as_bytes());
        }
        input.add("min_trust", &context.min_trust.to_bits().to_le_bytes());
        let mut configs: Vec<_> = context.configs.iter().collect();
        configs.sort_by(|a, b| a.facility_id.cmp(&b.facility_id));
        for config in configs {
            input.add("config of", config.facility_id.as_bytes());
            input.add_json("config", &Value::Object(config.content.clone()));
        }
        input
    }

    /// A file beside the parts: the point catalogue, the registry; `None` when there is none.
    pub fn file(&mut self, name: &str, stamp: Option<FileStamp>) {
        self.add("file", name.as_bytes());
        if let Some(stamp) = stamp {
            self.add_stamp(stamp);
        }
    }

    /// The parts of a facility the call read.
    pub fn facility(&mut self, id: &str, parts: &Stamp) {
        self.add("facility", id.as_bytes());
        for (name, stamp) in parts.files() {
            self.file(name, Some(*stamp));
        }
    }

    /// The token.
    pub fn finish(self) -> String {
        let digest = self.digest.finalize();
        digest
            .iter()
            .take(LENGTH / 2)
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    fn add_stamp(&mut self, stamp: FileStamp) {
        self.add("size", &stamp.size.to_le_bytes());
        self.add("mtime", &stamp.mtime_ns.to_le_bytes());
    }

    fn add_json(&mut self, label: &str, value: &Value) {
        let mut sorted = value.clone();
        sorted.sort_all_objects();
        self.add(label, sorted.to_string().as_bytes());
    }

    /// One labelled item. The lengths keep neighbouring items from running into each other.
    fn add(&mut self, label: &str, bytes: &[u8]) {
        for part in [label.as_bytes(), bytes] {
            self.digest.update((part.len() as u64).to_le_bytes());
            self.digest.update(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::FacilityConfig;
    use serde_json::json;
    use std::path::PathBuf;

    fn context() -> LaunchContext {
        LaunchContext {
            store: PathBuf::from("/a"),
            allowed: ["f".to_owned(), "g".to_owned()].into(),
            min_trust: 0.5,
            configs: vec![FacilityConfig {
                facility_id: "f".to_owned(),
                directory: PathBuf::from("/etc"),
                content: json!({"rules": ["a"], "site": "f"})
                    .as_object()
                    .unwrap()
                    .clone(),
            }],
            scratch: None,
        }
    }

    fn token(context: &LaunchContext, arguments: Value, size: u64) -> String {
        let mut input = TokenInput::new("points", arguments.as_object().unwrap(), context);
        let stamp = FileStamp { size, mtime_ns: 7 };
        input.file("_catalog.json", None);
        input.facility(
            "f",
            &Stamp::new(vec![("part-0-0.parquet".to_owned(), stamp)]),
        );
        input.finish()
    }

    #[test]
    fn a_token_is_ten_hex_digits_and_the_same_in_every_process() {
        let token = token(&context(), json!({"facility_id": "f", "limit": 5}), 100);
        assert_eq!(token, "64dca50cc5");
    }

    #[test]
    fn the_order_of_arguments_and_the_paths_do_not_count() {
        let first = token(&context(), json!({"facility_id": "f", "limit": 5}), 100);
        let mut moved = context();
        moved.store = PathBuf::from("/b");
        moved.configs[0].directory = PathBuf::from("/home");
        moved.configs[0].content = json!({"site": "f", "rules": ["a"]})
            .as_object()
            .unwrap()
            .clone();
        moved.scratch = Some(PathBuf::from("/tmp/x"));
        assert_eq!(
            token(&moved, json!({"limit": 5, "facility_id": "f"}), 100),
            first
        );
    }

    #[test]
    fn everything_a_value_rests_on_counts() {
        let arguments = || json!({"facility_id": "f"});
        let first = token(&context(), arguments(), 100);
        assert_ne!(
            token(&context(), json!({"facility_id": "f", "limit": 5}), 100),
            first
        );
        assert_ne!(token(&context(), arguments(), 101), first);
        let changes: [fn(&mut LaunchContext); 4] = [
            |context| context.allowed = ["f".to_owned()].into(),
            |context| context.min_trust = 0.6,
            |context| context.configs.clear(),
            |context| {
                context.configs[0]
                    .content
                    .insert("rules".to_owned(), json!(["b"]));
            },
        ];
        for change in changes {
            let mut other = context();
            change(&mut other);
            assert_ne!(token(&other, arguments(), 100), first);
        }
    }
}
