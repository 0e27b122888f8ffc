//! The supply air against its setpoint.

use crate::prelude::*;

parameters! {
    tol_F: f64 = number(2.0, 0.5..=5.0)
        .unit("°F")
        .about("Supply air this far from its setpoint is off.")
        .calibrate("Just above the 95th percentile of the distance in fan-on hours of a good period (see mean_abs_dev_F).")
        .judged("a tuned loop stays within two degrees"),
    warn_pct: f64 = number(10.0, 2.0..=30.0)
        .unit("% of fan-on running samples")
        .about("Warns from this share of samples off.")
        .calibrate("Above the off_setpoint_pct of units in good control, not of the unit at hand."),
    fault_pct: f64 = number(25.0, 10.0..=60.0)
        .unit("% of fan-on running samples")
        .about("Faults from this share of samples off; not below warn_pct.")
        .calibrate("Where complaints or reheat set in at the site, clear of warn_pct."),
    occupancy_gate: &'static str = choice("trended", &["trended", "schedule", "off"])
        .about("Which fan-on samples are judged: the occupied ones where occupancy is trended (trended), otherwise also by \
                weekdays 7 to 18 h (schedule), or all (off).")
        .calibrate("Compare too_warm_pct, too_cold_pct and n_running with off: what vanishes at night was cycling, no control fault.")
        .judged("lbnl-sdahu without faults: night cycling makes up 78 % of the warm hours, and 12.1 % off becomes 2.97 % gated"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("supply_air_control")
    .finds("An air handler that does not hold its supply-air setpoint")
    .families(&[AirHandler])
    .inputs(Inputs {
        required: &[Role::SupplyAirTemp, Role::SupplyAirTempSp],
        optional: &[Role::SupplyFanStatus, Role::SupplyFanSpeed, Role::Occupancy],
        decisive: &[&[Role::SupplyFanStatus, Role::SupplyFanSpeed]],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
