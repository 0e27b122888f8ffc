//! Refrigerant charge, by the subcooling it leaves.

use super::dx_baseline::{EXTRAS, FREEZE_IF_MISSING, MIN_BASELINE_SAMPLES, MIN_SAMPLES};
use crate::prelude::*;

const NIST: &str = "screening level, tried on nist-heatpump-fdd";

parameters! {
    freeze_if_missing: bool = FREEZE_IF_MISSING,
    targets: Option<Targets> = optional_targets(&["subcooling_f", "superheat_f", "tolerance_f"], 5.0..=20.0)
        .unit("°F (a per-unit mapping)")
        .about("Charging targets: {\"subcooling_f\": 9, \"superheat_f\": 12, \"tolerance_f\": 2}, or such objects by a pattern \
                of unit ids (\"RTU-*\"). Unset: only min_subcooling_f and max_subcooling_f are checked, and superheat is not \
                judged. The range is that of subcooling_f.")
        .calibrate("From the nameplate or charging chart, never from the trend at hand.")
        .published("the maker's charging instructions of the unit"),
    tolerance_f: f64 = number(3.0, 1.0..=5.0)
        .unit("°F (either side of the target)")
        .about("Warns this far from a target, faults at twice it; tolerance_f of a unit's targets goes before.")
        .calibrate("From the unit's charging instructions.")
        .published("charging instructions, which commonly allow 3 °F of subcooling"),
    metric: &'static str = choice("subcooling", &["subcooling", "superheat"])
        .about("What tells the charge.")
        .calibrate("superheat where a piston, not a valve, meters the refrigerant.")
        .judged("an expansion valve keeps superheat and shows the charge in subcooling"),
    warn_f: f64 = number(3.0, 1.5..=6.0)
        .unit("°F (median residual against the baseline)")
        .about("Against a baseline, warns from the larger of this and warn_sigma.")
        .calibrate("Above the largest residual of good data the baseline was not fitted to.")
        .judged("screening level: on nist-heatpump-fdd it found 91 % of the charge faults and 8 % of the sound files"),
    fault_f: f64 = number(5.0, 3.0..=10.0)
        .unit("°F (median residual against the baseline)")
        .about("Against a baseline, faults from the larger of this and fault_sigma.")
        .calibrate("What losing 10 to 15 % of the charge does to the unit, if known.")
        .judged(NIST),
    warn_sigma: f64 = number(1.5, 1.0..=4.0)
        .unit("σ (standard deviations of the baseline residual)")
        .about("The same in standard deviations; in a very steady baseline warn_f rules.")
        .calibrate("Higher if good data outside the fit warns.")
        .judged(NIST),
    fault_sigma: f64 = number(3.0, 2.0..=6.0)
        .unit("σ (standard deviations of the baseline residual)")
        .about("The same for a fault.")
        .calibrate("About twice warn_sigma.")
        .judged(NIST),
    min_samples: i64 = MIN_SAMPLES,
    min_baseline_samples: i64 = MIN_BASELINE_SAMPLES,
    min_subcooling_f: f64 = number(2.0, 0.0..=5.0)
        .unit("°F")
        .about("Without a target, less subcooling warns of a low charge.")
        .calibrate("Give a target instead.")
        .judged("an expansion valve would be fed flash gas, in any unit"),
    max_subcooling_f: f64 = number(25.0, 15.0..=35.0)
        .unit("°F")
        .about("Without a target, more subcooling warns of overcharge.")
        .calibrate("Give a target instead, above all to a unit designed for much.")
        .judged("beyond any charging target"),
}

/// The rule. With `metric` superheat it needs [`Role::SuperheatTemp`] instead of subcooling.
pub static RULE: Rule = Rule::per_equipment("dx_refrigerant_charge")
    .finds("A direct-expansion unit with too little or too much refrigerant")
    .families(&[HeatPump, Dx, AirHandler])
    .inputs(Inputs {
        required: &[Role::SubcoolingTemp],
        optional: &[
            Role::SuperheatTemp,
            Role::Oat,
            Role::ReturnAirTemp,
            Role::SupplyAirTemp,
            Role::CompressorStatus,
            Role::ReversingValveCmd,
        ],
        decisive: &[
            &[Role::CompressorStatus, Role::ReturnAirTemp],
            &[Role::CompressorStatus, Role::SupplyAirTemp],
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .extras(EXTRAS);
