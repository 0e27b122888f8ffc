//! [`pump_head_drift`](crate::pump_head_drift) of a hot-water pump.

use crate::prelude::*;
use crate::pump_head_drift::Settings;

/// The detector.
pub static RULE: Rule = Rule::drift("hw_pump_head_drift")
    .finds("A hot-water pump whose head at a given speed has fallen: wear inside the pump")
    .inputs(Inputs {
        any_of: &[&[Role::HwPumpSpeed, Role::PumpStatus]],
        optional: &[Role::PumpHead, Role::HwFlow, Role::PumpStatus],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
