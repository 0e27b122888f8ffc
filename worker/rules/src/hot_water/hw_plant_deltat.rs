//! Hot water that comes back nearly as warm as it left.

use crate::prelude::*;

parameters! {
    design_deltaT_min_f: f64 = number(20.0, 5.0..=40.0)
        .unit("°F")
        .about("Warns when 20 % of the firing hours, faults when 50 % of them, have a smaller difference. Firing is the run \
                status, else a gas input over 5 % of its 95th percentile.")
        .calibrate("A little under the design difference in the boiler or coil schedule; condensing loops have less.")
        .judged("a common design difference"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("hw_plant_deltat")
    .finds("A hot-water loop with a low temperature difference: it moves more water than its load needs")
    .families(&[HwPlant])
    .inputs(Inputs {
        required: &[Role::HwSupplyTemp, Role::HwReturnTemp],
        any_of: &[&[Role::BoilerStatus, Role::GasInputRate]],
        optional: &[Role::Oat],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
