//! A damper or valve of a box or fan coil that stays put while the zone asks it to move.

use crate::prelude::*;
use crate::shared::{END_HOUR, OCCUPIED_DAYS, START_HOUR};

/// The positions that may be judged.
const ACTUATORS: &[Role] = &[
    Role::Damper,
    Role::HeatValvePosition,
    Role::HeatValve,
    Role::CoolValve,
];

parameters! {
    roles: Vec<Role> = role_list(&[Role::Damper, Role::HeatValvePosition, Role::CoolValve], ACTUATORS)
        .unit("role names (a list)")
        .about("The actuators that are judged; where no heating valve position is mapped, its command stands in.")
        .calibrate("Drop a role whose point only repeats the command: it stays flat whatever the actuator does.")
        .judged("what the demand of a zone drives in a box or fan coil"),
    tol_pct: f64 = number(0.5, 0.0..=5.0)
        .unit("%")
        .about("Positions are rounded to this step before flat runs are looked for.")
        .calibrate("More than the flicker of an actuator known to stand still; too much joins slow travel into one run.")
        .judged("position trends often resolve a tenth of a percent and flicker by a few"),
    min_flat_hours: f64 = number(4.0, 1.0..=24.0)
        .unit("h")
        .about("The shortest flat run that is judged.")
        .calibrate("At least the longest time a sound actuator rests during an ordinary week.")
        .calibrated_on("ornl-frp-vav, 15-minute data: sound boxes also rest mid-stroke for 4 to 10.5 h, so duration starts the judgement and demand decides it"),
    whole_day_share: f64 = number(0.98, 0.8..=1.0)
        .unit("fraction of a day's active samples")
        .about("A flat run over this share of a day warns even if no demand contradicts it.")
        .calibrate("Above the largest share of a day that one flat run of a sound box fills.")
        .calibrated_on("ornl-frp-vav, where flat runs of sound boxes fill up to 95 % of a day and those of stuck ones all of it")
        .always_above(0.0)
        .never_above(1.0),
    limit_pct: f64 = number(2.0, 0.0..=10.0)
        .unit("% (from either end of the stroke)")
        .about("This close to an end of its stroke an actuator counts as fully shut or open.")
        .calibrate("Just past what shut and open actuators read; many never report exactly 0 or 100.")
        .judged("covers the usual end-stop offsets"),
    min_driver_span_f: f64 = number(1.0, 0.5..=5.0)
        .unit("°F")
        .about("Only a zone whose temperature or setpoint moved this far in a day should have moved its actuator.")
        .calibrate("Higher in zones with a very even load, which ask for little movement.")
        .judged("a modulating loop reacts to a change of a degree"),
    warm_margin_f: f64 = number(1.0, 0.5..=5.0)
        .unit("°F")
        .about("A zone this far past its setpoint, for a quarter of the run, contradicts an actuator that holds still.")
        .calibrate("The overshoot of sound zones on a hot afternoon.")
        .judged("a miss of that size is a call that went unanswered"),
    satisfied_margin_f: f64 = number(2.0, 1.0..=6.0)
        .unit("°F")
        .about("A zone this far inside its setpoint, for half of the run, contradicts a damper that stays fully open.")
        .calibrate("More than a sound zone cools below its setpoint while its box is open.")
        .judged("nobody asked for the air it still gets"),
    min_airflow: Option<f64> = optional_number(0.0..=5000.0)
        .unit("cfm (the trended airflow's unit)")
        .about("Minimum occupied airflow of the box, for judging a shut damper where no airflow setpoint is trended; unset: occupancy alone.")
        .calibrate("The scheduled minimum from the design or the controller; a shut damper passes at most 5 % of it.")
        .judged("a property of the box"),
    warn_pct: f64 = number(10.0, 0.0..=100.0)
        .unit("% of active samples")
        .about("Warns from this share of samples in flagged runs, explained by demand or not; not above fault_pct.")
        .calibrate("Lower to notice a single bad day within a long record, higher for lasting faults only.")
        .judged("a tenth of the time at work")
        .never_below(0.0),
    fault_pct: f64 = number(50.0, 0.0..=100.0)
        .unit("% of active samples")
        .about("Faults from this share of samples in runs that demand contradicts; other flat runs warn at most.")
        .calibrate("With warn_pct.")
        .judged("half of the time at work"),
    start_hour: i64 = START_HOUR,
    end_hour: i64 = END_HOUR,
    occupied_days: Vec<i64> = OCCUPIED_DAYS,
}

/// The rule. `roles` also decides which of the positions it needs.
pub static RULE: Rule = Rule::per_equipment("actuator_stuck")
    .finds("A damper or valve that rests while its zone calls for movement")
    .families(&[Terminal, FanCoil])
    .inputs(Inputs {
        any_of: &[&[
            Role::Damper,
            Role::HeatValvePosition,
            Role::CoolValve,
            Role::HeatValve,
        ]],
        optional: &[
            Role::SpaceTemp,
            Role::CoolSp,
            Role::HeatSp,
            Role::Airflow,
            Role::AirflowSp,
            Role::Occupancy,
            Role::SupplyFanStatus,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .relations(&[Relation::AtMost("warn_pct", "fault_pct")]);
