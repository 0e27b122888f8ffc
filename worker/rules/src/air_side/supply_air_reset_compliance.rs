//! The supply air against the temperature that a reset on outdoor air asks for.

use crate::prelude::*;
use crate::shared::FAN_GATE;

const RESET: &str = "ASHRAE Guideline 36-2021 §5.16.2.2";

parameters! {
    min_clg_sat: f64 = number(55.0, 45.0..=60.0)
        .unit("°F")
        .about("The coldest supply air of the reset, in hot weather (Min_ClgSAT).")
        .calibrate("From the unit's sequence; another value than the default is told as a configured reset (reset_source).")
        .standard(RESET),
    t_max: f64 = number(65.0, 55.0..=70.0)
        .unit("°F")
        .about("The warmest supply air of the reset, in mild weather; above min_clg_sat.")
        .calibrate("The highest setpoint the sequence allows, or the usual one where requests move it.")
        .standard(RESET),
    oat_min: f64 = number(60.0, 40.0..=70.0)
        .unit("°F")
        .about("Outdoor air at or under which supply air is warmest; from here on the weather is warm enough to check that it \
                follows. Below oat_max.")
        .calibrate("From the sequence of operation.")
        .standard(RESET),
    oat_max: f64 = number(70.0, 55.0..=85.0)
        .unit("°F")
        .about("Outdoor air at or over which supply air is coldest.")
        .calibrate("From the sequence of operation.")
        .standard(RESET),
    tol_f: f64 = number(1.0, 0.5..=3.0)
        .unit("°F")
        .about("Supply air is below target once it is this much colder.")
        .calibrate("Sensor tolerance and the deadband of the loop; mean_abs_error_f of a good unit is the least it can be.")
        .judged("provisional screening level"),
    warn_pct: f64 = number(40.0, 10.0..=80.0)
        .unit("% of gated samples")
        .about("Warns from this share of samples below target, with warn_gap_f; or of warm-weather samples too warm, with track_gap_f.")
        .calibrate("Above the pct_below_target of units that follow their reset, not of the unit at hand.")
        .judged("provisional screening level"),
    warn_gap_f: f64 = number(2.0, 0.5..=5.0)
        .unit("°F")
        .about("The mean distance below target (mean_gap_f) a warning needs.")
        .calibrate("The least distance worth saving the reheat for.")
        .judged("a fraction of a degree is no finding, however long"),
    track_gap_f: f64 = number(5.0, 2.0..=10.0)
        .unit("°F")
        .about("Warm-weather supply air this far above target does not follow the reset at all.")
        .calibrate("Well above the mean_above_gap_f of units that follow theirs.")
        .judged("screening level"),
    fan_gate: bool = FAN_GATE,
    occupied_only: bool = flag(true)
        .about("Judges occupied samples only: by the trended occupancy, else weekdays 7 to 18 h.")
        .calibrate("Off for a unit that never leaves occupied mode and trends no occupancy.")
        .judged("a reset belongs to occupied mode"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("supply_air_reset_compliance")
    .finds("An air handler whose supply air is colder, or in warm weather much warmer, than its reset asks for")
    .families(&[AirHandler])
    .inputs(Inputs {
        required: &[Role::SupplyAirTemp],
        optional: &[Role::Oat, Role::SupplyFanStatus, Role::SupplyFanSpeed, Role::Airflow, Role::Occupancy],
        decisive: &[&[Role::Oat]],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .extras(&[Extra { name: "reset_source", form: Form::Text }]);
