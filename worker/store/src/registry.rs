//! The facility registry, `_facilities.json`: what a store records about each facility.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// The registry as it is on disk right now.
#[derive(Clone, Debug, PartialEq)]
pub enum Registry {
    /// Every entry, by facility id.
    Loaded(BTreeMap<String, Facility>),
    /// There is no `_facilities.json`.
    Missing,
    /// It is there but could not be read.
    Unreadable,
    /// It is not one JSON object of objects, repeats a key, or an entry has a field of the wrong type.
    Malformed,
}

/// One registry entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facility {
    /// The name to show, when one is recorded.
    pub name: Option<String>,
    /// Lifecycle state; `active` when none is recorded.
    pub state: Option<String>,
    /// The catalogue dataset it was ingested from, when it was.
    pub dataset: Option<Dataset>,
    /// The IANA zones the entry itself names, in the order they are tried.
    pub timezones: Vec<String>,
}

/// What an ingest recorded about the dataset a facility came from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dataset {
    /// Catalogue id, such as `synthetic-g36-vav-fleet`.
    pub dataset_id: Option<String>,
    /// Licence id, such as `CC-BY-4.0`.
    pub licence: Option<String>,
    /// `open` or `research_only`.
    pub access: Option<String>,
    /// `allowed` or `prohibited`.
    pub redistribution: Option<String>,
    /// The whole block, for what else a caller cites of it.
    pub block: Map<String, Value>,
}

impl Registry {
    /// The entries, or `None` while the registry is damaged.
    pub fn facilities(&self) -> Option<&BTreeMap<String, Facility>> {
        match self {
            Registry::Loaded(entries) => Some(entries),
            Registry::Missing | Registry::Unreadable | Registry::Malformed => None,
        }
    }
}
