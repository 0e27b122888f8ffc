//! Part files hold the rows they were given, in every layout, and their footers say so.

#![cfg(test)]

mod reading;

use std::fs::File;
use std::path::Path;

use arrow2::io::parquet::read::{ColumnChunkMetaData, get_page_iterator, read_metadata};
use arrow2::io::parquet::write::{CompressedPage, FileMetaData};
use camber_demo::clock::{MINUTE, date};
use camber_demo::writer::{
    Compression, Encoding, PageVersion, PartOptions, Row, Rows, TimeUnit, write_part,
};
use tempfile::tempdir;

/// 1,003 rows: a count that fills neither the last page, nor its last group of eight.
fn sample() -> Rows {
    let start = date(2025, 4, 21);
    (0..1_003_i64)
        .map(|i| {
            let equip = ["AHU-1", "AHU-2", "VAV-1-01"][i as usize % 3];
            Row {
                value: (i % 17 != 0).then_some((i % 90) as f64 / 10.0 - 2.0),
                ..Row::new(start + i / 3 * MINUTE, equip, "AHU", "oat", 0.0)
            }
        })
        .collect()
}

fn layouts() -> Vec<PartOptions> {
    let mut all = Vec::new();
    for unit in [TimeUnit::Millis, TimeUnit::Micros, TimeUnit::Nanos] {
        for encoding in [Encoding::Plain, Encoding::Dictionary] {
            for compression in [Compression::Uncompressed, Compression::Snappy] {
                for pages in [PageVersion::V1, PageVersion::V2] {
                    for (rows_per_group, rows_per_page) in [(1 << 20, 20_000), (250, 77)] {
                        let statistics = rows_per_group > 250;
                        all.push(PartOptions {
                            unit,
                            encoding,
                            compression,
                            pages,
                            statistics,
                            rows_per_group,
                            rows_per_page,
                        });
                    }
                }
            }
        }
    }
    all
}

fn footer(rows: &Rows, options: &PartOptions) -> FileMetaData {
    let dir = tempdir().unwrap();
    let path = dir.path().join("part.parquet");
    write_part(&path, rows, options).unwrap();
    read_metadata(&mut File::open(path).unwrap()).unwrap()
}

#[test]
fn every_layout_holds_the_same_rows() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("part.parquet");
    write_part(&path, &sample(), &PartOptions::default()).unwrap();
    let expected = reading::rows(&path);
    assert_eq!(expected.len(), 1_003);
    assert_eq!(expected[0].4, None);
    assert_eq!(expected[1].1.as_deref(), Some("AHU-2"));
    assert_eq!(expected[1_002].0, Some(date(2025, 4, 21) + 334 * MINUTE));
    assert_eq!(expected[1_002].4, Some((1_002 % 90) as f64 / 10.0 - 2.0));
    for options in layouts() {
        write_part(&path, &sample(), &options).unwrap();
        assert!(reading::rows(&path) == expected, "{options:?}");
    }
}

/// What the pages of one column chunk are: `None` for a dictionary, else the number of values.
fn pages(path: &Path, column: &ColumnChunkMetaData) -> Vec<Option<usize>> {
    let file = File::open(path).unwrap();
    get_page_iterator(column, file, None, Vec::new(), 1 << 20)
        .unwrap()
        .map(|page| match page.unwrap() {
            CompressedPage::Dict(_) => None,
            CompressedPage::Data(page) => Some(page.num_values()),
        })
        .collect()
}

#[test]
fn row_groups_and_pages_have_the_size_asked_for() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("part.parquet");
    let options = PartOptions {
        rows_per_group: 250,
        rows_per_page: 77,
        ..PartOptions::default()
    };
    write_part(&path, &sample(), &options).unwrap();
    let footer = read_metadata(&mut File::open(&path).unwrap()).unwrap();
    let sizes: Vec<_> = footer
        .row_groups
        .iter()
        .map(|group| group.num_rows())
        .collect();
    assert_eq!(sizes, [250, 250, 250, 250, 3]);
    for column in footer.row_groups[0].columns() {
        assert_eq!(
            pages(&path, column),
            [None, Some(77), Some(77), Some(77), Some(19)]
        );
    }
    for column in footer.row_groups[4].columns() {
        assert_eq!(pages(&path, column), [None, Some(3)]);
    }
}

#[test]
fn the_footer_is_as_complete_as_the_references() {
    let footer = footer(&sample(), &PartOptions::default());
    assert_eq!(footer.num_rows, 1_003);
    assert_eq!(footer.version, 2);
    assert_eq!(footer.column_orders.as_ref().map(Vec::len), Some(5));
    assert!(
        footer
            .created_by
            .as_ref()
            .unwrap()
            .starts_with("camber version ")
    );
    for column in footer.row_groups[0].columns() {
        let dictionary = column.dictionary_page_offset().unwrap();
        assert!(
            dictionary >= 4 && dictionary < column.data_page_offset(),
            "{column:?}"
        );
        let chunk = column.column_chunk();
        assert_eq!(
            (chunk.column_index_offset, chunk.offset_index_offset),
            (None, None)
        );
    }

    let start = date(2025, 4, 21);
    for (column, min, max, nulls) in [
        (
            0,
            start.to_le_bytes().to_vec(),
            (start + 334 * MINUTE).to_le_bytes().to_vec(),
            0,
        ),
        (1, b"AHU-1".to_vec(), b"VAV-1-01".to_vec(), 0),
        (3, b"oat".to_vec(), b"oat".to_vec(), 0),
        (
            4,
            (-2.0_f64).to_le_bytes().to_vec(),
            6.9_f64.to_le_bytes().to_vec(),
            59,
        ),
    ] {
        let chunk = footer.row_groups[0].columns()[column].column_chunk();
        let statistics = chunk
            .meta_data
            .as_ref()
            .unwrap()
            .statistics
            .as_ref()
            .unwrap();
        assert_eq!(statistics.min_value, Some(min));
        assert_eq!(statistics.max_value, Some(max));
        assert_eq!(statistics.null_count, Some(nulls));
    }
}

#[test]
fn names_with_nulls_have_a_true_null_count() {
    let rows: Rows = [Some("A"), None, None]
        .into_iter()
        .map(|equip| Row {
            equip,
            ..Row::new(0, "", "AHU", "oat", 1.0)
        })
        .collect();
    let footer = footer(&rows, &PartOptions::default());
    let chunk = footer.row_groups[0].columns()[1].column_chunk();
    let statistics = chunk
        .meta_data
        .as_ref()
        .unwrap()
        .statistics
        .as_ref()
        .unwrap();
    assert_eq!(statistics.null_count, Some(2));
}

#[test]
fn a_dictionary_too_large_to_pay_is_given_up() {
    let rows: Rows = (0..140_000)
        .map(|i| Row::new(i / 10, "A", "AHU", "oat", i as f64))
        .collect();
    let footer = footer(&rows, &PartOptions::default());
    let has_dictionary: Vec<_> = footer.row_groups[0]
        .columns()
        .iter()
        .map(|column| column.dictionary_page_offset().is_some())
        .collect();
    assert_eq!(has_dictionary, [true, true, true, true, false]);
}
