//! How close a tower brings its water to the wet-bulb.

use super::site::{ELEVATION_FT, PRESSURE_PSIA};
use crate::prelude::*;

parameters! {
    design_approach_f: f64 = number(7.0, 2.0..=15.0)
        .unit("°F")
        .about("A median approach from 1.3 times warns, from 1.7 times faults; pct_hours_high_approach counts hours 3 °F over it.")
        .calibrate("From the tower's selection: leaving water less design wet-bulb. Fitting it to a fouled tower hides the fouling.")
        .judged("a clean tower of good size reaches 3 to 7 °F"),
    min_effort_pct: f64 = number(90.0, 50.0..=100.0)
        .unit("% tower fan speed")
        .about("Judges hours with the fan from this speed on, where fan speed is trended.")
        .calibrate("Just under what the fan reaches on hot afternoons; lower it judges control rather than the tower.")
        .judged("only at full fan does the approach tell what a tower can do"),
    elevation_ft: Option<f64> = ELEVATION_FT,
    pressure_psia: Option<f64> = PRESSURE_PSIA,
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("cooling_tower_approach")
    .finds("A cooling tower that leaves its water too far above the wet-bulb at full fan")
    .families(&[CoolingTower, ChwPlant])
    .inputs(Inputs {
        required: &[Role::CwSupplyTemp],
        optional: &[
            Role::WetbulbTemp,
            Role::Oat,
            Role::OutdoorRh,
            Role::CwReturnTemp,
            Role::TowerFanSpeed,
            Role::PumpStatus,
            Role::CompressorStatus,
            Role::CwFlow,
        ],
        decisive: &[
            &[Role::WetbulbTemp, Role::Oat],
            &[Role::WetbulbTemp, Role::OutdoorRh],
            &[
                Role::TowerFanSpeed,
                Role::CwReturnTemp,
                Role::PumpStatus,
                Role::CompressorStatus,
                Role::CwFlow,
            ],
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
