//! A pump whose head at a given speed has fallen.

use crate::cusum::{
    CLIP_SIGMA, FAULT_SIGMA, LIMIT_SIGMA, MIN_CONSECUTIVE, SLACK_SIGMA, WARN_SIGMA,
};
use crate::prelude::*;
use crate::pump_gates::{CONSTANT_SPEED_CV, MIN_SPEED};

parameters! {
    warn_psi: f64 = number(2.0, 0.5..=20.0)
        .unit("psi")
        .about("Warns from this deficit, with warn_sigma.")
        .calibrate("Above what one good period scores against another.")
        .judged("screening level; head does not grow with a pump's flow"),
    fault_psi: f64 = number(4.0, 1.0..=40.0)
        .unit("psi")
        .about("Faults from this deficit, with fault_sigma.")
        .calibrate("About twice warn_psi.")
        .judged("screening level"),
    warn_sigma: f64 = WARN_SIGMA,
    fault_sigma: f64 = FAULT_SIGMA,
    flow_confound: Option<f64> = optional_number(0.5..=100.0)
        .unit("gpm")
        .about("Flow that rose this much with a deficit is told as another point of the pump curve; no effect on severity. \
                Unset: 0.025 of the high flow (95th percentile) of the baseline, at most 20.")
        .calibrate("Some percent of the design value, or unset.")
        .judged("more flow is less head on any curve"),
    slack_sigma: f64 = SLACK_SIGMA,
    limit_sigma: f64 = LIMIT_SIGMA,
    clip_sigma: f64 = CLIP_SIGMA,
    min_consecutive: i64 = MIN_CONSECUTIVE,
    min_speed: Option<f64> = MIN_SPEED,
    constant_speed_cv: f64 = CONSTANT_SPEED_CV,
}

/// The detector, for a chilled-water pump.
pub static RULE: Rule = Rule::drift("pump_head_drift")
    .finds("A chilled-water pump whose head at a given speed has fallen: wear inside the pump")
    .inputs(Inputs {
        any_of: &[&[Role::ChwPumpSpeed, Role::PumpStatus]],
        optional: &[Role::PumpHead, Role::ChwFlow, Role::PumpStatus],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
