//! A heat-pump loop that moves water and hardly any heat.

use crate::prelude::*;

parameters! {
    design_deltat_f: f64 = number(10.0, 6.0..=15.0)
        .unit("°F (loop return minus supply, magnitude)")
        .about("The 90th percentile of the difference must be under half of it to warn, under a quarter to fault.")
        .calibrate("From the mechanical schedule, or design flow and block load.")
        .published("ASHRAE and IGSHPA design practice for closed loops: 8 to 12 °F at about 3 gpm a ton"),
    flat_deltat_f: f64 = number(1.0, 0.3..=3.0)
        .unit("°F (loop return minus supply, magnitude)")
        .about("A smaller difference is flat: next to no heat.")
        .calibrate("A little over what both sensors are off by; with every heat pump off it should read near 0.")
        .judged("water moved for nothing"),
    warn_flat_pct: f64 = number(50.0, 20.0..=80.0)
        .unit("% of pumping samples")
        .about("Warns from this share of flat samples.")
        .calibrate("Above the flat share of a good season with a working pressure reset.")
        .judged("provisional screening level"),
    fault_flat_pct: f64 = number(80.0, 50.0..=95.0)
        .unit("% of pumping samples")
        .about("Faults from this share.")
        .calibrate("Clear of warn_flat_pct.")
        .judged("provisional screening level"),
    min_pump_speed_pct: f64 = number(5.0, 0.0..=30.0)
        .unit("% of full pump speed")
        .about("Beyond this speed the pump runs, where it has no status.")
        .calibrate("Just above what the drive reports when stopped.")
        .judged("a drive at rest reads nearly 0"),
    min_hours: f64 = number(24.0, 6.0..=168.0)
        .unit("h (pumping hours with both loop temperatures)")
        .about("With fewer hours nothing is judged.")
        .calibrate("A week where the load follows occupancy.")
        .judged("a day of pumping"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("source_loop_deltat")
    .finds("A heat-pump loop pumped hour after hour with almost no temperature difference")
    .families(&[SourceLoop])
    .inputs(Inputs {
        required: &[Role::SourceLoopSupplyTemp, Role::SourceLoopReturnTemp],
        optional: &[
            Role::PumpStatus,
            Role::SourceLoopPumpSpeed,
            Role::SourceLoopDiffPress,
            Role::Oat,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
