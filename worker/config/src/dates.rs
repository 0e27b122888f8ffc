//! Dates as configs write them.

use camber_series::time;

/// The moment a text names: a date with or without a time, a month (`2025-03`) or a year, each by
/// its first moment. Month and day may be written with slashes, in the order of the US
/// (`03/31/2025`) or after the year.
pub(crate) fn moment(text: &str) -> Option<i64> {
    let text = text.trim();
    let parts: Vec<&str> = text.split('/').collect();
    let dashed = match parts[..] {
        [month, day, year] if year.len() == 4 => format!("{year}-{month:0>2}-{day:0>2}"),
        [year, month, day] if year.len() == 4 => format!("{year}-{month:0>2}-{day:0>2}"),
        _ => match text.len() {
            4 => format!("{text}-01-01"),
            7 => format!("{text}-01"),
            _ => text.to_owned(),
        },
    };
    time::parse(&dashed).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_the_usual_forms() {
        let first_of_march = time::parse("2025-03-01").ok();
        for text in [
            "2025-03-01",
            "2025-03",
            "03/01/2025",
            "3/1/2025",
            "2025/3/1",
            " 2025-03-01T00:00 ",
        ] {
            assert_eq!(moment(text), first_of_march, "{text}");
        }
        assert_eq!(moment("2025"), time::parse("2025-01-01").ok());
        for text in [
            "",
            "March 2025",
            "2025-02-30",
            "31/12/2025",
            "2025-3-1",
            "20250301",
            "1/2",
            "2025-03-01Z",
        ] {
            assert_eq!(moment(text), None, "{text}");
        }
    }
}
