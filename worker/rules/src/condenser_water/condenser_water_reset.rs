//! Whether condenser water gets colder with the wet-bulb.

use super::site::{ELEVATION_FT, PRESSURE_PSIA};
use crate::prelude::*;

parameters! {
    reset_slope_flat: f64 = number(0.3, 0.05..=0.8)
        .unit("°F CW supply per °F wet-bulb")
        .about("A slope under this is no reset, which warns and never faults. A derived wet-bulb tilts it a little at elevation.")
        .calibrate("Well below the slope of a year with a working reset, which a minimum water temperature flattens.")
        .judged("a reset that tracks has a slope near 1"),
    elevation_ft: Option<f64> = ELEVATION_FT,
    pressure_psia: Option<f64> = PRESSURE_PSIA,
    design_approach_f: f64 = number(7.0, 2.0..=15.0)
        .unit("°F")
        .about("Only for cws_above_wb_plus_approach_median_f, which tells a reset that a high minimum keeps from falling; no verdict.")
        .calibrate("The tower's design approach, as in cooling_tower_approach.")
        .judged("as in cooling_tower_approach"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("condenser_water_reset")
    .finds("Condenser water kept at one temperature whatever the wet-bulb")
    .families(&[CoolingTower, ChwPlant])
    .inputs(Inputs {
        required: &[Role::CwSupplyTemp],
        optional: &[
            Role::WetbulbTemp,
            Role::Oat,
            Role::OutdoorRh,
            Role::CwReturnTemp,
            Role::TowerFanSpeed,
        ],
        decisive: &[
            &[Role::WetbulbTemp, Role::Oat],
            &[Role::WetbulbTemp, Role::OutdoorRh],
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
