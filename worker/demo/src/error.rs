//! What can go wrong while a store is written.

use std::io;

/// Why a part file or a store was not written. No message names a path.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The operating system refused to create or write something.
    #[error("could not {action}: {source}; check that the directory is writable and has room")]
    Io {
        /// What was being done, as a verb phrase ("create a partition directory").
        action: &'static str,
        /// The operating system's reason.
        source: io::Error,
    },
    /// The Parquet encoder refused the rows.
    #[error("could not encode a Parquet part: {0}")]
    Encode(#[from] arrow2::error::Error),
    /// The facility registry could not be put into JSON.
    #[error("could not encode the facility registry: {0}")]
    Registry(#[from] serde_json::Error),
    /// A facility id that is not safe as a directory name.
    #[error(
        "facility id {0:?} is not path-safe: use letters, digits, '.', '_' and '-', \
         starting with a letter or a digit, at most 200 characters"
    )]
    FacilityId(String),
    /// One facility was described twice in one store.
    #[error("facility id {0:?} is written twice: give every facility of a store its own id")]
    RepeatedFacility(String),
    /// A series whose times and values differ in number.
    #[error(
        "series {equip}/{role} has {times} times for {values} values: give one time for each value"
    )]
    Lengths {
        /// Equipment of the series.
        equip: String,
        /// Role of the series.
        role: String,
        /// Number of times.
        times: usize,
        /// Number of values.
        values: usize,
    },
    /// A row without a time cannot be put into a year and month partition.
    #[error("a row without a time has no partition: write it with `write_part` instead")]
    NoTime,
    /// The directory to write into already holds something.
    #[error("the directory is not empty: choose a new or an empty one, nothing was written")]
    NotEmpty,
}

impl DemoError {
    /// Wraps an I/O error with what was being done.
    pub(crate) fn io(action: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { action, source }
    }
}
