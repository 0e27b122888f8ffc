//! A fan that runs through nights and weekends.

use crate::prelude::*;
use crate::shared::{END_HOUR, OCCUPIED_DAYS, START_HOUR};

parameters! {
    start_hour: i64 = START_HOUR,
    end_hour: i64 = END_HOUR,
    occupied_days: Vec<i64> = OCCUPIED_DAYS,
    min_unoccupied_run_pct: f64 = number(5.0, 0.0..=20.0)
        .unit("% of unoccupied time")
        .about("A fan that runs less of the unoccupied time is never found.")
        .calibrate("Just above the fan_run_unoccupied_pct of units that are scheduled off.")
        .judged("freeze protection and early starts take a little"),
    unoccupied_heat_sp_f: Option<f64> = optional_number(45.0..=68.0)
        .unit("°F")
        .about("Setback heating setpoint; unset: the trended one while unoccupied, else the zone is compared with itself.")
        .calibrate("From the BAS program.")
        .judged("there is none to assume"),
    unoccupied_cool_sp_f: Option<f64> = optional_number(78.0..=95.0)
        .unit("°F")
        .about("Set-up cooling setpoint; unset: the trended one while unoccupied. Without either, a held set-up is not recognised.")
        .calibrate("From the BAS program.")
        .judged("there is none to assume"),
    min_setback_depth_f: f64 = number(3.0, 1.0..=10.0)
        .unit("°F")
        .about("How far from occupied temperature a held setback lies, and a known setback setpoint must.")
        .calibrate("Somewhat less than occupied and unoccupied setpoints differ by.")
        .judged("less is no setback"),
    max_hold_duty_pct: f64 = number(90.0, 50.0..=100.0)
        .unit("% of the unoccupied hours the fan runs")
        .about("A fan that holds a setback cycles; from this duty on it runs through. Needs a trend finer than an hour.")
        .calibrate("Above the duty of a unit that holds its setback on the coldest nights.")
        .judged("barely ever off is not cycling"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("night_weekend_setback")
    .finds("A unit that runs at night or on weekends without holding a setback")
    .inputs(Inputs {
        optional: &[
            Role::SupplyFanStatus,
            Role::SupplyFanSpeed,
            Role::Occupancy,
            Role::SpaceTemp,
            Role::ReturnAirTemp,
            Role::HeatSp,
            Role::CoolSp,
        ],
        decisive: &[&[Role::SupplyFanStatus, Role::SupplyFanSpeed]],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
