//! A pump whose power at a given flow has risen.

use crate::cusum::{
    CLIP_SIGMA, FAULT_SIGMA, LIMIT_SIGMA, MIN_CONSECUTIVE, SLACK_SIGMA, WARN_SIGMA,
};
use crate::prelude::*;
use crate::pump_gates::{CONSTANT_CV, MIN_LOAD, MIN_LOAD_SPAN};

parameters! {
    warn_kw: Option<f64> = optional_number(0.01..=20.0)
        .unit("kW")
        .about("Warns from this excess, with warn_sigma; unset: 0.055 of the high power (95th percentile) of the baseline, at most 1.")
        .calibrate("Just above what the power meter resolves at design flow, or unset.")
        .judged("screening level; power grows with flow times head, so no one value fits pumps of all sizes"),
    fault_kw: Option<f64> = optional_number(0.02..=40.0)
        .unit("kW")
        .about("Faults from this excess, with fault_sigma; unset: 0.11 of that power, at most 2.")
        .calibrate("About twice warn_kw.")
        .judged("screening level"),
    warn_sigma: f64 = WARN_SIGMA,
    fault_sigma: f64 = FAULT_SIGMA,
    slack_sigma: f64 = SLACK_SIGMA,
    limit_sigma: f64 = LIMIT_SIGMA,
    clip_sigma: f64 = CLIP_SIGMA,
    min_consecutive: i64 = MIN_CONSECUTIVE,
    min_load: Option<f64> = MIN_LOAD,
    min_load_span: Option<f64> = MIN_LOAD_SPAN,
    constant_cv: f64 = CONSTANT_CV,
}

/// The detector, for a chilled-water pump.
pub static RULE: Rule = Rule::drift("pump_power_drift")
    .finds(
        "A chilled-water pump whose power at a given flow has risen: bearings, impeller or motor",
    )
    .inputs(Inputs {
        required: &[Role::Power, Role::ChwFlow],
        optional: &[Role::PumpStatus],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
