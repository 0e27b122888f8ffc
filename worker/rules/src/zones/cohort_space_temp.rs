//! Spaces whose temperature is unlike that of their peers.

use super::cohort::{EXTRAS, RELATIONS, Settings};
use crate::prelude::*;

/// The rule. With `normalise` `design_max` it also reads [`Role::AirflowSp`].
pub static RULE: Rule = Rule::fleet("cohort_space_temp")
    .finds("A space that is far warmer or colder than its peers")
    .inputs(Inputs {
        required: &[Role::SpaceTemp],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .extras(EXTRAS)
    .relations(RELATIONS);
