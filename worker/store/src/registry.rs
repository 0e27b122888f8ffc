//! The facility registry, `_facilities.json`: what a store records about each facility.
//!
//! What may be served rests on it, so it is read strictly: a document that can be read in two ways,
//! or whose policy fields have the wrong type, is malformed as a whole.

use std::collections::BTreeMap;
use std::io;

use serde_json::{Map, Value};

use crate::directory::Directory;
use crate::json;

const FILE: &str = "_facilities.json";

/// The registry as it is on disk right now.
#[derive(Clone, Debug, PartialEq)]
pub enum Registry {
    /// Every entry, by facility id.
    Loaded(BTreeMap<String, Facility>),
    /// There is no `_facilities.json`.
    Missing,
    /// It is there but could not be read: why.
    Unreadable(String),
    /// It is not one JSON object of objects, repeats a key, or an entry's state or dataset is not
    /// what it must be. The text says what is wrong; it is for the operator and may name
    /// facilities.
    Malformed(String),
}

/// One registry entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facility {
    /// The name to show, when one is recorded: the display name, else the registered name.
    pub name: Option<String>,
    /// Lifecycle state: `active` when none is recorded, else `provisioning`, `suspended`,
    /// `offboarding`, `archived` or whatever was written.
    pub state: String,
    /// The time zone recorded on the entry itself.
    pub timezone: Option<String>,
    /// The catalogue dataset it was ingested from, when it was.
    pub dataset: Option<Dataset>,
    /// The time zone an open-fdd ingest recorded.
    pub openfdd_timezone: Option<String>,
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
    /// The time zone of the ingested site.
    pub local_timezone: Option<String>,
    /// The time zone of the dataset.
    pub timezone: Option<String>,
    /// The whole block: citation, publisher and what else a caller shows of it.
    pub block: Map<String, Value>,
}

impl Registry {
    pub(crate) fn read(store: &Directory) -> Registry {
        match store.read(FILE) {
            Ok(text) => match entries(&text) {
                Ok(entries) => Registry::Loaded(entries),
                Err(problem) => Registry::Malformed(problem),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Registry::Missing,
            Err(error) => Registry::Unreadable(error.to_string()),
        }
    }

    /// The entries, or `None` while the registry is damaged.
    pub fn facilities(&self) -> Option<&BTreeMap<String, Facility>> {
        match self {
            Registry::Loaded(entries) => Some(entries),
            Registry::Missing | Registry::Unreadable(_) | Registry::Malformed(_) => None,
        }
    }

    /// Whether a facility counts as active: its entry says so, or it has none. While the registry
    /// is damaged none does.
    pub fn is_active(&self, facility_id: &str) -> bool {
        match self.facilities() {
            Some(entries) => entries
                .get(facility_id)
                .is_none_or(|entry| entry.state == "active"),
            None => false,
        }
    }
}

fn entries(text: &[u8]) -> Result<BTreeMap<String, Facility>, String> {
    let Value::Object(document) = json::parse(text).map_err(|error| error.to_string())? else {
        return Err("it is not a JSON object".to_owned());
    };
    document
        .into_iter()
        .map(|(id, entry)| match facility(entry) {
            Ok(facility) => Ok((id, facility)),
            Err(problem) => Err(format!("the entry of {id:?}: {problem}")),
        })
        .collect()
}

fn facility(entry: Value) -> Result<Facility, String> {
    let Value::Object(entry) = entry else {
        return Err("it is not an object".to_owned());
    };
    let dataset = match entry.get("dataset") {
        None | Some(Value::Null) => None,
        Some(Value::Object(block)) => Some(dataset(block)?),
        Some(_) => return Err("dataset is not an object".to_owned()),
    };
    let openfdd = entry.get("openfdd").and_then(Value::as_object);
    Ok(Facility {
        name: text(&entry, "display_name").or_else(|| text(&entry, "name")),
        state: policy_text(&entry, "state")?.unwrap_or_else(|| "active".to_owned()),
        timezone: text(&entry, "timezone"),
        dataset,
        openfdd_timezone: openfdd.and_then(|openfdd| text(openfdd, "timezone")),
    })
}

fn dataset(block: &Map<String, Value>) -> Result<Dataset, String> {
    Ok(Dataset {
        dataset_id: policy_text(block, "dataset_id")?,
        licence: policy_text(block, "licence")?,
        access: policy_text(block, "access")?,
        redistribution: policy_text(block, "redistribution")?,
        local_timezone: text(block, "local_timezone"),
        timezone: text(block, "timezone"),
        block: block.clone(),
    })
}

/// A text that is there and not empty; anything else counts as absent.
fn text(object: &Map<String, Value>, key: &str) -> Option<String> {
    object
        .get(key)
        .and_then(Value::as_str)
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}

/// A text what may be served depends on: absent, null or empty, but of no other type.
fn policy_text(object: &Map<String, Value>, key: &str) -> Result<Option<String>, String> {
    match object.get(key) {
        None | Some(Value::Null | Value::String(_)) => Ok(text(object, key)),
        Some(_) => Err(format!("{key} is not a text")),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read(text: &str) -> Registry {
        let scratch = tempfile::tempdir().unwrap();
        fs::write(scratch.path().join(FILE), text).unwrap();
        Registry::read(&Directory::open(scratch.path()).unwrap())
    }

    #[test]
    fn an_entry_keeps_what_tools_and_policy_need() {
        let registry = read(
            r#"{"north": {"name": "North", "display_name": "North Campus", "timezone": "US/Pacific",
                 "state": "suspended", "openfdd": {"timezone": "UTC"}},
                "ds-x": {"name": "X", "dataset": {"dataset_id": "x", "licence": "CC-BY-NC-4.0",
                 "access": "research_only", "redistribution": "prohibited", "local_timezone": "Europe/Paris",
                 "timezone": "naive", "citation": "X 2020"}},
                "bare": {"state": null, "display_name": "", "name": "Bare", "dataset": null}}"#,
        );
        let facilities = registry.facilities().unwrap();
        let north = &facilities["north"];
        assert_eq!(north.name.as_deref(), Some("North Campus"));
        assert_eq!(north.state, "suspended");
        assert_eq!(north.timezone.as_deref(), Some("US/Pacific"));
        assert_eq!(north.openfdd_timezone.as_deref(), Some("UTC"));
        assert_eq!(north.dataset, None);
        let dataset = facilities["ds-x"].dataset.as_ref().unwrap();
        assert_eq!(dataset.dataset_id.as_deref(), Some("x"));
        assert_eq!(dataset.licence.as_deref(), Some("CC-BY-NC-4.0"));
        assert_eq!(dataset.access.as_deref(), Some("research_only"));
        assert_eq!(dataset.redistribution.as_deref(), Some("prohibited"));
        assert_eq!(dataset.local_timezone.as_deref(), Some("Europe/Paris"));
        assert_eq!(dataset.timezone.as_deref(), Some("naive"));
        assert_eq!(dataset.block["citation"], "X 2020");
        let bare = Facility {
            name: Some("Bare".into()),
            state: "active".into(),
            ..Facility::default()
        };
        assert_eq!(facilities["bare"], bare);
    }

    #[test]
    fn an_unregistered_facility_is_active_and_other_states_are_not() {
        let registry = read(
            r#"{"a": {}, "b": {"state": "active"}, "c": {"state": "archived"}, "d": {"state": "Active"}}"#,
        );
        let active: Vec<bool> = ["a", "b", "c", "d", "unregistered"]
            .map(|id| registry.is_active(id))
            .to_vec();
        assert_eq!(active, [true, true, false, false, true]);
    }

    #[test]
    fn no_facility_is_active_while_the_registry_is_damaged() {
        let scratch = tempfile::tempdir().unwrap();
        let store = Directory::open(scratch.path()).unwrap();
        assert_eq!(Registry::read(&store), Registry::Missing);
        assert!(!Registry::read(&store).is_active("a"));
        fs::create_dir(scratch.path().join(FILE)).unwrap();
        assert!(matches!(Registry::read(&store), Registry::Unreadable(_)));
        assert!(!Registry::read(&store).is_active("a"));
        assert!(!read("[]").is_active("a"));
    }

    #[test]
    fn a_link_is_not_followed_to_a_registry_elsewhere() {
        let (scratch, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(elsewhere.path().join(FILE), "{}").unwrap();
        std::os::unix::fs::symlink(elsewhere.path().join(FILE), scratch.path().join(FILE)).unwrap();
        let registry = Registry::read(&Directory::open(scratch.path()).unwrap());
        assert!(matches!(registry, Registry::Unreadable(_)));
    }

    #[test]
    fn a_registry_that_can_be_read_in_two_ways_is_malformed() {
        for (text, problem) in [
            ("", "EOF"),
            ("[]", "not a JSON object"),
            (
                r#"{"a": {}, "a": {"state": "archived"}}"#,
                r#"the key "a" is repeated"#,
            ),
            (
                r#"{"a": {"dataset": {"access": "open", "access": "research_only"}}}"#,
                "repeated",
            ),
            (r#"{"a": 1}"#, "not an object"),
            (r#"{"a": {"dataset": "x"}}"#, "dataset is not an object"),
            (
                r#"{"a": {"dataset": {"licence": ["CC-BY-NC-4.0"]}}}"#,
                "licence is not a text",
            ),
            (r#"{"a": {"state": 1}}"#, "state is not a text"),
        ] {
            match read(text) {
                Registry::Malformed(found) => assert!(found.contains(problem), "{text}: {found}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}
