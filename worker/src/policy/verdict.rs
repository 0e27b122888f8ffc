//! What may happen to a facility's data, and in words why not.

use std::fmt;

use camber_catalog::ResearchOnly;
use camber_store::Registry;

/// What may happen to a facility's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is served.
    Served,
    /// The server was not started for it.
    NotAllowed,
    /// Its terms forbid it.
    ResearchOnly(Reason),
    /// It is named for a catalogue dataset, but the registry has no entry that tells its terms.
    Unregistered,
    /// Nothing is served while the store is in this state.
    Halted(Halt),
}

impl Verdict {
    /// Why an allowed facility is refused, as a clause that completes "it is refused: …". It names
    /// no other facility.
    pub fn refusal(&self) -> Option<String> {
        match self {
            Verdict::Served | Verdict::NotAllowed => None,
            Verdict::ResearchOnly(reason) => Some(format!(
                "{reason}, and research-only data (non-commercial or no-derivatives) never goes to an AI client"
            )),
            Verdict::Unregistered => Some(
                "it is named for a catalogue dataset, but the store's facility registry has no entry that tells \
                 its licence; the operator must ingest it again"
                    .to_owned(),
            ),
            Verdict::Halted(halt) => Some(format!("{halt}, so nothing is served; {}", halt.remedy())),
        }
    }
}

/// Why data are research-only. Displays as a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// By its name, what the registry records, or what the catalogue says today.
    Terms(ResearchOnly),
    /// Its parts are those of a research-only facility in the same store.
    Copy,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Terms(terms) => terms.fmt(f),
            Reason::Copy => {
                f.write_str("its part files are those of research-only data in the same store")
            }
        }
    }
}

/// Why nothing at all is served. Displays as a clause that names no facility; the details, which
/// may, are the operator's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// There is no facility registry.
    RegistryMissing,
    /// The registry could not be read: why.
    RegistryUnreadable(String),
    /// The registry can be read in two ways or in none: why.
    RegistryMalformed(String),
    /// The directories of these recorded research-only facilities are missing: their data may be
    /// under another name.
    DirectoryMissing(Vec<String>),
}

impl Halt {
    /// What a damaged registry means; `None` for a sound one.
    pub(super) fn of(registry: &Registry) -> Option<Halt> {
        match registry {
            Registry::Loaded(_) => None,
            Registry::Missing => Some(Halt::RegistryMissing),
            Registry::Unreadable(why) => Some(Halt::RegistryUnreadable(why.clone())),
            Registry::Malformed(why) => Some(Halt::RegistryMalformed(why.clone())),
        }
    }

    /// What only the operator may read: the fault itself, or the facilities concerned.
    pub fn detail(&self) -> Option<String> {
        match self {
            Halt::RegistryMissing => None,
            Halt::RegistryUnreadable(why) | Halt::RegistryMalformed(why) => Some(why.clone()),
            Halt::DirectoryMissing(ids) => Some(ids.join(", ")),
        }
    }

    /// What ends it, as a clause.
    pub fn remedy(&self) -> &'static str {
        match self {
            Halt::RegistryMissing | Halt::RegistryUnreadable(_) | Halt::RegistryMalformed(_) => {
                "the operator must restore the registry or ingest again, and restart the server"
            }
            Halt::DirectoryMissing(_) => {
                "the operator must put the directory back, or remove the facility with CAMBER's own commands"
            }
        }
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Halt::RegistryMissing => "the store's facility registry (_facilities.json) is missing",
            Halt::RegistryUnreadable(_) => {
                "the store's facility registry (_facilities.json) cannot be read"
            }
            Halt::RegistryMalformed(_) => {
                "the store's facility registry (_facilities.json) is malformed"
            }
            Halt::DirectoryMissing(_) => {
                "the store's facility registry records research-only data whose directory is missing"
            }
        })
    }
}
