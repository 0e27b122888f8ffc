//! What a server was started with, as its workers get it.

use std::collections::BTreeSet;
use std::path::PathBuf;

pub use camber_config::FacilityConfig;
use serde::{Deserialize, Serialize};

/// The checked, immutable configuration of one server; sent to every worker in its first frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LaunchContext {
    /// The ParquetStore directory, absolute.
    pub store: PathBuf,
    /// The facilities the tools may read.
    pub allowed: BTreeSet<String>,
    /// The data-trust score below which an input declines a check, 0 to 1.
    pub min_trust: f64,
    /// The run or report configs, one a facility at most.
    pub configs: Vec<FacilityConfig>,
    /// The one directory a worker may write to; `None` when the system gave none.
    pub scratch: Option<PathBuf>,
}
