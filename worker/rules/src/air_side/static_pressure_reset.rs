//! Whether the duct pressure setpoint moves with demand.

use crate::prelude::*;

parameters! {
    min_range_inwc: f64 = number(0.15, 0.05..=0.5)
        .unit("in. w.c.")
        .about("A setpoint that spans less is not reset.")
        .calibrate("Well below the sp_range_inwc a working reset shows in a few weeks, above rounding and hand tweaks."),
    move_min_inwc: f64 = number(0.05, 0.01..=0.2)
        .unit("in. w.c.")
        .about("Smaller changes of the setpoint are no move.")
        .calibrate("A response step of the reset at the site, and more than the register rounds to.")
        .judged("near a response step of Guideline 36, 0.04 to 0.06"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("static_pressure_reset")
    .finds("A duct pressure setpoint that stays put, or only ever steps once")
    .families(&[AirHandler])
    .inputs(Inputs {
        required: &[Role::DuctStaticSp],
        optional: &[
            Role::Airflow,
            Role::StaticPressureRequests,
            Role::SupplyFanStatus,
            Role::SupplyFanSpeed,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
