//! Stages that come and go.

use crate::prelude::*;

parameters! {
    max_changes_per_day: f64 = number(24.0, 8.0..=96.0)
        .unit("compressor-stage changes per day")
        .about("Warns from this many changes between running stages a day, faults from twice as many; starts and stops are not among them.")
        .calibrate("Above the busiest day of a good period of like load; the stage delays bound what is stable.")
        .judged("the staging band decides"),
    max_interval_min: f64 = number(5.0, 1.0..=15.0)
        .unit("minutes")
        .about("On a coarser trend the count is a floor: over the limit it stands, under it samples between two stages decline it.")
        .calibrate("At most the shortest stage delay; rather run the rule on the stored interval than raise this.")
        .judged("a stage shorter than the interval averages away"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("compressor_staging")
    .finds("A compressor whose stages change too many times a day while it runs")
    .inputs(Inputs {
        required: &[Role::CompressorStage],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .fixed("Faults from twice the limit.");
