//! What can go wrong when a store is opened or read. No message names a local path except those of
//! [`OpenError`], which an operator reads at launch.

use std::io;
use std::path::PathBuf;

/// Why a directory cannot be served as a store; read by the operator who named it.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Nothing is there.
    #[error("{0} is not a ParquetStore: it does not exist")]
    Missing(PathBuf),
    /// Something else is there.
    #[error("{0} is not a ParquetStore: it is not a directory")]
    NotADirectory(PathBuf),
    /// It cannot be read, so what it holds is unknown.
    #[error("{path} cannot be read: {source}")]
    Unreadable {
        /// The directory or file that could not be read.
        path: PathBuf,
        /// What the system answered.
        source: io::Error,
    },
    /// A directory of other things: neither partitions nor a file a store keeps.
    #[error(
        "{0} is not a ParquetStore: it holds no facility_id= partition and no file of a store; \
         give the store directory itself, or a portfolio workspace"
    )]
    NotAStore(PathBuf),
    /// A portfolio workspace whose own record cannot be used.
    #[error("the portfolio workspace {path} cannot be used: {problem}")]
    Workspace {
        /// The workspace root.
        path: PathBuf,
        /// What is wrong with its `_portfolio.json`.
        problem: String,
    },
}

/// Why a read failed. The facility is named, a path never is.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The store holds no partition for this id.
    #[error("facility {0:?} has no stored data")]
    NotFound(String),
    /// The facility's files changed, or were being replaced, while they were read. A retry will
    /// likely work.
    #[error("the data of facility {0:?} changed while it was read; try again")]
    Changed(String),
    /// A part holds something other than what a part holds: truncated, foreign, or not readable as
    /// Parquet.
    #[error("the data of facility {facility_id:?} cannot be read: {problem}")]
    Damaged {
        /// The facility whose part it is.
        facility_id: String,
        /// What is wrong, without a path.
        problem: String,
    },
    /// The store directory itself can no longer be listed.
    #[error("the store cannot be listed: {0}")]
    Unlistable(io::ErrorKind),
}

impl StoreError {
    pub(crate) fn damaged(facility_id: &str, problem: impl Into<String>) -> StoreError {
        StoreError::Damaged {
            facility_id: facility_id.to_owned(),
            problem: problem.into(),
        }
    }

    /// Whether the same call will likely succeed when it is repeated.
    pub fn is_retryable(&self) -> bool {
        matches!(self, StoreError::Changed(_))
    }
}
