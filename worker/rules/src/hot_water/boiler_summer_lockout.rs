//! A boiler that fires in warm weather.

use super::SUMMER_LOCKOUT_OAT_F;
use crate::prelude::*;

parameters! {
    summer_lockout_oat_f: f64 = SUMMER_LOCKOUT_OAT_F
        .about("Warns when 5 % of the firing hours, faults when 20 % of them, are in warmer weather. Firing is the run status, \
                else a gas input over 5 % of its 95th percentile."),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("boiler_summer_lockout")
    .finds("A boiler that still fires in warm weather")
    .families(&[HwPlant])
    .inputs(Inputs {
        any_of: &[&[Role::BoilerStatus, Role::GasInputRate]],
        optional: &[
            Role::HwSupplyTemp,
            Role::HwReturnTemp,
            Role::HwDiffPress,
            Role::Oat,
        ],
        decisive: &[&[Role::Oat]],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
