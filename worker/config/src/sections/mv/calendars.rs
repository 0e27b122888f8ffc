//! The days on which a building is not occupied as usual.

use crate::error::ConfigError;
use crate::place::{Members, Place};
use crate::surroundings::Surroundings;

const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

pub(super) fn check(entry: &Members, around: &Surroundings) -> Result<(), ConfigError> {
    if let Some(days) = entry.filled("occupied_weekdays") {
        for day in days.list()? {
            let name = day.text()?.trim().to_lowercase();
            if !DAYS.iter().any(|known| name.starts_with(known)) {
                return Err(day.takes("the name of a weekday"));
            }
        }
    }
    if let Some(dates) = entry.filled("holidays") {
        super::check_dates(&dates)?;
    }
    for key in ["holiday_calendar", "break_calendar"] {
        if let Some(calendar) = entry.given(key) {
            check_calendar(&calendar, around)?;
        }
    }
    Ok(())
}

/// Checks a calendar: the code of a country, or an object that adds files and dates to it.
fn check_calendar(calendar: &Place, around: &Surroundings) -> Result<(), ConfigError> {
    if calendar.value().is_string() {
        return check_code(calendar);
    }
    let members = calendar.object()?;
    members.only(&["country", "subdivision", "files", "dates"])?;
    let country = members.given("country");
    if let Some(country) = &country {
        check_code(country)?;
    } else if let Some(part) = members.given("subdivision") {
        return Err(part.conflict("it needs a country"));
    }
    let (files, dates) = (members.filled("files"), members.filled("dates"));
    if country.is_none() && files.is_none() && dates.is_none() {
        return Err(calendar.missing("a \"country\", \"files\" or \"dates\""));
    }
    if let Some(files) = files {
        for file in files.one_or_list() {
            around.readable(&file, file.text()?)?;
        }
    }
    dates.map_or(Ok(()), |dates| super::check_dates(&dates))
}

/// Checks the form of a country's code, with or without that of a part of it.
fn check_code(code: &Place) -> Result<(), ConfigError> {
    let text = code.text()?.trim();
    let (country, part) = text.split_once('-').unwrap_or((text, "-"));
    let is_country =
        country.len() == 2 && country.chars().all(|letter| letter.is_ascii_alphabetic());
    match is_country && !part.is_empty() {
        true => Ok(()),
        false => Err(code.takes("the code of a country, such as \"NO\" or \"ES-CL\"")),
    }
}
