//! The demo store: what is in it, what is missing on purpose, and that it is always the same.

#![cfg(test)]

mod listing;
mod reading;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use camber_demo::DemoError;
use camber_demo::campus::{self, CAMPUS_ID, Campus, FoundBy, LIBRARY_ID};
use camber_demo::clock::{DAY, MINUTE, date};
use listing::files;
use reading::rows;
use tempfile::{TempDir, tempdir};

static STORE: LazyLock<(TempDir, Campus)> = LazyLock::new(|| {
    let dir = tempdir().unwrap();
    let campus = campus::write(dir.path()).unwrap();
    (dir, campus)
});

type Points = BTreeMap<(String, String), Vec<i64>>;

/// Times of every point by equipment and role, of each facility.
static POINTS: LazyLock<[(&str, Points); 2]> =
    LazyLock::new(|| [CAMPUS_ID, LIBRARY_ID].map(|facility| (facility, read_points(facility))));

fn points(facility: &str) -> &'static Points {
    let found = POINTS.iter().find(|(id, _)| *id == facility);
    &found.unwrap().1
}

fn read_points(facility: &str) -> Points {
    let root = STORE.0.path().join(format!("facility_id={facility}"));
    let mut points = Points::new();
    for file in files(&root) {
        for (ts, equip, _, role, value) in rows(&root.join(file)) {
            assert!(value.unwrap().is_finite());
            points
                .entry((equip.unwrap(), role.unwrap()))
                .or_default()
                .push(ts.unwrap());
        }
    }
    points.values_mut().for_each(|times| times.sort());
    points
}

#[test]
fn it_is_a_small_store_in_month_partitions() {
    let (dir, _) = &*STORE;
    let listed = files(dir.path());
    assert_eq!(
        listed,
        [
            "_facilities.json",
            "facility_id=demo-campus/year=2025/month=4/part-0-0.parquet",
            "facility_id=demo-campus/year=2025/month=5/part-0-0.parquet",
            "facility_id=demo-campus/year=2025/month=6/part-0-0.parquet",
            "facility_id=demo-library/year=2025/month=5/part-0-0.parquet",
            "facility_id=demo-library/year=2025/month=6/part-0-0.parquet",
        ]
    );
    let size = |file: &String| fs::metadata(dir.path().join(file)).unwrap().len();
    assert!(listed.iter().map(size).sum::<u64>() < 3_000_000);
    let registry = fs::read_to_string(dir.path().join("_facilities.json")).unwrap();
    let registry: serde_json::Value = serde_json::from_str(&registry).unwrap();
    assert_eq!(registry[CAMPUS_ID]["name"], "Demo Campus");
    assert_eq!(registry[LIBRARY_ID]["state"], "active");
}

#[test]
fn the_description_counts_what_is_stored() {
    let (_, campus) = &*STORE;
    assert_eq!(
        campus.facilities.iter().map(|f| f.id).collect::<Vec<_>>(),
        [CAMPUS_ID, LIBRARY_ID]
    );
    for facility in &campus.facilities {
        let points = points(facility.id);
        let equipment: BTreeSet<_> = points.keys().map(|(equip, _)| equip).collect();
        assert_eq!(equipment.len(), facility.equipment);
        assert_eq!(points.len(), facility.points);
        assert_eq!(
            points.values().map(Vec::len).sum::<usize>(),
            facility.readings
        );
        let (start, end) = facility.period;
        assert!(
            points
                .values()
                .flatten()
                .all(|time| (start..end).contains(time))
        );
    }
    assert_eq!(
        (campus.facilities[0].equipment, campus.facilities[0].points),
        (15, 170)
    );
    assert_eq!(
        (campus.facilities[1].equipment, campus.facilities[1].points),
        (4, 42)
    );
    assert_eq!(
        campus.facilities[0].period,
        (date(2025, 4, 21), date(2025, 6, 2))
    );
}

#[test]
fn readings_are_missing_only_where_the_faults_say() {
    let steps = 42 * 96;
    for ((equip, role), times) in points(CAMPUS_ID) {
        let gaps: Vec<_> = times
            .windows(2)
            .filter(|pair| pair[1] - pair[0] != 15 * MINUTE)
            .map(|pair| (pair[0] + 15 * MINUTE, pair[1]))
            .collect();
        match equip.as_str() {
            "VAV-1-04" => {
                let outage = date(2025, 5, 13) + 600 * MINUTE;
                assert_eq!(gaps, [(outage, outage + 2 * DAY)], "{role}");
            }
            "VAV-2-04" => {
                assert!(
                    (steps - times.len()).abs_diff(steps / 8) < 50,
                    "{role} {}",
                    times.len()
                );
                assert!(gaps.len() > 300, "{role} {}", gaps.len());
            }
            _ => assert_eq!((times.len(), gaps.len()), (steps, 0), "{equip} {role}"),
        }
    }
}

#[test]
fn every_seeded_fault_is_on_equipment_of_the_store_and_in_its_period() {
    let (_, campus) = &*STORE;
    let points = points(CAMPUS_ID);
    let (start, end) = campus.facilities[0].period;
    for fault in &campus.faults {
        assert_eq!(fault.facility_id, CAMPUS_ID);
        assert!(
            points.keys().any(|(equip, _)| equip == fault.equip),
            "{fault:?}"
        );
        assert!(
            start <= fault.window.0 && fault.window.0 < fault.window.1,
            "{fault:?}"
        );
        assert!(
            fault.window.1 <= end && !fault.found_by.is_empty(),
            "{fault:?}"
        );
        assert!(
            !fault.equip.starts_with("AHU-1") && !fault.what.is_empty(),
            "{fault:?}"
        );
    }
    let by = |way: FoundBy| {
        campus
            .faults
            .iter()
            .filter(|f| f.found_by.contains(&way))
            .count()
    };
    assert_eq!((by(FoundBy::Coverage), by(FoundBy::SensorTrust)), (2, 1));
}

#[test]
fn the_same_bytes_are_written_every_time() {
    let again = tempdir().unwrap();
    let target = again.path().join("made/by/the/demo");
    assert_eq!(campus::write(&target).unwrap(), STORE.1);
    let first = STORE.0.path();
    let read = |root: &Path, file: &String| fs::read(root.join(file)).unwrap();
    let listed = files(first);
    assert_eq!(files(&target), listed);
    for file in &listed {
        assert!(read(first, file) == read(&target, file), "{file}");
    }
}

#[test]
fn a_directory_that_holds_something_is_left_alone() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("precious"), "x").unwrap();
    let refused = campus::write(dir.path());
    assert!(matches!(refused, Err(DemoError::NotEmpty)), "{refused:?}");
    assert_eq!(files(dir.path()), ["precious"]);
    let file = dir.path().join("precious");
    assert!(matches!(campus::write(&file), Err(DemoError::Io { .. })));
}
