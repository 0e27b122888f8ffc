//! Reads one Parquet part of the store: the columns `ts`, `equip`, `equip_class`, `role` and
//! `value`, whatever writer, encoding, codec or row-group layout made them.
//!
//! [`scan_part`] takes the whole file's bytes and hands out its rows in [`Batch`]es: times as naive
//! nanoseconds, names as codes of a [`Names`] table shared by all the files of a facility (no string
//! is made per row), values as `f64` with NaN for null. [`SeriesIndex`] turns the three codes of a
//! row into one dense series number. [`part_statistics`] and [`file_statistics`] read the footer
//! only.
//!
//! The bytes are untrusted. Every size and count they declare is checked before memory is reserved
//! or a codec called; any input gives `Ok` or a [`PartError`], never a panic.

mod batch;
mod bits;
mod chunk;
mod codes;
mod column;
mod columns;
mod compact;
mod decompress;
mod delta;
mod dictionary;
mod error;
mod footer;
mod names;
mod numbers;
mod page;
mod rle;
mod scan;
mod schema;
mod series_index;
mod statistics;
mod stream_split;
mod text;
mod time;
mod value;

pub use batch::{Batch, NULL_TIME, PartSummary, Wanted};
pub use error::PartError;
pub use names::{NULL_CODE, Names};
pub use scan::scan_part;
pub use series_index::{SeriesIndex, SeriesKey};
pub use statistics::{PartStatistics, file_statistics, part_statistics};
