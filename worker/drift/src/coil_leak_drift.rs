//! A coil that, with its valves shut, shifts the air more than it used to.

use crate::cusum::{
    CLIP_SIGMA, FAULT_SIGMA, LIMIT_SIGMA, MIN_CONSECUTIVE, SLACK_SIGMA, WARN_SIGMA,
};
use crate::prelude::*;

parameters! {
    warn_f: f64 = number(0.5, 0.25..=3.0)
        .unit("°F")
        .about("Warns from this shift in the direction of a leak, with warn_sigma.")
        .calibrate("Above what one good period scores against another: 0.1 on lbnl-sdahu, 0.4 on lbnl-fcu.")
        .judged("screening level: offsets of the sensors cancel in a drift, their repeatability does not"),
    fault_f: f64 = number(1.5, 0.5..=6.0)
        .unit("°F")
        .about("Faults from this shift, with fault_sigma.")
        .calibrate("Clear of warn_f.")
        .judged("screening level"),
    warn_sigma: f64 = WARN_SIGMA
        .unit("σ (baseline residual standard deviations)")
        .calibrate("Above coil_leak_drift_sigma of good periods; over 3.4 would miss the 10 % leak of lbnl-sdahu."),
    fault_sigma: f64 = FAULT_SIGMA,
    valve_closed_thr: f64 = number(5.0, 0.0..=15.0)
        .unit("% of valve stroke")
        .about("Up to here a valve is shut; every mapped one must be.")
        .calibrate("Just above the 95th percentile of the commands when the unit is off.")
        .published("PNNL Re-tuning Ch.5, adapted"),
    fan_on_min: f64 = number(0.5, 0.1..=1.0)
        .unit("fraction (mean fan status over a sample)")
        .about("From this share of a sample the fan is on.")
        .calibrate("Towards 1 for a fan that cycles within the hour; all its leak samples may then drop out.")
        .judged("on for most of the sample"),
    fan_speed_thr: f64 = number(5.0, 0.0..=30.0)
        .unit("% of full fan speed")
        .about("Beyond this speed the fan is on, where it has no status.")
        .calibrate("Just above what the drive reports when stopped.")
        .judged("a drive at rest reads nearly 0"),
    occupied_only: bool = flag(false)
        .about("Judges occupied samples only: by the trended occupancy, else weekdays 7 to 18 h.")
        .calibrate("On where night hours are too few or too wild to fit (coil_leak_baseline_sigma_f).")
        .judged("nights show a leak as well as days, and the baseline knows them"),
    use_coil_leaving: bool = flag(true)
        .about("Judges by the sensor behind the coil where mapped; a baseline of the other sensor is not compared.")
        .calibrate("Off only to compare with supply air.")
        .judged("no fan heat and no other coil between"),
    judge_heating_on_supply_air: bool = flag(true)
        .about("Lets supply air stand in for a missing sensor behind a heating coil; otherwise the coil is not judged.")
        .calibrate("Off where supply air is measured beside that coil, as in the cold deck of a dual-duct unit.")
        .judged("in a single-duct unit it does"),
    min_mat_span_f: f64 = number(10.0, 5.0..=30.0)
        .unit("°F (mixed-air range of the baseline)")
        .about("A baseline that spans less mixed air is one level, for samples inside its band (the others are \
                coil_leak_n_out_of_scope).")
        .calibrate("As it is.")
        .judged("no slope shows in less"),
    slack_sigma: f64 = SLACK_SIGMA,
    limit_sigma: f64 = LIMIT_SIGMA,
    clip_sigma: f64 = CLIP_SIGMA,
    min_consecutive: i64 = MIN_CONSECUTIVE,
}

/// The detector, for a cooling coil; for a heating coil the two valves, and with them the
/// leaving-air sensor, change places.
pub static RULE: Rule = Rule::drift("coil_leak_drift")
    .finds("A heating or cooling valve that has begun to let water through when shut")
    .inputs(Inputs {
        required: &[Role::CoolValve, Role::MixedAirTemp, Role::SupplyAirTemp],
        optional: &[
            Role::HeatValve,
            Role::CoolCoilLeavingTemp,
            Role::SupplyFanStatus,
            Role::SupplyFanSpeed,
            Role::Occupancy,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
