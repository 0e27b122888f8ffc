//! Parts made to harm: each lies about a size, a count or a place. All are to be refused without the
//! memory they ask for.

#![allow(
    clippy::unwrap_used,
    reason = "clippy.toml allows this in test functions; here it is in the tests' helpers too"
)]

#[path = "support/memory.rs"]
mod memory;
#[path = "support/part.rs"]
mod part;

use std::ops::ControlFlow;

use camber_store::parquet::{Names, PartError, Wanted, scan_part};
use parquet_format_safe::{CompressionCodec, Encoding, Type};
use part::{Part, ROLE, dictionary, page, page_v2, sized_page, with_tail};

const VALUE: usize = 4;

/// What reading the part gives, and the rows handed out.
fn read(bytes: &[u8]) -> Result<u64, PartError> {
    let mut rows = 0;
    let wanted = Wanted {
        range: None,
        values: true,
    };
    scan_part(bytes, &wanted, &mut Names::new(), &mut |batch| {
        rows += batch.ts.len() as u64;
        ControlFlow::Continue(())
    })?;
    Ok(rows)
}

/// A part changed by `change`.
fn changed(change: impl FnOnce(&mut Part)) -> Vec<u8> {
    let mut part = Part::new();
    change(&mut part);
    part.file()
}

/// A part whose metadata are changed by `change` after its columns are laid out.
fn misdescribed(change: impl FnOnce(&mut Part)) -> Vec<u8> {
    let mut part = Part::new();
    let data = part.lay_out();
    change(&mut part);
    part.file_of(data)
}

/// A part whose value column has these pages and codec.
fn values(codec: CompressionCodec, pages: Vec<u8>) -> Vec<u8> {
    changed(|part| {
        part.column(VALUE).codec = codec;
        part.columns[VALUE] = pages;
    })
}

fn roles(codec: CompressionCodec, pages: Vec<u8>) -> Vec<u8> {
    changed(|part| {
        part.column(ROLE).codec = codec;
        part.columns[ROLE] = pages;
    })
}

#[test]
fn the_part_unchanged_is_read() {
    assert_eq!(read(&changed(|_| {})).unwrap(), 4);
    let body = 21.5f64.to_le_bytes().repeat(4);
    assert_eq!(
        read(&values(
            CompressionCodec::UNCOMPRESSED,
            page_v2(4, 0, 0, &body)
        ))
        .unwrap(),
        4
    );
}

#[test]
fn lies_are_refused_without_the_memory_they_ask_for() {
    use CompressionCodec as Codec;

    // "Four doubles" in eight bytes, as Snappy and as a Zstandard frame that leaves its size out.
    let snappy_8 = [8, 28, 1, 2, 3, 4, 5, 6, 7, 8];
    let zstd_8 = [
        0x28, 0xb5, 0x2f, 0xfd, 0, 0x58, 65, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8,
    ];
    let gigabytes = 2_000_000_000;
    let plain = Encoding::PLAIN;
    let runs = |bytes: &[u8]| [&[2], bytes].concat();
    let dictionary_page = |n| dictionary(n, 8, &1f64.to_le_bytes());
    let indices =
        |body: &[u8]| [dictionary_page(1), page(4, Encoding::RLE_DICTIONARY, body)].concat();
    let nested = |depth: usize, children| {
        changed(|part| {
            let mut group = part.metadata.schema[0].clone();
            group.num_children = children;
            let groups = std::iter::repeat_n(group, depth);
            part.metadata.schema.splice(1..1, groups);
        })
    };
    let elements = |count: u32| {
        // A schema list said to be this long, with one element.
        let mut varint = Vec::new();
        let mut rest = count;
        while rest > 0x7f {
            varint.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        varint.push(rest as u8);
        let mut data = b"PAR1".to_vec();
        data.extend([0x15, 2, 0x19, 0xfc]);
        data.extend(varint);
        data.extend([0x48, 1, b's', 0]);
        with_tail(data, 4)
    };
    let empty_row_groups = |count: usize| {
        // Row groups of three bytes each: no columns and no rows.
        let mut data = b"PAR1".to_vec();
        data.extend([0x15, 2, 0x19, 0x0c, 0x16, 0, 0x19, 0xfc]);
        data.extend([
            0x80 | (count & 0x7f) as u8,
            0x80 | (count >> 7 & 0x7f) as u8,
            (count >> 14) as u8,
        ]);
        data.extend([0x19, 0x0c, 0x26, 0, 0].repeat(count));
        data.push(0);
        with_tail(data, 4)
    };

    let hazards: Vec<(&str, Vec<u8>)> = vec![
        (
            "a page of 2 GB, stored",
            values(
                Codec::UNCOMPRESSED,
                sized_page(4, plain, gigabytes, &snappy_8),
            ),
        ),
        (
            "a page of 2 GB in Snappy",
            values(Codec::SNAPPY, sized_page(4, plain, gigabytes, &snappy_8)),
        ),
        (
            "a page of 100 MB in Snappy",
            values(Codec::SNAPPY, sized_page(4, plain, 100_000_000, &snappy_8)),
        ),
        (
            "names of 100 MB in Snappy",
            roles(Codec::SNAPPY, sized_page(4, plain, 100_000_000, &snappy_8)),
        ),
        (
            "names of 100 MB in gzip",
            roles(Codec::GZIP, sized_page(4, plain, 100_000_000, &snappy_8)),
        ),
        (
            "names of 100 MB in LZ4",
            roles(Codec::LZ4_RAW, sized_page(4, plain, 100_000_000, &snappy_8)),
        ),
        (
            "names of 100 MB in the older LZ4",
            roles(Codec::LZ4, sized_page(4, plain, 100_000_000, &snappy_8)),
        ),
        (
            "names of 100 MB in zstd",
            roles(Codec::ZSTD, sized_page(4, plain, 100_000_000, &zstd_8)),
        ),
        (
            "values of 100 MB in zstd",
            values(Codec::ZSTD, sized_page(4, plain, 100_000_000, &zstd_8)),
        ),
        (
            "values of 100 MB in Brotli",
            values(Codec::BROTLI, sized_page(4, plain, 100_000_000, &snappy_8)),
        ),
        (
            "Snappy shorter than the page",
            values(Codec::SNAPPY, sized_page(4, plain, 32, &snappy_8)),
        ),
        (
            "a dictionary of 2 GB",
            values(Codec::SNAPPY, dictionary(1, gigabytes, &snappy_8)),
        ),
        (
            "a dictionary of 2^31 - 1 values",
            values(Codec::UNCOMPRESSED, dictionary_page(i32::MAX)),
        ),
        (
            "a dictionary of -1 values",
            values(Codec::UNCOMPRESSED, dictionary_page(-1)),
        ),
        (
            "a dictionary of 2^31 - 1 names",
            roles(Codec::UNCOMPRESSED, dictionary(i32::MAX, 8, &[0; 8])),
        ),
        (
            "two dictionaries",
            values(
                Codec::UNCOMPRESSED,
                [dictionary_page(1), indices(&runs(&[8, 0]))].concat(),
            ),
        ),
        (
            "no dictionary",
            values(
                Codec::UNCOMPRESSED,
                page(4, Encoding::RLE_DICTIONARY, &runs(&[8, 0])),
            ),
        ),
        (
            "an index outside the dictionary",
            values(Codec::UNCOMPRESSED, indices(&runs(&[8, 1]))),
        ),
        (
            "packed indices outside the dictionary",
            values(Codec::UNCOMPRESSED, indices(&runs(&[3, 1, 0]))),
        ),
        (
            "indices of 33 bits",
            values(Codec::UNCOMPRESSED, indices(&[33, 8, 0, 0, 0, 0, 0])),
        ),
        (
            "a run's length of ten bytes",
            values(Codec::UNCOMPRESSED, indices(&runs(&[0xff; 10]))),
        ),
        (
            "a run too short",
            values(Codec::UNCOMPRESSED, indices(&runs(&[6, 0]))),
        ),
        ("no runs", values(Codec::UNCOMPRESSED, indices(&[2]))),
        (
            "a page too short",
            values(Codec::UNCOMPRESSED, page(4, plain, &[0; 31])),
        ),
        (
            "a page of -1 values",
            values(Codec::UNCOMPRESSED, page(-1, plain, &[0; 32])),
        ),
        (
            "a page of more values than rows",
            values(Codec::UNCOMPRESSED, page(5, plain, &[0; 40])),
        ),
        (
            "pages of fewer values than rows",
            values(Codec::UNCOMPRESSED, page(3, plain, &[0; 24])),
        ),
        (
            "a page of -1 bytes",
            values(Codec::UNCOMPRESSED, sized_page(4, plain, -1, &[0; 32])),
        ),
        (
            "two sizes of a stored page",
            values(Codec::UNCOMPRESSED, sized_page(4, plain, 33, &[0; 32])),
        ),
        (
            "repetition levels",
            values(Codec::UNCOMPRESSED, page_v2(4, 0, 4, &[0; 36])),
        ),
        (
            "levels longer than the page",
            values(Codec::UNCOMPRESSED, page_v2(4, 99, 0, &[0; 32])),
        ),
        (
            "levels of -1 bytes",
            values(Codec::UNCOMPRESSED, page_v2(4, -1, 0, &[0; 32])),
        ),
        (
            "levels of a required column",
            values(Codec::UNCOMPRESSED, page_v2(4, 2, 0, &[0; 34])),
        ),
        (
            "bytes that are no page",
            values(Codec::UNCOMPRESSED, vec![0xff; 64]),
        ),
        (
            "an unknown codec",
            values(CompressionCodec(99), page(4, plain, &[0; 32])),
        ),
        (
            "an unknown encoding",
            values(Codec::UNCOMPRESSED, page(4, Encoding(99), &[0; 32])),
        ),
        (
            "a length of 4 GB of a name",
            roles(Codec::UNCOMPRESSED, page(4, plain, &[0xff; 8])),
        ),
        (
            "differences in blocks of 2^40",
            changed(|part| {
                part.columns[0] = page(
                    4,
                    Encoding::DELTA_BINARY_PACKED,
                    &[0x80, 0x80, 0x80, 0x80, 0x80, 1, 1, 4, 2, 2, 0],
                );
            }),
        ),
        (
            "row groups of other length than the file",
            changed(|part| part.metadata.num_rows = 5),
        ),
        ("2^40 rows", changed(|part| part.rows(1 << 40))),
        ("-1 rows", changed(|part| part.rows(-1))),
        (
            "a column of other length than its row group",
            changed(|part| part.column(VALUE).num_values = 5),
        ),
        (
            "a column too few",
            misdescribed(|part| drop(part.metadata.row_groups[0].columns.pop())),
        ),
        (
            "a column of another type",
            changed(|part| part.column(VALUE).type_ = Type::INT64),
        ),
        (
            "a column in another file",
            misdescribed(|part| {
                part.metadata.row_groups[0].columns[VALUE].file_path = Some("other".to_owned());
            }),
        ),
        (
            "a column without metadata",
            misdescribed(|part| part.metadata.row_groups[0].columns[VALUE].meta_data = None),
        ),
        (
            "pages outside the file",
            misdescribed(|part| part.column(0).data_page_offset = i64::MAX),
        ),
        (
            "pages before the file",
            misdescribed(|part| part.column(0).data_page_offset = -1),
        ),
        (
            "pages that reach into the footer",
            misdescribed(|part| part.column(VALUE).total_compressed_size += 1),
        ),
        (
            "the same pages for many row groups",
            misdescribed(|part| {
                part.metadata.row_groups = vec![part.metadata.row_groups.remove(0); 1000];
                part.metadata.num_rows = 4000;
            }),
        ),
        ("a schema 20,000 deep", nested(20_000, Some(1))),
        ("a schema of 20,000 empty groups", nested(20_000, Some(0))),
        (
            "a schema element with 2^31 - 1 children",
            nested(1, Some(i32::MAX)),
        ),
        ("a schema element with -1 children", nested(1, Some(-1))),
        ("a schema of 2^32 - 1 elements", elements(u32::MAX)),
        ("100,000 row groups of nothing", empty_row_groups(100_000)),
        (
            "a footer longer than the file",
            [b"PAR1", &[0xff, 0xff, 0, 0][..], b"PAR1"].concat(),
        ),
        (
            "a footer of 4 GB",
            [b"PAR1", &[0xff; 4][..], b"PAR1"].concat(),
        ),
        ("no footer", b"PAR1\0\0\0\0PAR1".to_vec()),
        ("magic numbers that overlap", b"PAR1PAR1".to_vec()),
        ("too short", b"PAR1".to_vec()),
        ("nothing", vec![]),
        ("text", b"ts,equip,equip_class,role,value\n".to_vec()),
        ("an encrypted footer", b"PARE\0\0\0\0PARE".to_vec()),
    ];
    let largest = hazards
        .iter()
        .map(|(_, bytes)| bytes.len() as u64)
        .max()
        .unwrap();
    let (held_before, reserved_before) = memory::peak_memory();
    for (name, bytes) in &hazards {
        let result = read(bytes);
        assert!(result.is_err(), "{name}: read {result:?}");
        let message = result.unwrap_err().to_string();
        println!("{name}: {message}");
    }
    let (held, reserved) = memory::peak_memory();
    let (held, reserved) = (held - held_before, reserved - reserved_before);
    println!("{held} bytes more held, {reserved} more reserved");
    assert!(held < 4 * largest + (4 << 20), "{held} bytes");
    assert!(reserved < 4 * largest + (64 << 20), "{reserved} bytes");
}

#[test]
fn pages_of_no_values_cost_nothing() {
    // 100,000 of them, each said to decompress to 100 MB.
    let empty = sized_page(0, Encoding::PLAIN, 100_000_000, &[]);
    let mut pages = empty.repeat(100_000);
    pages.extend(page(4, Encoding::PLAIN, &[0; 32]));
    assert_eq!(read(&values(CompressionCodec::SNAPPY, pages.clone())).map_err(|e| e.to_string()),
        Err("damaged Parquet file (value): a page does not decompress to its declared size; restore or re-ingest this part".to_owned()));
    assert_eq!(
        read(&values(CompressionCodec::UNCOMPRESSED, pages)).unwrap(),
        4
    );
}
