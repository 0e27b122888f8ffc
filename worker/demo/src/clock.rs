//! Naive wall-clock times as nanoseconds since 1970-01-01 00:00, the way a store holds them.

/// Nanoseconds in a minute.
pub const MINUTE: i64 = 60_000_000_000;
/// Nanoseconds in an hour.
pub const HOUR: i64 = 60 * MINUTE;
/// Nanoseconds in a day.
pub const DAY: i64 = 24 * HOUR;

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

/// Calendar year and month (1 to 12) in which a time falls.
///
/// ```
/// # use camber_demo::clock::{date, year_month};
/// assert_eq!(year_month(date(2025, 1, 1) - 1), (2024, 12));
/// ```
pub const fn year_month(time: i64) -> (i32, u32) {
    // The inverse of `date`: `civil_from_days` of the same source.
    let days = time.div_euclid(DAY) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let month = (month_from_march + 2) % 12 + 1;
    let year = year_of_era + era * 400 + (month <= 2) as i64;
    (year as i32, month as u32)
}

/// `count` times, `step` nanoseconds apart, the first at `start`.
pub fn every(start: i64, step: i64, count: usize) -> Vec<i64> {
    (0..count as i64).map(|i| start + i * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_agree_with_the_calendar() {
        // Seconds since the epoch as `date -u -d … +%s` prints them.
        for (y, m, d, seconds) in [
            (1970, 1, 1, 0_i64),
            (1969, 12, 31, -86_400),
            (2000, 2, 29, 951_782_400),
            (2024, 2, 29, 1_709_164_800),
            (2024, 3, 1, 1_709_251_200),
            (2025, 12, 31, 1_767_139_200),
            (1900, 3, 1, -2_203_891_200),
        ] {
            assert_eq!(date(y, m, d), seconds * 1_000_000_000, "{y}-{m}-{d}");
            assert_eq!(year_month(date(y, m, d) + DAY - 1), (y, m));
        }
    }

    #[test]
    fn every_month_of_four_centuries_round_trips() {
        for year in 1678..=2261 {
            for month in 1..=12 {
                assert_eq!(year_month(date(year, month, 1)), (year, month));
            }
        }
    }
}
