//! Launch options checked into an immutable context, or one line of refusal.
//!
//! Everything that can be wrong with a launch is found here, before any worker exists: the
//! store, the allowlist, the configs. What the operator should know but can live with is a
//! warning.

mod allowlist;
mod configs;

use std::path::PathBuf;
use std::time::Duration;

use camber_config::ConfigError;
use camber_store::{OpenError, Store, StoreError};
use camber_worker::launch::LaunchContext;

use crate::mcp;
use allowlist::Allowlist;

/// What was typed, already within its documented ranges.
#[derive(Clone, Debug, PartialEq)]
pub struct LaunchOptions {
    /// The ParquetStore directory or portfolio workspace.
    pub store: PathBuf,
    /// The facilities to serve; `None` when the operator named none.
    pub serve: Option<Serve>,
    /// The run and report config files.
    pub configs: Vec<PathBuf>,
    /// The trust floor, 0 to 1.
    pub min_trust: f64,
    /// How many calls run at once, 1 to 64.
    pub max_concurrent: usize,
    /// How many more calls may wait, 0 to 1024.
    pub max_queued: usize,
    /// How long a call may run, 1 s to 1 h.
    pub call_timeout: Duration,
}

/// Which facilities an operator asked to serve.
#[derive(Clone, Debug, PartialEq)]
pub enum Serve {
    /// Those named.
    Named(Vec<String>),
    /// Those active in the store when the server starts.
    AllActive,
}

/// A launch that can be served.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// What the workers get.
    pub context: LaunchContext,
    /// Which facilities run with the config packaged with their dataset, a line each.
    pub notes: Vec<String>,
    /// What the operator should know, a line each.
    pub warnings: Vec<String>,
    /// How many of the allowed facilities are refused as the store is now.
    pub refused: usize,
}

impl Launch {
    /// The line the log starts with: what is served to whom.
    pub fn announcement(&self) -> String {
        let count = self.context.allowed.len();
        format!(
            "store {}; {count} {} allowed{}; {} tools, {} prompts; protocol {}, {}",
            self.context.store.display(),
            if count == 1 { "facility" } else { "facilities" },
            match self.refused {
                0 => String::new(),
                refused => format!(", {refused} of them not served"),
            },
            camber_worker::tools::all().len(),
            camber_worker::prompts::all().len(),
            mcp::STATELESS_VERSION,
            mcp::SESSION_VERSIONS.join(", "),
        )
    }
}

/// Why a launch is refused, as one line that says what to change.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// `--store` names no store.
    #[error("--store: {0}")]
    Store(#[from] OpenError),
    /// The store cannot be listed.
    #[error("--store: {0}")]
    Unlistable(StoreError),
    /// Neither `--allow` nor `--allow-all-active` was given.
    #[error("name the facilities to serve with --allow FACILITY, or pass --allow-all-active")]
    NoAllowlist,
    /// An `--allow` is empty.
    #[error("--allow takes a facility id, not an empty text")]
    EmptyAllow,
    /// `--allow-all-active` on a store without an active facility.
    #[error(
        "--allow-all-active: no facility of the store is active; name those to serve with --allow FACILITY"
    )]
    NoneActive,
    /// A `--config` that cannot be used.
    #[error("--config {path}: {problem}")]
    Config {
        /// The file as it was typed.
        path: PathBuf,
        /// What is wrong with it.
        problem: Box<ConfigError>,
    },
    /// A second `--config` about one facility.
    #[error("--config {path}: facility {facility_id:?} has a config already")]
    SecondConfig {
        /// The second file as it was typed.
        path: PathBuf,
        /// The facility.
        facility_id: String,
    },
}

impl Default for LaunchOptions {
    fn default() -> LaunchOptions {
        LaunchOptions {
            store: PathBuf::new(),
            serve: None,
            configs: Vec::new(),
            min_trust: 0.5,
            max_concurrent: 2,
            max_queued: 8,
            call_timeout: Duration::from_secs(120),
        }
    }
}

/// Checks the options against the store and the config files.
///
/// # Errors
/// The first [`LaunchError`] found.
pub fn check(options: &LaunchOptions) -> Result<Launch, LaunchError> {
    let store = Store::open(&options.store)?;
    let stored = store.facility_ids().map_err(LaunchError::Unlistable)?;
    let registry = store.registry();
    let Allowlist {
        allowed,
        refused,
        mut warnings,
    } = allowlist::resolve(options.serve.as_ref(), &stored, &registry, &store)?;
    let configs = configs::read(&options.configs, &store, &allowed)?;
    let unused = configs.iter().map(|config| &config.facility_id);
    warnings.extend(unused.filter(|id| refused.contains_key(*id)).map(|id| {
        format!("the --config for {id} is of no use: every call about the facility is refused")
    }));
    let served = stored
        .iter()
        .filter(|id| allowed.contains(*id) && !refused.contains_key(*id));
    Ok(Launch {
        notes: configs::packaged(served, &registry, &configs),
        refused: refused.len(),
        context: LaunchContext {
            store: store.path().to_path_buf(),
            allowed,
            min_trust: options.min_trust,
            configs,
            scratch: None,
        },
        warnings,
    })
}
