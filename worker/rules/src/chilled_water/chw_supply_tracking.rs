//! Chilled water warmer than its setpoint.

use crate::prelude::*;

parameters! {
    above_f: f64 = number(3.0, 1.0..=8.0)
        .unit("°F")
        .about("Supply this far above its setpoint is off.")
        .calibrate("Just above a high percentile (95th to 99th) of that distance in a good period, never of the one judged.")
        .judged("more than control band, sensor error and staging explain together"),
    warn_pct: f64 = number(10.0, 1.0..=50.0)
        .unit("% of running samples")
        .about("Warns from this share of samples off; below fault_pct.")
        .calibrate("Well above what a sound plant shows, design days included."),
    fault_pct: f64 = number(25.0, 5.0..=80.0)
        .unit("% of running samples")
        .about("Faults from this share; where running was guessed from temperature the rule warns at most.")
        .calibrate("A share worth sending someone for."),
    settle_intervals: i64 = whole(1, 0..=12)
        .unit("count (trend intervals)")
        .about("Intervals left out after each start, where a status or power shows starts.")
        .calibrate("The time from start to setpoint over the trend interval, rounded up; 2 to 4 at 15 minutes.")
        .judged("pulling down is not tracking"),
    min_running: i64 = whole(24, 6..=500)
        .unit("count (running samples)")
        .about("With fewer running samples nothing is judged.")
        .calibrate("A day's worth: 96 at 15 minutes.")
        .judged("24 hours of an hourly trend"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("chw_supply_tracking")
    .finds("A chilled-water plant that does not reach its supply setpoint while it runs")
    .families(&[ChwPlant])
    .inputs(Inputs {
        required: &[Role::ChwSupplyTemp, Role::ChwSupplyTempSp],
        optional: &[
            Role::CompressorStatus,
            Role::ChwReturnTemp,
            Role::Power,
            Role::PumpStatus,
            Role::ChwFlow,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
