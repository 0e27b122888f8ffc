//! What identifies the stored data a result rests on: the size and modification time of each file.

use std::sync::Arc;

/// The size and modification time of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileStamp {
    /// Bytes.
    pub size: u64,
    /// Nanoseconds since 1970-01-01 UTC.
    pub mtime_ns: i64,
}

/// The stamps of every part of a facility, by name within the facility, in the order they are read.
/// Two equal stamps mean the same stored data; a part rewritten, added or removed gives another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stamp(Arc<[(String, FileStamp)]>);

impl Stamp {
    /// The stamp of these parts, given in reading order.
    pub fn new(parts: Vec<(String, FileStamp)>) -> Stamp {
        Stamp(parts.into())
    }

    /// Each part's name within its facility (`year=2024/month=3/part-0-0.parquet`) and its stamp.
    pub fn files(&self) -> &[(String, FileStamp)] {
        &self.0
    }
}
