//! Run and report configs: read once, checked section by section.

mod document;
mod json;
mod yaml;

pub use document::{ConfigError, Document, facility_of, read};
