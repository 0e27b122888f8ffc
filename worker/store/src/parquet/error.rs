//! Why a part could not be read.

/// Why a part could not be read. No message names a path: the caller knows which part it read.
#[derive(Debug, thiserror::Error)]
pub enum PartError {
    /// The bytes are not a Parquet file: no magic number at the start or the end, or too short.
    #[error("not a Parquet file: {0}; restore or re-ingest this part")]
    NotParquet(&'static str),
    /// The file contradicts itself or ends early.
    #[error("damaged Parquet file ({place}): {what}; restore or re-ingest this part")]
    Damaged {
        /// The column, or "footer".
        place: &'static str,
        /// The contradiction.
        what: &'static str,
    },
    /// A form of Parquet that this reader does not read.
    #[error("{column}: {what} is not supported; rewrite this part with {instead}")]
    Unsupported {
        /// The column, or "the file".
        column: &'static str,
        /// The encoding, codec or type met.
        what: String,
        /// What would be read.
        instead: &'static str,
    },
    /// A column of the store's rows is not in the file.
    #[error("the part has no column {0}; it needs ts, equip, role and value")]
    MissingColumn(&'static str),
    /// A column of the store's rows is in the file more than once.
    #[error("the part has more than one column {0}; rewrite it with one")]
    RepeatedColumn(&'static str),
    /// More than this reader accepts from one part or facility.
    #[error("{what}: more than the limit of {limit}; split this part")]
    TooLarge {
        /// What is too large, with its size.
        what: String,
        /// The most that is read.
        limit: u64,
    },
    /// A time outside what nanoseconds in 64 bits can hold (the years 1677 to 2262).
    #[error("ts: a time outside the years 1677 to 2262; remove such rows from this part")]
    TimeOutOfRange,
    /// The file could not be read.
    #[error("reading the part failed: {0}")]
    Io(#[from] std::io::Error),
}

/// What is wrong with a column, before it is known which.
#[derive(Debug)]
pub(super) enum Fault {
    /// The file contradicts itself or ends early.
    Damaged(&'static str),
    /// An encoding, codec or type that is not read, and what to use instead.
    Unsupported { what: String, instead: &'static str },
    /// An error that does not depend on the column.
    Part(PartError),
}

impl Fault {
    /// A page has fewer values than it says.
    pub(super) fn cut_short() -> Self {
        Self::Damaged("a page ends before its last value")
    }

    /// This fault as that of `column`.
    pub(super) fn of(self, column: &'static str) -> PartError {
        match self {
            Self::Damaged(what) => PartError::Damaged {
                place: column,
                what,
            },
            Self::Unsupported { what, instead } => PartError::Unsupported {
                column,
                what,
                instead,
            },
            Self::Part(error) => error,
        }
    }
}

impl From<PartError> for Fault {
    fn from(error: PartError) -> Self {
        Self::Part(error)
    }
}
