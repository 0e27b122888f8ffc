//! `resample`: the interval samples are brought to, such as `15min`, `1h` or `1h30min`.

use crate::error::ConfigError;
use crate::place::Members;

/// The units of fixed length, with their nanoseconds, in any spelling that pandas takes.
const FIXED: [(&[&str], f64); 7] = [
    (&["D", "d"], 86_400e9),
    (&["h", "H"], 3_600e9),
    (&["min", "Min", "MIN", "T", "t"], 60e9),
    (&["s", "S"], 1e9),
    (&["ms", "L", "l"], 1e6),
    (&["us", "U", "u"], 1e3),
    (&["ns", "N", "n"], 1.0),
];

/// The units of the calendar, in upper case; some take an anchor, such as `W-MON`.
const CALENDAR: [&str; 30] = [
    "A", "B", "BH", "BME", "BMS", "BQE", "BQS", "BYE", "BYS", "C", "CBH", "CBME", "CBMS", "M",
    "ME", "MS", "Q", "QE", "QS", "SM", "SME", "SMS", "W", "Y", "YE", "YS", "BM", "CBM", "BQ", "BY",
];

pub(super) fn check(config: &Members) -> Result<(), ConfigError> {
    let Some(interval) = config.given("resample") else {
        return Ok(());
    };
    match interval.value().as_str() {
        Some(text) if is_interval(text) => Ok(()),
        _ => Err(interval.takes("an interval longer than nothing, such as \"15min\" or \"1h\"")),
    }
}

fn is_interval(text: &str) -> bool {
    is_fixed(text).unwrap_or_else(|| is_calendar(text))
}

/// Whether a sum of counts of fixed units is longer than nothing; `None` when the text is no such
/// sum.
fn is_fixed(text: &str) -> Option<bool> {
    let mut rest = text.trim();
    let mut total = 0.0;
    while !rest.is_empty() {
        let (count, after) = count(rest)?;
        let unit_end = after
            .find(|letter: char| !letter.is_ascii_alphabetic())
            .unwrap_or(after.len());
        let (unit, after) = after.split_at(unit_end);
        let length = FIXED
            .iter()
            .find(|(spellings, _)| spellings.contains(&unit))
            .map(|(_, length)| length)?;
        total += count * length;
        rest = after.trim_start();
    }
    Some(total >= 1.0 && total.fract() == 0.0)
}

/// A whole number of calendar units.
fn is_calendar(text: &str) -> bool {
    let Some((count, unit)) = count(text.trim()) else {
        return false;
    };
    let (name, anchor) = match unit.split_once('-') {
        Some((name, anchor)) => (name, Some(anchor)),
        None => (unit, None),
    };
    let is_word = |anchor: &str| {
        !anchor.is_empty() && anchor.chars().all(|letter| letter.is_ascii_alphanumeric())
    };
    count >= 1.0
        && count.fract() == 0.0
        && CALENDAR.contains(&name.to_ascii_uppercase().as_str())
        && anchor.is_none_or(is_word)
}

/// The count a unit starts with, one when there is none, and the rest.
fn count(text: &str) -> Option<(f64, &str)> {
    let end = text
        .find(|letter: char| letter.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    match digits.trim() {
        "" | "+" => Some((1.0, rest)),
        digits => digits.parse().ok().map(|count| (count, rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_fixed_and_of_calendar_length_are_told_from_other_texts() {
        for good in [
            "15min", "1h", "H", "5T", "s", "1D", "2h30min", "1D12h", "1.5h", ".5h", "1 h", " 1h ",
            "60s", "1h 30min", "1us1ns", "W", "W-MON", "ME", "2MS", "QS-JAN", "m",
        ] {
            assert!(is_interval(good), "{good}");
        }
        for bad in [
            "", "hour", "60", "1h,30min", "1h30", "--1h", "1h-30min", "0.1ns", "1.5ME", "BW",
            "-1h", "0h", "MS1D", "W-", "inf h",
        ] {
            assert!(!is_interval(bad), "{bad}");
        }
    }
}
