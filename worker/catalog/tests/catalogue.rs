//! The catalogue's contents, counted.

use camber_catalog::{Access, Catalog, Handling, Kind};

fn ids(accept: impl Fn(&camber_catalog::Dataset) -> bool) -> Vec<&'static str> {
    Catalog::embedded()
        .all()
        .iter()
        .filter(|d| accept(d))
        .map(|d| d.id.as_str())
        .collect()
}

#[test]
fn holds_34_datasets_in_order_of_id() {
    let all = ids(|_| true);
    assert_eq!(all.len(), 34);
    assert!(all.is_sorted_by(|a, b| a < b));
}

#[test]
fn counts_by_kind() {
    let count = |kind| ids(|d| d.kind == kind).len();
    assert_eq!(Kind::ALL.map(count), [7, 13, 4, 10]);
}

#[test]
fn counts_by_licence() {
    let count = |licence| ids(|d| d.licence == licence).len();
    let expected = [
        ("CC-BY-4.0", 18),
        ("Apache-2.0", 10),
        ("NIST-PD", 2),
        ("CC-BY-SA-4.0", 1),
        ("CC0-1.0", 1),
        ("CDLA-Permissive-1.0", 1),
        ("CC-BY-NC-SA-4.0", 1),
    ];
    assert_eq!(
        expected.map(|(licence, _)| (licence, count(licence))),
        expected
    );
}

#[test]
fn two_datasets_are_research_only() {
    assert_eq!(
        ids(|d| d.is_research_only()),
        ["at-30bldg-sensors", "rbc-g36-ahu"]
    );
    assert_eq!(
        ids(|d| d.access == Access::ResearchOnly),
        ids(|d| !d.is_commercial())
    );
}

#[test]
fn an_open_licence_held_back_states_its_reason() {
    assert_eq!(ids(|d| !d.access_reason.is_empty()), ["rbc-g36-ahu"]);
}

#[test]
fn twenty_datasets_carry_fault_labels() {
    assert_eq!(ids(|d| d.labeled_faults).len(), 20);
}

#[test]
fn only_generated_and_public_domain_data_need_no_attribution() {
    let free = ids(|d| !d.attribution_required);
    assert_eq!(
        free,
        ids(|d| d.kind == Kind::Synthetic || d.licence == "CC0-1.0")
    );
}

#[test]
fn only_generated_data_need_no_download() {
    assert_eq!(
        ids(|d| d.download_bytes == 0),
        ids(|d| d.kind == Kind::Synthetic)
    );
}

#[test]
fn data_issues_are_handled() {
    let issues = || {
        Catalog::embedded()
            .all()
            .iter()
            .flat_map(|d| &d.data_issues)
    };
    let count = |handling| issues().filter(|issue| issue.handling == handling).count();
    let handlings = [
        Handling::Fix,
        Handling::Annotate,
        Handling::Exclude,
        Handling::None,
    ];
    assert_eq!(handlings.map(count), [17, 86, 14, 29]);
    assert!(issues().all(|issue| !issue.title.is_empty() && !issue.note.is_empty()));
}

#[test]
fn every_text_is_filled_in() {
    for d in Catalog::embedded().all() {
        for text in [
            &d.title,
            &d.publisher,
            &d.citation,
            &d.landing_url,
            &d.equipment,
            &d.timezone,
            &d.summary,
        ] {
            assert!(!text.trim().is_empty(), "{}", d.id);
        }
        assert!(
            !d.good_for.is_empty() && !d.known_issues.is_empty(),
            "{}",
            d.id
        );
        assert!(
            d.keywords.iter().all(|word| *word == word.to_lowercase()),
            "{}",
            d.id
        );
    }
}

#[test]
fn an_unknown_id_is_no_dataset() {
    assert!(Catalog::embedded().get("nope").is_none());
    assert!(Catalog::embedded().get("ds-bdg2").is_none());
}

#[test]
fn a_facility_is_named_for_its_dataset() {
    let named = |facility| {
        Catalog::embedded()
            .dataset_of_facility(facility)
            .map(|d| d.id.as_str())
    };
    for (facility, dataset) in [
        ("ds-lbnl-sdahu", Some("lbnl-sdahu")),
        ("ds-bdg2-fox", Some("bdg2")),
        ("ds-at-30bldg-sensors-b02", Some("at-30bldg-sensors")),
        (
            "ds-synthetic-g36-rcx-chains",
            Some("synthetic-g36-rcx-chains"),
        ),
        ("DS-RBC-G36-AHU", Some("rbc-g36-ahu")),
        ("ds-rbc-g36-ahu_copy", Some("rbc-g36-ahu")),
        ("ds-rbc-g36-ahu.old", Some("rbc-g36-ahu")),
        ("ds-bdg2x", None),
        ("ds-bdg", None),
        ("ds-", None),
        ("ds-north-campus", None),
        ("bdg2", None),
        ("my-ds-bdg2", None),
    ] {
        assert_eq!(named(facility), dataset, "{facility}");
    }
}
