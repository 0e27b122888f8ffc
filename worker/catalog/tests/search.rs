//! Search, and the rows the dataset tools answer with. Results were measured on camber-toolkit's `dataset_search`.

use camber_catalog::{Catalog, Kind, LicenceFilter, RESEARCH_ONLY_NOTICE, Search};
use serde_json::Value;

fn found(search: Search) -> Vec<&'static str> {
    Catalog::embedded()
        .search(&search)
        .into_iter()
        .map(|d| d.id.as_str())
        .collect()
}

fn query(text: &str) -> Vec<&'static str> {
    found(Search::default().query(text))
}

#[test]
fn without_filters_finds_every_dataset() {
    assert_eq!(found(Search::default()).len(), 34);
    assert_eq!(query("").len(), 34);
    assert_eq!(query(" !?, ").len(), 34);
}

#[test]
fn every_word_must_match() {
    for (text, ids) in [
        (
            "heat pump",
            "cofactor-drammen lbnl-b59 nist-heatpump-fdd synthetic-chw-plant-multi synthetic-heat-pump",
        ),
        (
            "chilled water",
            "bdg2 nist-ibal synthetic-chw-plant-multi synthetic-chw-plant-staging",
        ),
        (
            "stuck damper",
            "irish-ahu lbnl-ddahu lbnl-fcu lbnl-fpu lbnl-sdahu ornl-frp-vav rbc-g36-ahu synthetic-g36-rcx-chains",
        ),
        (
            "co2",
            "b4b-windesheim finnish-dcv lbnl-b59 nuig-ahu101 ornl-supermarket-fdd robod sdu-ou44",
        ),
        ("brick model", "bts lbnl-b59 lbnl-boiler"),
        (
            "rogue-zone",
            "ornl-frp-vav rbc-g36-ahu synthetic-g36-vav-fleet",
        ),
        (
            "sensor bias",
            "lbnl-boiler lbnl-chiller lbnl-ddahu lbnl-fcu lbnl-fpu lbnl-sdahu ornl-frp-vav rbc-g36-ahu synthetic-ahu-sensor-bias",
        ),
        ("defrost", "synthetic-heat-pump"),
        ("energy meters", "bdg2 cofactor-drammen"),
        ("economizer", "lbnl-sdahu ornl-frp-vav"),
        ("zzz", ""),
    ] {
        assert_eq!(query(text).join(" "), ids, "{text}");
    }
}

#[test]
fn matches_in_any_case_and_within_longer_words() {
    assert_eq!(query("HEAT Pump"), query("heat pump"));
    assert_eq!(
        query("econom"),
        ["lbnl-sdahu", "ornl-frp-vav", "synthetic-ahu-excess-oa"]
    );
}

#[test]
fn words_that_say_nothing_do_not_narrow() {
    assert_eq!(
        query("a boiler which is short-cycling"),
        query("boiler short-cycling")
    );
}

#[test]
fn filters_combine() {
    let lab = found(Search::default().kind(Kind::Lab).labeled());
    assert_eq!(lab, ["nist-heatpump-fdd", "ornl-supermarket-fdd"]);
    assert_eq!(found(Search::default().labeled()).len(), 20);
    let commercial = found(Search::default().licence(LicenceFilter::Commercial));
    assert_eq!(commercial.len(), 32);
    assert!(!commercial.contains(&"rbc-g36-ahu") && !commercial.contains(&"at-30bldg-sensors"));
    assert_eq!(
        found(Search::default().licence(LicenceFilter::All)).len(),
        34
    );
    let resets = Search::default()
        .query("trim-and-respond")
        .licence(LicenceFilter::Commercial);
    assert_eq!(
        found(resets),
        ["synthetic-g36-rcx-chains", "synthetic-g36-vav-fleet"]
    );
}

#[test]
fn kinds_are_named_as_in_the_schema() {
    for kind in Kind::ALL {
        assert_eq!(Kind::from_name(kind.as_str()), Some(kind));
    }
    assert_eq!(Kind::from_name("Real"), None);
}

#[test]
fn a_row_tells_how_the_data_may_be_used() {
    let row = |id: &str| Value::Object(Catalog::embedded().get(id).unwrap().search_row());
    let open = row("bdg2");
    assert_eq!(
        (
            &open["access"],
            &open["research_only"],
            &open["commercial_ok"]
        ),
        (&"open".into(), &false.into(), &true.into())
    );
    assert_eq!(
        (&open["notice"], &open["store_bytes_estimate"]),
        (&Value::Null, &16_000_000.into())
    );
    for id in ["rbc-g36-ahu", "at-30bldg-sensors"] {
        let held = row(id);
        assert_eq!(held["access"], "research_only");
        assert_eq!(held["commercial_ok"], false);
        assert_eq!(held["notice"], RESEARCH_ONLY_NOTICE);
    }
}

#[test]
fn an_entry_extends_its_row() {
    let dataset = Catalog::embedded().get("lbnl-sdahu").unwrap();
    let entry = dataset.entry();
    assert!(
        dataset
            .search_row()
            .iter()
            .all(|(key, value)| entry.get(key) == Some(value))
    );
    assert_eq!(entry["download_bytes"], 607_667_739);
    assert_eq!(entry["dois"], serde_json::json!(["10.25984/1881324"]));
    assert_eq!(
        entry["suggested_rules"],
        serde_json::json!([
            "economizer_high_limit",
            "leaking_valve",
            "outdoor_air_fraction"
        ])
    );
    assert_eq!(entry["data_issues"].as_array().unwrap().len(), 9);
    assert_eq!(entry["data_issues"][3]["id"], "oa-cfm-constant");
    assert_eq!(entry["data_issues"][3]["handling"], "exclude");
    assert_eq!(entry.len(), 26);
}
