//! A heat pump in the wrong mode.

use super::heat_pump_mode::{
    BAND_TOL_F, COOL_DROP_F, COOL_SP_F, HEAT_RISE_F, HEAT_SP_F, MAX_DEFROST_MIN, OPTIONAL,
};
use crate::prelude::*;

parameters! {
    warn_hours: f64 = number(2.0, 0.5..=24.0)
        .unit("h (occupied hours in the wrong mode)")
        .about("A warning needs this many hours and warn_pct.")
        .calibrate("By the length of the trend: two hours are much in a day and nothing in a month.")
        .judged("provisional screening level"),
    fault_hours: f64 = number(10.0, 2.0..=100.0)
        .unit("h (occupied hours in the wrong mode)")
        .about("A fault needs this many hours and fault_pct.")
        .calibrate("By the length of the trend.")
        .judged("provisional screening level"),
    warn_pct: f64 = number(2.0, 0.5..=10.0)
        .unit("% of occupied running samples (heating or cooling)")
        .about("A warning needs this share and warn_hours.")
        .calibrate("Above what changing over takes in a good period.")
        .judged("provisional screening level"),
    fault_pct: f64 = number(10.0, 5.0..=50.0)
        .unit("% of occupied running samples (heating or cooling)")
        .about("A fault needs this share and fault_hours.")
        .calibrate("Clear of warn_pct.")
        .judged("provisional screening level"),
    heat_sp_f: f64 = HEAT_SP_F,
    cool_sp_f: f64 = COOL_SP_F,
    band_tol_f: f64 = BAND_TOL_F,
    heat_rise_f: f64 = HEAT_RISE_F,
    cool_drop_f: f64 = COOL_DROP_F,
    max_defrost_min: f64 = MAX_DEFROST_MIN,
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("hp_mode_vs_need")
    .finds("A heat pump that cools a room already too cold, or heats one too warm")
    .families(&[HeatPump])
    .inputs(Inputs {
        required: &[Role::SupplyAirTemp, Role::SpaceTemp],
        optional: OPTIONAL,
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
