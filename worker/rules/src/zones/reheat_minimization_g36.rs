//! Reheat above the minimum airflow outside the high heating loop of a dual-maximum box.

use crate::prelude::*;
use crate::shared::{END_HOUR, OCCUPIED_DAYS, START_HOUR};

parameters! {
    valve_thr: f64 = number(5.0, 1.0..=20.0)
        .unit("% valve open")
        .about("From here on the valve reheats.")
        .calibrate("Just above what a shut valve reads in the trends.")
        .judged("keeps offset readings out; Guideline 36 §5.6.5 has no such value"),
    flow_margin: f64 = number(1.2, 1.05..=2.0)
        .unit("- (multiple of the airflow setpoint)")
        .about("Airflow counts as above minimum beyond this multiple of it: of airflow_min_sp, else of airflow_sp, else of \
                the 5th percentile of an airflow_sp that moves.")
        .calibrate("Just above the 95th percentile of airflow over setpoint of boxes that rest at their minimum.")
        .judged("room for a fifth of measurement and tracking error"),
    dual_max_valve: f64 = number(90.0, 50.0..=100.0)
        .unit("% valve open")
        .about("Without a zone_heat_loop point, a valve this far open marks the high heating loop.")
        .calibrate("Just below the valve command at which a known dual-maximum box starts to raise its airflow.")
        .judged("such a box opens its valve before it adds air"),
    dual_max_dat_rise: f64 = number(15.0, 5.0..=40.0)
        .unit("°F (discharge minus space temperature)")
        .about("Without a zone_heat_loop point, discharge this much warmer than the space marks the high heating loop.")
        .calibrate("Just below the rise at which a known dual-maximum box starts to raise its airflow.")
        .judged("the sequence first heats the discharge, to some 20 °F over the space, and sensors are off by a few"),
    min_reheat_hours: f64 = number(2.0, 0.0..=24.0)
        .unit("h of occupied reheat (samples x the sample interval)")
        .about("A box with less occupied reheat is told as info and not rated.")
        .calibrate("Higher for long records or jumpy valves; n_reheat_hours tells what a box has.")
        .judged("a single setpoint change must not decide"),
    start_hour: i64 = START_HOUR,
    end_hour: i64 = END_HOUR,
    occupied_days: Vec<i64> = OCCUPIED_DAYS,
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("reheat_minimization_g36")
    .finds("A box that reheats more air than its minimum, against the dual-maximum sequence of Guideline 36")
    .families(&[Terminal])
    .inputs(Inputs {
        required: &[Role::HeatValve, Role::Airflow],
        any_of: &[&[Role::AirflowMinSp, Role::AirflowSp]],
        optional: &[
            Role::ZoneHeatLoop, Role::SupplyAirTemp, Role::SpaceTemp, Role::Occupancy, Role::Warmup, Role::Cooldown,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .fixed(
        "Of the reheat hours, 15 % above minimum warn and 40 % fault; those in the high heating loop (a zone_heat_loop over \
         50 %) do not count. An airflow_sp is read as active if its 90th percentile reaches 1.5 times its 10th \
         and the airflow's median stays within 10 % of it; a minimum inferred from such a setpoint warns at most.",
    );
