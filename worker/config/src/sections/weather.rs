//! `weather` and `private`: what a request for weather may tell about the site.

use crate::error::ConfigError;
use crate::place::{Members, Place};

const MODES: [&str; 3] = ["public", "coarse", "offline"];

pub(super) fn check(config: &Members) -> Result<(), ConfigError> {
    if let Some(private) = config.member("private") {
        private.flag()?;
    }
    config
        .given("weather")
        .map_or(Ok(()), |weather| check_policy(&weather))
}

/// Checks one policy: a mode, or an object with a mode and the grid that positions are rounded to.
pub(super) fn check_policy(weather: &Place) -> Result<(), ConfigError> {
    if weather.value().is_string() {
        return weather.word(&MODES).map(|_| ());
    }
    let weather = weather.object()?;
    weather.only(&["privacy", "precision_deg", "origin"])?;
    if let Some(mode) = weather.member("privacy") {
        mode.word(&MODES)?;
    }
    if let Some(grid) = weather.member("precision_deg") {
        // About 5 km: anything finer comes close to an address.
        grid.number_that("degrees, 0.05 to 5", |degrees| {
            (0.05..=5.0).contains(&degrees)
        })?;
    }
    Ok(())
}
