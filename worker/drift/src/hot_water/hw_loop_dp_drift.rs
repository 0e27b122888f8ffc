//! [`loop_dp_drift`](crate::loop_dp_drift) of a hot-water loop.

use crate::loop_dp_drift::Settings;
use crate::prelude::*;

/// The detector.
pub static RULE: Rule = Rule::drift("hw_loop_dp_drift")
    .finds("A hot-water loop whose differential pressure at a given flow has changed")
    .inputs(Inputs {
        required: &[Role::HwDiffPress, Role::HwFlow],
        optional: &[Role::HwDiffPressSp, Role::PumpStatus],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
