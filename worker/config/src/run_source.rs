//! Where a facility's run comes from: its config, the packaged one of its dataset, or defaults.

use std::path::PathBuf;

use camber_catalog::{Catalog, Dataset};
use camber_store::Facility;
use serde::{Deserialize, Serialize};

use crate::document::Document;

/// A config file about one facility, read once at launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FacilityConfig {
    /// The facility it is about.
    pub facility_id: String,
    /// The directory it was read from; relative paths in it start there.
    pub directory: PathBuf,
    /// Its content.
    pub content: Document,
}

/// What a facility's rules and reports run with.
#[derive(Clone, Copy, Debug)]
pub enum RunSource<'a> {
    /// The operator's config.
    Config(&'a FacilityConfig),
    /// The packaged config of the dataset the facility was ingested from
    /// ([`Dataset::template`]).
    Template(&'static Dataset),
    /// Every stored equipment class with every rule at its defaults.
    Defaults,
}

/// What the facility `facility_id` runs with. `entry` is what the store's registry records about
/// it; where that names no dataset of the catalogue, the facility's name may.
pub fn resolve<'a>(
    configs: &'a [FacilityConfig],
    facility_id: &str,
    entry: Option<&Facility>,
) -> RunSource<'a> {
    let own = |config: &&FacilityConfig| config.facility_id == facility_id;
    if let Some(config) = configs.iter().find(own) {
        return RunSource::Config(config);
    }
    let catalog = Catalog::embedded();
    let recorded = entry.and_then(|entry| entry.dataset.as_ref()?.dataset_id.as_deref());
    let dataset = recorded
        .and_then(|id| catalog.get(id))
        .or_else(|| catalog.dataset_of_facility(facility_id));
    dataset.map_or(RunSource::Defaults, RunSource::Template)
}

impl RunSource<'_> {
    /// What a result that ran with it says about it: nothing for the operator's own config.
    pub fn notice(&self) -> Option<String> {
        match self {
            RunSource::Config(_) => None,
            RunSource::Template(dataset) => Some(format!(
                "No --config names this facility, so it ran with the config packaged with its dataset, \
                 {} ({}): that config's equipment, rules and parameters.",
                dataset.id, dataset.title
            )),
            RunSource::Defaults => Some(
                "No --config names this facility, so every recognised equipment class it stores ran with \
                 every built-in rule at its default parameters."
                    .to_owned(),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use camber_store::Dataset as Recorded;

    fn ingested_from(dataset_id: &str) -> Facility {
        Facility {
            dataset: Some(Recorded {
                dataset_id: Some(dataset_id.to_owned()),
                ..Recorded::default()
            }),
            ..Facility::default()
        }
    }

    fn template_of(facility_id: &str, entry: Option<&Facility>) -> Option<&'static str> {
        match resolve(&[], facility_id, entry) {
            RunSource::Template(dataset) => Some(&dataset.id),
            RunSource::Config(_) | RunSource::Defaults => None,
        }
    }

    #[test]
    fn a_facility_of_a_dataset_runs_with_the_packaged_config() {
        let entry = ingested_from("lbnl-sdahu");
        assert_eq!(
            template_of("ds-lbnl-sdahu", Some(&entry)),
            Some("lbnl-sdahu")
        );
        assert_eq!(template_of("my-ahu", Some(&entry)), Some("lbnl-sdahu"));
        assert_eq!(template_of("ds-bdg2-fox", None), Some("bdg2"));
        let unknown = ingested_from("no-such-dataset");
        assert_eq!(template_of("ds-bdg2-fox", Some(&unknown)), Some("bdg2"));
        assert_eq!(template_of("north", Some(&unknown)), None);
        assert_eq!(template_of("north", None), None);
    }

    #[test]
    fn the_operators_config_comes_first_and_needs_no_notice() {
        let config = FacilityConfig {
            facility_id: "ds-lbnl-sdahu".to_owned(),
            directory: PathBuf::from("/etc"),
            content: Document::new(),
        };
        let configs = [config.clone()];
        let entry = ingested_from("lbnl-sdahu");
        let source = resolve(&configs, "ds-lbnl-sdahu", Some(&entry));
        assert!(matches!(source, RunSource::Config(own) if *own == config));
        assert_eq!(source.notice(), None);
        let other = resolve(&configs, "ds-lbnl-fcu", None).notice().unwrap();
        assert!(other.contains("lbnl-fcu"), "{other}");
        let defaults = resolve(&configs, "north", None).notice().unwrap();
        assert!(defaults.contains("default parameters"), "{defaults}");
    }
}
