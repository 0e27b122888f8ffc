//! Naive wall-clock time as `i64` nanoseconds since 1970-01-01T00:00:00.
//!
//! The range is that of a 64-bit count: 1677-09-21T00:12:43.145224192 to
//! 2262-04-11T23:47:16.854775807.

use std::fmt::Write;

/// Nanoseconds in a second.
pub const SECOND: i64 = 1_000_000_000;
/// Nanoseconds in a minute.
pub const MINUTE: i64 = 60 * SECOND;
/// Nanoseconds in an hour.
pub const HOUR: i64 = 60 * MINUTE;
/// Nanoseconds in a day.
pub const DAY: i64 = 24 * HOUR;

/// Why a text is not a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// Not one of the accepted forms.
    #[error("not a date (2024-03-01) or a date and time (2024-03-01T06:00)")]
    Form,
    /// The form fits, but the calendar or the clock has no such moment.
    #[error("no such date or time of day")]
    NoSuchMoment,
    /// A moment, but one that 64-bit nanoseconds cannot hold.
    #[error("outside the years 1678 to 2261")]
    OutOfRange,
}

/// Reads `2024-03-01`, `2024-03-01T06:00`, `2024-03-01 06:00:00`: the date and date-time forms of
/// the tools' arguments. A leap second (`:60`) and `24:00` are no such moment.
pub fn parse(text: &str) -> Result<i64, TimeError> {
    let bytes = text.as_bytes();
    let (date, clock) = bytes.split_at_checked(10).ok_or(TimeError::Form)?;
    let &[y0, y1, y2, y3, b'-', m0, m1, b'-', d0, d1] = date else {
        return Err(TimeError::Form);
    };
    let year = digits(&[y0, y1, y2, y3])?;
    let month = digits(&[m0, m1])?;
    let day = digits(&[d0, d1])?;
    let (hour, minute, second) = match clock {
        [] => (0, 0, 0),
        &[b'T' | b' ', h0, h1, b':', m0, m1] => (digits(&[h0, h1])?, digits(&[m0, m1])?, 0),
        &[b'T' | b' ', h0, h1, b':', m0, m1, b':', s0, s1] => {
            (digits(&[h0, h1])?, digits(&[m0, m1])?, digits(&[s0, s1])?)
        }
        _ => return Err(TimeError::Form),
    };
    if !(1..=12).contains(&month) || day < 1 || day > days_in_month(year, month) {
        return Err(TimeError::NoSuchMoment);
    }
    if hour > 23 || minute > 59 || second > 59 {
        return Err(TimeError::NoSuchMoment);
    }
    let seconds = ((days_from_civil(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
    seconds.checked_mul(SECOND).ok_or(TimeError::OutOfRange)
}

/// The ISO 8601 form pandas gives: `2024-03-01T06:00:00`, then six decimals of a second when there
/// are any, nine when six are not enough.
pub fn format(ns: i64) -> String {
    let (year, month, day) = civil_from_days(ns.div_euclid(DAY));
    let clock = ns.rem_euclid(DAY);
    let (hour, minute, second) = (clock / HOUR, clock / MINUTE % 60, clock / SECOND % 60);
    let fraction = clock % SECOND;
    let mut text = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
    // Writing to a String cannot fail.
    let _ = match fraction {
        0 => Ok(()),
        whole_micros if whole_micros % 1000 == 0 => write!(text, ".{:06}", whole_micros / 1000),
        nanos => write!(text, ".{nanos:09}"),
    };
    text
}

/// The calendar year and month (1 to 12) a moment falls in.
pub fn year_and_month(ns: i64) -> (i64, i64) {
    let (year, month, _) = civil_from_days(ns.div_euclid(DAY));
    (year, month)
}

/// ASCII digits as a number.
fn digits(text: &[u8]) -> Result<i64, TimeError> {
    text.iter().try_fold(0, |number, byte| match byte {
        b'0'..=b'9' => Ok(number * 10 + i64::from(byte - b'0')),
        _ => Err(TimeError::Form),
    })
}

fn days_in_month(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01 of a day of the proleptic Gregorian calendar. The year is counted from
/// March, so that the leap day is its last, in cycles of 400 years (146,097 days): the method of
/// Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let march_year = if month <= 2 { year - 1 } else { year };
    let cycle = march_year.div_euclid(400);
    let year_of_cycle = march_year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_cycle = year_of_cycle * 365 + year_of_cycle / 4 - year_of_cycle / 100 + day_of_year;
    cycle * 146_097 + day_of_cycle - 719_468
}

/// The inverse of [`days_from_civil`].
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let since_cycle_start = days + 719_468;
    let cycle = since_cycle_start.div_euclid(146_097);
    let day_of_cycle = since_cycle_start.rem_euclid(146_097);
    let year_of_cycle =
        (day_of_cycle - day_of_cycle / 1460 + day_of_cycle / 36_524 - day_of_cycle / 146_096) / 365;
    let day_of_year =
        day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = (march_month + 2) % 12 + 1;
    let year = cycle * 400 + year_of_cycle + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of `pd.Timestamp(text).as_unit("ns").value`, pandas 2.3.
    #[test]
    fn parse_gives_the_nanoseconds_pandas_gives() {
        for (text, ns) in [
            ("2024-03-01", 1_709_251_200_000_000_000),
            ("2024-02-29T23:59", 1_709_251_140_000_000_000),
            ("1969-12-31 23:59:59", -1_000_000_000),
            ("1677-09-21 00:12:44", -9_223_372_036_000_000_000),
            ("2262-04-11T23:47:16", 9_223_372_036_000_000_000),
            ("2000-02-29", 951_782_400_000_000_000),
            ("1900-02-28", -2_203_977_600_000_000_000),
        ] {
            assert_eq!(parse(text), Ok(ns), "{text}");
        }
    }

    #[test]
    fn parse_refuses_moments_that_do_not_exist() {
        for text in [
            "2024-02-30",
            "2023-02-29",
            "1900-02-29",
            "2024-00-10",
            "2024-13-01",
            "2024-04-31",
            "2024-01-00",
            "2024-03-01T24:00",
            "2024-03-01 06:60",
            "2024-03-01T06:00:60",
        ] {
            assert_eq!(parse(text), Err(TimeError::NoSuchMoment), "{text}");
        }
    }

    #[test]
    fn parse_refuses_moments_outside_64_bit_nanoseconds() {
        for text in [
            "0000-01-01",
            "0001-01-01",
            "1677-09-21T00:12:43",
            "2262-04-11T23:47:17",
            "9999-12-31",
        ] {
            assert_eq!(parse(text), Err(TimeError::OutOfRange), "{text}");
        }
    }

    #[test]
    fn parse_refuses_other_forms() {
        for text in [
            "",
            "2024",
            "2024-3-01",
            "2024-03-01T",
            "2024-03-01T06",
            "2024-03-01T06:00:00.5",
            "2024-03-01T06:00Z",
            "2024/03/01",
            "+024-03-01",
            "2024-03-01\n",
            "2024-03-01t06:00",
            "２０２４-03-01",
            "2024-03-0１",
        ] {
            assert_eq!(parse(text), Err(TimeError::Form), "{text}");
        }
    }

    /// Values of `pd.Timestamp(ns).isoformat()`, pandas 2.3; the smallest `i64` pandas keeps for
    /// NaT.
    #[test]
    fn format_gives_the_text_pandas_gives() {
        for (ns, text) in [
            (0, "1970-01-01T00:00:00"),
            (1, "1970-01-01T00:00:00.000000001"),
            (999, "1970-01-01T00:00:00.000000999"),
            (1000, "1970-01-01T00:00:00.000001"),
            (1500, "1970-01-01T00:00:00.000001500"),
            (-1, "1969-12-31T23:59:59.999999999"),
            (i64::MIN + 1, "1677-09-21T00:12:43.145224193"),
            (i64::MIN, "1677-09-21T00:12:43.145224192"),
            (i64::MAX, "2262-04-11T23:47:16.854775807"),
            (1_709_208_000_000_000_000, "2024-02-29T12:00:00"),
            (1_709_251_199_123_000_000, "2024-02-29T23:59:59.123000"),
        ] {
            assert_eq!(format(ns), text);
        }
    }

    #[test]
    fn every_day_of_the_range_survives_both_ways() {
        let mut before = civil_from_days(-106_751 - 1);
        for days in -106_751..=106_751 {
            let (year, month, day) = civil_from_days(days);
            assert_eq!(days_from_civil(year, month, day), days);
            let follows = if before.2 < days_in_month(before.0, before.1) {
                (before.0, before.1, before.2 + 1)
            } else if before.1 < 12 {
                (before.0, before.1 + 1, 1)
            } else {
                (before.0 + 1, 1, 1)
            };
            assert_eq!((year, month, day), follows);
            before = (year, month, day);
        }
    }

    #[test]
    fn a_moment_falls_in_its_month() {
        assert_eq!(
            year_and_month(parse("2024-02-29T23:59:59").unwrap() + SECOND - 1),
            (2024, 2)
        );
        assert_eq!(year_and_month(-1), (1969, 12));
        assert_eq!(year_and_month(i64::MIN), (1677, 9));
        assert_eq!(year_and_month(i64::MAX), (2262, 4));
    }
}
