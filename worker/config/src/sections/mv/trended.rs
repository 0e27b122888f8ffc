//! A meter that is trended: what is fitted to its daily energy.

use camber_model::Role;
use camber_model::energy_unit::Quantity;

use super::super::price::{check_heat_content, unit};
use super::super::units::Units;
use super::{calendars, method};
use crate::error::ConfigError;
use crate::place::{Members, Place};
use crate::surroundings::Surroundings;

/// The drivers that the calendar gives.
const CALENDAR: [&str; 3] = ["weekday", "occupied_day", "break_day"];

pub(super) fn check(
    entry: &Members,
    units: Units,
    around: &Surroundings,
) -> Result<(), ConfigError> {
    entry.required("class")?.text()?;
    if let Some(interval) = entry.member("interval") {
        interval.word(&["daily"])?;
    }
    if let Some(role) = entry.member("role") {
        role.role()?;
    }
    method::check(entry)?;
    check_model(entry, around)?;
    if let Some(days) = entry.member("min_days") {
        days.number()?;
    }
    if let Some(share) = entry.member("min_coverage") {
        share.number_that("a share, 0 to 1", |share| (0.0..=1.0).contains(&share))?;
    }
    check_units(entry, units)
}

/// Checks the form of the model: change points in outdoor temperature, with or without drivers.
fn check_model(entry: &Members, around: &Surroundings) -> Result<(), ConfigError> {
    let model = match entry.filled("model") {
        Some(model) => model.word(&["change_point", "cp_driver"])?,
        None => "change_point",
    };
    let drivers = entry.filled("drivers");
    if model == "change_point" {
        return match drivers {
            Some(drivers) => Err(drivers.conflict("drivers need the model \"cp_driver\"")),
            None => Ok(()),
        };
    }
    let drivers = drivers.ok_or_else(|| {
        entry.missing("\"drivers\" for the model \"cp_driver\", such as [\"weekday\"]")
    })?;
    let mut names: Vec<&str> = Vec::new();
    for driver in drivers.list()? {
        let name = check_driver(&driver)?;
        if names.contains(&name) {
            return Err(driver.conflict("it is listed twice"));
        }
        names.push(name);
    }
    if let Some(method) = entry.filled("method")
        && ["auto", "standard_conditions"].contains(&method.text()?)
    {
        return Err(method
            .conflict("the model \"cp_driver\" has no such method: it is for temperature alone"));
    }
    let by_days = names.contains(&"occupied_day") || names.contains(&"break_day");
    for key in ["occupied_weekdays", "holidays", "holiday_calendar"] {
        if let Some(place) = entry.given(key).filter(|_| !by_days) {
            return Err(place.conflict("it needs the driver \"occupied_day\" or \"break_day\""));
        }
    }
    if entry.member("break_calendar").is_some() != names.contains(&"break_day") {
        return Err(entry.conflict("break_calendar and the driver \"break_day\" go together"));
    }
    calendars::check(entry, around)
}

fn check_driver<'a>(driver: &Place<'a>) -> Result<&'a str, ConfigError> {
    let name = driver.text()?;
    match Role::from_name(name) {
        _ if CALENDAR.contains(&name) => Ok(name),
        Some(Role::Oat) => Err(driver.conflict("outdoor temperature is in the model already")),
        Some(_) => Ok(name),
        None => Err(driver.takes("\"weekday\", \"occupied_day\", \"break_day\" or a role")),
    }
}

/// Checks the unit of the meter: a power, or the volume flow of a gas of known heat content.
fn check_units(entry: &Members, units: Units) -> Result<(), ConfigError> {
    let rate = entry.given("units");
    let quantity = rate.as_ref().map(unit).transpose()?;
    let is_flow = match quantity {
        None | Some(Quantity::Power) => false,
        Some(Quantity::VolumeFlow) => true,
        Some(_) => {
            let accepts = "the unit of a rate, such as \"kW\", \"kBtu/h\" or \"cfh\"";
            return Err(rate.map_or_else(|| entry.missing(accepts), |rate| rate.takes(accepts)));
        }
    };
    let (heat, fuel) = (entry.given("heat_content"), entry.given("meter_type"));
    if let Some(heat) = &heat {
        check_heat_content(heat, Quantity::Volume)?;
    }
    if let Some(place) = heat.as_ref().or(fuel.as_ref()).filter(|_| !is_flow) {
        return Err(
            place.conflict("it is for a gas meter whose units are a volume flow, such as \"cfh\"")
        );
    }
    if let Some(fuel) = fuel.filter(|_| !units.has_factor_set) {
        return Err(fuel.conflict("it is read with a units.factor_set only"));
    }
    if !units.converts {
        return Ok(());
    }
    if rate.is_none() {
        return Err(entry.missing(
            "\"units\", the unit of its rate, because the config reports in a unit system",
        ));
    }
    if is_flow && heat.is_none() && !units.has_factor_set {
        return Err(
            entry.missing("\"heat_content\", such as \"1037 Btu/ft3\", to convert a gas volume")
        );
    }
    Ok(())
}
