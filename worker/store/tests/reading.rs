//! Points, samples and spans of facilities written in both layouts, with everything a part may
//! hold.

#![cfg(test)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use camber_demo::clock::{HOUR, MINUTE, date, every};
use camber_demo::writer::{PartOptions, Registration, Row, Rows, StoreWriter, write_part};
use camber_store::{FacilityData, Inventory, Point, Selection, Series, Store, StoreError};
use tempfile::TempDir;

const NEW_YEAR: i64 = date(2024, 1, 1);

/// One facility over three years: month partitions, a legacy year partition, and two writes into
/// one month.
fn campus() -> (TempDir, Store) {
    let scratch = tempfile::tempdir().unwrap();
    let hours = |start, count| every(start, HOUR, count);
    let ramp = |start: f64, count: usize| (0..count).map(|i| start + i as f64).collect::<Vec<_>>();
    StoreWriter::new(scratch.path())
        .facility("north", Registration::active("North"))
        .series(
            "AHU-1",
            "AHU",
            "oat",
            &hours(NEW_YEAR - 2 * HOUR, 4),
            &ramp(0.0, 4),
        )
        .series(
            "VAV-2",
            "VAV",
            "space_temp",
            &hours(date(2024, 2, 1), 3),
            &ramp(70.0, 3),
        )
        .part()
        .series(
            "AHU-1",
            "AHU",
            "oat",
            &hours(NEW_YEAR - HOUR, 2),
            &ramp(100.0, 2),
        )
        .series(
            "AHU-1",
            "AHU",
            "power",
            &hours(date(2024, 10, 1), 2),
            &ramp(5.0, 2),
        )
        .part()
        .by_year()
        .series(
            "AHU-1",
            "AHU",
            "oat",
            &hours(date(2022, 6, 1), 2),
            &ramp(50.0, 2),
        )
        .finish()
        .unwrap();
    let store = Store::open(scratch.path()).unwrap();
    (scratch, store)
}

fn points(inventory: &Inventory) -> Vec<(&str, &str, &str)> {
    let mut points = Vec::new();
    for Point {
        equip,
        role,
        equip_class,
    } in &inventory.points
    {
        points.push((equip.as_str(), role.as_str(), equip_class.as_str()));
    }
    points
}

fn series<'a>(data: &'a FacilityData, equip: &str, role: &str) -> &'a Series {
    data.series
        .iter()
        .find(|series| series.equip == equip && series.role == role)
        .unwrap()
}

#[test]
fn an_inventory_names_the_points_and_their_span() {
    let (_scratch, store) = campus();
    let inventory = store.inventory("north").unwrap();
    assert_eq!(
        points(&inventory),
        [
            ("AHU-1", "oat", "AHU"),
            ("AHU-1", "power", "AHU"),
            ("VAV-2", "space_temp", "VAV")
        ]
    );
    assert_eq!(
        inventory.span,
        Some((date(2022, 6, 1), date(2024, 10, 1) + HOUR))
    );
    assert_eq!(inventory.rows, 13);
    assert_eq!(inventory.stamp, store.files("north").unwrap());
    let names: Vec<&str> = inventory
        .stamp
        .files()
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "year=2022/part-2-0.parquet",
            "year=2023/month=12/part-0-0.parquet",
            "year=2023/month=12/part-1-0.parquet",
            "year=2024/month=1/part-0-0.parquet",
            "year=2024/month=1/part-1-0.parquet",
            "year=2024/month=10/part-1-0.parquet",
            "year=2024/month=2/part-0-0.parquet",
        ]
    );
}

#[test]
fn a_load_gives_every_series_in_time_order_with_repeats_as_stored() {
    let (_scratch, store) = campus();
    let data = store.load("north", &Selection::default()).unwrap();
    let names: Vec<_> = data
        .series
        .iter()
        .map(|s| (s.equip.as_str(), s.role.as_str()))
        .collect();
    assert_eq!(
        names,
        [
            ("AHU-1", "oat"),
            ("AHU-1", "power"),
            ("VAV-2", "space_temp")
        ]
    );
    let oat = series(&data, "AHU-1", "oat");
    let summer = date(2022, 6, 1);
    let hour = |hours: i64| NEW_YEAR + hours * HOUR;
    assert_eq!(
        oat.times,
        [
            summer,
            summer + HOUR,
            hour(-2),
            hour(-1),
            hour(-1),
            hour(0),
            hour(0),
            hour(1)
        ]
    );
    assert_eq!(oat.values, [50.0, 51.0, 0.0, 1.0, 100.0, 2.0, 101.0, 3.0]);
    assert_eq!(oat.equip_class, "AHU");
    assert_eq!(data.stamp, store.files("north").unwrap());
    assert_eq!(data.inventory, store.inventory("north").unwrap());
    let samples: usize = data
        .series
        .iter()
        .map(|s| s.times.len() + s.values.len())
        .sum();
    assert!(data.approximate_bytes() >= 8 * samples);
}

#[test]
fn a_window_takes_both_its_ends_and_keeps_the_classes() {
    let (_scratch, store) = campus();
    let window = |start, end| Selection {
        start,
        end,
        ..Selection::default()
    };
    let times = |selection: &Selection| {
        let data = store.load("north", selection).unwrap();
        assert_eq!(data.inventory.points.len(), 3);
        data.series
            .into_iter()
            .map(|s| ((s.equip, s.role, s.equip_class), s.times))
            .collect::<Vec<_>>()
    };
    let key = |equip: &str, role: &str, class: &str| (equip.into(), role.into(), class.into());
    assert_eq!(
        times(&window(Some(NEW_YEAR), Some(NEW_YEAR + HOUR))),
        [(
            key("AHU-1", "oat", "AHU"),
            vec![NEW_YEAR, NEW_YEAR, NEW_YEAR + HOUR]
        )]
    );
    assert_eq!(
        times(&window(Some(date(2024, 2, 1) + HOUR), None)),
        [
            (
                key("AHU-1", "power", "AHU"),
                every(date(2024, 10, 1), HOUR, 2)
            ),
            (
                key("VAV-2", "space_temp", "VAV"),
                every(date(2024, 2, 1) + HOUR, HOUR, 2)
            ),
        ]
    );
    assert_eq!(times(&window(None, Some(date(2022, 6, 1)))).len(), 1);
    assert!(times(&window(Some(date(2030, 1, 1)), None)).is_empty());
    assert!(times(&window(Some(NEW_YEAR), Some(NEW_YEAR - 1))).is_empty());
    assert_eq!(times(&window(Some(i64::MIN), Some(i64::MAX))).len(), 3);
}

#[test]
fn equipment_and_roles_narrow_a_load() {
    let (_scratch, store) = campus();
    let load = |equips: Option<&[&str]>, roles: Option<&[&str]>| {
        let set = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let selection = Selection {
            equips: equips.map(set),
            roles: roles.map(set),
            ..Selection::default()
        };
        let data = store.load("north", &selection).unwrap();
        assert_eq!(data.inventory.points.len(), 3);
        data.series.into_iter().map(|s| s.role).collect::<Vec<_>>()
    };
    assert_eq!(load(Some(&["AHU-1"]), None), ["oat", "power"]);
    assert_eq!(
        load(None, Some(&["space_temp", "power"])),
        ["power", "space_temp"]
    );
    assert_eq!(load(Some(&["VAV-2"]), Some(&["oat"])), [""; 0]);
    assert_eq!(load(Some(&["ahu-1", "AHU-1 "]), None), [""; 0]);
    assert_eq!(load(Some(&[]), None), [""; 0]);
}

/// Rows no CAMBER writer makes, in one part as they come.
fn odd_rows(root: &Path) {
    let mut rows = Rows::new();
    let row = Row::new(NEW_YEAR, "E", "AHU", "oat", 1.0);
    for odd in [
        Row {
            ts: Some(NEW_YEAR + MINUTE),
            value: None,
            ..row
        },
        Row {
            ts: Some(NEW_YEAR),
            value: Some(f64::NAN),
            ..row
        },
        row,
        Row { ts: None, ..row },
        Row {
            ts: None,
            role: Some("never_sampled"),
            ..row
        },
        Row { equip: None, ..row },
        Row { role: None, ..row },
        Row {
            ts: Some(NEW_YEAR - HOUR),
            equip: Some(""),
            role: Some(""),
            equip_class: None,
            ..row
        },
    ] {
        rows.push(odd);
    }
    let directory = root.join("facility_id=odd/year=2024/month=1");
    fs::create_dir_all(&directory).unwrap();
    write_part(
        &directory.join("part-0-0.parquet"),
        &rows,
        &PartOptions::default(),
    )
    .unwrap();
}

#[test]
fn rows_without_a_time_or_a_name_are_no_samples() {
    let scratch = tempfile::tempdir().unwrap();
    odd_rows(scratch.path());
    let store = Store::open(scratch.path()).unwrap();
    let data = store.load("odd", &Selection::default()).unwrap();
    assert_eq!(
        points(&data.inventory),
        [
            ("", "", ""),
            ("E", "never_sampled", "AHU"),
            ("E", "oat", "AHU")
        ]
    );
    assert_eq!(data.inventory.rows, 8);
    assert_eq!(
        data.inventory.span,
        Some((NEW_YEAR - HOUR, NEW_YEAR + MINUTE))
    );
    assert_eq!(data.series.len(), 2);
    let oat = series(&data, "E", "oat");
    assert_eq!(oat.times, [NEW_YEAR, NEW_YEAR, NEW_YEAR + MINUTE]);
    assert!(oat.values[0].is_nan() && oat.values[2].is_nan());
    assert_eq!(oat.values[1], 1.0);
}

#[test]
fn without_values_a_series_holds_the_times_of_valid_samples() {
    let scratch = tempfile::tempdir().unwrap();
    odd_rows(scratch.path());
    let store = Store::open(scratch.path()).unwrap();
    let selection = Selection {
        values: false,
        ..Selection::default()
    };
    let data = store.load("odd", &selection).unwrap();
    let oat = series(&data, "E", "oat");
    assert_eq!(oat.times, [NEW_YEAR]);
    assert!(oat.values.is_empty());
}

/// What the reference's catalogue records for the same rows.
#[test]
fn an_equipment_has_the_first_class_among_the_first_rows_of_its_points() {
    let scratch = tempfile::tempdir().unwrap();
    let at = |minutes: i64| [NEW_YEAR + minutes * MINUTE];
    StoreWriter::new(scratch.path())
        .facility("classes", Registration::unregistered())
        // The second point's first row decides, since the first point's has none.
        .series("late", "", "a", &at(0), &[1.0])
        .series("late", "AHU", "b", &at(1), &[1.0])
        // A class that only comes with a point's later row is not looked at.
        .series("never", "", "a", &at(0), &[1.0])
        .series("never", "AHU", "a", &at(1), &[1.0])
        .series("first", "RTU", "a", &at(0), &[1.0])
        .series("first", "AHU", "b", &at(1), &[1.0])
        .finish()
        .unwrap();
    let store = Store::open(scratch.path()).unwrap();
    let inventory = store.inventory("classes").unwrap();
    let class = |equip: &str| inventory.equipment[equip].as_str();
    assert_eq!(
        (class("late"), class("never"), class("first")),
        ("AHU", "", "RTU")
    );
    assert_eq!(
        inventory
            .points
            .iter()
            .filter(|point| point.equip == "never")
            .count(),
        1
    );
    let data = store.load("classes", &Selection::default()).unwrap();
    assert_eq!(series(&data, "never", "a").times, [at(0), at(1)].concat());
    assert_eq!(data.inventory, inventory);
}

#[test]
fn a_current_cache_names_the_points_and_the_footers_the_span() {
    let (scratch, store) = campus();
    let cache = |generation: &str| {
        serde_json::json!({
            "points": [{"facility_id": "north", "equip": "AHU-9", "role": "co2"}],
            "equipment": {"north": {"AHU-9": "DOAS"}},
            "gen": generation,
        })
        .to_string()
    };
    fs::write(scratch.path().join("_catalog.gen"), "now").unwrap();
    assert_eq!(store.catalog_stamp(), None);
    assert_eq!(store.inventory("north").unwrap().points.len(), 3);

    fs::write(scratch.path().join("_catalog.json"), cache("now")).unwrap();
    assert_eq!(
        store.catalog_stamp().unwrap().size,
        cache("now").len() as u64
    );
    let cached = store.inventory("north").unwrap();
    assert_eq!(points(&cached), [("AHU-9", "co2", "DOAS")]);
    assert_eq!(
        cached.span,
        Some((date(2022, 6, 1), date(2024, 10, 1) + HOUR))
    );
    assert_eq!(cached.rows, 13);

    fs::write(scratch.path().join("_catalog.gen"), "later").unwrap();
    assert_eq!(store.inventory("north").unwrap().points.len(), 3);
    fs::write(scratch.path().join("_catalog.json"), cache("later")).unwrap();
    assert_eq!(store.inventory("north").unwrap().points.len(), 1);
    fs::remove_file(scratch.path().join("_catalog.json")).unwrap();
    assert_eq!(store.inventory("north").unwrap().points.len(), 3);

    let left: Vec<_> = fs::read_dir(scratch.path())
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    assert_eq!(left.len(), 3, "nothing was written: {left:?}");
}

#[test]
fn a_cache_that_does_not_know_the_facility_is_not_asked() {
    let (scratch, store) = campus();
    fs::write(
        scratch.path().join("_catalog.json"),
        r#"{"points": [], "equipment": {}}"#,
    )
    .unwrap();
    assert_eq!(store.inventory("north").unwrap().points.len(), 3);
}

#[test]
fn parts_without_statistics_give_the_same_span() {
    let scratch = tempfile::tempdir().unwrap();
    let options = PartOptions {
        statistics: false,
        ..PartOptions::default()
    };
    StoreWriter::new(scratch.path())
        .facility("a", Registration::unregistered())
        .options(options)
        .series("E", "AHU", "oat", &every(NEW_YEAR, HOUR, 5), &[1.0; 5])
        .finish()
        .unwrap();
    let cache =
        r#"{"points": [{"facility_id": "a", "equip": "E", "role": "oat"}], "equipment": {}}"#;
    fs::write(scratch.path().join("_catalog.json"), cache).unwrap();
    let inventory = Store::open(scratch.path()).unwrap().inventory("a").unwrap();
    assert_eq!(inventory.span, Some((NEW_YEAR, NEW_YEAR + 4 * HOUR)));
    assert_eq!(inventory.rows, 5);
}

#[test]
fn a_facility_without_parts_has_no_points() {
    let scratch = tempfile::tempdir().unwrap();
    fs::create_dir_all(scratch.path().join("facility_id=bare/year=2024")).unwrap();
    let store = Store::open(scratch.path()).unwrap();
    let inventory = store.inventory("bare").unwrap();
    assert!(inventory.points.is_empty());
    assert_eq!((inventory.span, inventory.rows), (None, 0));
    assert!(
        store
            .load("bare", &Selection::default())
            .unwrap()
            .series
            .is_empty()
    );
    assert!(matches!(
        store.load("other", &Selection::default()),
        Err(StoreError::NotFound(_))
    ));
}

/// A hive directory's value is percent-encoded: this one holds the data of a facility `a b`, and an
/// id is never decoded.
#[test]
fn a_percent_encoded_name_has_no_data_of_its_own() {
    let (scratch, store) = campus();
    let (from, to) = (
        scratch.path().join("facility_id=north"),
        scratch.path().join("facility_id=a%20b"),
    );
    fs::rename(from, to).unwrap();
    assert_eq!(store.facility_ids().unwrap(), ["a%20b"]);
    assert!(store.inventory("a%20b").unwrap().points.is_empty());
    assert!(matches!(
        store.inventory("a b"),
        Err(StoreError::NotFound(_))
    ));
}

#[test]
fn a_damaged_part_stops_its_facility_and_no_other() {
    let (scratch, _) = campus();
    let month = scratch.path().join("facility_id=broken/year=2024/month=1");
    fs::create_dir_all(&month).unwrap();
    let good = scratch
        .path()
        .join("facility_id=north/year=2024/month=1/part-0-0.parquet");
    let bytes = fs::read(good).unwrap();
    let store = Store::open(scratch.path()).unwrap();
    let truncated = bytes[..bytes.len() - 9].to_vec();
    for (damage, content) in [
        ("empty", vec![]),
        ("foreign", b"no Parquet".to_vec()),
        ("truncated", truncated),
    ] {
        fs::write(month.join("part-0-0.parquet"), content).unwrap();
        for error in [
            store.inventory("broken").unwrap_err(),
            store.load("broken", &Selection::default()).unwrap_err(),
        ] {
            assert!(
                matches!(error, StoreError::Damaged { .. }),
                "{damage}: {error:?}"
            );
            assert!(!error.is_retryable());
            let text = error.to_string();
            assert!(
                text.contains("broken") && !text.contains("part-0"),
                "{damage}: {text}"
            );
            assert!(
                !text.contains(scratch.path().to_str().unwrap()),
                "{damage}: {text}"
            );
        }
        assert_eq!(store.inventory("north").unwrap().points.len(), 3);
    }
}

#[test]
fn facilities_do_not_mix() {
    let scratch = tempfile::tempdir().unwrap();
    StoreWriter::new(scratch.path())
        .facility("a", Registration::unregistered())
        .series("E", "AHU", "oat", &[NEW_YEAR], &[1.0])
        .facility("b", Registration::unregistered())
        .series("E", "VAV", "oat", &[NEW_YEAR], &[2.0])
        .finish()
        .unwrap();
    let store = Store::open(scratch.path()).unwrap();
    let values: BTreeMap<String, Vec<f64>> = store
        .facility_ids()
        .unwrap()
        .into_iter()
        .map(|id| {
            (
                id.clone(),
                store.load(&id, &Selection::default()).unwrap().series[0]
                    .values
                    .clone(),
            )
        })
        .collect();
    assert_eq!(
        values,
        BTreeMap::from([("a".into(), vec![1.0]), ("b".into(), vec![2.0])])
    );
}

#[test]
fn a_part_too_large_to_hold_is_refused() {
    let (scratch, store) = campus();
    let part = scratch
        .path()
        .join("facility_id=north/year=2024/month=1/part-7-0.parquet");
    fs::File::create(part).unwrap().set_len(5 << 30).unwrap();
    let error = store.load("north", &Selection::default()).unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
    assert!(error.to_string().contains("5368709120 bytes"), "{error}");
}
