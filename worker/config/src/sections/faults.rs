//! `faults`: where `camber run` keeps the history of faults. The tools save nothing; the section
//! is checked so that one config serves both.

use super::source::Source;
use crate::error::ConfigError;
use crate::place::Members;
use crate::surroundings::Surroundings;

pub(super) fn check(
    config: &Members,
    source: &Source,
    around: &Surroundings,
) -> Result<(), ConfigError> {
    let Some(faults) = config.given("faults") else {
        return Ok(());
    };
    let faults = faults.object()?;
    match faults.filled("store") {
        Some(store) => store.text().map(|_| ()),
        None if has_state(source, around) => Ok(()),
        None => Err(faults.missing("\"store\" outside a portfolio workspace")),
    }
}

/// Whether a portfolio workspace keeps the facility's state.
pub(super) fn has_state(source: &Source, around: &Surroundings) -> bool {
    matches!(source, Source::Store { .. }) && around.store.is_in_workspace()
}
