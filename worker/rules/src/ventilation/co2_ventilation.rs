//! CO2 above outdoors, as a sign of too little or too much outdoor air.

use crate::prelude::*;

parameters! {
    exclude_economizer: bool = flag(true)
        .about("Leaves economizer hours out of the verdict on too much air; too little is judged on every occupied hour. \
                Needs an economizer command, or outdoor air with a damper or mixed and return air.")
        .calibrate("Off only to see the share over all hours, which over_vent_all_pct tells anyway.")
        .judged("cooling with outdoor air is no waste"),
    oa_damper_min_pct: Option<f64> = optional_number(0.0..=60.0)
        .unit("% open (OA damper position)")
        .about("Minimum damper position: 5 points more, in weather under econ_high_limit_f, is the economizer. Unset: the 5th \
                percentile of the open damper. Only without an economizer command.")
        .calibrate("From the sequence or the balancing report, or that percentile in weather without economizing.")
        .judged("the damper's own trend tells"),
    econ_high_limit_f: f64 = number(75.0, 55.0..=80.0)
        .unit("°F (outdoor air temperature)")
        .about("Warmer than this the economizer is off; only without an economizer command.")
        .calibrate("The economizer's high limit, or the warmest weather in which the damper opens past its minimum.")
        .standard("ASHRAE 90.1: its highest dry-bulb limit"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("co2_ventilation")
    .finds("A space whose CO2 shows too little outdoor air, or far too much")
    .inputs(Inputs {
        required: &[Role::Co2],
        optional: &[
            Role::OutdoorCo2, Role::Occupancy, Role::EconCmd, Role::Oat, Role::OaDamper, Role::MixedAirTemp,
            Role::ReturnAirTemp, Role::SupplyFanStatus,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .fixed(
        "Too little is CO2 over 700 ppm above outdoors: 5 % of the occupied hours warn, 20 % fault. Too much is under 150 ppm \
         above: 60 % of the hours warn. Assumed occupied hours are weekdays 7 to 18 h.",
    );
