//! [`pump_flow_drift`](crate::pump_flow_drift) of a hot-water pump.

use crate::prelude::*;
use crate::pump_flow_drift::Settings;

/// The detector.
pub static RULE: Rule = Rule::drift("hw_pump_flow_drift")
    .finds("A hot-water pump whose flow at a given speed has fallen: a worn impeller or a clogged strainer")
    .inputs(Inputs {
        required: &[Role::HwFlow],
        any_of: &[&[Role::HwPumpSpeed, Role::PumpStatus]],
        optional: &[Role::HwDiffPress, Role::HwDiffPressSp, Role::PumpStatus],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
