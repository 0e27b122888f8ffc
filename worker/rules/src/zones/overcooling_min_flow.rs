//! A zone too cold while its box is already at its minimum airflow.

use crate::prelude::*;
use crate::shared::{END_HOUR, OCCUPIED_DAYS, START_HOUR};

parameters! {
    start_hour: i64 = START_HOUR,
    end_hour: i64 = END_HOUR,
    occupied_days: Vec<i64> = OCCUPIED_DAYS,
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("overcooling_min_flow")
    .finds("A zone that is overcooled by the minimum airflow of its box: the minimum is too high or the air too cold")
    .families(&[Terminal])
    .inputs(Inputs {
        required: &[Role::SpaceTemp, Role::CoolSp],
        optional: &[
            Role::Airflow, Role::AirflowSp, Role::AirflowMinSp, Role::Damper, Role::HeatValve, Role::HeatValvePosition,
            Role::Warmup, Role::Cooldown, Role::Occupancy,
        ],
        decisive: &[&[Role::Airflow], &[Role::AirflowMinSp, Role::AirflowSp]],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
