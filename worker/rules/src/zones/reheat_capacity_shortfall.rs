//! A zone that stays cold with its reheat valve wide open.

use crate::prelude::*;
use crate::shared::{END_HOUR, OCCUPIED_DAYS, REHEAT_SATURATED_PCT, START_HOUR};

parameters! {
    heat_sp_f: Option<PerEquipment> = optional_per_equipment(60.0..=75.0)
        .unit("°F")
        .about("Zone heating setpoint where none is trended: one for all boxes or one by box; with neither, a box is not judged.")
        .calibrate("What the BAS is programmed to, or what the sequence says.")
        .judged("there is none to assume"),
    tol_f: f64 = number(1.5, 0.5..=4.0)
        .unit("°F")
        .about("A zone is short of heat once it is this far below its setpoint.")
        .calibrate("More than sound zones swing while they heat; use unmet_setpoint_hours' tol_F.")
        .judged("the same tolerance as for unmet hours"),
    reheat_saturated_pct: f64 = REHEAT_SATURATED_PCT,
    warn_pct: f64 = number(5.0, 1.0..=20.0)
        .unit("% of evaluated occupied samples")
        .about("Warns from this share of samples short of heat, once min_hours of them came together.")
        .calibrate("Above the shortfall_pct of every box that heats well.")
        .judged("screening level"),
    fault_pct: f64 = number(20.0, 5.0..=60.0)
        .unit("% of evaluated occupied samples")
        .about("Faults from this share of samples short of heat, once min_hours of them came together.")
        .calibrate("Clear of warn_pct, and of what design days alone cause.")
        .judged("screening level"),
    min_hours: f64 = number(10.0, 1.0..=100.0)
        .unit("h")
        .about("Less shortfall than this in total is never rated.")
        .calibrate("Higher for long records, lower for a short test; see shortfall_hours.")
        .judged("screening level: a cold morning or two is weather"),
    recovery_hours: f64 = number(2.0, 0.0..=4.0)
        .unit("h")
        .about("Samples this soon after the start of occupancy or a step up of the setpoint are warm-up, as trended warm-up is.")
        .calibrate("The median time sound boxes take to reach setpoint on a cold morning.")
        .judged("warming up with the valve wide open is as it should be"),
    start_hour: i64 = START_HOUR,
    end_hour: i64 = END_HOUR,
    occupied_days: Vec<i64> = OCCUPIED_DAYS,
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("reheat_capacity_shortfall")
    .finds("A box that cannot heat its zone although its reheat valve is wide open")
    .families(&[Terminal])
    .inputs(Inputs {
        required: &[Role::SpaceTemp, Role::HeatValve],
        optional: &[
            Role::HeatSp,
            Role::Occupancy,
            Role::Airflow,
            Role::AirflowSp,
            Role::SupplyAirTemp,
            Role::Warmup,
            Role::SupplyFanStatus,
            Role::SupplyFanSpeed,
        ],
        decisive: &[&[Role::HeatSp]],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
