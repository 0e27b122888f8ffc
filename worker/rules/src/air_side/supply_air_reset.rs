//! Whether the supply air gets warmer as the weather gets milder.

use crate::prelude::*;
use crate::shared::FAN_GATE;

parameters! {
    fan_gate: bool = FAN_GATE,
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("supply_air_reset")
    .finds("An air handler that keeps its supply air at one temperature in all weather")
    .families(&[AirHandler])
    .inputs(Inputs {
        required: &[Role::SupplyAirTemp],
        optional: &[
            Role::CoolValve,
            Role::Oat,
            Role::Occupancy,
            Role::Warmup,
            Role::Cooldown,
            Role::SupplyFanStatus,
            Role::SupplyFanSpeed,
            Role::Airflow,
            Role::SupplyAirTempSp,
            Role::SatResetRequests,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
