//! A valve or damper that swings to and fro.

use crate::prelude::*;

parameters! {
    warn_per_hr: f64 = number(6.0, 2.0..=20.0)
        .unit("per hour (direction reversals)")
        .about("Warns from this many changes of direction an hour; the trend must be fine enough to show them.")
        .calibrate("Above the reversals_per_hr of loops known to be calm, on data of 1 to 5 minutes."),
    fault_per_hr: f64 = number(12.0, 4.0..=40.0)
        .unit("per hour (direction reversals)")
        .about("Faults from this many; a trend too coarse for it warns at most. Not below warn_per_hr.")
        .calibrate("Where the controlled temperature or pressure is seen to swing."),
    deadband: f64 = number(5.0, 1.0..=20.0)
        .unit("% of stroke")
        .about("Smaller moves are no reversal.")
        .calibrate("More than the median step of a calm loop.")
        .judged("slow modulation is what an output is for"),
    gap_factor: f64 = number(3.0, 1.5..=10.0)
        .unit("- (multiple of the median sample interval)")
        .about("A pause longer than this many intervals is a gap, and no time at work.")
        .calibrate("Higher for change-of-value trends, lower where outages of the logger are short."),
    resolution_margin: f64 = number(1.25, 1.0..=2.0)
        .unit("- (multiple of a threshold)")
        .about("What the trend can show at most must exceed warn_per_hr this many times to be judged, and fault_per_hr to fault.")
        .calibrate("Higher if swinging loops on coarse trends come out just calm; 1 trusts the limit itself.")
        .judged("a swing sampled close to the limit looks slower than it is")
        .never_below(1.0),
    fan_gate: bool = flag(true)
        .about("Leaves out samples with the fan off: from its status, else its speed, else the airflow of the unit or box.")
        .calibrate("Off only where the fan signal is plainly broken.")
        .judged("a loop at rest would water down the rate"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("control_hunting")
    .finds("A valve or damper whose control loop oscillates")
    .inputs(Inputs {
        optional: &[
            Role::HeatValve,
            Role::CoolValve,
            Role::Damper,
            Role::OaDamper,
            Role::SupplyFanStatus,
            Role::SupplyFanSpeed,
            Role::Airflow,
        ],
        decisive: &[&[
            Role::HeatValve,
            Role::CoolValve,
            Role::Damper,
            Role::OaDamper,
        ]],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
