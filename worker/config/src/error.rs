//! Why a config is refused.

use std::io;

use camber_rules::{ParameterError, UnknownRule};
use camber_store::StoreError;

/// What is wrong with a config, in one line that says where and what is accepted. The file itself
/// is named by the caller; files and equipment that the config names are quoted as it names them.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    /// The file is longer than any config.
    #[error("is longer than 16 MiB")]
    TooLong,
    /// The suffix names neither format.
    #[error("a config ends in .json, .yaml or .yml")]
    Suffix,
    /// The text is not valid JSON or YAML, or repeats a key.
    #[error("{0}")]
    Syntax(String),
    /// The top level is something else than an object.
    #[error("a config is an object at the top level, not {0}")]
    NotAnObject(&'static str),
    /// No facility is named.
    #[error(
        "names no facility: a store source names it in source.facility_id, any other config in facility_id or site"
    )]
    NoFacility,
    /// The server was not started for the facility.
    #[error("facility {0:?} is not one of those served (see --allow)")]
    NotAllowed(String),
    /// The store does not hold the facility.
    #[error("the store holds no facility {0:?}")]
    NotStored(String),
    /// The facility's equipment cannot be looked up.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// A value of another form than the key takes, or outside what it takes.
    #[error("{at} takes {accepts}, not {given}")]
    Value {
        /// Where it stands, such as `rules[3].params`.
        at: String,
        /// What the key takes.
        accepts: String,
        /// The value, shortened.
        given: String,
    },
    /// Something that must be there is not.
    #[error("{at} needs {missing}")]
    Missing {
        /// Where it is missing.
        at: String,
        /// What must be there.
        missing: String,
    },
    /// A key that means nothing here: most likely a typing error.
    #[error("{at} has no key {key:?}; it takes {known}")]
    UnknownKey {
        /// The object with the key.
        at: String,
        /// The key.
        key: String,
        /// The keys it takes.
        known: String,
    },
    /// Values that are fine alone but not together, or not here.
    #[error("{at}: {problem}")]
    Conflict {
        /// Where they stand.
        at: String,
        /// What does not go together.
        problem: String,
    },
    /// A file the config names cannot be used.
    #[error("{at}: the file {name:?} {problem}")]
    File {
        /// Where it is named.
        at: String,
        /// The file as the config names it.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A rule that does not exist.
    #[error("{at}: {problem}")]
    Rule {
        /// Where it is named.
        at: String,
        /// Which rule, and those that come close.
        problem: UnknownRule,
    },
    /// A parameter that the rule does not take, or not with this value.
    #[error("{at}: {problem}")]
    Parameter {
        /// The entry of the rule.
        at: String,
        /// Which parameter, and what it takes.
        problem: ParameterError,
    },
}
