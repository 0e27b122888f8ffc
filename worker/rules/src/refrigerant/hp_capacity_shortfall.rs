//! A room its heat pump does not bring into its band.

use super::heat_pump_mode::{
    BAND_TOL_F, COOL_DROP_F, COOL_SP_F, HEAT_RISE_F, HEAT_SP_F, MAX_DEFROST_MIN, OPTIONAL,
};
use crate::prelude::*;

parameters! {
    warn_outside_pct: f64 = number(10.0, 2.0..=30.0)
        .unit("% of occupied samples with a mode and zone temperature (per side)")
        .about("Warns from this share of samples too cold, or too warm.")
        .calibrate("Above the share of a good season.")
        .judged("provisional screening level"),
    fault_outside_pct: f64 = number(25.0, 10.0..=60.0)
        .unit("% of occupied samples with a mode and zone temperature (per side)")
        .about("Faults from this share, unless the verdict is mixed.")
        .calibrate("Clear of warn_outside_pct.")
        .judged("provisional screening level"),
    saturated_pct: f64 = number(70.0, 50.0..=95.0)
        .unit("% of the out-of-band samples with the unit running in the needed mode")
        .about("A unit at work this much of the time is short of capacity; above idle_pct.")
        .calibrate("Lower for a unit that its thermostat cycles even on its worst day.")
        .judged("who works most of the time cannot do more"),
    idle_pct: f64 = number(30.0, 5.0..=50.0)
        .unit("% of the out-of-band samples with the unit running in the needed mode")
        .about("A unit at work no more than this has a control problem; in between the verdict is mixed.")
        .calibrate("Clear of saturated_pct.")
        .judged("who mostly rests was not asked"),
    min_hours: f64 = number(4.0, 1.0..=24.0)
        .unit("h (occupied hours out of band, per side)")
        .about("A side with fewer hours is not judged.")
        .calibrate("More for long trends, so that one cold morning does not count.")
        .judged("a few hours are weather"),
    heat_sp_f: f64 = HEAT_SP_F,
    cool_sp_f: f64 = COOL_SP_F,
    band_tol_f: f64 = BAND_TOL_F,
    heat_rise_f: f64 = HEAT_RISE_F,
    cool_drop_f: f64 = COOL_DROP_F,
    max_defrost_min: f64 = MAX_DEFROST_MIN,
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("hp_capacity_shortfall")
    .finds("A room its heat pump cannot keep in its band: too little capacity, or a control that does not ask")
    .families(&[HeatPump])
    .inputs(Inputs { required: &[Role::SupplyAirTemp, Role::SpaceTemp], optional: OPTIONAL, ..Inputs::NONE })
    .parameters(Settings::DECLARED);
