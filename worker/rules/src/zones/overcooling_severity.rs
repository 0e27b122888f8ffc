//! How deep and how long a zone is cooled below what it asks for.

use crate::prelude::*;
use crate::shared::{END_HOUR, OCCUPIED_DAYS, REHEAT_SATURATED_PCT, START_HOUR};

parameters! {
    tiers: Option<Tiers> = optional_tiers(0.5..=6.0)
        .unit("°F below the reference setpoint, per key ('info', 'warn', 'fault')")
        .about("Depths from which a lasting excursion is told, warns and faults; all three are needed. Unset: 1, 2 and 3 °F.")
        .calibrate("Put warn above the depth (max_depth_f, median_depth_f) that zones without complaints reach.")
        .judged("comfort steps in the spirit of ASHRAE Standard 55, which gives none"),
    window_min: f64 = number(60.0, 15.0..=240.0)
        .unit("min")
        .about("An excursion counts once it lasted this long.")
        .calibrate("Longer where doors or load swings cause short dips; not under the trend interval.")
        .judged("an hour below is more than a passing dip"),
    relative_to_deadband: bool = flag(true)
        .about("Measures depth below the heating setpoint, so that drifting between the setpoints is fine; without one \
                the cooling setpoint takes its place and it warns at most.")
        .calibrate("Off only to measure below the cooling setpoint on purpose.")
        .judged("the deadband is there for a space to drift in"),
    start_hour: i64 = START_HOUR,
    end_hour: i64 = END_HOUR,
    occupied_days: Vec<i64> = OCCUPIED_DAYS,
    recovery_hours: f64 = number(2.0, 0.0..=4.0)
        .unit("h")
        .about("Samples this soon after the start of occupancy are recovery where no warm-up point is mapped.")
        .calibrate("The median time sound zones need to reach setpoint on a cold morning.")
        .judged("coming out of setback is no overcooling"),
    reheat_saturated_pct: f64 = REHEAT_SATURATED_PCT,
    shortfall_share_pct: Shares = shares(&[5.0, 20.0])
        .unit("% of considered (occupied, fan-on) samples, per key ('warn', 'fault')")
        .about("Caps the grade of a heating shortfall (reheat wide open) by the share of time it lasts: below warn it is info.")
        .calibrate("warn above the shortfall_warn_pct of comfortable zones, fault where cold hours turn into standing complaints.")
        .judged("the shares reheat_capacity_shortfall uses; a few hours a year are weather"),
    share_pct: Option<Shares> = optional_shares()
        .unit("% of considered (occupied, fan-on) samples, per key ('warn', 'fault')")
        .about("The same cap for overcooling itself; unset: depth alone grades it.")
        .calibrate("warn above the warn_pct of zones you are content with, where a few deep mornings should not rate.")
        .judged("left to the site"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("overcooling_severity")
    .finds("A zone cooled below its setpoints, graded by depth and duration")
    .inputs(Inputs {
        required: &[Role::SpaceTemp, Role::CoolSp],
        optional: &[
            Role::HeatSp,
            Role::Warmup,
            Role::Cooldown,
            Role::Occupancy,
            Role::HeatValve,
            Role::SupplyFanStatus,
            Role::SupplyFanSpeed,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
