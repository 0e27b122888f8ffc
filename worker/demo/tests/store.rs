//! Stores are laid out as the reference lays them out.

#![cfg(test)]

mod listing;
mod reading;

use std::fs;

use camber_demo::DemoError;
use camber_demo::clock::{DAY, HOUR, date, every};
use camber_demo::writer::{Dataset, PartOptions, Registration, Row, StoreWriter, TimeUnit};
use listing::files;
use reading::rows;
use serde_json::{Value, json};
use tempfile::tempdir;

fn row(ts: i64, equip: &str, class: &str, role: &str, value: f64) -> reading::Row {
    let name = |name: &str| Some(name.to_owned());
    (Some(ts), name(equip), name(class), name(role), Some(value))
}

#[test]
fn months_are_partitions_and_rows_are_in_canonical_order() {
    let dir = tempdir().unwrap();
    let midnight = date(2025, 2, 1);
    let times = every(midnight - HOUR, HOUR, 2);
    StoreWriter::new(dir.path())
        .facility("north", Registration::active("North Campus"))
        .series("VAV-1", "VAV", "space_temp", &times, &[70.5, 71.0])
        .series("AHU-1", "AHU", "supply_air_temp", &times, &[f64::NAN, 55.5])
        .series("AHU-1", "AHU", "mixed_air_temp", &times, &[62.0, 61.0])
        .finish()
        .unwrap();
    let january = "facility_id=north/year=2025/month=1/part-0-0.parquet";
    let february = "facility_id=north/year=2025/month=2/part-0-0.parquet";
    assert_eq!(files(dir.path()), ["_facilities.json", january, february]);
    assert_eq!(
        rows(&dir.path().join(january)),
        [
            row(midnight - HOUR, "AHU-1", "AHU", "mixed_air_temp", 62.0),
            row(midnight - HOUR, "VAV-1", "VAV", "space_temp", 70.5),
        ]
    );
    assert_eq!(
        rows(&dir.path().join(february)),
        [
            row(midnight, "AHU-1", "AHU", "mixed_air_temp", 61.0),
            row(midnight, "AHU-1", "AHU", "supply_air_temp", 55.5),
            row(midnight, "VAV-1", "VAV", "space_temp", 71.0),
        ]
    );
}

#[test]
fn every_part_has_its_own_number_layout_and_options() {
    let dir = tempdir().unwrap();
    let start = date(2024, 12, 31);
    let times = every(start, DAY, 2);
    let millis = PartOptions {
        unit: TimeUnit::Millis,
        ..PartOptions::default()
    };
    StoreWriter::new(dir.path())
        .facility("north", Registration::unregistered())
        .by_year()
        .options(millis)
        .series("A", "AHU", "oat", &times, &[1.0, 2.0])
        .part()
        .series("A", "AHU", "oat", &times[1..], &[3.0])
        .part()
        .by_month()
        .options(PartOptions::default())
        .series("A", "AHU", "oat", &times[..1], &[4.0])
        .finish()
        .unwrap();
    let parts = [
        (
            "facility_id=north/year=2024/month=12/part-2-0.parquet",
            times[0],
            4.0,
        ),
        (
            "facility_id=north/year=2024/part-0-0.parquet",
            times[0],
            1.0,
        ),
        (
            "facility_id=north/year=2025/part-0-0.parquet",
            times[1],
            2.0,
        ),
        (
            "facility_id=north/year=2025/part-1-0.parquet",
            times[1],
            3.0,
        ),
    ];
    assert_eq!(files(dir.path()), parts.map(|(path, _, _)| path));
    for (path, ts, value) in parts {
        assert_eq!(
            rows(&dir.path().join(path)),
            [row(ts, "A", "AHU", "oat", value)]
        );
    }
}

#[test]
fn rows_may_hold_nulls_but_no_null_time() {
    let dir = tempdir().unwrap();
    let ts = date(2025, 1, 1);
    let nameless = Row {
        equip_class: None,
        ..Row::new(ts, "A", "", "oat", 1.0)
    };
    let valueless = Row {
        value: None,
        ..Row::new(ts, "A", "AHU", "oat", 0.0)
    };
    StoreWriter::new(dir.path())
        .facility("north", Registration::unregistered())
        .row(nameless)
        .row(valueless)
        .finish()
        .unwrap();
    let written = rows(
        &dir.path()
            .join("facility_id=north/year=2025/month=1/part-0-0.parquet"),
    );
    let (a, ahu, oat) = (
        Some("A".to_owned()),
        Some("AHU".to_owned()),
        Some("oat".to_owned()),
    );
    assert_eq!(
        written,
        [
            (Some(ts), a.clone(), ahu, oat.clone(), None),
            (Some(ts), a, None, oat, Some(1.0)),
        ]
    );
    let timeless = Row {
        ts: None,
        ..Row::new(ts, "A", "AHU", "oat", 0.0)
    };
    let refused = StoreWriter::new(dir.path())
        .facility("south", Registration::unregistered())
        .row(timeless)
        .finish();
    assert!(matches!(refused, Err(DemoError::NoTime)), "{refused:?}");
}

#[test]
fn the_registry_has_the_entries_the_reference_writes() {
    let dir = tempdir().unwrap();
    StoreWriter::new(dir.path())
        .facility("plain", Registration::unregistered())
        .facility("north", Registration::active("North Campus"))
        .facility(
            "gone",
            Registration::in_state("Gone", "archived").with("owner", json!("us")),
        )
        .facility(
            "ds-lab",
            Registration::active("Lab").dataset(Dataset::research_only("lab", "CC-BY-NC-4.0")),
        )
        .facility("odd", Registration::raw([("state".to_owned(), json!(7))]))
        .finish()
        .unwrap();
    assert_eq!(files(dir.path()), ["_facilities.json"]);
    let text = fs::read_to_string(dir.path().join("_facilities.json")).unwrap();
    let registry: Value = serde_json::from_str(&text).unwrap();
    let keys = |value: &Value| {
        value
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(&registry), ["ds-lab", "gone", "north", "odd"]);
    assert_eq!(
        registry["north"],
        json!({
            "created_at": "2025-01-01T00:00:00Z",
            "name": "North Campus",
            "state": "active",
            "state_changed_at": "2025-01-01T00:00:00Z",
        })
    );
    assert_eq!(
        keys(&registry["north"]),
        ["created_at", "name", "state", "state_changed_at"]
    );
    assert_eq!(registry["gone"]["state"], "archived");
    assert_eq!(registry["gone"]["owner"], "us");
    assert_eq!(registry["odd"], json!({ "state": 7 }));
    let dataset = &registry["ds-lab"]["dataset"];
    assert_eq!(dataset["access"], "research_only");
    assert_eq!(dataset["redistribution"], "prohibited");
    assert_eq!(dataset["licence"], "CC-BY-NC-4.0");
    assert_eq!(dataset["dataset_id"], "lab");
}

#[test]
fn a_store_without_registered_facilities_has_no_registry() {
    let dir = tempdir().unwrap();
    StoreWriter::new(dir.path())
        .facility("plain", Registration::unregistered())
        .series("A", "AHU", "oat", &[0], &[1.0])
        .finish()
        .unwrap();
    assert_eq!(
        files(dir.path()),
        ["facility_id=plain/year=1970/month=1/part-0-0.parquet"]
    );
}

#[test]
fn a_mistake_in_the_description_writes_nothing() {
    let dir = tempdir().unwrap();
    let root = dir.path().join("store");
    let north = || StoreWriter::new(&root).facility("north", Registration::active("North"));
    let refused = |result: Result<(), DemoError>| {
        assert!(!root.exists());
        result.unwrap_err().to_string()
    };
    let lengths = refused(north().series("A", "AHU", "oat", &[0, 1], &[1.0]).finish());
    assert!(
        lengths.contains("A/oat has 2 times for 1 values"),
        "{lengths}"
    );
    let repeated = refused(
        north()
            .facility("north", Registration::unregistered())
            .finish(),
    );
    assert!(
        repeated.contains("\"north\" is written twice"),
        "{repeated}"
    );
    for id in ["", "..", "a/b", "-a", "a b", "é", &"a".repeat(201)] {
        let unsafe_id = refused(north().facility(id, Registration::unregistered()).finish());
        assert!(unsafe_id.contains("not path-safe"), "{unsafe_id}");
    }
}
