//! Which data may be served.

use camber_catalog::{
    Catalog, RecordedTerms, ResearchOnly, allows_commercial_use, is_research_only_licence,
};
use serde_json::{Value, json};

fn reason(facility: &str, entry: Value) -> Option<ResearchOnly> {
    let terms = RecordedTerms::from_registry_entry(&entry);
    Catalog::embedded().research_only_reason(facility, &terms)
}

#[test]
fn non_commercial_and_no_derivatives_licences_are_research_only() {
    for licence in [
        "CC-BY-NC-4.0",
        "CC-BY-NC-SA-4.0",
        "CC-BY-NC-ND-4.0",
        "CC-BY-ND-4.0",
        "cc-by-nc-4.0",
        "CC BY-NC 4.0",
        "https://creativecommons.org/licenses/by-nd/4.0/",
        "Creative Commons Attribution Non-Commercial",
        "Attribution-NoDerivatives 4.0 International",
    ] {
        assert!(is_research_only_licence(licence), "{licence}");
        assert!(!allows_commercial_use(licence), "{licence}");
    }
}

#[test]
fn other_licences_are_not() {
    for licence in [
        "CC0-1.0",
        "CC-BY-4.0",
        "ODbL-1.0",
        "MIT",
        "Apache-2.0",
        "NIST-PD",
        "BSD-3-Clause",
    ] {
        assert!(!is_research_only_licence(licence), "{licence}");
        assert!(allows_commercial_use(licence), "{licence}");
    }
    for licence in ["", "proprietary", "NCSA", "OGL-Canada-2.0"] {
        assert!(!is_research_only_licence(licence), "{licence}");
        assert!(!allows_commercial_use(licence), "{licence}");
    }
}

#[test]
fn open_data_may_be_served() {
    let open = json!({"dataset": {"access": "open", "redistribution": "allowed", "licence": "CC-BY-4.0",
        "dataset_id": "lbnl-sdahu"}});
    assert_eq!(reason("ds-lbnl-sdahu", open), None);
}

#[test]
fn data_without_recorded_terms_may_be_served() {
    for entry in [
        json!(null),
        json!({}),
        json!({"dataset": null}),
        json!({"dataset": "bdg2"}),
        json!({"dataset": {}}),
    ] {
        assert_eq!(reason("north-campus", entry), None);
    }
}

#[test]
fn a_name_is_refused_whatever_the_registry_says() {
    let open =
        json!({"dataset": {"access": "open", "redistribution": "allowed", "licence": "CC0-1.0"}});
    for facility in ["ds-rbc-g36-ahu", "ds-rbc-g36-ahu-2", "Ds-Rbc-G36-Ahu"] {
        let dataset_id = "rbc-g36-ahu".to_owned();
        assert_eq!(
            reason(facility, open.clone()),
            Some(ResearchOnly::Name { dataset_id }),
            "{facility}"
        );
    }
    let dataset_id = "at-30bldg-sensors".to_owned();
    assert_eq!(
        reason("ds-at-30bldg-sensors-b30", json!({})),
        Some(ResearchOnly::Name { dataset_id })
    );
}

#[test]
fn any_recorded_term_is_enough() {
    let block = |key: &str, value: &str| json!({"dataset": {key: value}});
    assert_eq!(
        reason("campus", block("access", "research_only")),
        Some(ResearchOnly::Access)
    );
    assert_eq!(
        reason("campus", block("redistribution", "prohibited")),
        Some(ResearchOnly::Redistribution)
    );
    let licence = "CC-BY-ND-4.0".to_owned();
    assert_eq!(
        reason("campus", block("licence", &licence)),
        Some(ResearchOnly::Licence {
            licence: licence.clone()
        })
    );
}

#[test]
fn the_current_catalogue_overrules_older_terms() {
    let ingested_as_open = json!({"dataset": {"access": "open", "redistribution": "allowed", "licence": "CC-BY-4.0",
        "dataset_id": "rbc-g36-ahu"}});
    let dataset_id = "rbc-g36-ahu".to_owned();
    assert_eq!(
        reason("campus", ingested_as_open),
        Some(ResearchOnly::Catalog { dataset_id })
    );
    let retired = json!({"dataset": {"access": "open", "dataset_id": "no-longer-listed"}});
    assert_eq!(reason("campus", retired), None);
}

#[test]
fn a_licence_that_is_not_text_is_still_read() {
    let list = json!({"dataset": {"licence": ["CC-BY-4.0", "CC-BY-NC-4.0"]}});
    assert!(matches!(
        reason("campus", list),
        Some(ResearchOnly::Licence { .. })
    ));
}

#[test]
fn reasons_read_as_a_clause_and_repeat_no_recorded_text() {
    let licence = ResearchOnly::Licence {
        licence: "NC \u{202e}<b>".to_owned(),
    };
    assert_eq!(
        licence.to_string(),
        "its licence excludes commercial use or derivatives"
    );
    let name = ResearchOnly::Name {
        dataset_id: "rbc-g36-ahu".to_owned(),
    };
    assert_eq!(
        name.to_string(),
        "it is named for the research-only dataset rbc-g36-ahu"
    );
}
