//! Airflow over an indoor coil, by what it cools the air.

use super::dx_baseline::{EXTRAS, FREEZE_IF_MISSING, MIN_BASELINE_SAMPLES, MIN_SAMPLES};
use crate::prelude::*;

const NIST: &str = "screening level, tried on nist-heatpump-fdd";
const BAND: &str = "coils cool by 15 to 22 °F at rated airflow; the band is wide on purpose";

parameters! {
    freeze_if_missing: bool = FREEZE_IF_MISSING,
    targets: Option<Targets> = optional_targets(&["temp_split_f", "tolerance_f"], 15.0..=22.0)
        .unit("°F (a per-unit mapping)")
        .about("Target splits: {\"temp_split_f\": 20, \"tolerance_f\": 3}, or such objects by a pattern of unit ids (\"RTU-*\"). \
                Unset: only min_split_f and max_split_f are checked. The range is that of temp_split_f.")
        .calibrate("From a chart by return wet and dry bulb, or measured at rated airflow, never from the trend at hand.")
        .published("the installer's split for the unit"),
    tolerance_f: f64 = number(3.0, 1.5..=5.0)
        .unit("°F (either side of the target split)")
        .about("Warns this far from a target, faults at twice it; tolerance_f of a unit's targets goes before.")
        .calibrate("Wider where return humidity swings, which a fixed target does not know of."),
    warn_f: f64 = number(1.5, 1.0..=4.0)
        .unit("°F (median split residual against the baseline)")
        .about("Against a baseline, warns from the larger of this and warn_sigma; under 15 % less airflow does not show.")
        .calibrate("Above the largest residual of good data the baseline was not fitted to.")
        .judged("screening level: with warn_sigma it flagged 2 of 90 sound files of nist-heatpump-fdd"),
    fault_f: f64 = number(3.0, 2.0..=8.0)
        .unit("°F (median split residual against the baseline)")
        .about("Against a baseline, faults from the larger of this and fault_sigma.")
        .calibrate("About twice warn_f.")
        .judged(NIST),
    warn_sigma: f64 = number(2.0, 1.0..=4.0)
        .unit("σ (standard deviations of the baseline residual)")
        .about("The same in standard deviations.")
        .calibrate("Higher if good data outside the fit warns, as without a dew point of the return air.")
        .judged(NIST),
    fault_sigma: f64 = number(4.0, 2.0..=8.0)
        .unit("σ (standard deviations of the baseline residual)")
        .about("The same for a fault.")
        .calibrate("About twice warn_sigma.")
        .judged(NIST),
    min_samples: i64 = MIN_SAMPLES,
    min_baseline_samples: i64 = MIN_BASELINE_SAMPLES,
    min_split_f: f64 = number(8.0, 5.0..=12.0)
        .unit("°F (return minus supply air while cooling)")
        .about("Without a target, a smaller split warns of too much airflow or lost capacity.")
        .calibrate("Give a target instead.")
        .judged(BAND),
    max_split_f: f64 = number(28.0, 24.0..=35.0)
        .unit("°F (return minus supply air while cooling)")
        .about("Without a target, a larger split warns of too little airflow.")
        .calibrate("Give a target instead.")
        .judged(BAND),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("dx_indoor_airflow")
    .finds("A direct-expansion unit that moves too little or too much air over its indoor coil")
    .families(&[HeatPump, Dx])
    .inputs(Inputs {
        required: &[Role::ReturnAirTemp, Role::SupplyAirTemp],
        optional: &[
            Role::ReturnAirDewpointTemp,
            Role::ReturnAirHumidity,
            Role::Oat,
            Role::SubcoolingTemp,
            Role::CompressorStatus,
            Role::ReversingValveCmd,
            Role::SupplyFanStatus,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .extras(EXTRAS);
