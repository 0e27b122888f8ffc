//! The check of a whole config.

use crate::document::{Document, facility_of};
use crate::error::ConfigError;
use crate::place::Members;
use crate::sections;
use crate::surroundings::Surroundings;

/// Checks that a config can be run as it stands, and gives the facility it is about.
///
/// # Errors
/// The first [`ConfigError`] found, sections in the order a run takes them.
pub fn check(document: &Document, around: &Surroundings) -> Result<String, ConfigError> {
    let facility_id = facility_of(document).ok_or(ConfigError::NoFacility)?;
    if !around.allowed.contains(facility_id) {
        return Err(ConfigError::NotAllowed(facility_id.to_owned()));
    }
    if !around
        .store
        .facility_ids()?
        .iter()
        .any(|id| id == facility_id)
    {
        return Err(ConfigError::NotStored(facility_id.to_owned()));
    }
    sections::check(&Members::top(document), facility_id, around)?;
    Ok(facility_id.to_owned())
}
