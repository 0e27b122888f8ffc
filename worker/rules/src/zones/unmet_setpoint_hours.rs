//! Occupied hours outside the setpoints.

use crate::prelude::*;
use crate::shared::{END_HOUR, START_HOUR};

parameters! {
    tol_F: f64 = number(1.5, 0.5..=4.0)
        .unit("°F")
        .about("A space is outside once it is this far beyond a setpoint; use reheat_capacity_shortfall's tol_f.")
        .calibrate("More than a comfortable zone swings about its setpoints."),
    warn_pct: f64 = number(5.0, 1.0..=20.0)
        .unit("% of occupied samples")
        .about("Warns from this share of samples outside.")
        .calibrate("Above the unmet_pct of every zone without complaints."),
    fault_pct: f64 = number(15.0, 5.0..=50.0)
        .unit("% of occupied samples")
        .about("Faults from this share of samples outside.")
        .calibrate("Clear of warn_pct, and of what design days alone cause."),
    start_hour: i64 = START_HOUR,
    end_hour: i64 = END_HOUR,
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("unmet_setpoint_hours")
    .finds("A space that is too warm or too cold for much of its occupied time")
    .inputs(Inputs {
        required: &[Role::SpaceTemp],
        optional: &[Role::HeatSp, Role::CoolSp, Role::Occupancy],
        decisive: &[&[Role::HeatSp, Role::CoolSp]],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
