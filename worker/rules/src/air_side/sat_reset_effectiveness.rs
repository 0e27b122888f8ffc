//! Whether the supply-air setpoint follows the zones' requests.

use super::reset_effectiveness::Settings;
use crate::prelude::*;

/// The rule.
pub static RULE: Rule = Rule::per_equipment("sat_reset_effectiveness")
    .finds("A reset of supply-air temperature that is stuck or does not follow its requests")
    .families(&[AirHandler])
    .inputs(Inputs {
        required: &[Role::SupplyAirTempSp, Role::SatResetRequests],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
