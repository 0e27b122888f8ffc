//! More chillers at work than the load needs.

use super::run_gate::{MIN_POWER_KW, RUN_FRAC};
use crate::prelude::*;

parameters! {
    redundancy_ceiling: f64 = number(0.9, 0.5..=1.0)
        .unit("fraction of one chiller's capacity")
        .about("A sample is over-staged when one chiller fewer would stay under this load. Warns from 20 % of the samples with \
                several chillers on, faults from 50 %.")
        .calibrate("The load at which the plant's sequence stages up.")
        .judged("a chiller is loaded so far before the next one comes on"),
    capacity_kw: Option<PerEquipment> = optional_per_equipment(10.0..=5000.0)
        .unit("kW (one number, or {equip: kW})")
        .about("Full-load power of each chiller; unset, or of one not named: the 95th percentile of its power, which \
                understates a plant that never runs full. Loops are no chillers.")
        .calibrate("Nameplate, selection or start-up report.")
        .judged("each chiller has its own")
        .always_above(0.0),
    min_power_kw: Option<f64> = MIN_POWER_KW,
    run_frac: f64 = RUN_FRAC,
}

/// The rule.
pub static RULE: Rule = Rule::fleet("chiller_staging_fleet")
    .finds("A plant that runs more chillers than its load needs")
    .families(&[ChwPlant])
    .inputs(Inputs {
        required: &[Role::Power],
        optional: &[Role::CompressorStatus],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
