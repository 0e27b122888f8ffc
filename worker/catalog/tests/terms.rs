//! Which data may be served.

use camber_catalog::{
    Catalog, RecordedTerms, ResearchOnly, allows_commercial_use, is_research_only_licence,
};

/// The terms an ingest of an open dataset records.
const OPEN: RecordedTerms = RecordedTerms {
    dataset_id: Some("lbnl-sdahu"),
    licence: Some("CC-BY-4.0"),
    access: Some("open"),
    redistribution: Some("allowed"),
};

fn reason(facility: &str, recorded: RecordedTerms) -> Option<ResearchOnly> {
    Catalog::embedded().research_only_reason(facility, &recorded)
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
    assert_eq!(reason("ds-lbnl-sdahu", OPEN), None);
}

#[test]
fn data_without_recorded_terms_may_be_served() {
    assert_eq!(reason("north-campus", RecordedTerms::default()), None);
}

#[test]
fn a_name_is_refused_whatever_the_registry_says() {
    for (facility, dataset) in [
        ("ds-rbc-g36-ahu", "rbc-g36-ahu"),
        ("ds-rbc-g36-ahu-2", "rbc-g36-ahu"),
        ("Ds-Rbc-G36-Ahu", "rbc-g36-ahu"),
        ("ds-at-30bldg-sensors-b30", "at-30bldg-sensors"),
    ] {
        let expected = Some(ResearchOnly::Name {
            dataset_id: dataset.to_owned(),
        });
        assert_eq!(reason(facility, OPEN), expected, "{facility}");
        assert_eq!(
            reason(facility, RecordedTerms::default()),
            expected,
            "{facility}"
        );
    }
}

#[test]
fn any_recorded_term_is_enough() {
    let access = RecordedTerms {
        access: Some("research_only"),
        ..OPEN
    };
    assert_eq!(reason("campus", access), Some(ResearchOnly::Access));
    let redistribution = RecordedTerms {
        redistribution: Some("prohibited"),
        ..OPEN
    };
    assert_eq!(
        reason("campus", redistribution),
        Some(ResearchOnly::Redistribution)
    );
    let licence = RecordedTerms {
        licence: Some("CC-BY-ND-4.0"),
        ..OPEN
    };
    let expected = ResearchOnly::Licence {
        licence: "CC-BY-ND-4.0".to_owned(),
    };
    assert_eq!(reason("campus", licence), Some(expected));
}

#[test]
fn the_current_catalogue_overrules_older_terms() {
    let ingested_as_open = RecordedTerms {
        dataset_id: Some("rbc-g36-ahu"),
        ..OPEN
    };
    let expected = ResearchOnly::Catalog {
        dataset_id: "rbc-g36-ahu".to_owned(),
    };
    assert_eq!(reason("campus", ingested_as_open), Some(expected));
    let retired = RecordedTerms {
        dataset_id: Some("no-longer-listed"),
        ..OPEN
    };
    assert_eq!(reason("campus", retired), None);
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
