//! A chilled-water pump whose speed does not follow the load.

use crate::prelude::*;
use crate::shared::{FLOOR_TOL_PCT, NEAR_MIN_ABOUT, NEAR_MIN_CALIBRATE, PUMP_RESET_FIXED};

parameters! {
    near_min_pct: AutoOr = auto_or_number(10.0..=60.0)
        .unit("% speed, or \"auto\"")
        .about(NEAR_MIN_ABOUT)
        .calibrate(NEAR_MIN_CALIBRATE)
        .judged("each drive has its own minimum, which its running hours show"),
    floor_tol_pct: f64 = FLOOR_TOL_PCT,
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("chw_pump_dp_reset")
    .finds("A chilled-water pump stuck near full speed, or at its minimum: its pressure setpoint is not reset")
    .families(&[ChwPlant, Pump])
    .inputs(Inputs {
        required: &[Role::ChwPumpSpeed],
        optional: &[Role::ChwDiffPressSp, Role::PumpStatus],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .fixed(PUMP_RESET_FIXED);
