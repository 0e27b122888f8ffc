//! Whether chilled water gets warmer in mild weather, and comes back warm enough.

use crate::prelude::*;

parameters! {
    design_deltaT_min_f: f64 = number(8.0, 3.0..=20.0)
        .unit("°F")
        .about("Warns when 20 % of the running hours, faults when 50 % of them, have a smaller difference; not on constant flow.")
        .calibrate("A little under the design difference, or its 10th percentile in a good season at load.")
        .published("PNNL Re-tuning Ch.8"),
    expected_reset_sign: &'static str = choice("negative", &["negative", "positive", "any"])
        .about("Which way supply temperature should move as it gets warmer outside; the other way is reverse and warns.")
        .calibrate("From the reset schedule: positive for a plant that is warmer in hot weather on purpose, any for both.")
        .judged("a reset on outdoor air makes colder water in hotter weather"),
    flow_mode: &'static str = choice("auto", &["auto", "constant", "variable"])
        .about("Whether the loop's flow is constant, so that its difference is low by design; auto looks at 24 or more running \
                hours of flow, and without a flow judges the difference.")
        .calibrate("From the pumping design.")
        .judged("a low difference is a finding only where flow could follow the load"),
    constant_flow_cv: f64 = number(0.05, 0.01..=0.2)
        .unit("fraction (std / mean)")
        .about("Under auto, a flow that varies no more than this is constant.")
        .calibrate("The coefficient of variation over running hours: near 0 for a constant-flow plant.")
        .judged("a primary pump of lbnl-chiller varies by 0.11 % at most, variable flow by tens"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("chw_plant_reset")
    .finds("A chilled-water plant without a supply-temperature reset, or with a low temperature difference")
    .families(&[ChwPlant])
    .inputs(Inputs {
        required: &[Role::ChwSupplyTemp],
        optional: &[
            Role::ChwReturnTemp, Role::ChwSupplyTempSp, Role::Oat, Role::CompressorStatus, Role::Power, Role::ChwFlow,
            Role::PumpStatus,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .fixed(
        "Warns when supply temperature over outdoor temperature is flat (a slope within 0.05) or reversed, in occupied hours. \
         Where neither status nor power is mapped, a supply of 38 to 58 °F is running; water at 46 °F or less is told as held low, no more.",
    );
