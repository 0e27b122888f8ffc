//! One part file: five nullable columns (`ts`, `equip`, `equip_class`, `role`, `value`).

use std::fs;
use std::path::Path;

use arrow2::datatypes::{DataType, Field, Schema, TimeUnit as ArrowUnit};
use arrow2::error::Error;
use arrow2::io::parquet::write::{
    CompressionOptions, Compressor, DynIter, DynStreamingIterator, FallibleStreamingIterator,
    FileWriter, Page, ParquetType, Version, WriteOptions, array_to_columns, to_parquet_type,
};

use super::columns::Column;
use super::footer;
use super::rows::{CodedRow, Rows};
use crate::DemoError;

/// Unit in which a part stores its times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TimeUnit {
    /// Milliseconds.
    Millis,
    /// Microseconds.
    Micros,
    /// Nanoseconds, what the reference writes.
    #[default]
    Nanos,
}

/// How the values of a column are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// Values in full.
    Plain,
    /// Codes into a dictionary; plain for a column whose dictionary would exceed 1 MiB, and for a
    /// name column with nulls.
    #[default]
    Dictionary,
}

/// Codec of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compression {
    /// None.
    Uncompressed,
    /// Snappy.
    #[default]
    Snappy,
}

/// Version of the data page headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PageVersion {
    /// Levels compressed with the values.
    #[default]
    V1,
    /// Levels kept outside of the compressed values.
    V2,
}

/// How a part is written. The default is the reference's layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartOptions {
    /// Unit of `ts`.
    pub unit: TimeUnit,
    /// Layout of every column.
    pub encoding: Encoding,
    /// Codec of every column.
    pub compression: Compression,
    /// Version of the data pages.
    pub pages: PageVersion,
    /// Whether column chunks carry minimum, maximum and null count.
    pub statistics: bool,
    /// Rows in a row group; at least one.
    pub rows_per_group: usize,
    /// Rows in a data page; at least one.
    pub rows_per_page: usize,
}

impl Default for PartOptions {
    fn default() -> Self {
        Self {
            unit: TimeUnit::default(),
            encoding: Encoding::default(),
            compression: Compression::default(),
            pages: PageVersion::default(),
            statistics: true,
            rows_per_group: 1 << 20,
            rows_per_page: 20_000,
        }
    }
}

/// Writes the rows, in their order, to a new or truncated file.
///
/// # Errors
/// [`DemoError::Encode`] and [`DemoError::Io`].
pub fn write_part(path: &Path, rows: &Rows, options: &PartOptions) -> Result<(), DemoError> {
    let bytes = encode_part(rows, options)?;
    fs::write(path, bytes).map_err(DemoError::io("write a part file"))
}

/// The bytes of a part file that holds the rows in their order.
///
/// # Errors
/// [`DemoError::Encode`].
pub fn encode_part(rows: &Rows, options: &PartOptions) -> Result<Vec<u8>, DemoError> {
    let schema = schema(options.unit);
    let types = schema
        .fields
        .iter()
        .map(to_parquet_type)
        .collect::<Result<Vec<_>, _>>()?;
    // The writer gets the plain schema although pages are dictionary-encoded: readers that honour
    // the embedded Arrow schema then see plain strings, which appends of the reference mix with.
    let mut file = FileWriter::try_new(Vec::new(), schema, options.into())?;
    for group in rows.rows.chunks(options.rows_per_group.max(1)) {
        let columns = columns(group, &rows.names, options);
        let chunks = columns
            .iter()
            .zip(&types)
            .map(|(column, type_)| pages(column, group.len(), type_, options))
            .collect::<Result<Vec<_>, _>>()?;
        let compression = WriteOptions::from(options).compression;
        file.write(DynIter::new(chunks.into_iter().map(move |pages| {
            let pages = DynIter::new(pages.into_iter().map(Ok));
            let compressed = Compressor::new(pages, compression, Vec::new());
            Ok(DynStreamingIterator::new(compressed.map_err(Error::from)))
        })))?;
    }
    file.end(None)?;
    let (bytes, footer) = file.into_inner_and_metadata();
    Ok(footer::complete(bytes, footer)?)
}

fn schema(unit: TimeUnit) -> Schema {
    let name = |name: &str| Field::new(name, DataType::Utf8, true);
    Schema::from(vec![
        Field::new("ts", time_type(unit), true),
        name("equip"),
        name("equip_class"),
        name("role"),
        Field::new("value", DataType::Float64, true),
    ])
}

fn columns(group: &[CodedRow], names: &[String], options: &PartOptions) -> [Column; 5] {
    let encoding = options.encoding;
    let divisor = match options.unit {
        TimeUnit::Millis => 1_000_000,
        TimeUnit::Micros => 1_000,
        TimeUnit::Nanos => 1,
    };
    let times = group
        .iter()
        .map(|row| row.ts.map(|ns| ns.div_euclid(divisor)));
    [
        Column::times(times, time_type(options.unit), encoding),
        Column::names(group.iter().map(|row| row.equip), names, encoding),
        Column::names(group.iter().map(|row| row.equip_class), names, encoding),
        Column::names(group.iter().map(|row| row.role), names, encoding),
        Column::values(group, encoding),
    ]
}

fn time_type(unit: TimeUnit) -> DataType {
    let unit = match unit {
        TimeUnit::Millis => ArrowUnit::Millisecond,
        TimeUnit::Micros => ArrowUnit::Microsecond,
        TimeUnit::Nanos => ArrowUnit::Nanosecond,
    };
    DataType::Timestamp(unit, None)
}

/// The pages of one column: its dictionary, if it has one, then its data.
fn pages(
    column: &Column,
    rows: usize,
    type_: &ParquetType,
    options: &PartOptions,
) -> Result<Vec<Page>, Error> {
    let step = options.rows_per_page.max(1);
    let mut all = Vec::new();
    for start in (0..rows).step_by(step) {
        let slice = column.slice(start, step.min(rows - start))?;
        for pages in array_to_columns(slice, type_.clone(), options.into(), &[column.encoding()])? {
            for page in pages {
                let page = page?;
                // arrow2 puts the dictionary before every slice; a chunk has it once, in front.
                if start == 0 || matches!(page, Page::Data(_)) {
                    all.push(page);
                }
            }
        }
    }
    Ok(all)
}

impl From<&PartOptions> for WriteOptions {
    fn from(options: &PartOptions) -> Self {
        Self {
            write_statistics: options.statistics,
            version: match options.pages {
                PageVersion::V1 => Version::V1,
                PageVersion::V2 => Version::V2,
            },
            compression: match options.compression {
                Compression::Uncompressed => CompressionOptions::Uncompressed,
                Compression::Snappy => CompressionOptions::Snappy,
            },
            data_pagesize_limit: None,
        }
    }
}
