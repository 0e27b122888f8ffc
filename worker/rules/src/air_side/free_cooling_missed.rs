//! Mechanical cooling while the weather would cool for free.

use crate::prelude::*;
use crate::shared::FAN_GATE;

parameters! {
    high_limit_f: f64 = number(60.0, 45.0..=75.0)
        .unit("°F (outdoor air dry-bulb)")
        .about("Outdoor air below it can cool the building; a higher value finds more hours.")
        .calibrate("The dry-bulb limit of the economizer sequence or of the code for the climate, a few degrees lower to be sure.")
        .judged("cool enough in any climate; ASHRAE 90.1 §6.5.1.1.3 sets the limit by climate zone"),
    active: f64 = number(5.0, 1.0..=20.0)
        .unit("% of valve stroke (cooling valve)")
        .about("Beyond this opening mechanical cooling runs.")
        .calibrate("Just above the 95th percentile of the valve while the plant is off.")
        .judged("a valve may rest a few percent open"),
    warn_pct: f64 = number(10.0, 2.0..=30.0)
        .unit("% of free-cooling samples")
        .about("Warns from this share of free-cooling weather missed.")
        .calibrate("Above the missed_pct of working economizers."),
    fault_pct: f64 = number(25.0, 10.0..=60.0)
        .unit("% of free-cooling samples")
        .about("Faults from this share; not below warn_pct.")
        .calibrate("Clear of warn_pct."),
    cmd_open_pct: f64 = number(90.0, 50.0..=100.0)
        .unit("% of damper stroke (OA damper command)")
        .about("From here on the damper is commanded fully open; tells the cause of a miss, never its severity.")
        .calibrate("A few percent under the command of a good unit at full economizer.")
        .judged("fully open often reads a little less than 100"),
    oaf_open_pct: f64 = number(80.0, 50.0..=100.0)
        .unit("% outdoor-air fraction (temperature balance)")
        .about("From here on the unit runs on outdoor air alone; needs 5 °F between outdoor and return air.")
        .calibrate("Under the low percentiles of that share on a good unit at full economizer.")
        .judged("sensor error and stratified mixing keep the balance short of 100"),
    stuck_min_share_pct: f64 = number(20.0, 5.0..=60.0)
        .unit("% of missed, well-conditioned free-cooling samples")
        .about("A damper commanded open without delivering in this share is stuck; below it, missed_cause is \
                economizer_not_commanded.")
        .calibrate("Between the commanded_open_pct of working dampers, mostly 0, and of a stuck one.")
        .judged("stuck dampers of lbnl-sdahu read 40 to 87 % and of lbnl-ddahu 95 %, sound ones 0"),
    stuck_min_hours: f64 = number(24.0, 6.0..=168.0)
        .unit("hours")
        .about("Naming a stuck damper takes this long; with less, missed_cause is undetermined.")
        .calibrate("More for long windows or a noisy mixed-air sensor.")
        .judged("a day of evidence"),
    stuck_low_oaf_pct: f64 = number(30.0, 5.0..=60.0)
        .unit("% outdoor-air fraction")
        .about("A stuck damper that delivers less is stuck low, otherwise part open.")
        .calibrate("A margin above the design minimum of the unit.")
        .judged("about a minimum's worth of outdoor air"),
    low_limit_f: Option<f64> = optional_number(20.0..=50.0)
        .unit("°F (outdoor air dry-bulb)")
        .about("In colder weather the economizer is locked out: such hours are counted apart (low_limit_excluded_hours), not \
                missed. Unset: no lockout. Below high_limit_f.")
        .calibrate("The low-limit lockout of the sequence, with its source in the basis.")
        .judged("freeze protection is the unit's own"),
    fan_gate: bool = FAN_GATE,
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("free_cooling_missed")
    .finds("An air handler that cools mechanically while outdoor air is cool enough to do it")
    .families(&[AirHandler])
    .inputs(Inputs {
        required: &[Role::CoolValve, Role::Oat],
        optional: &[
            Role::OaDamper,
            Role::MixedAirTemp,
            Role::ReturnAirTemp,
            Role::SupplyFanStatus,
            Role::SupplyFanSpeed,
            Role::Airflow,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .relations(&[Relation::Below("low_limit_f", "high_limit_f")]);
