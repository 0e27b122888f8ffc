//! When the buildings are used.

use crate::clock::{DAY, HOUR};

/// Hour of the day at which the air handlers start, to have the zones ready.
const START: f64 = 5.0;
/// Hours of the day between which people are in.
const OCCUPIED: std::ops::Range<f64> = 7.0..18.0;

/// One step of the simulation in the calendar.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    /// Nanoseconds since the epoch.
    pub time: i64,
    /// Hour of the day, 0.0 to 23.75.
    pub hour: f64,
    /// Whether people are in: weekdays, 07:00 to 18:00.
    pub occupied: bool,
    /// Whether the schedule runs the air handlers: as occupied, two hours earlier.
    pub running: bool,
}

impl Moment {
    /// The moment at a time.
    pub(super) fn at(time: i64) -> Self {
        let hour = time.rem_euclid(DAY) as f64 / HOUR as f64;
        // 1 January 1970 was a Thursday: day 4, counted from Sunday.
        let weekday = (time.div_euclid(DAY) + 4).rem_euclid(7);
        let working_day = (1..=5).contains(&weekday);
        Self {
            time,
            hour,
            occupied: working_day && OCCUPIED.contains(&hour),
            running: working_day && (START..OCCUPIED.end).contains(&hour),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{MINUTE, date};

    #[test]
    fn people_are_in_on_weekdays_from_seven_to_six() {
        let monday = date(2025, 4, 21);
        let states: Vec<_> = [
            5 * HOUR - MINUTE,
            5 * HOUR,
            7 * HOUR,
            18 * HOUR - MINUTE,
            18 * HOUR,
        ]
        .map(|t| Moment::at(monday + t))
        .map(|m| (m.running, m.occupied))
        .into();
        assert_eq!(
            states,
            [
                (false, false),
                (true, false),
                (true, true),
                (true, true),
                (false, false)
            ]
        );
        for weekend in [monday - DAY, monday + 5 * DAY] {
            assert!(!Moment::at(weekend + 12 * HOUR).running);
        }
    }
}
