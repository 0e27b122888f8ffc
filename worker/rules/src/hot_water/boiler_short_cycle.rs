//! A boiler that fires in many short bursts.

use crate::prelude::*;

parameters! {
    max_starts_per_day: f64 = number(6.0, 2.0..=24.0)
        .unit("per day")
        .about("Warns from this many starts a day, faults from twice as many. Firing is the run status, else a gas input over \
                5 % of its 95th percentile.")
        .calibrate("From the shortest cycle its controls allow, or the 95th percentile of daily starts in a good season; coarse \
                    trends count too few.")
        .judged("depends on the make of the boiler"),
    max_interval_min: f64 = number(15.0, 5.0..=60.0)
        .unit("minutes")
        .about("On a coarser trend the count is a floor: over the limit it stands, under it samples that are partly on decline it.")
        .calibrate("At most the boiler's minimum cycle; rather run the rule on the stored interval than raise this.")
        .judged("the interval trends are kept at"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("boiler_short_cycle")
    .finds("A boiler that starts too many times a day")
    .families(&[HwPlant])
    .inputs(Inputs {
        any_of: &[&[Role::BoilerStatus, Role::GasInputRate]],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
