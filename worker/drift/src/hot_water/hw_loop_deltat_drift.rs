//! [`loop_deltat_drift`](crate::loop_deltat_drift) of a hot-water loop.

use crate::loop_deltat_drift::Settings;
use crate::prelude::*;

/// The detector.
pub static RULE: Rule = Rule::drift("hw_loop_deltat_drift")
    .finds("A hot-water loop whose temperature difference at a given flow has changed")
    .inputs(Inputs {
        required: &[Role::HwSupplyTemp, Role::HwReturnTemp, Role::HwFlow],
        optional: &[Role::PumpStatus],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
