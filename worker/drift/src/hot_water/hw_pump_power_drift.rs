//! [`pump_power_drift`](crate::pump_power_drift) of a hot-water pump.

use crate::prelude::*;
use crate::pump_power_drift::Settings;

/// The detector.
pub static RULE: Rule = Rule::drift("hw_pump_power_drift")
    .finds("A hot-water pump whose power at a given flow has risen: bearings, impeller or motor")
    .inputs(Inputs {
        required: &[Role::Power, Role::HwFlow],
        optional: &[Role::PumpStatus],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
