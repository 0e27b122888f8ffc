//! Heat exchangers of a chiller that transfer less heat than they should.

use crate::prelude::*;

parameters! {
    cond_design_f: f64 = number(5.0, 1.0..=10.0)
        .unit("°F")
        .about("Clean condenser approach: a median from 1.5 times warns, from twice faults. Running is compressor_status over \
                half of a sample, else power over a tenth of its 95th percentile.")
        .calibrate("The selection or start-up report, or the median just after cleaning at similar load.")
        .judged("typical of clean tubes"),
    evap_design_f: f64 = number(4.0, 0.5..=8.0)
        .unit("°F")
        .about("Clean evaporator approach, graded alike; the worse of both counts.")
        .calibrate("The selection or start-up report, or the median while charge and flow were right.")
        .judged("typical of clean tubes"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("chiller_approach_fouling")
    .finds("A chiller with fouled condenser or evaporator tubes")
    .families(&[ChwPlant])
    .inputs(Inputs {
        required: &[Role::CondApproachTemp],
        optional: &[Role::EvapApproachTemp, Role::CompressorStatus, Role::Power],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
