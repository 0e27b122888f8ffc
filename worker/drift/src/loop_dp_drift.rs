//! A loop whose differential pressure at a given flow has moved.

use crate::cusum::{
    CLIP_SIGMA, FAULT_SIGMA, LIMIT_SIGMA, MIN_CONSECUTIVE, SLACK_SIGMA, WARN_SIGMA,
};
use crate::prelude::*;
use crate::pump_gates::{CONSTANT_CV, MIN_LOAD, MIN_LOAD_SPAN};

parameters! {
    warn: f64 = number(2.0, 0.1..=50.0)
        .unit("loop DP units")
        .about("Warns from this change either way, with warn_sigma.")
        .calibrate("Above what one good period scores against another, in the loop's own unit.")
        .judged("screening level; across units the standard deviations decide"),
    fault: f64 = number(4.0, 0.2..=100.0)
        .unit("loop DP units")
        .about("Faults from this change either way, with fault_sigma.")
        .calibrate("About twice warn.")
        .judged("screening level"),
    warn_sigma: f64 = WARN_SIGMA,
    fault_sigma: f64 = FAULT_SIGMA,
    dp_sp_confound: f64 = number(1.0, 0.1..=20.0)
        .unit("loop DP units")
        .about("A setpoint that moved this much explains the change: it was reset.")
        .calibrate("A little over the setpoint's jitter.")
        .judged("a reset is no fault"),
    slack_sigma: f64 = SLACK_SIGMA,
    limit_sigma: f64 = LIMIT_SIGMA,
    clip_sigma: f64 = CLIP_SIGMA,
    min_consecutive: i64 = MIN_CONSECUTIVE,
    min_load: Option<f64> = MIN_LOAD,
    min_load_span: Option<f64> = MIN_LOAD_SPAN,
    constant_cv: f64 = CONSTANT_CV,
}

/// The detector, for a chilled-water loop.
pub static RULE: Rule = Rule::drift("loop_dp_drift")
    .finds("A chilled-water loop whose differential pressure at a given flow has changed")
    .inputs(Inputs {
        required: &[Role::ChwDiffPress, Role::ChwFlow],
        optional: &[Role::ChwDiffPressSp, Role::PumpStatus],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
