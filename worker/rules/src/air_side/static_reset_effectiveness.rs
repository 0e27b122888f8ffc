//! Whether the duct pressure setpoint follows the zones' requests.

use super::reset_effectiveness::Settings;
use crate::prelude::*;

/// The rule.
pub static RULE: Rule = Rule::per_equipment("static_reset_effectiveness")
    .finds("A reset of duct pressure that is stuck or does not follow its requests")
    .families(&[AirHandler])
    .inputs(Inputs {
        required: &[Role::DuctStaticSp, Role::StaticPressureRequests],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
