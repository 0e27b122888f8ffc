//! Run and report configs: read once, checked section by section.
//!
//! A config is plain data until it is used, so [`check`] walks it with the same readers a run
//! would: one file a section, rule parameters through their own declarations. What it refuses
//! would stop the run, or make it judge by something else than the config says.

mod check;
mod dates;
mod document;
mod error;
mod place;
mod run_source;
mod sections;
mod surroundings;
mod text_file;
mod yaml;

pub use check::check;
pub use document::{Document, facility_of, read};
pub use error::ConfigError;
pub use run_source::{FacilityConfig, RunSource, resolve};
pub use surroundings::Surroundings;
