//! What is one number or flag for the whole site: `site_elevation_ft`, `trust_gate`,
//! `include_inactive`.

use crate::error::ConfigError;
use crate::place::Members;

pub(super) fn check(config: &Members) -> Result<(), ConfigError> {
    if let Some(elevation) = config.given("site_elevation_ft") {
        elevation.number_that("feet above sea level, -1500 to 15000", |feet| {
            (-1500.0..=15_000.0).contains(&feet)
        })?;
    }
    if let Some(gate) = config.filled("trust_gate")
        && let Some(floor) = gate.object()?.given("min_trust")
    {
        floor.number()?;
    }
    if let Some(inactive) = config.given("include_inactive") {
        inactive.flag()?;
    }
    Ok(())
}
