//! What a person filling in a prompt is offered: each rule of prompt-argument completion.

use crate::fixture::{DAY_1, Site};
use camber_demo::clock::{HOUR, every};
use camber_demo::writer::{Registration, StoreWriter};

/// A store whose facility `north` has this equipment, by name and class.
fn with_equipment(equipment: &[(&str, &str)]) -> Site {
    let site = Site::new();
    let times = every(DAY_1, HOUR, 2);
    let mut north =
        StoreWriter::new(site.path("")).facility("north", Registration::active("North"));
    for (name, class) in equipment {
        north = north.series(name, class, "oat", &times, &[1.0, 2.0]);
    }
    std::fs::remove_dir_all(site.path("facility_id=north")).unwrap();
    north.finish().unwrap();
    site
}

#[test]
fn facility_id_offers_the_allowed_facilities_that_a_call_would_read() {
    // `closed` is research-only, `south` is not allowed, `empty` and `nowhere` hold no data.
    assert_eq!(
        Site::new().complete("data_quality_review", "facility_id", "", None),
        ["north"]
    );
}

#[test]
fn nothing_is_offered_while_the_registry_is_damaged() {
    let site = Site::new();
    std::fs::write(site.path("_facilities.json"), "{").unwrap();
    assert!(
        site.complete("triage_ahu", "facility_id", "", None)
            .is_empty()
    );
    assert!(
        site.complete("triage_ahu", "equip", "", Some("north"))
            .is_empty()
    );
}

#[test]
fn equipment_is_offered_of_the_chosen_facility_only() {
    let site = Site::new();
    assert_eq!(
        site.complete("compare_equipment", "equips", "", Some("north")),
        ["AHU-1", "METER-1", "VAV-1"]
    );
    for chosen in [
        None,
        Some("south"),
        Some("closed"),
        Some("nowhere"),
        Some("../north"),
    ] {
        assert!(
            site.complete("compare_equipment", "equips", "", chosen)
                .is_empty(),
            "{chosen:?}"
        );
    }
}

#[test]
fn what_starts_with_the_typed_text_comes_first() {
    let site = with_equipment(&[
        ("AHU-1", "AHU"),
        ("RTU-1", "RTU"),
        ("RTU-2", "RTU"),
        ("VAV-1", "VAV"),
    ]);
    assert_eq!(
        site.complete("compare_equipment", "equips", "rtu", Some("north")),
        ["RTU-1", "RTU-2", "AHU-1", "VAV-1"]
    );
}

#[test]
fn the_last_id_of_a_list_is_completed_and_no_id_is_offered_twice() {
    let site = with_equipment(&[("A", "AHU"), ("B", "AHU"), ("C", "AHU"), ("D,E", "AHU")]);
    assert_eq!(
        site.complete("compare_equipment", "equips", "B , C,", Some("north")),
        ["B , C,A"]
    );
    assert_eq!(
        site.complete("compare_equipment", "equips", "C, b", Some("north")),
        ["C, B", "C, A"]
    );
}

#[test]
fn triage_offers_no_equipment_of_another_recognised_class() {
    let equipment = [
        ("a", "AHU"),
        ("b", "METER"),
        ("c", "WEATHER"),
        ("d", "VAV"),
        ("e", "THING"),
        ("f", ""),
    ];
    let site = with_equipment(&equipment);
    assert_eq!(
        site.complete("triage_ahu", "equip", "", Some("north")),
        ["a", "e", "f"]
    );
    assert_eq!(
        site.complete("compare_equipment", "equips", "", Some("north"))
            .len(),
        6
    );
}

#[test]
fn names_that_text_would_change_are_never_offered() {
    let long = "x".repeat(201);
    let odd = [
        "fine",
        "a\nb",
        "<b>",
        "**x**",
        "http://x",
        "[F1@x]",
        "NOTICE: x",
        "a\u{202e}b",
        " pad",
        &long,
    ];
    let site = with_equipment(&odd.map(|name| (name, "AHU")));
    assert_eq!(
        site.complete("triage_ahu", "equip", "", Some("north")),
        ["fine"]
    );
}

#[test]
fn at_most_a_hundred_values_are_offered() {
    let names: Vec<String> = (0..120).map(|n| format!("u{n:03}")).collect();
    let equipment: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "AHU")).collect();
    let site = with_equipment(&equipment);
    let offered = site.complete("triage_ahu", "equip", "u11", Some("north"));
    assert_eq!((offered.len(), offered[0].as_str()), (100, "u110"));
}

#[test]
fn any_other_argument_completes_to_nothing() {
    let site = Site::new();
    assert!(
        site.complete("explain_finding", "finding_id", "", Some("north"))
            .is_empty()
    );
    assert!(
        site.complete("check_savings_claim", "claim", "a", Some("north"))
            .is_empty()
    );
}
