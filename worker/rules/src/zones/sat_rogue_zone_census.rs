//! One zone that keeps the supply air of its air handler cold.

use super::rogue_zone_census::{GROUPS, Settings};
use crate::prelude::*;

/// The rule.
pub static RULE: Rule = Rule::fleet("sat_rogue_zone_census")
    .finds("A zone whose requests alone hold down the supply-air temperature of its air handler")
    .families(&[Terminal])
    .inputs(Inputs {
        required: &[Role::SpaceTemp, Role::CoolSp],
        optional: &[Role::SupplyFanStatus, Role::Occupancy, Role::ZoneCoolLoop],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .extras(GROUPS);
