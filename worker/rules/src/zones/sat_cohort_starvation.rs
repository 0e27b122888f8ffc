//! An air handler whose supply air is too warm for most of its zones.

use super::cohort_starvation::Settings;
use super::rogue_zone_census::GROUPS;
use crate::prelude::*;

/// The rule.
pub static RULE: Rule = Rule::fleet("sat_cohort_starvation")
    .finds("An air handler most of whose zones ask for colder air at once: the cause lies upstream")
    .families(&[Terminal])
    .inputs(Inputs {
        required: &[Role::SpaceTemp, Role::CoolSp],
        optional: &[Role::SupplyFanStatus, Role::Occupancy, Role::ZoneCoolLoop],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .extras(GROUPS);
