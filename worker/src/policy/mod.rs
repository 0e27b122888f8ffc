//! Which facilities a call may read.
//!
//! Checked in the worker that reads, on every call, whatever the parent checked before. Every
//! check stands in [`Policy::verdict`], in the order that gives nothing away: the allowlist comes
//! first, and what it refuses reads the same whether or not the facility exists.
//!
//! The checks guard against accidents and casual relabelling: whoever edits the registry or the
//! stored data on purpose decides what is served.

mod allowlist;
mod copies;
mod verdict;

use std::cell::OnceCell;
use std::collections::BTreeSet;

use camber_catalog::{Catalog, RecordedTerms, ResearchOnly};
use camber_store::{Facility, Registry, Store, StoreError};
use serde_json::{Map, Value, json};

pub use allowlist::{check_allowlist, stray_facility};
pub use copies::Copies;
pub use verdict::{Halt, Reason, Verdict};

use crate::error::{CallError, Code, ToolError};
use crate::results::names::quoted;
use copies::{Listed, Originals};

/// The policy of one call: the allowlist, and the registry and the store as they are now.
pub struct Policy<'a> {
    allowed: &'a BTreeSet<String>,
    store: &'a Store,
    copies: &'a Copies,
    registry: Registry,
    halt: Option<Halt>,
    /// The stored facilities that are research-only by their terms.
    research_only: Vec<String>,
    originals: OnceCell<Result<Originals, StoreError>>,
}

impl<'a> Policy<'a> {
    /// The policy under an allowlist and the store as it is now. `copies` keeps what comparing
    /// parts costs from one call to the next.
    pub fn now(allowed: &'a BTreeSet<String>, store: &'a Store, copies: &'a Copies) -> Policy<'a> {
        let registry = store.registry();
        let mut policy = Policy {
            allowed,
            store,
            copies,
            halt: Halt::of(&registry),
            registry,
            research_only: Vec::new(),
            originals: OnceCell::new(),
        };
        policy.account_for_research_only_data();
        policy
    }

    /// Finds the research-only data of the store, by name and by the registry. While some of it is
    /// recorded but not in its place, it may be under any name.
    fn account_for_research_only_data(&mut self) {
        let Some(entries) = self.registry.facilities() else {
            return;
        };
        let is_research_only = |id: &&String| terms_against(id, entries.get(*id)).is_some();
        // In a store that cannot be listed nothing is in its place.
        let stored = self.store.facility_ids().unwrap_or_default();
        let missing: Vec<String> = entries
            .keys()
            .filter(is_research_only)
            .filter(|id| stored.binary_search(id).is_err())
            .cloned()
            .collect();
        self.research_only = stored.iter().filter(is_research_only).cloned().collect();
        if !missing.is_empty() {
            self.halt = Some(Halt::DirectoryMissing(missing));
        }
    }

    /// What may happen to the data of the facility `id`.
    ///
    /// # Errors
    /// What keeps its parts from being compared with the store's research-only data; it is not
    /// served then. The error names this facility only.
    pub fn verdict(&self, id: &str) -> Result<Verdict, StoreError> {
        if !self.allowed.contains(id) {
            return Ok(Verdict::NotAllowed);
        }
        if let Some(halt) = &self.halt {
            return Ok(Verdict::Halted(halt.clone()));
        }
        let entry = self.entry(id);
        if let Some(terms) = terms_against(id, entry) {
            return Ok(Verdict::ResearchOnly(Reason::Terms(terms)));
        }
        if entry.is_none() && Catalog::embedded().dataset_of_facility(id).is_some() {
            return Ok(Verdict::Unregistered);
        }
        Ok(match self.is_copy(id)? {
            true => Verdict::ResearchOnly(Reason::Copy),
            false => Verdict::Served,
        })
    }

    fn is_copy(&self, id: &str) -> Result<bool, StoreError> {
        if self.research_only.is_empty() {
            return Ok(false);
        }
        let facility = match Listed::now(self.store, id) {
            Ok(facility) => facility,
            Err(StoreError::NotFound(_)) => return Ok(false),
            Err(error) => return Err(error),
        };
        let originals = self
            .originals
            .get_or_init(|| Originals::of(self.store, &self.research_only));
        let compared = match originals {
            Ok(originals) => self.copies.is_copy(&facility, originals),
            Err(error) => return Err(on_behalf_of(id, error)),
        };
        compared.map_err(|error| on_behalf_of(id, &error))
    }

    /// The allowed facilities, served or not.
    pub fn allowed(&self) -> impl Iterator<Item = &'a str> {
        self.allowed.iter().map(String::as_str)
    }

    /// What the registry records about a facility.
    pub fn entry(&self, id: &str) -> Option<&Facility> {
        self.registry.facilities()?.get(id)
    }

    /// Why nothing at all is served, while that is so.
    pub fn halt(&self) -> Option<&Halt> {
        self.halt.as_ref()
    }

    /// Refuses a call that names a facility it may not read.
    ///
    /// # Errors
    /// `not_allowed` or `refused_licence`; `unavailable` when it cannot be told which it is.
    pub fn check(&self, arguments: &Map<String, Value>) -> Result<(), CallError> {
        check_allowlist(self.allowed, arguments)?;
        for id in allowlist::named_facilities(arguments) {
            if let Some(reason) = self.verdict(id)?.refusal() {
                return Err(ToolError::new(
                    Code::RefusedLicence,
                    format!("facility {} is not served: {reason}", quoted(id)),
                )
                .with_data(json!({ "facility_id": id }))
                .into());
            }
        }
        Ok(())
    }

    /// The notice every result carries while nothing can be served.
    pub fn notice(&self) -> Option<String> {
        let halt = self.halt.as_ref()?;
        Some(format!(
            "No facility is served: {halt}, so what its data may be used for cannot be checked; {}.",
            halt.remedy()
        ))
    }
}

/// Why a facility is research-only by its name or its registry entry.
fn terms_against(id: &str, entry: Option<&Facility>) -> Option<ResearchOnly> {
    let recorded = match entry.and_then(|entry| entry.dataset.as_ref()) {
        None => RecordedTerms::default(),
        Some(dataset) => RecordedTerms {
            dataset_id: dataset.dataset_id.as_deref(),
            licence: dataset.licence.as_deref(),
            access: dataset.access.as_deref(),
            redistribution: dataset.redistribution.as_deref(),
        },
    };
    Catalog::embedded().research_only_reason(id, &recorded)
}

/// An error of a comparison, whichever side it arose on, as the facility's own: which research-only
/// facilities the store holds is nobody's business.
fn on_behalf_of(id: &str, error: &StoreError) -> StoreError {
    let facility_id = id.to_owned();
    match error {
        StoreError::Changed(_) | StoreError::NotFound(_) => StoreError::Changed(facility_id),
        StoreError::Damaged {
            facility_id: damaged,
            problem,
        } if damaged == id => StoreError::Damaged {
            facility_id,
            problem: problem.clone(),
        },
        StoreError::Damaged { .. } | StoreError::Unlistable(_) => StoreError::Damaged {
            facility_id,
            problem: "its parts cannot be compared with the store's research-only data".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use camber_demo::writer::{Registration, StoreWriter};

    /// Allowed are `open`, `closed`, `plain` and `ds-rbc-g36-ahu`; `plain` has no entry, `other` is not
    /// allowed.
    struct Site {
        directory: tempfile::TempDir,
        allowed: BTreeSet<String>,
        copies: Copies,
    }

    impl Site {
        fn new(closed: Value) -> Site {
            let directory = tempfile::tempdir().unwrap();
            let mut registration = Registration::active("Closed");
            if let Some(dataset) = closed.as_object() {
                registration = registration.with("dataset", Value::Object(dataset.clone()));
            }
            let writer = StoreWriter::new(directory.path())
                .facility("open", Registration::active("Open"))
                .series("A", "AHU", "oat", &[1_000], &[1.0])
                .facility("closed", registration)
                .series("A", "AHU", "oat", &[1_000, 2_000], &[2.0, 3.0])
                .facility("plain", Registration::unregistered())
                .series("A", "AHU", "oat", &[1_000], &[4.0])
                .facility("other", Registration::active("Other"))
                .series("A", "AHU", "oat", &[1_000], &[5.0]);
            writer.finish().unwrap();
            let allowed = [
                "open",
                "closed",
                "plain",
                "ds-rbc-g36-ahu",
                "ds-synthetic-heat-pump",
            ];
            Site {
                directory,
                allowed: allowed.map(str::to_owned).into(),
                copies: Copies::default(),
            }
        }

        fn path(&self, name: &str) -> std::path::PathBuf {
            self.directory.path().join(name)
        }

        fn verdict(&self, id: &str) -> Result<Verdict, StoreError> {
            let store = Store::open(self.directory.path()).unwrap();
            Policy::now(&self.allowed, &store, &self.copies).verdict(id)
        }

        fn check(&self, arguments: Value) -> Result<(), CallError> {
            let store = Store::open(self.directory.path()).unwrap();
            Policy::now(&self.allowed, &store, &self.copies).check(arguments.as_object().unwrap())
        }

        fn notice(&self) -> Option<String> {
            let store = Store::open(self.directory.path()).unwrap();
            Policy::now(&self.allowed, &store, &self.copies).notice()
        }

        fn copy(&self, from: &str, to: &str) {
            copy_tree(&self.path(from), &self.path(to));
        }
    }

    fn copy_tree(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let target = to.join(entry.file_name());
            match entry.file_type().unwrap().is_dir() {
                true => copy_tree(&entry.path(), &target),
                false => drop(fs::copy(entry.path(), target).unwrap()),
            }
        }
    }

    fn research_only() -> Value {
        json!({"licence": "CC-BY-NC-4.0"})
    }

    const COPY: Verdict = Verdict::ResearchOnly(Reason::Copy);

    #[track_caller]
    fn refused(result: Result<(), CallError>) -> ToolError {
        match result {
            Err(CallError::Tool(error)) => error,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_unallowed_facility_is_refused_in_the_same_words_whether_or_not_it_exists() {
        let site = Site::new(Value::Null);
        let refusal = |id: &str| {
            let error = refused(site.check(json!({"facility_id": id})));
            assert_eq!((error.code, &error.data), (Code::NotAllowed, &None));
            error.message.replace(id, "ID")
        };
        let first = refusal("other");
        assert_eq!(refusal("nowhere"), first);
        fs::remove_file(site.path("_facilities.json")).unwrap();
        assert_eq!(refusal("other"), first);
        assert_eq!(refusal("nowhere"), first);
    }

    #[test]
    fn research_only_data_is_refused_by_licence_access_redistribution_or_the_catalogue() {
        for dataset in [
            json!({"licence": "CC-BY-NC-4.0"}),
            json!({"licence": "cc-by-nd-4.0"}),
            json!({"access": "research_only"}),
            json!({"redistribution": "prohibited"}),
            json!({"dataset_id": "rbc-g36-ahu", "licence": "CC-BY-4.0", "access": "open"}),
        ] {
            let error = refused(Site::new(dataset).check(json!({"facility_id": "closed"})));
            assert_eq!(error.code, Code::RefusedLicence);
            assert_eq!(error.data, Some(json!({"facility_id": "closed"})));
        }
        let open = json!({"licence": "CC-BY-4.0", "access": "open", "redistribution": "allowed"});
        assert_eq!(Site::new(open).verdict("closed").unwrap(), Verdict::Served);
    }

    #[test]
    fn a_facility_named_for_a_research_only_dataset_is_refused_whatever_is_recorded() {
        let mut site = Site::new(Value::Null);
        for id in [
            "ds-rbc-g36-ahu",
            "DS-Rbc-G36-Ahu",
            "ds-rbc-g36-ahu-copy",
            "ds-rbc-g36-ahu_old",
        ] {
            site.allowed.insert(id.to_owned());
            let registry = json!({ id: {"dataset": {"licence": "CC0-1.0", "access": "open"}} });
            fs::write(site.path("_facilities.json"), registry.to_string()).unwrap();
            site.copy("facility_id=open", &format!("facility_id={id}"));
            let verdict = site.verdict(id).unwrap();
            assert!(
                matches!(verdict, Verdict::ResearchOnly(Reason::Terms(_))),
                "{id}: {verdict:?}"
            );
        }
    }

    #[test]
    fn a_facility_named_for_a_dataset_needs_an_entry() {
        let site = Site::new(Value::Null);
        let id = "ds-synthetic-heat-pump";
        site.copy("facility_id=open", &format!("facility_id={id}"));
        assert_eq!(site.verdict(id).unwrap(), Verdict::Unregistered);
        assert_eq!(site.verdict("plain").unwrap(), Verdict::Served);
        fs::write(site.path("_facilities.json"), json!({ id: {} }).to_string()).unwrap();
        assert_eq!(site.verdict(id).unwrap(), Verdict::Served);
    }

    #[test]
    fn a_damaged_registry_serves_nothing_and_says_so() {
        let damages: [Option<&str>; 4] = [
            None,
            Some("{"),
            Some("[]"),
            Some(r#"{"open": {}, "open": {}}"#),
        ];
        for damage in damages {
            let site = Site::new(Value::Null);
            assert_eq!(site.notice(), None);
            let registry = site.path("_facilities.json");
            match damage {
                None => fs::remove_file(registry).unwrap(),
                Some(text) => fs::write(registry, text).unwrap(),
            }
            let notice = site.notice().unwrap();
            assert!(notice.starts_with("No facility is served: "), "{notice}");
            for id in &site.allowed {
                assert!(
                    matches!(site.verdict(id).unwrap(), Verdict::Halted(_)),
                    "{id}"
                );
            }
            let error = refused(site.check(json!({"facility_id": "open"})));
            assert_eq!(error.code, Code::RefusedLicence);
        }
    }

    #[test]
    fn nothing_is_served_while_recorded_research_only_data_is_not_in_its_place() {
        let site = Site::new(research_only());
        assert_eq!(site.verdict("open").unwrap(), Verdict::Served);
        fs::rename(
            site.path("facility_id=closed"),
            site.path("facility_id=renamed"),
        )
        .unwrap();
        let halt = Halt::DirectoryMissing(vec!["closed".to_owned()]);
        assert_eq!(site.verdict("open").unwrap(), Verdict::Halted(halt));
        let notice = site.notice().unwrap();
        assert!(
            notice.contains("directory is missing") && !notice.contains("closed"),
            "{notice}"
        );
        let error = refused(site.check(json!({"facility_id": "open"})));
        assert!(!error.message.contains("closed"), "{}", error.message);

        // Being swapped is being in its place.
        fs::rename(
            site.path("facility_id=renamed"),
            site.path("_swap-facility_id=closed.old"),
        )
        .unwrap();
        assert_eq!(site.notice(), None);
    }

    #[test]
    fn an_open_facility_may_be_recorded_without_its_directory() {
        let site = Site::new(Value::Null);
        fs::remove_dir_all(site.path("facility_id=closed")).unwrap();
        assert_eq!(site.verdict("open").unwrap(), Verdict::Served);
    }

    #[test]
    fn a_copy_of_research_only_data_is_refused_and_an_open_one_is_not() {
        let site = Site::new(research_only());
        assert_eq!(site.verdict("plain").unwrap(), Verdict::Served);
        site.copy("facility_id=closed", "facility_id=plain/year=1980");
        assert_eq!(site.verdict("plain").unwrap(), COPY);
        let refusal = COPY.refusal().unwrap();
        assert!(!refusal.contains("closed"), "{refusal}");

        let site = Site::new(research_only());
        site.copy("facility_id=open", "facility_id=plain/year=1980");
        assert_eq!(site.verdict("plain").unwrap(), Verdict::Served);
    }

    /// The only part of a facility of [`Site::new`].
    fn part(site: &Site, id: &str) -> std::path::PathBuf {
        site.path(&format!(
            "facility_id={id}/year=1970/month=1/part-0-0.parquet"
        ))
    }

    #[test]
    fn equal_sizes_are_told_apart_by_content_and_a_rewritten_part_is_hashed_again() {
        let site = Site::new(research_only());
        let original = fs::read(part(&site, "closed")).unwrap();
        let mut other = original.clone();
        *other.last_mut().unwrap() ^= 1;
        fs::write(part(&site, "plain"), &other).unwrap();
        assert_eq!(site.verdict("plain").unwrap(), Verdict::Served);

        fs::write(part(&site, "plain"), &original).unwrap();
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
        let file = fs::File::options()
            .append(true)
            .open(part(&site, "plain"))
            .unwrap();
        file.set_modified(later).unwrap();
        assert_eq!(site.verdict("plain").unwrap(), COPY);
    }

    #[test]
    fn parts_without_rows_belong_to_nobody() {
        let site = Site::new(research_only());
        let empty = include_bytes!("../../tests/data/no-rows.parquet");
        for id in ["closed", "plain"] {
            fs::write(part(&site, id).with_file_name("part-1-0.parquet"), empty).unwrap();
        }
        assert_eq!(site.verdict("plain").unwrap(), Verdict::Served);
    }

    #[test]
    fn what_cannot_be_compared_is_not_served() {
        let site = Site::new(research_only());
        let away = site.path("_away");
        fs::rename(site.path("facility_id=closed"), &away).unwrap();
        std::os::unix::fs::symlink(&away, site.path("facility_id=closed")).unwrap();
        let error = site.verdict("open").unwrap_err();
        assert!(!error.is_retryable());
        let text = error.to_string();
        assert!(
            text.contains("\"open\"") && !text.contains("closed"),
            "{text}"
        );
    }
}
