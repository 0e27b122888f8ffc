//! What holds of a part of any bytes. The regression test and the fuzz target both check it.

use std::ops::ControlFlow;

use camber_store::parquet::{
    Batch, NULL_CODE, NULL_TIME, Names, PartError, PartSummary, Wanted, part_statistics, scan_part,
};

/// A scan is stopped after this many rows: a few bytes can declare many millions.
const ENOUGH: usize = 1 << 16;
/// The most rows a batch may have ("about 32,000").
const LONGEST_BATCH: usize = 1 << 16;

/// A time, three names and the bits of a value.
type Row = (i64, [u32; 3], u64);

struct Scan {
    rows: Vec<Row>,
    summary: PartSummary,
}

/// Reads `bytes` in several ways, which must agree.
pub fn check(bytes: &[u8]) {
    // One table for all scans, so that equal codes mean equal names.
    let mut names = Names::new();
    let statistics = part_statistics(bytes);
    let keys = scan(bytes, None, false, &mut names);
    let Ok(all) = scan(bytes, None, true, &mut names) else {
        let _ = scan(
            bytes,
            Some((0, 1_709_253_000_000_000_000)),
            true,
            &mut names,
        );
        return;
    };

    let statistics = statistics.expect("a part whose footer is refused has no rows");
    assert_eq!(statistics.rows, all.summary.rows);
    let keys = keys.expect("leaving values out cannot harm");
    assert_eq!(keys.summary, all.summary);
    assert!(all.rows.iter().map(without_value).eq(keys.rows));

    if all.summary.stopped {
        return;
    }
    assert_eq!(all.rows.len() as u64, all.summary.rows);
    let time_at = |part: usize| {
        all.rows
            .get(all.rows.len() * part / 3)
            .map_or(0, |row| row.0)
    };
    let (a, b) = (time_at(1), time_at(2));
    let range = (a.min(b), a.max(b));
    let within = scan(bytes, Some(range), true, &mut names).expect("a range cannot harm");
    let mut expected = all
        .rows
        .iter()
        .filter(|row| row.0 != NULL_TIME && (range.0..=range.1).contains(&row.0));
    if within.summary.row_groups_skipped == 0 {
        assert!(within.rows.iter().eq(expected));
    } else {
        // Statistics may lie, and then rows are missing; none is made up or moved.
        assert!(
            within
                .rows
                .iter()
                .all(|row| expected.any(|other| other == row))
        );
    }
}

fn without_value(&(time, names, _): &Row) -> Row {
    (time, names, 0)
}

fn scan(
    bytes: &[u8],
    range: Option<(i64, i64)>,
    values: bool,
    names: &mut Names,
) -> Result<Scan, PartError> {
    let mut rows = Vec::new();
    let wanted = Wanted { range, values };
    let read = scan_part(bytes, &wanted, names, &mut |batch| {
        append(batch, values, &mut rows);
        match rows.len() < ENOUGH {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    let known = |&code: &u32| code == NULL_CODE || (code as usize) < names.len();
    assert!(rows.iter().all(|row| row.1.iter().all(known)));
    if let Some((first, last)) = range {
        let inside = |row: &Row| row.0 != NULL_TIME && first <= row.0 && row.0 <= last;
        assert!(rows.iter().all(inside));
    }
    let summary = read?;
    assert_eq!(summary.visited, rows.len() as u64);
    assert!(summary.visited <= summary.rows);
    assert!(summary.row_groups_skipped <= summary.row_groups);
    assert_eq!(summary.stopped, rows.len() >= ENOUGH);
    Ok(Scan { rows, summary })
}

fn append(batch: &Batch<'_>, values: bool, rows: &mut Vec<Row>) {
    let length = batch.ts.len();
    assert!((1..=LONGEST_BATCH).contains(&length));
    let keys = [batch.equip, batch.equip_class, batch.role];
    assert_eq!(keys.map(<[u32]>::len), [length; 3]);
    assert_eq!(batch.value.len(), if values { length } else { 0 });
    rows.extend((0..length).map(|row| {
        let bits = batch.value.get(row).map_or(0, |value| value.to_bits());
        (batch.ts[row], keys.map(|codes| codes[row]), bits)
    }));
}
