//! An air handler whose duct pressure is too low for most of its boxes.

use super::cohort_starvation::Settings;
use super::rogue_zone_census::GROUPS;
use crate::prelude::*;

/// The rule.
pub static RULE: Rule = Rule::fleet("static_cohort_starvation")
    .finds(
        "An air handler most of whose boxes ask for more pressure at once: the cause lies upstream",
    )
    .families(&[Terminal])
    .inputs(Inputs {
        required: &[Role::Airflow, Role::AirflowSp, Role::Damper],
        optional: &[Role::SupplyFanStatus, Role::Occupancy],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .extras(GROUPS);
