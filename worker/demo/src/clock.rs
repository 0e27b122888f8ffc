//! Naive wall-clock times as nanoseconds since 1970-01-01 00:00, the way a store holds them.

pub use camber_series::time::{DAY, HOUR, MINUTE};

/// Midnight at the start of a proleptic Gregorian date, in nanoseconds since the epoch.
///
/// ```
/// assert_eq!(camber_demo::clock::date(1970, 1, 2), camber_demo::clock::DAY);
/// ```
pub const fn date(year: i32, month: u32, day: u32) -> i64 {
    // Days are counted from 1 March, so that the leap day is the last of its year: the algorithm
    // `days_from_civil` of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
    let y = year as i64 - (month <= 2) as i64;
    let era = y.div_euclid(400);
    let year_of_era = y.rem_euclid(400);
    let month_from_march = (month as i64 + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day as i64 - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    (era * 146_097 + day_of_era - 719_468) * DAY
}

/// `count` times, `step` nanoseconds apart, the first at `start`.
pub fn every(start: i64, step: i64, count: usize) -> Vec<i64> {
    (0..count as i64).map(|i| start + i * step).collect()
}

#[cfg(test)]
mod tests {
    use camber_series::time::format;

    use super::*;

    #[test]
    fn dates_are_midnights_of_the_calendar() {
        for (year, month, day, text) in [
            (1970, 1, 1, "1970-01-01T00:00:00"),
            (1969, 12, 31, "1969-12-31T00:00:00"),
            (2000, 2, 29, "2000-02-29T00:00:00"),
            (2024, 3, 1, "2024-03-01T00:00:00"),
            (2025, 12, 31, "2025-12-31T00:00:00"),
            (1900, 3, 1, "1900-03-01T00:00:00"),
        ] {
            assert_eq!(format(date(year, month, day)), text);
        }
    }

    #[test]
    fn times_are_a_step_apart() {
        assert_eq!(
            every(date(1970, 1, 2), HOUR, 3),
            [DAY, DAY + HOUR, DAY + 2 * HOUR]
        );
        assert!(every(0, HOUR, 0).is_empty());
    }
}
