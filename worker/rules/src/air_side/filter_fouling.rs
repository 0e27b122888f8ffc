//! A loaded air filter.

use crate::prelude::*;

parameters! {
    change_dp_inwc: f64 = number(1.0, 0.3..=2.0)
        .unit("in. w.c.")
        .about("Warns when the median fan-on pressure drop reaches it.")
        .calibrate("The final resistance the filter's maker names; filter_dp_median_inwc of a new one is the clean end.")
        .judged("a customary alarm for MERV 13"),
    fault_factor: f64 = number(1.5, 1.1..=3.0)
        .unit("- (multiple of change_dp_inwc)")
        .about("Faults when the median reaches this many times change_dp_inwc; at 1 every warning is a fault.")
        .calibrate("Where the fan can no longer give design airflow, or the maker's maximum.")
        .judged("long past its change")
        .never_below(1.0),
    fan_gate: bool = flag(true)
        .about("Leaves out samples with the fan off, when a filter shows no drop; from status, else speed, else airflow.")
        .calibrate("Off only where the fan signal is plainly broken.")
        .judged("no flow, no pressure drop"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("filter_fouling")
    .finds("An air filter that is due for a change")
    .inputs(Inputs {
        required: &[Role::FilterDiffPress],
        optional: &[Role::SupplyFanStatus, Role::SupplyFanSpeed, Role::Airflow],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
