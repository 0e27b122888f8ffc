//! Boxes whose airflow is unlike that of their peers.

use super::cohort::{EXTRAS, RELATIONS, Settings};
use crate::prelude::*;

/// The rule. With `normalise` `design_max` it also reads [`Role::AirflowSp`].
pub static RULE: Rule = Rule::fleet("cohort_airflow")
    .finds("A box that moves far more or far less air than its peers")
    .families(&[Terminal])
    .inputs(Inputs {
        required: &[Role::Airflow],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .extras(EXTRAS)
    .relations(RELATIONS);
