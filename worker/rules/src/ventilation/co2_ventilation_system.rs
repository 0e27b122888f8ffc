//! [`co2_ventilation`](super::co2_ventilation) of the zones behind each air handler.

use crate::prelude::*;

/// The rule.
pub static RULE: Rule = Rule::fleet("co2_ventilation_system")
    .finds("An air handler whose zones show too little outdoor air, or far too much, by their CO2")
    .inputs(Inputs {
        optional: &[
            Role::Co2,
            Role::OutdoorCo2,
            Role::Occupancy,
            Role::EconCmd,
            Role::Oat,
            Role::OaDamper,
            Role::MixedAirTemp,
            Role::ReturnAirTemp,
            Role::SupplyFanStatus,
        ],
        decisive: &[&[Role::Co2]],
        ..Inputs::NONE
    })
    .delegates_to(&super::co2_ventilation::RULE);
