//! One box that keeps the duct pressure of its air handler high.

use super::rogue_zone_census::{GROUPS, Settings};
use crate::prelude::*;

/// The rule.
pub static RULE: Rule = Rule::fleet("static_rogue_zone_census")
    .finds("A box whose requests alone hold up the duct pressure of its air handler")
    .families(&[Terminal])
    .inputs(Inputs {
        required: &[Role::Airflow, Role::AirflowSp, Role::Damper],
        optional: &[
            Role::SupplyFanStatus,
            Role::Occupancy,
            Role::SpaceTemp,
            Role::CoolSp,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .extras(GROUPS);
