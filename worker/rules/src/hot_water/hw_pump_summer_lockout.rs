//! A hot-water pump that runs in warm weather.

use super::SUMMER_LOCKOUT_OAT_F;
use crate::prelude::*;

parameters! {
    summer_lockout_oat_f: f64 = SUMMER_LOCKOUT_OAT_F
        .about("Warns when 5 % of the occupied running hours, faults when 20 % of them, are in warmer weather. Running is the \
                pump status, else a speed over 5 %, else a flow over 5 % of its 95th percentile. Unset here, a config's \
                value for boiler_summer_lockout holds."),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("hw_pump_summer_lockout")
    .finds("A hot-water pump that still runs in warm weather")
    .families(&[HwPlant, Pump])
    .inputs(Inputs {
        any_of: &[&[Role::PumpStatus, Role::HwPumpSpeed, Role::HwFlow]],
        optional: &[
            Role::Oat,
            Role::BoilerStatus,
            Role::GasInputRate,
            Role::HwSupplyTemp,
            Role::HwReturnTemp,
        ],
        decisive: &[&[Role::Oat]],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
