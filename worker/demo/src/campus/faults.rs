//! What was seeded, so that what an analysis finds can be held against it.

use super::{CAMPUS_ID, END, START};
use crate::clock::{DAY, HOUR};

/// Where a seeded fault is expected to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FoundBy {
    /// A finding of this rule on the equipment, at least a warning.
    Rule(&'static str),
    /// The `coverage` tool.
    Coverage,
    /// The `sensor_trust` tool.
    SensorTrust,
}

/// One thing that is wrong on the campus on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeededFault {
    /// Facility.
    pub facility_id: &'static str,
    /// Equipment.
    pub equip: &'static str,
    /// What is wrong, in a sentence.
    pub what: &'static str,
    /// What is expected to find it, the plainest first.
    pub found_by: &'static [FoundBy],
    /// From when until when, nanoseconds since the epoch; the end is not included.
    pub window: (i64, i64),
}

/// When somebody closes the minimum position of the preheat valve, which from then on leaks.
pub(super) const PREHEAT_CLOSED: i64 = START + 21 * DAY + 9 * HOUR;
/// When a damper sticks.
pub(super) const DAMPER_STUCK: i64 = START + 14 * DAY + 11 * HOUR;
/// When a space sensor stops following its room.
pub(super) const SENSOR_DIED: i64 = START + 17 * DAY + 14 * HOUR;
/// Two days without a word from a box.
pub(super) const OUTAGE: (i64, i64) = (START + 22 * DAY + 10 * HOUR, START + 24 * DAY + 10 * HOUR);
/// Share of the polls another box does not answer.
pub(super) const LOST_POLLS: f64 = 0.12;

/// Everything that is wrong.
pub(super) const FAULTS: [SeededFault; 13] = [
    on(
        "AHU-2",
        "the supply fan never stops, not at night and not at weekends",
        &[FoundBy::Rule("night_weekend_setback")],
        (START, END),
    ),
    on(
        "AHU-2",
        "the supply air is held at 55 °F whatever the zones ask for",
        &[
            FoundBy::Rule("supply_air_reset"),
            FoundBy::Rule("sat_reset_effectiveness"),
        ],
        (START, END),
    ),
    on(
        "AHU-2",
        "the economizer is disabled: the outdoor-air damper stays at its minimum",
        &[FoundBy::Rule("free_cooling_missed")],
        (START, END),
    ),
    on(
        "AHU-2",
        "the preheat valve has a minimum position of 15 % and heats what the cooling coil cools",
        &[FoundBy::Rule("simultaneous_heat_cool")],
        (START, PREHEAT_CLOSED),
    ),
    on(
        "AHU-2",
        "the preheat valve leaks when shut",
        &[FoundBy::Rule("leaking_valve")],
        (PREHEAT_CLOSED, END),
    ),
    on(
        "VAV-2-02",
        "the minimum airflow is set to half of the maximum, so the box reheats in warm weather",
        &[FoundBy::Rule("reheat_penalty")],
        (START, END),
    ),
    on(
        "VAV-2-03",
        "the damper is stuck at 34 %",
        &[
            FoundBy::Rule("actuator_stuck"),
            FoundBy::Rule("unmet_setpoint_hours"),
        ],
        (DAMPER_STUCK, END),
    ),
    on(
        "VAV-2-05",
        "the space temperature sensor reads 71.4 °F and nothing else",
        &[FoundBy::SensorTrust],
        (SENSOR_DIED, END),
    ),
    on(
        "CHW-PLANT",
        "the supply temperature is not reset, and open bypasses keep the delta-T low",
        &[FoundBy::Rule("chw_plant_reset")],
        (START, END),
    ),
    on(
        "CHW-PLANT",
        "the pump's differential pressure setpoint is never reset",
        &[FoundBy::Rule("chw_pump_dp_reset")],
        (START, END),
    ),
    on(
        "HW-PLANT",
        "the boiler and its pump run in warm weather",
        &[
            FoundBy::Rule("boiler_summer_lockout"),
            FoundBy::Rule("hw_pump_summer_lockout"),
        ],
        (START, END),
    ),
    on(
        "VAV-1-04",
        "no reading arrives for two days",
        &[FoundBy::Coverage],
        OUTAGE,
    ),
    on(
        "VAV-2-04",
        "one poll in eight is lost",
        &[FoundBy::Coverage],
        (START, END),
    ),
];

const fn on(
    equip: &'static str,
    what: &'static str,
    found_by: &'static [FoundBy],
    window: (i64, i64),
) -> SeededFault {
    SeededFault {
        facility_id: CAMPUS_ID,
        equip,
        what,
        found_by,
        window,
    }
}
