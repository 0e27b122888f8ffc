//! Zones that heat while others cool.

use crate::prelude::*;
use crate::shared::{END_HOUR, OCCUPIED_DAYS, START_HOUR};

parameters! {
    start_hour: i64 = START_HOUR,
    end_hour: i64 = END_HOUR,
    occupied_days: Vec<i64> = OCCUPIED_DAYS,
    min_heating_frac: f64 = number(0.1, 0.0..=0.5)
        .unit("fraction of the fleet's zones (mean, in the mixed hours)")
        .about("With fewer zones than this heating in the mixed hours, a fault becomes a warning.")
        .calibrate("Above the heating_frac_when_mixed of buildings known not to fight themselves.")
        .judged("one box is no fault of the fleet"),
    max_driver_zones: i64 = whole(2, 0..=10)
        .unit("count of zones")
        .about("If the mixed share falls below 25 % without this many of the most-heating zones (driver_zones), the rule warns at most.")
        .calibrate("Higher in very large buildings, where a handful of bad valves is still a local matter.")
        .judged("so few are repaired where they are"),
    persistent_frac: f64 = number(0.5, 0.1..=1.0)
        .unit("fraction of the mixed hours")
        .about("Zones heating through this share of the mixed hours are named in persistent_heating_zones.")
        .calibrate("Lower to name more of them."),
}

/// The rule.
pub static RULE: Rule = Rule::fleet("zones_heat_cool_census")
    .finds("A building in which some zones heat while others cool for much of the occupied time")
    .families(&[Terminal, FanCoil])
    .inputs(Inputs {
        required: &[Role::HeatValve],
        optional: &[
            Role::Airflow, Role::AirflowSp, Role::AirflowMinSp, Role::SpaceTemp, Role::CoolSp, Role::Warmup,
            Role::Cooldown, Role::Occupancy,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .fixed(
        "A zone heats with its valve over 5 %; otherwise it cools with an airflow over 1.1 times its minimum \
         or, without airflow, with its space at the cooling setpoint. Warns from 25 % and faults from 75 % of \
         occupied hours in which both happen.",
    );
