//! Parts longer than one step of the reader, with pages that end in each column at another row.

#![allow(
    clippy::unwrap_used,
    reason = "clippy.toml allows this in test functions; here it is in the tests' helpers too"
)]

#[path = "support/part.rs"]
mod part;

use std::ops::ControlFlow;

use camber_store::parquet::{Names, PartError, PartSummary, Wanted, scan_part};
use parquet_format_safe::{CompressionCodec, Encoding};
use part::{Part, ROLE, dictionary, page, page_v2};

const ROWS: usize = 100_000;
const ROLES: [&str; 3] = ["supply_air_temp", "return_air_temp", "zone_temp"];

fn text(name: &str) -> Vec<u8> {
    [&(name.len() as u32).to_le_bytes(), name.as_bytes()].concat()
}

/// Plain pages of `step` rows each, of the values that `value` encodes.
fn pages(step: usize, value: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    let mut pages = Vec::new();
    for first in (0..ROWS).step_by(step) {
        let last = ROWS.min(first + step);
        let body: Vec<u8> = (first..last).flat_map(&value).collect();
        pages.extend(page((last - first) as i32, Encoding::PLAIN, &body));
    }
    pages
}

/// Row `i` has the time `i`, equipment `i / 40,000`, role `i % 3` and the value `i / 8`.
fn long_part() -> Part {
    let mut part = Part::new();
    part.rows(ROWS as i64);
    // Equipment by runs of 40,000, 40,000 and 20,000 indices of two bits.
    let names: Vec<u8> = ["A", "B", "C"].iter().flat_map(|name| text(name)).collect();
    let runs = [
        &[2][..],
        &[0x80, 0xf1, 4, 0],
        &[0x80, 0xf1, 4, 1],
        &[0xc0, 0xb8, 2, 2],
    ]
    .concat();
    let equip = page(ROWS as i32, Encoding::RLE_DICTIONARY, &runs);
    part.columns = [
        pages(33_333, |i| (i as i64).to_le_bytes().to_vec()),
        [dictionary(3, names.len() as i32, &names), equip].concat(),
        page_v2(ROWS as i32, 0, 0, &text("VAV").repeat(ROWS)),
        pages(7_000, |i| text(ROLES[i % 3])),
        pages(50_001, |i| (i as f64 / 8.0).to_le_bytes().to_vec()),
    ];
    part
}

/// Reads the part, checks every row, and gives the lengths of the batches.
fn read(bytes: &[u8], range: Option<(i64, i64)>) -> Result<(Vec<usize>, PartSummary), PartError> {
    let mut names = Names::new();
    let mut batches = Vec::new();
    let mut rows = Vec::new();
    let summary = scan_part(
        bytes,
        &Wanted {
            range,
            values: true,
        },
        &mut names,
        &mut |batch| {
            batches.push(batch.ts.len());
            for i in 0..batch.ts.len() {
                let codes = (batch.equip[i], batch.equip_class[i], batch.role[i]);
                rows.push((batch.ts[i], codes, batch.value[i]));
            }
            ControlFlow::Continue(())
        },
    )?;
    let (first, last) = range.unwrap_or((0, ROWS as i64 - 1));
    assert_eq!(rows.len() as i64, last - first + 1);
    for ((ts, (equip, class, role), value), i) in rows.into_iter().zip(first..) {
        let row = i as usize;
        assert_eq!((ts, value), (i, i as f64 / 8.0));
        assert_eq!(names.name(equip), Some(["A", "B", "C"][row / 40_000]));
        assert_eq!(names.name(class), Some("VAV"));
        assert_eq!(names.name(role), Some(ROLES[row % 3]));
    }
    Ok((batches, summary))
}

#[test]
fn a_long_row_group_comes_in_steps() {
    let (batches, summary) = read(&long_part().file(), None).unwrap();
    assert_eq!(batches, [32_768, 32_768, 32_768, 1_696]);
    assert_eq!(
        (summary.rows, summary.visited, summary.row_groups),
        (100_000, 100_000, 1)
    );
}

#[test]
fn a_range_is_found_across_pages_and_steps() {
    let bytes = long_part().file();
    assert_eq!(
        read(&bytes, Some((32_000, 70_000))).unwrap().0,
        [768, 32_768, 4_465]
    );
    assert_eq!(read(&bytes, Some((99_990, 99_999))).unwrap().0, [10]);
    assert_eq!(read(&bytes, Some((5, 5))).unwrap().0, [1]);
}

#[test]
fn pages_passed_over_are_not_decompressed() {
    let mut part = long_part();
    // Of 100,000 roles, a first page of 65,536 that is no Snappy, and the rest in one that is.
    let body: Vec<u8> = (65_536..ROWS).flat_map(|i| text(ROLES[i % 3])).collect();
    let mut packed = Vec::new();
    parquet2::compression::compress(
        parquet2::compression::CompressionOptions::Snappy,
        &body,
        &mut packed,
    )
    .unwrap();
    let broken = part::sized_page(65_536, Encoding::PLAIN, 1000, b"broken");
    let sound = part::sized_page(34_464, Encoding::PLAIN, body.len() as i32, &packed);
    part.column(ROLE).codec = CompressionCodec::SNAPPY;
    part.columns[ROLE] = [broken, sound].concat();
    let bytes = part.file();

    let (batches, _) = read(&bytes, Some((70_000, 99_999))).unwrap();
    assert_eq!(batches, [28_304, 1_696]);
    assert!(read(&bytes, None).is_err());
}
