//! A coil that changes the air although its valve is shut.

use crate::prelude::*;

/// Two-position reading of a valve command.
const SHUT: &str = "PNNL Re-tuning Ch.5, adapted";

parameters! {
    fan_heat_f: f64 = number(2.0, 0.5..=4.0)
        .unit("°F")
        .about("What the fan may warm the air by before a heating leak is called.")
        .calibrate("The median rise from mixed to supply air while nothing but the fan is at work, noted in the config.")
        .standard("ASHRAE Guideline 36-2021 §5.16.14, Table 5.16.14.7 (ΔT_SF)"),
    delta_thr_f: f64 = number(3.0, 1.0..=6.0)
        .unit("°F")
        .about("A coil with its valve shut leaks once it shifts the air by more than this, beyond fan heat.")
        .calibrate("Above the spread of that shift (median_delta_f) with valves known to be tight.")
        .published(SHUT),
    valve_closed_thr: f64 = number(5.0, 0.0..=15.0)
        .unit("% of valve stroke")
        .about("Up to here a valve is shut.")
        .calibrate("Just above what the commands read when shut, such as their 95th percentile when the unit is off.")
        .published(SHUT),
    coil_sensor_fan_heat: bool = flag(false)
        .about("Allows for fan heat at the coils' own leaving-air sensors too.")
        .calibrate("On for a blow-through unit: its fan is ahead of the coils.")
        .judged("in a draw-through unit the sensors are ahead of the fan"),
    measured_fan_heat_f: Option<f64> = optional_number(0.0..=4.0)
        .unit("°F")
        .about("The measured fan heat a cooling leak is judged against: a rise smaller than this less cool_delta_thr_f is a \
                leak. Unset: only air colder than mixed air by that margin.")
        .calibrate("Median supply minus mixed air, valves shut and fan on, in a leak-free period that is not the one judged.")
        .calibrated_on("each unit's own good hours (lbnl-sdahu without faults: 1.06 °F, and 1.0 in its template)"),
    cool_delta_thr_f: Option<f64> = optional_number(0.5..=6.0)
        .unit("°F")
        .about("Margin of a cooling leak below the fan-heat line; unset: delta_thr_f.")
        .calibrate("So that a few percent of good valve-shut hours fall under the line (chw_median_delta_f).")
        .judged("lbnl-sdahu takes 1.0, which 2.4 % of its fault-free hours fall under"),
    occupied_only: bool = flag(false)
        .about("Judges occupied samples only: by the trended occupancy, else weekdays 7 to 18 h.")
        .calibrate("On where night cycling or warm-up looks like a leak; compare chw_leak_pct both ways.")
        .calibrated_on("lbnl-sdahu, fault-free: 24.2 % of night samples look like a leak, 2.4 % of occupied ones"),
    judge_heating_on_supply_air: bool = flag(true)
        .about("Lets supply air stand in for a missing sensor behind the heating coil; otherwise the coil is not judged.")
        .calibrate("Off where supply air is measured beside that coil, as in the cold deck of a dual-duct unit.")
        .judged("in a single-duct unit it does"),
}

/// The rule. With `occupied_only` it also reads [`Role::Occupancy`].
pub static RULE: Rule = Rule::per_equipment("leaking_valve")
    .finds("A heating or cooling valve that lets water through when shut")
    .families(&[AirHandler])
    .inputs(Inputs {
        required: &[Role::CoolValve, Role::MixedAirTemp, Role::SupplyAirTemp],
        optional: &[
            Role::HeatValve,
            Role::HeatCoilLeavingTemp,
            Role::CoolCoilLeavingTemp,
            Role::SupplyFanStatus,
            Role::SupplyFanSpeed,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
