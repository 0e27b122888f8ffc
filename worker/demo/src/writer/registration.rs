//! What the facility registry (`_facilities.json`) records about a facility.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// Every entry is dated alike, so that one store is written the same at any time.
const CREATED: &str = "2025-01-01T00:00:00Z";

/// A facility's registry entry, or that it has none.
#[derive(Debug, Clone, PartialEq)]
pub struct Registration(Option<BTreeMap<String, Value>>);

impl Registration {
    /// The facility has data but no entry in the registry.
    pub fn unregistered() -> Self {
        Self(None)
    }

    /// An active facility under a display name.
    pub fn active(name: &str) -> Self {
        Self::in_state(name, "active")
    }

    /// A facility in any state of its life (`active`, `provisioning`, `suspended`, `offboarding`,
    /// `archived`).
    pub fn in_state(name: &str, state: &str) -> Self {
        let fields = [
            ("created_at", json!(CREATED)),
            ("name", json!(name)),
            ("state", json!(state)),
            ("state_changed_at", json!(CREATED)),
        ];
        Self(Some(
            fields.map(|(key, value)| (key.to_owned(), value)).into(),
        ))
    }

    /// An entry of exactly these fields, however damaged.
    pub fn raw(fields: impl IntoIterator<Item = (String, Value)>) -> Self {
        Self(Some(fields.into_iter().collect()))
    }

    /// Records that the data came from a catalogued dataset. Registers nothing that was not.
    #[must_use]
    pub fn dataset(self, dataset: Dataset) -> Self {
        self.with("dataset", Value::Object(dataset.0.into_iter().collect()))
    }

    /// Sets one more field of the entry.
    #[must_use]
    pub fn with(mut self, key: &str, value: Value) -> Self {
        if let Some(fields) = &mut self.0 {
            fields.insert(key.to_owned(), value);
        }
        self
    }

    /// The entry with its keys sorted, as the registry file lists them.
    pub(super) fn into_entry(self) -> Option<Map<String, Value>> {
        self.0.map(|fields| fields.into_iter().collect())
    }
}

/// The `dataset` block of an entry: where the data came from and under which licence.
#[derive(Debug, Clone, PartialEq)]
pub struct Dataset(BTreeMap<String, Value>);

impl Dataset {
    /// An openly licensed dataset of the catalogue.
    pub fn open(id: &str, licence: &str) -> Self {
        Self::new(id, licence, "open", "allowed")
    }

    /// A dataset under a non-commercial or no-derivatives licence.
    pub fn research_only(id: &str, licence: &str) -> Self {
        Self::new(id, licence, "research_only", "prohibited")
    }

    /// Sets or replaces one field of the block.
    #[must_use]
    pub fn with(mut self, key: &str, value: Value) -> Self {
        self.0.insert(key.to_owned(), value);
        self
    }

    fn new(id: &str, licence: &str, access: &str, redistribution: &str) -> Self {
        let fields = [
            ("access", json!(access)),
            ("attribution_required", json!(true)),
            ("citation", json!(format!("Invented dataset {id}."))),
            ("corrections", json!("applied")),
            ("data_issues", json!([])),
            ("dataset_id", json!(id)),
            ("dois", json!([])),
            ("ingest_version", json!(1)),
            ("ingested_at", json!(CREATED)),
            ("known_issues", json!([])),
            ("landing_url", json!("https://example.org/datasets")),
            ("licence", json!(licence)),
            ("publisher", json!("Example publisher")),
            ("redistribution", json!(redistribution)),
            ("subset", json!("default")),
            ("synthetic", json!(false)),
            ("title", json!(format!("Dataset {id}"))),
        ];
        Self(fields.map(|(key, value)| (key.to_owned(), value)).into())
    }
}
