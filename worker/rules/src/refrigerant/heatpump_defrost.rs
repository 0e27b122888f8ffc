//! A heat pump that reverses too often.

use crate::prelude::*;

parameters! {
    max_reversals_per_day: f64 = number(24.0, 12.0..=96.0)
        .unit("reversing-valve transitions per day")
        .about("Warns from this many reversals a day, faults from twice as many; a defrost makes two, a change of season one.")
        .calibrate("Above the busiest day of a good cold spell, or twice the defrosts the control allows.")
        .judged("a defrost in two hours; in the worst weather one an hour is still in order"),
    max_interval_min: f64 = number(5.0, 1.0..=15.0)
        .unit("minutes")
        .about("On a coarser trend the count is a floor, read from means as the fewest reversals they allow: over the limit it \
                stands, under it samples between the positions decline it.")
        .calibrate("At most the shortest defrost; rather run the rule on the stored interval than raise this.")
        .judged("defrosts last 2 to 10 minutes"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("heatpump_defrost")
    .finds("A heat pump that defrosts, or swings between heating and cooling, too many times a day")
    .inputs(Inputs {
        required: &[Role::ReversingValveCmd],
        optional: &[Role::CompressorStatus, Role::Oat],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .fixed("Faults from twice the limit.");
