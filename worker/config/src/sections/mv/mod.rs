//! `mv`: the meters whose savings are measured and verified.

mod adjustments;
mod billing;
mod calendars;
mod method;
mod rebaseline;
mod trended;

use super::units::Units;
use crate::error::ConfigError;
use crate::place::{Members, Place};
use crate::surroundings::Surroundings;

pub(super) fn check(
    config: &Members,
    units: Units,
    around: &Surroundings,
) -> Result<(), ConfigError> {
    let Some(entries) = config.filled("mv") else {
        return Ok(());
    };
    for entry in entries.list()? {
        let entry = entry.object()?;
        if entry.given("bills").is_some() {
            billing::check(&entry, units, around)?;
        } else {
            trended::check(&entry, units, around)?;
        }
    }
    if let Some(store) = config.filled("mv_store") {
        store.text()?;
    }
    Ok(())
}

/// Checks a list of dates.
fn check_dates(dates: &Place) -> Result<(), ConfigError> {
    let mut dates = dates.list()?.into_iter();
    dates.try_for_each(|date| date.moment().map(|_| ()))
}
