//! Which facilities a call may read.
//!
//! Checked in the worker that reads, on every call, whatever the parent checked before. Every
//! check stands in [`Policy::verdict`], in the order that gives nothing away: the allowlist comes
//! first, and what it refuses reads the same whether or not the facility exists.

use std::collections::BTreeSet;

use camber_catalog::{Catalog, RecordedTerms, ResearchOnly};
use camber_store::{Facility, Registry};
use serde_json::{Map, Value, json};

use crate::error::{Code, ToolError};
use crate::results::names::quoted;

/// What may happen to a facility's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is served.
    Served,
    /// The server was not started for it.
    NotAllowed,
    /// Its licence forbids it.
    ResearchOnly(ResearchOnly),
    /// It is named for a catalogue dataset, but the registry has no entry that tells its terms.
    Unregistered,
    /// The facility registry is damaged, so no licence can be told.
    RegistryDamaged,
}

/// The policy of one call: the allowlist and the registry as it is now.
#[derive(Debug)]
pub struct Policy<'a> {
    allowed: &'a BTreeSet<String>,
    registry: Registry,
}

impl<'a> Policy<'a> {
    /// The policy under an allowlist and the registry just read.
    pub fn new(allowed: &'a BTreeSet<String>, registry: Registry) -> Policy<'a> {
        Policy { allowed, registry }
    }

    /// What may happen to the data of the facility `id`.
    pub fn verdict(&self, id: &str) -> Verdict {
        if !self.allowed.contains(id) {
            return Verdict::NotAllowed;
        }
        let Some(entries) = self.registry.facilities() else {
            return Verdict::RegistryDamaged;
        };
        let (catalog, entry) = (Catalog::embedded(), entries.get(id));
        let terms = entry.map(recorded).unwrap_or_default();
        match catalog.research_only_reason(id, &terms) {
            Some(reason) => Verdict::ResearchOnly(reason),
            None if entry.is_none() && catalog.dataset_of_facility(id).is_some() => {
                Verdict::Unregistered
            }
            None => Verdict::Served,
        }
    }

    /// The allowed facilities, served or not.
    pub fn allowed(&self) -> impl Iterator<Item = &'a str> {
        self.allowed.iter().map(String::as_str)
    }

    /// What the registry records about a facility.
    pub fn entry(&self, id: &str) -> Option<&Facility> {
        self.registry.facilities()?.get(id)
    }

    /// Refuses a call that names a facility it may not read.
    ///
    /// # Errors
    /// `not_allowed` or `refused_licence`.
    pub fn check(&self, arguments: &Map<String, Value>) -> Result<(), ToolError> {
        check_allowlist(self.allowed, arguments)?;
        for id in named_facilities(arguments) {
            if let Some(reason) = self.refusal(id) {
                return Err(ToolError::new(
                    Code::RefusedLicence,
                    format!("facility {} is not served: {reason}", quoted(id)),
                )
                .with_data(json!({ "facility_id": id })));
            }
        }
        Ok(())
    }

    /// Why an allowed facility is not served, as a clause.
    fn refusal(&self, id: &str) -> Option<String> {
        match self.verdict(id) {
            Verdict::Served | Verdict::NotAllowed => None,
            Verdict::ResearchOnly(reason) => Some(format!(
                "{reason}, and research-only data (non-commercial or no-derivatives) never goes to an AI client"
            )),
            Verdict::Unregistered => Some(
                "it is named for a catalogue dataset, but the store's facility registry has no entry that tells \
                 its licence; the operator must ingest it again"
                    .to_owned(),
            ),
            Verdict::RegistryDamaged => Some(format!(
                "the store's facility registry (_facilities.json) {}, so its licence cannot be checked; the \
                 operator must restore it and restart the server",
                self.damage().unwrap_or("is damaged")
            )),
        }
    }

    /// The notice every result carries while nothing can be served.
    pub fn notice(&self) -> Option<String> {
        let damage = self.damage()?;
        Some(format!(
            "The store's facility registry (_facilities.json) {damage}, so no licence can be checked and \
             no facility is served. Restore the file, or ingest again, and restart the server."
        ))
    }

    fn damage(&self) -> Option<&'static str> {
        match self.registry {
            Registry::Loaded(_) => None,
            Registry::Missing => Some("is missing"),
            Registry::Unreadable(_) => Some("cannot be read"),
            Registry::Malformed(_) => Some("is malformed"),
        }
    }
}

/// Refuses arguments that name a facility outside the allowlist; needs no store.
///
/// # Errors
/// `not_allowed`, in the same words for every id.
pub fn check_allowlist(
    allowed: &BTreeSet<String>,
    arguments: &Map<String, Value>,
) -> Result<(), ToolError> {
    match named_facilities(arguments).find(|id| !allowed.contains(*id)) {
        Some(id) => Err(not_allowed(id)),
        None => Ok(()),
    }
}

/// The first facility a result names that is not allowed: a result that has one must not leave.
pub fn stray_facility<'v>(allowed: &BTreeSet<String>, data: &'v Value) -> Option<&'v str> {
    match data {
        Value::Object(members) => {
            let own = members.get("facility_id").and_then(Value::as_str);
            own.filter(|id| !allowed.contains(*id)).or_else(|| {
                members
                    .values()
                    .find_map(|member| stray_facility(allowed, member))
            })
        }
        Value::Array(items) => items.iter().find_map(|item| stray_facility(allowed, item)),
        _ => None,
    }
}

/// The facilities the arguments name: `facility_id`, or each of `facility_ids`.
fn named_facilities(arguments: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let one = arguments.get("facility_id").and_then(Value::as_str);
    let many = arguments.get("facility_ids").and_then(Value::as_array);
    one.into_iter()
        .chain(many.into_iter().flatten().filter_map(Value::as_str))
}

/// The terms a registry entry records.
fn recorded(entry: &Facility) -> RecordedTerms<'_> {
    match &entry.dataset {
        None => RecordedTerms::default(),
        Some(dataset) => RecordedTerms {
            dataset_id: dataset.dataset_id.as_deref(),
            licence: dataset.licence.as_deref(),
            access: dataset.access.as_deref(),
            redistribution: dataset.redistribution.as_deref(),
        },
    }
}

fn not_allowed(id: &str) -> ToolError {
    ToolError::new(
        Code::NotAllowed,
        format!(
            "facility {} is not among the facilities this server may read; call facilities for those",
            quoted(id)
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use camber_store::Dataset;

    fn allowed() -> BTreeSet<String> {
        ["open", "closed", "plain"].map(str::to_owned).into()
    }

    fn registry(dataset: Dataset) -> Registry {
        let entry = |dataset| Facility {
            dataset,
            ..Facility::default()
        };
        Registry::Loaded(
            [
                ("open".to_owned(), entry(None)),
                ("closed".to_owned(), entry(Some(dataset))),
                ("other".to_owned(), entry(None)),
            ]
            .into(),
        )
    }

    fn check(registry: Registry, arguments: Value) -> Result<(), ToolError> {
        Policy::new(&allowed(), registry).check(arguments.as_object().unwrap())
    }

    #[test]
    fn an_unallowed_facility_is_refused_in_the_same_words_whether_or_not_it_exists() {
        let refusal = |id: &str| {
            let error =
                check(registry(Dataset::default()), json!({"facility_id": id})).unwrap_err();
            assert_eq!((error.code, &error.data), (Code::NotAllowed, &None));
            error.message.replace(id, "ID")
        };
        assert_eq!(refusal("other"), refusal("nowhere"));
        let damaged = check(Registry::Missing, json!({"facility_id": "nowhere"})).unwrap_err();
        assert_eq!(damaged.message.replace("nowhere", "ID"), refusal("other"));
    }

    #[test]
    fn every_named_facility_is_checked() {
        let open = || registry(Dataset::default());
        assert_eq!(
            check(open(), json!({"facility_ids": ["open", "plain"]})),
            Ok(())
        );
        let error = check(open(), json!({"facility_ids": ["open", "other"]})).unwrap_err();
        assert_eq!(error.code, Code::NotAllowed);
        assert_eq!(check(open(), json!({})), Ok(()));
    }

    #[test]
    fn research_only_data_is_refused_by_licence_access_or_redistribution() {
        let text = |text: &str| Some(text.to_owned());
        let refused = [
            Dataset {
                licence: text("CC-BY-NC-4.0"),
                ..Dataset::default()
            },
            Dataset {
                licence: text("cc-by-nd-4.0"),
                ..Dataset::default()
            },
            Dataset {
                access: text("research_only"),
                ..Dataset::default()
            },
            Dataset {
                redistribution: text("prohibited"),
                ..Dataset::default()
            },
        ];
        for dataset in refused {
            let error = check(registry(dataset), json!({"facility_id": "closed"})).unwrap_err();
            assert_eq!(error.code, Code::RefusedLicence);
            assert_eq!(error.data, Some(json!({"facility_id": "closed"})));
        }
        let open = Dataset {
            licence: text("CC-BY-4.0"),
            access: text("open"),
            redistribution: text("allowed"),
            ..Dataset::default()
        };
        assert_eq!(
            check(registry(open), json!({"facility_id": "closed"})),
            Ok(())
        );
    }

    #[test]
    fn a_damaged_registry_serves_nothing_and_says_so() {
        let text = || "why".to_owned();
        for damaged in [
            Registry::Missing,
            Registry::Unreadable(text()),
            Registry::Malformed(text()),
        ] {
            let allowed = allowed();
            let policy = Policy::new(&allowed, damaged);
            assert!(
                policy
                    .allowed()
                    .all(|id| policy.verdict(id) == Verdict::RegistryDamaged)
            );
            assert!(policy.notice().unwrap().contains("no facility is served"));
            let arguments = json!({"facility_id": "open"});
            let error = policy.check(arguments.as_object().unwrap()).unwrap_err();
            assert_eq!(error.code, Code::RefusedLicence);
        }
        assert_eq!(
            Policy::new(&allowed(), registry(Dataset::default())).notice(),
            None
        );
    }

    #[test]
    fn a_stray_facility_is_found_at_any_depth() {
        let data =
            |id: &str| json!({"rows": [{"facility_id": "open"}, {"by": {"facility_id": id}}]});
        assert_eq!(stray_facility(&allowed(), &data("plain")), None);
        assert_eq!(stray_facility(&allowed(), &data("other")), Some("other"));
    }
}
