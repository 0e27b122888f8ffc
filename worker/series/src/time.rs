//! Naive wall-clock time as `i64` nanoseconds since 1970-01-01T00:00:00.

/// Reads `2024-03-01`, `2024-03-01T06:00`, `2024-03-01 06:00:00`: the date and date-time forms of the tools'
/// arguments. `None` for another form, a day the calendar does not have, or a year outside 1678 to 2261.
pub fn parse(_text: &str) -> Option<i64> {
    todo!()
}

/// The ISO 8601 form: `2024-03-01T06:00:00`, with as many as nine decimals of a second when there are any.
pub fn format(_ns: i64) -> String {
    todo!()
}
