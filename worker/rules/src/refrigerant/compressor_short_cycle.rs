//! A compressor that starts too often.

use crate::prelude::*;

parameters! {
    max_starts_per_day: f64 = number(12.0, 6.0..=72.0)
        .unit("compressor starts per day (off-to-on transitions over the trend's span)")
        .about("Warns from this many starts a day, faults from twice as many; days off count too and lower the rate.")
        .calibrate("Above the busiest day of a good week of like weather, other than the one judged, with the maker's timers in mind.")
        .judged("one start in two hours; the minimum off-time alone would allow twelve an hour"),
    max_interval_min: f64 = number(15.0, 5.0..=60.0)
        .unit("minutes")
        .about("On a coarser trend the count is a floor: over the limit it stands, under it samples that are partly on decline it.")
        .calibrate("At most the compressor's minimum cycle; rather run the rule on the stored interval than raise this.")
        .judged("the interval trends are kept at"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("compressor_short_cycle")
    .finds("A compressor that starts too many times a day")
    .inputs(Inputs {
        required: &[Role::CompressorStatus],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .fixed("Faults from twice the limit.");
