//! A chiller that starts often or idles along.

use super::run_gate::{MIN_POWER_KW, RUN_FRAC};
use crate::prelude::*;

parameters! {
    max_starts_per_day: f64 = number(6.0, 2.0..=24.0)
        .unit("per day")
        .about("Warns from this many starts a day, faults from twice as many.")
        .calibrate("From the anti-recycle timer, or the 95th percentile of daily starts in a good season; coarse trends count too few.")
        .judged("depends on the make of the chiller"),
    low_load_pct: f64 = number(40.0, 10.0..=70.0)
        .unit("% of the chiller's observed peak tons")
        .about("Warns when 25 % of the running hours, faults when 50 % of them, are under this load; needs flow and temperatures.")
        .calibrate("Where the maker's part-load curve turns, often 30 to 40 %.")
        .judged("below it a chiller idles"),
    max_interval_min: f64 = number(15.0, 5.0..=60.0)
        .unit("minutes")
        .about("On a coarser trend the count of starts is a floor, and the finding says so.")
        .calibrate("At most the chiller's minimum cycle; rather run the rule on the stored interval than raise this.")
        .judged("the interval trends are kept at"),
    min_power_kw: Option<f64> = MIN_POWER_KW,
    run_frac: f64 = RUN_FRAC,
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("chiller_staging")
    .finds("A chiller that starts too often or runs at low load for long")
    .families(&[ChwPlant])
    .inputs(Inputs {
        required: &[Role::Power],
        optional: &[
            Role::ChwSupplyTemp,
            Role::ChwReturnTemp,
            Role::ChwFlow,
            Role::CompressorStatus,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
