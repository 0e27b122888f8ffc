//! `units`: the system in which energy is reported.

use camber_model::energy_unit;

use crate::error::ConfigError;
use crate::place::Members;

/// The published sets of heat contents, and the regions each has.
const FACTOR_SETS: [(&str, &[&str]); 1] = [("energy_star_thermal_2015", &["US", "CA"])];

/// What the units of M&V depend on.
#[derive(Clone, Copy)]
pub(super) struct Units {
    /// Whether energy is reported in one system, so that every meter must state its unit.
    pub converts: bool,
    /// Whether a set of heat contents is named.
    pub has_factor_set: bool,
}

pub(super) fn read(config: &Members) -> Result<Units, ConfigError> {
    let Some(units) = config.given("units") else {
        return Ok(Units {
            converts: false,
            has_factor_set: false,
        });
    };
    let is_system = |text: &str| ["ip", "si"].contains(&text.trim().to_lowercase().as_str());
    if let Some(system) = units.value().as_str() {
        return match is_system(system) {
            true => Ok(Units {
                converts: true,
                has_factor_set: false,
            }),
            false => Err(units.takes("\"ip\" or \"si\"")),
        };
    }
    let units = units.object()?;
    units.only(&["system", "area", "factor_set", "region"])?;
    let system = units.required("system")?;
    if !system.value().as_str().is_some_and(is_system) {
        return Err(system.takes("\"ip\" or \"si\""));
    }
    if let Some(area) = units.given("area")
        && !area.value().as_str().is_some_and(energy_unit::is_area)
    {
        return Err(area.takes("\"ft2\" or \"m2\""));
    }
    let has_factor_set = match (units.given("factor_set"), units.given("region")) {
        (None, None) => false,
        (Some(set), Some(region)) => {
            let names = FACTOR_SETS.map(|(name, _)| name);
            let name = set.word(&names)?;
            let regions = FACTOR_SETS.iter().find(|(known, _)| *known == name);
            region.word(regions.map_or(&[], |(_, regions)| regions))?;
            true
        }
        (Some(_), None) => return Err(units.missing("\"region\" with its \"factor_set\"")),
        (None, Some(_)) => return Err(units.missing("\"factor_set\" with its \"region\"")),
    };
    Ok(Units {
        converts: true,
        has_factor_set,
    })
}
