//! Parts written by pyarrow, DuckDB, Polars and fastparquet (scripts/parquet_fixtures.py), read and
//! compared with what pyarrow reads.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy.toml allows these in test functions; here they are in the tests' helpers too"
)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use camber_store::parquet::{
    Batch, NULL_TIME, Names, PartError, PartSummary, Wanted, file_statistics, part_statistics,
    scan_part,
};

const ALL: Wanted = Wanted {
    range: None,
    values: true,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parquet")
}

fn part(name: &str) -> Vec<u8> {
    fs::read(folder().join(name).with_extension("parquet")).unwrap()
}

/// Names of the fixtures that are to be read, each with its rows.
fn readable() -> Vec<(String, String)> {
    let lines =
        ["MANIFEST", "MANIFEST.engines"].map(|m| fs::read_to_string(folder().join(m)).unwrap());
    let fixture = |line: &str| {
        let (name, digest) = line.split_once(' ').unwrap();
        let rows = folder().join("rows").join(digest).with_extension("csv");
        (name.to_owned(), fs::read_to_string(rows).unwrap())
    };
    lines.iter().flat_map(|m| m.lines()).map(fixture).collect()
}

/// The rows of a part in the form of the fixtures, and the scan's summary.
fn rows(bytes: &[u8], wanted: Wanted) -> Result<(String, PartSummary), PartError> {
    let mut names = Names::new();
    let mut rows: Vec<(i64, [u32; 3], Option<f64>)> = Vec::new();
    let summary = scan_part(bytes, &wanted, &mut names, &mut |batch| {
        let columns = [batch.equip, batch.equip_class, batch.role];
        assert!(columns.iter().all(|column| column.len() == batch.ts.len()));
        assert_eq!(
            batch.value.len(),
            if wanted.values { batch.ts.len() } else { 0 }
        );
        for (i, &ts) in batch.ts.iter().enumerate() {
            rows.push((
                ts,
                columns.map(|column| column[i]),
                batch.value.get(i).copied(),
            ));
        }
        ControlFlow::Continue(())
    })?;
    let mut text = "ts,equip,equip_class,role,value\n".to_owned();
    for (ts, keys, value) in rows {
        if ts != NULL_TIME {
            write!(text, "{ts}").unwrap();
        }
        for key in keys {
            write!(text, ",{}", names.name(key).unwrap_or_default()).unwrap();
        }
        match value {
            Some(value) if !value.is_nan() => writeln!(text, ",{value:?}").unwrap(),
            _ => writeln!(text, ",").unwrap(),
        }
    }
    Ok((text, summary))
}

/// The rows of a fixture for which `keep` is true of the time (`None` for null).
fn filtered(rows: &str, keep: impl Fn(Option<i64>) -> bool) -> String {
    let mut lines = rows.lines();
    let mut kept = format!("{}\n", lines.next().unwrap());
    for line in lines {
        let (ts, _) = line.split_once(',').unwrap();
        if keep(ts.parse().ok()) {
            kept += line;
            kept += "\n";
        }
    }
    kept
}

fn times(rows: &str) -> Vec<i64> {
    rows.lines()
        .skip(1)
        .filter_map(|line| line.split(',').next()?.parse().ok())
        .collect()
}

/// Python writes large floats with an exponent; both sides are compared as numbers.
fn canonical(rows: &str) -> String {
    let number = |line: &str| {
        let (start, value) = line.rsplit_once(',').unwrap();
        match value.parse::<f64>() {
            Ok(value) => format!("{start},{value:?}\n"),
            Err(_) => format!("{line}\n"),
        }
    };
    rows.lines().map(number).collect()
}

#[test]
fn every_fixture_reads_as_pyarrow_reads_it() {
    let fixtures = readable();
    assert!(fixtures.len() >= 70);
    for (name, expected) in fixtures {
        let (read, summary) = rows(&part(&name), ALL).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(read, canonical(&expected), "{name}");
        assert_eq!(summary.rows, expected.lines().count() as u64 - 1, "{name}");
        assert_eq!(summary.visited, summary.rows, "{name}");
        assert!(!summary.stopped, "{name}");
    }
}

#[test]
fn values_can_be_left_out() {
    for (name, expected) in readable() {
        let (read, _) = rows(
            &part(&name),
            Wanted {
                range: None,
                values: false,
            },
        )
        .unwrap();
        let without: String = expected
            .lines()
            .enumerate()
            .map(|(i, line)| match i {
                0 => format!("{line}\n"),
                _ => format!("{},\n", line.rsplit_once(',').unwrap().0),
            })
            .collect();
        assert_eq!(read, without, "{name}");
    }
    // A part without the column is then no matter.
    assert!(
        rows(
            &part("refused_column_value"),
            Wanted {
                range: None,
                values: false
            }
        )
        .is_ok()
    );
}

#[test]
fn a_range_gives_just_the_rows_within_it() {
    for (name, expected) in readable() {
        let bytes = part(&name);
        let times = times(&expected);
        let (Some(&min), Some(&max)) = (times.iter().min(), times.iter().max()) else {
            continue;
        };
        let distinct: BTreeSet<i64> = times.iter().copied().collect();
        let middle = *distinct.iter().nth(distinct.len() / 2).unwrap();
        // Some times are the first or the last of a row group.
        let each = distinct.iter().map(|&time| (time, time));
        let others = [
            (min, max),
            (i64::MIN, i64::MAX),
            (middle + 1, max),
            (min, middle - 1),
            (max + 1, i64::MAX),
            (i64::MIN, min - 1),
            (max, min),
        ];
        for range in each.chain(others) {
            let wanted = Wanted {
                range: Some(range),
                values: true,
            };
            let (read, summary) = rows(&bytes, wanted).unwrap();
            let within = |ts: Option<i64>| ts.is_some_and(|ts| range.0 <= ts && ts <= range.1);
            assert_eq!(
                read,
                canonical(&filtered(&expected, within)),
                "{name} {range:?}"
            );
            assert_eq!(summary.visited as usize, read.lines().count() - 1, "{name}");
        }
    }
}

#[test]
fn row_groups_outside_a_range_are_passed_over() {
    let bytes = part("small_row_groups");
    let (_, all) = rows(&bytes, ALL).unwrap();
    assert_eq!((all.row_groups, all.row_groups_skipped), (8, 0));
    // Rows 51 to 67 are the fourth group: the times 8 to 11 of 20.
    let start = 1_709_251_200_000_000_000;
    let at = |step: i64| start + step * 300_000_000_000;
    let wanted = Wanted {
        range: Some((at(9), at(10))),
        values: true,
    };
    let (_, some) = rows(&bytes, wanted).unwrap();
    assert_eq!((some.visited, some.row_groups_skipped), (12, 7));
}

#[test]
fn statistics_come_from_the_footer() {
    // fastparquet gives only the old bounds, whose order was not defined; INT96 has no order.
    let unknown = ["int96", "no_statistics", "fastparquet"];
    for (name, expected) in readable() {
        let times = times(&expected);
        let statistics = part_statistics(&part(&name)).unwrap();
        assert_eq!(
            statistics.rows,
            expected.lines().count() as u64 - 1,
            "{name}"
        );
        let known = if unknown.iter().any(|start| name.starts_with(start)) {
            None
        } else {
            times.iter().min().copied().zip(times.iter().max().copied())
        };
        assert_eq!(statistics.ts, known, "{name}");
        let file = File::open(folder().join(&name).with_extension("parquet")).unwrap();
        assert_eq!(file_statistics(&file).unwrap(), statistics, "{name}");
    }
}

#[test]
fn what_is_not_read_is_refused_by_its_name() {
    for (name, message) in [
        (
            "refused_ts_integers",
            "ts: INT64 that is no timestamp is not supported",
        ),
        (
            "refused_ts_text",
            "ts: BYTE_ARRAY that is no timestamp is not supported",
        ),
        (
            "refused_ts_dates",
            "ts: INT32 that is no timestamp is not supported",
        ),
        (
            "refused_ts_far",
            "ts: a time outside the years 1677 to 2262",
        ),
        (
            "refused_value_text",
            "value: BYTE_ARRAY that is no plain number is not supported",
        ),
        (
            "refused_value_decimal",
            "value: FIXED_LEN_BYTE_ARRAY that is no plain number is not",
        ),
        (
            "refused_value_float16",
            "value: FIXED_LEN_BYTE_ARRAY that is no plain number is not",
        ),
        (
            "refused_value_list",
            "value: a nested or repeated type is not supported",
        ),
        (
            "refused_equip_integers",
            "equip: INT64 that is no text is not supported",
        ),
        (
            "refused_equip_struct",
            "equip: a nested or repeated type is not supported",
        ),
        (
            "refused_role_bytes",
            "damaged Parquet file (role): a name is not UTF-8",
        ),
        ("refused_column_ts", "the part has no column ts"),
        ("refused_column_equip", "the part has no column equip"),
        ("refused_column_role", "the part has no column role"),
        ("refused_column_value", "the part has no column value"),
        (
            "refused_two_values",
            "the part has more than one column value",
        ),
    ] {
        let error = rows(&part(name), ALL).unwrap_err().to_string();
        assert!(error.starts_with(message), "{name}: {error}");
    }
}

#[test]
fn the_visitor_can_stop_the_scan() {
    let mut batches = 0;
    let summary = scan_part(
        &part("small_row_groups"),
        &ALL,
        &mut Names::new(),
        &mut |_| {
            batches += 1;
            if batches == 3 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    )
    .unwrap();
    assert_eq!((batches, summary.visited, summary.stopped), (3, 51, true));
}

#[test]
fn codes_are_shared_by_the_parts_of_a_facility() {
    let mut names = Names::new();
    let mut first = Vec::new();
    for name in ["base", "plain", "delta", "v2_null_keys_plain"] {
        let mut firsts = Vec::new();
        let visit = &mut |batch: &Batch<'_>| {
            firsts.push((batch.equip.to_vec(), batch.role.to_vec()));
            ControlFlow::Continue(())
        };
        scan_part(&part(name), &ALL, &mut names, visit).unwrap();
        first.push(firsts);
    }
    assert_eq!(first[0], first[1]);
    assert_eq!(first[0], first[2]);
    let mut all: Vec<&str> = names.iter().collect();
    all.sort_unstable();
    let expected = [
        "AHU",
        "AHU-0",
        "AHU-1",
        "VAV",
        "cooling_valve_cmd",
        "supply_air_temp",
        "supply_fan_status",
    ];
    assert_eq!(all, expected);
}
