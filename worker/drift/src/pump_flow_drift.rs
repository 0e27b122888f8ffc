//! A pump whose flow at a given speed has fallen.

use crate::cusum::{
    CLIP_SIGMA, FAULT_SIGMA, LIMIT_SIGMA, MIN_CONSECUTIVE, SLACK_SIGMA, WARN_SIGMA,
};
use crate::prelude::*;
use crate::pump_gates::{CONSTANT_SPEED_CV, MIN_SPEED};

parameters! {
    warn_gpm: Option<f64> = optional_number(0.5..=100.0)
        .unit("gpm")
        .about("Warns from this deficit, with warn_sigma; unset: 0.02 of the high flow (95th percentile) of the baseline, at most 15.")
        .calibrate("Just above the meter's accuracy at design flow, or unset.")
        .judged("screening level, about what flow meters err by; a deficit grows with the pump (affinity laws)"),
    fault_gpm: Option<f64> = optional_number(1.0..=200.0)
        .unit("gpm")
        .about("Faults from this deficit, with fault_sigma; unset: 0.04 of that flow, at most 30.")
        .calibrate("About twice warn_gpm.")
        .judged("screening level"),
    warn_sigma: f64 = WARN_SIGMA,
    fault_sigma: f64 = FAULT_SIGMA,
    dp_confound: f64 = number(1.0, 0.1..=20.0)
        .unit("loop DP units")
        .about("Loop pressure that rose this much with a deficit is told as added resistance; no effect on severity.")
        .calibrate("A little over the scatter of the pressure at its setpoint.")
        .judged("then the loop changed, not the pump"),
    slack_sigma: f64 = SLACK_SIGMA,
    limit_sigma: f64 = LIMIT_SIGMA,
    clip_sigma: f64 = CLIP_SIGMA,
    min_consecutive: i64 = MIN_CONSECUTIVE,
    min_speed: Option<f64> = MIN_SPEED,
    constant_speed_cv: f64 = CONSTANT_SPEED_CV,
}

/// The detector, for a chilled-water pump.
pub static RULE: Rule = Rule::drift("pump_flow_drift")
    .finds("A chilled-water pump whose flow at a given speed has fallen: a worn impeller or a clogged strainer")
    .inputs(Inputs {
        required: &[Role::ChwFlow],
        any_of: &[&[Role::ChwPumpSpeed, Role::PumpStatus]],
        optional: &[Role::ChwDiffPress, Role::ChwDiffPressSp, Role::PumpStatus],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
