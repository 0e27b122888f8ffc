//! Why a part could not be read.

/// Why a part could not be read. No message names a path: the store knows which part it read.
#[derive(Debug, thiserror::Error)]
pub enum PartError {
    /// The bytes are not a Parquet file (no magic number at the start or the end, or too short).
    #[error("not a Parquet file: {0}; restore or re-ingest this part")]
    NotParquet(&'static str),
    /// The file contradicts itself or ends early.
    #[error("damaged Parquet file: {0}; restore or re-ingest this part")]
    Damaged(String),
    /// A form of Parquet that this reader does not read.
    #[error("{column}: {what} is not read; rewrite this part with {instead}")]
    Unsupported {
        /// The column, or "the file".
        column: &'static str,
        /// The encoding, codec or type met.
        what: String,
        /// What would be read.
        instead: &'static str,
    },
    /// A column of the store's rows is not in the file.
    #[error("the part has no column {0}; it needs ts, equip, equip_class, role and value")]
    MissingColumn(&'static str),
    /// A column of the store's rows is in the file more than once.
    #[error("the part has more than one column {0}")]
    RepeatedColumn(&'static str),
    /// More than this reader accepts from one part or facility.
    #[error("{what} over the limit of {limit}")]
    TooLarge {
        /// What is too large, with its size.
        what: String,
        /// The most that is read.
        limit: u64,
    },
    /// A time outside what nanoseconds in 64 bits can hold (the years 1677 to 2262).
    #[error("ts: a time outside the years 1677 to 2262")]
    TimeOutOfRange,
    /// The file could not be read.
    #[error("reading the part failed: {0}")]
    Io(#[from] std::io::Error),
}
