//! [`dcv_verification`](super::dcv_verification) of each air handler by the CO2 of its zones.

use crate::prelude::*;

parameters! {
    agg: &'static str = choice("max", &["max", "mean"])
        .about("How the trusted zones of an air handler become one CO2: the worst of them, or their mean.")
        .calibrate("mean where the sequence goes by an average or by return air.")
        .judged("a reset answers to its critical zone"),
    stuck_std_ppm: f64 = number(5.0, 1.0..=30.0)
        .unit("ppm (standard deviation of a zone's plausible CO2)")
        .about("A zone sensor that varies less over its readings of 250 to 5000 ppm is flat and left out.")
        .calibrate("Well below the least deviation of a working sensor."),
    unoccupied_excess_ppm: f64 = number(300.0, 100.0..=600.0)
        .unit("ppm (unoccupied zone CO2 median above outdoor)")
        .about("A zone whose median while empty, over 24 samples or more, stays this far above outdoors is off and left out.")
        .calibrate("Well above what trusted sensors read at night less outdoors.")
        .judged("an empty room airs out"),
    assumed_outdoor_ppm: f64 = number(420.0, 380.0..=500.0)
        .unit("ppm (CO2)")
        .about("Outdoor CO2 where none is trended; only to tell sensors that are off.")
        .calibrate("The lowest night readings of trusted sensors; better, map an outdoor sensor.")
        .judged("about today's background"),
}

/// The rule.
pub static RULE: Rule = Rule::fleet("dcv_system_verification")
    .finds("An air handler whose outdoor air does not follow the CO2 of its zones, or leaves them without")
    .inputs(Inputs {
        optional: &[
            Role::Co2, Role::OutdoorCo2, Role::OaAirflow, Role::OaDamper, Role::Occupancy, Role::Warmup, Role::Cooldown,
            Role::SupplyFanStatus, Role::EconCmd, Role::Oat, Role::HeatValve, Role::Airflow, Role::SupplyFanSpeed,
        ],
        decisive: &[&[Role::Co2], &[Role::OaAirflow, Role::OaDamper]],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .delegates_to(&super::dcv_verification::RULE)
    .fixed("Whatever min_samples is, a zone takes part from 24 CO2 samples on, and is tested for an offset from 24 while empty.");
