//! A loop whose temperature difference at a given flow has moved.

use crate::cusum::{CLIP_SIGMA, LIMIT_SIGMA, MIN_CONSECUTIVE, SLACK_SIGMA, WARN_SIGMA};
use crate::prelude::*;
use crate::pump_gates::{CONSTANT_CV, MIN_LOAD, MIN_LOAD_SPAN};

parameters! {
    warn_f: f64 = number(1.0, 0.25..=5.0)
        .unit("°F")
        .about("Warns from this change either way, with warn_sigma.")
        .calibrate("Above what one good period scores against another.")
        .judged("screening level, for a difference of two sensors"),
    fault_f: f64 = number(2.0, 0.5..=10.0)
        .unit("°F")
        .about("Faults from this change either way, with fault_sigma.")
        .calibrate("About twice warn_f.")
        .judged("screening level"),
    warn_sigma: f64 = WARN_SIGMA,
    fault_sigma: f64 = number(5.0, 2.5..=10.0)
        .unit("σ")
        .about("Faults from this many standard deviations, with the floor in units.")
        .calibrate("Clear of warn_sigma.")
        .judged("screening level"),
    slack_sigma: f64 = SLACK_SIGMA,
    limit_sigma: f64 = LIMIT_SIGMA,
    clip_sigma: f64 = CLIP_SIGMA,
    min_consecutive: i64 = MIN_CONSECUTIVE,
    min_load: Option<f64> = MIN_LOAD,
    min_load_span: Option<f64> = MIN_LOAD_SPAN,
    constant_cv: f64 = CONSTANT_CV,
}

/// The detector, for a chilled-water loop.
pub static RULE: Rule = Rule::drift("loop_deltat_drift")
    .finds("A chilled-water loop whose temperature difference at a given flow has changed")
    .inputs(Inputs {
        required: &[Role::ChwReturnTemp, Role::ChwSupplyTemp, Role::ChwFlow],
        optional: &[Role::PumpStatus],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
