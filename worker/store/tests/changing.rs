//! Reads that an ingest overlaps: they give one state of a facility or say that it changed, never a
//! mixture.

#![cfg(test)]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use camber_demo::clock::{HOUR, date, every};
use camber_demo::writer::{Registration, StoreWriter};
use camber_store::{Selection, Store, StoreError};

const MONTHS: [i64; 4] = [
    date(2024, 1, 1),
    date(2024, 2, 1),
    date(2024, 3, 1),
    date(2024, 4, 1),
];

/// A facility of four parts, every value of which is its generation.
fn write_generation(root: &Path, generation: f64) {
    let mut facility = StoreWriter::new(root).facility("busy", Registration::unregistered());
    for start in MONTHS {
        let times = every(start, HOUR, 48);
        facility = facility.series("E", "AHU", "oat", &times, &[generation; 48]);
    }
    facility.finish().unwrap();
}

/// Replaces a facility as the reference's ingest does: the new directory ready beside it, a marker,
/// two renames, and the old one removed.
fn swap_in(root: &Path, staged: &Path) {
    let swap = |suffix: &str| root.join(format!("_swap-facility_id=busy{suffix}"));
    let target = root.join("facility_id=busy");
    fs::rename(staged.join("facility_id=busy"), swap(".new")).unwrap();
    fs::write(swap(".ready"), "").unwrap();
    fs::rename(&target, swap(".old")).unwrap();
    fs::rename(swap(".new"), &target).unwrap();
    fs::remove_dir_all(swap(".old")).unwrap();
    fs::remove_file(swap(".ready")).unwrap();
}

#[test]
fn no_read_mixes_two_generations() {
    let scratch = tempfile::tempdir().unwrap();
    write_generation(scratch.path(), 0.0);
    let finished = AtomicBool::new(false);
    let (mut whole, mut changed) = (0, 0);
    thread::scope(|threads| {
        threads.spawn(|| {
            for generation in 1..=60 {
                let staged = scratch.path().join("_staging");
                write_generation(&staged, f64::from(generation));
                swap_in(scratch.path(), &staged);
            }
            finished.store(true, Ordering::Release);
        });
        let store = Store::open(scratch.path()).unwrap();
        loop {
            let last = finished.load(Ordering::Acquire);
            assert_eq!(store.facility_ids().unwrap(), ["busy"]);
            match store.load("busy", &Selection::default()) {
                Ok(data) => {
                    let values = &data.series[0].values;
                    assert_eq!(values.len(), 48 * MONTHS.len());
                    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
                    assert_eq!(data.inventory.stamp, data.stamp);
                    whole += 1;
                }
                Err(StoreError::Changed(id)) => {
                    assert_eq!(id, "busy");
                    changed += 1;
                }
                Err(error) => panic!("{error:?} after {whole} whole and {changed} changed"),
            }
            if last {
                break;
            }
        }
    });
    assert!(whole > 0, "the last read overlaps nothing");
}

#[test]
fn a_swap_that_was_cut_short_is_no_missing_facility() {
    let scratch = tempfile::tempdir().unwrap();
    write_generation(scratch.path(), 0.0);
    let store = Store::open(scratch.path()).unwrap();
    let target = scratch.path().join("facility_id=busy");
    let aside = scratch.path().join("_swap-facility_id=busy.old");
    fs::rename(&target, &aside).unwrap();
    let error = store.load("busy", &Selection::default()).unwrap_err();
    assert!(matches!(error, StoreError::Changed(_)) && error.is_retryable());
    fs::rename(&aside, &target).unwrap();
    assert!(store.load("busy", &Selection::default()).is_ok());
}

#[test]
fn a_part_written_again_gives_another_stamp_and_its_new_content() {
    let scratch = tempfile::tempdir().unwrap();
    write_generation(scratch.path(), 0.0);
    let store = Store::open(scratch.path()).unwrap();
    let before = store.load("busy", &Selection::default()).unwrap();
    assert_eq!(store.files("busy").unwrap(), before.stamp);
    write_generation(scratch.path(), 1.0);
    let after = store.load("busy", &Selection::default()).unwrap();
    assert_ne!(after.stamp, before.stamp);
    assert!(after.series[0].values.iter().all(|value| *value == 1.0));
}

#[test]
fn parts_can_be_opened_by_their_listed_names_only() {
    let scratch = tempfile::tempdir().unwrap();
    write_generation(scratch.path(), 0.0);
    fs::write(scratch.path().join("secret.parquet"), "").unwrap();
    let store = Store::open(scratch.path()).unwrap();
    let parts = store.parts("busy").unwrap();
    assert_eq!(parts.stamp(), store.files("busy").unwrap());
    for (name, listed) in parts.stamp().files() {
        let file = parts.open(name).unwrap();
        assert_eq!(file.metadata().unwrap().len(), listed.size);
    }
    for name in [
        "../secret.parquet",
        "year=2024",
        "year=2024/month=1/../month=1/part-0-0.parquet",
        "",
    ] {
        assert!(
            matches!(parts.open(name), Err(StoreError::Changed(_))),
            "{name}"
        );
    }
    write_generation(scratch.path(), 1.0);
    let replaced = parts.open("year=2024/month=1/part-0-0.parquet");
    assert!(matches!(replaced, Err(StoreError::Changed(_))));
}
