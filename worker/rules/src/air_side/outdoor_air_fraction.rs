//! The share of outdoor air, from the balance of temperatures.

use crate::prelude::*;
use crate::shared::FAN_GATE;

parameters! {
    min_oa_pct: Option<f64> = optional_number(0.0..=100.0)
        .unit("% of supply airflow (OA fraction)")
        .about("The unit's design minimum: more than 5 points above is excess; a median 5 points below warns, under half of it \
                faults. Unset: 20 %, and no cost is estimated.")
        .calibrate("From the ventilation design, or measured at minimum damper with outdoor and return air 10 °F apart: a \
                    damper at 10 % may pass under 2 %.")
        .judged("each unit has its own"),
    cooling_cutoff_f: f64 = number(70.0, 55.0..=80.0)
        .unit("°F")
        .about("Outdoor air warmer than this loads the cooling coil instead of relieving it.")
        .calibrate("The economizer's high limit.")
        .published("PNNL Re-tuning Ch.5, adapted"),
    denom_min_f: f64 = number(5.0, 2.0..=15.0)
        .unit("°F")
        .about("Samples with outdoor and return air closer than this are left out: their quotient means nothing.")
        .calibrate("Two or three times the error of both sensors together, or more if mild days scatter (n_masked_small_delta_t).")
        .published("PNNL Re-tuning Ch.5"),
    fan_gate: bool = FAN_GATE,
    min_oa_pct_by_month: Option<Monthly> = optional_monthly(0.0..=100.0)
        .unit("% of supply airflow, per month")
        .about("The design minimum of single months (1 to 12), in place of min_oa_pct.")
        .calibrate("The months that differ, where the sequence knows seasons.")
        .judged("most sequences have none"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("outdoor_air_fraction")
    .finds("An air handler that takes in too much outdoor air in hot weather, or too little altogether")
    .families(&[AirHandler])
    .inputs(Inputs {
        required: &[Role::MixedAirTemp, Role::ReturnAirTemp],
        optional: &[
            Role::Oat, Role::OaDamper, Role::SupplyFanStatus, Role::SupplyFanSpeed, Role::Airflow, Role::Occupancy,
        ],
        decisive: &[&[Role::Oat]],
        cost: &[
            Role::SupplyAirTemp, Role::HeatValve, Role::OutdoorRh, Role::ReturnAirHumidity, Role::ReturnAirDewpointTemp,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
