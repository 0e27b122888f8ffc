//! A meter that is billed: its bills file, and what is fitted to it.

use super::super::price::{check_heat_content, unit};
use super::super::units::Units;
use super::super::weather;
use super::method;
use crate::error::ConfigError;
use crate::place::{Members, Place};
use crate::surroundings::Surroundings;
use camber_model::energy_unit::Quantity;

const ENTRY: [&str; 26] = [
    "bills",
    "name",
    "oat",
    "base_f",
    "min_coverage",
    "min_bills",
    "period",
    "reporting_period",
    "intermediate_period",
    "method",
    "kernel",
    "validity",
    "extrapolation",
    "adjustments",
    "normal_year",
    "ecm_dates",
    "settle_days",
    "materiality_threshold",
    "model",
    "drivers",
    "min_days",
    "interval",
    "base_search",
    "calendarize",
    "avoided_cost",
    "rebaseline",
];
const BILLS: [&str; 14] = [
    "file",
    "start",
    "end",
    "energy",
    "estimated",
    "units",
    "end_inclusive",
    "merge_estimated",
    "units_column",
    "heat_content",
    "enthalpy",
    "meter_type",
    "scale_check",
    "scale_override",
];
const SCALE: [&str; 17] = [
    "enabled",
    "fuel",
    "area",
    "area_unit",
    "property_type",
    "cost",
    "demand",
    "read_start",
    "read_end",
    "multiplier",
    "tariff",
    "price_source",
    "state",
    "eia_cache_dir",
    "eia_offline",
    "on_implausible",
    "other_site_kbtu_per_year",
];
const FETCH: [&str; 4] = ["auto", "isd", "nasa_power", "open_meteo"];

pub(super) fn check(
    entry: &Members,
    units: Units,
    around: &Surroundings,
) -> Result<(), ConfigError> {
    entry.only(&ENTRY)?;
    if let Some(interval) = entry.member("interval") {
        interval.word(&["daily"])?;
    }
    if let Some(model) = entry.filled("model") {
        model.word(&["change_point"])?;
    }
    if let Some(drivers) = entry.filled("drivers") {
        return Err(drivers.conflict("bills have no daily drivers"));
    }
    method::check(entry)?;
    for number in ["min_bills", "min_coverage"] {
        if let Some(number) = entry.member(number) {
            number.number()?;
        }
    }
    check_bases(entry)?;
    let has_cost = check_bills(entry, units, around)?;
    check_avoided_cost(entry, has_cost)?;
    check_weather(entry, around)
}

/// Checks the bills file and how it is read; gives whether it names a column of costs.
fn check_bills(entry: &Members, units: Units, around: &Surroundings) -> Result<bool, ConfigError> {
    let bills = entry.required("bills")?;
    if let Some(file) = bills.value().as_str() {
        around.readable(&bills, file)?;
        return Ok(false);
    }
    let bills = bills.object()?;
    bills.only(&[&BILLS[..], &["cost"]].concat())?;
    let file = bills.required("file")?;
    around.readable(&file, file.filled_text()?)?;
    if let Some(stated) = bills.given("units") {
        match unit(&stated)? {
            Quantity::Energy | Quantity::Volume | Quantity::Mass => {}
            Quantity::Power | Quantity::VolumeFlow => {
                return Err(stated.takes("a unit of energy, gas volume or steam mass"));
            }
        }
    }
    for (key, amount) in [
        ("heat_content", Quantity::Volume),
        ("enthalpy", Quantity::Mass),
    ] {
        if let Some(content) = bills.given(key) {
            check_heat_content(&content, amount)?;
        }
    }
    if let Some(fuel) = bills.given("meter_type").filter(|_| !units.has_factor_set) {
        return Err(fuel.conflict("it is read with a units.factor_set only"));
    }
    check_scale(&bills)?;
    Ok(bills.filled("cost").is_some())
}

/// Checks the test of the bills' scale, and the correction of it.
fn check_scale(bills: &Members) -> Result<(), ConfigError> {
    if let Some(check) = bills.given("scale_check")
        && check.value() != &serde_json::Value::Bool(false)
    {
        let check = check.object()?;
        check.only(&SCALE)?;
        if let Some(then) = check.member("on_implausible") {
            then.word(&["decline", "warn"])?;
        }
    }
    if let Some(correction) = bills.given("scale_override") {
        let correction = correction.object()?;
        correction.only(&["factor", "reason"])?;
        correction
            .required("factor")?
            .number_that("a number above 0", |number| number > 0.0)?;
        correction.required("reason")?.filled_text()?;
    }
    Ok(())
}

/// Checks the base of degree days: a temperature, or a search for it.
fn check_bases(entry: &Members) -> Result<(), ConfigError> {
    let base = entry.member("base_f");
    let is_auto = |base: &Place| {
        base.value()
            .as_str()
            .is_some_and(|text| text.trim().eq_ignore_ascii_case("auto"))
    };
    let searched = base.as_ref().is_some_and(is_auto);
    if let Some(base) = base.filter(|_| !searched) {
        base.number_that("a temperature or \"auto\"", |_| true)?;
    }
    let Some(search) = entry.given("base_search") else {
        return Ok(());
    };
    if !searched {
        return Err(search.conflict("it needs base_f \"auto\""));
    }
    search.object()?.only(&[
        "heating",
        "cooling",
        "step",
        "grid",
        "tolerance",
        "flat_share",
        "fixed_f",
        "kinds",
        "r2_min",
    ])
}

fn check_avoided_cost(entry: &Members, has_cost: bool) -> Result<(), ConfigError> {
    let Some(cost) = entry.given("avoided_cost") else {
        return Ok(());
    };
    let rate = match cost.value().as_str() {
        Some(_) => cost.clone(),
        None => {
            let members = cost.object()?;
            members.only(&["rate"])?;
            members.required("rate")?
        }
    };
    match rate.value().as_str() {
        Some("bills") if has_cost => Ok(()),
        Some("bills") => Err(rate.conflict("it needs bills.cost, the column of billed costs")),
        _ => rate
            .number_that("\"bills\" or a cost per unit", |_| true)
            .map(|_| ()),
    }
}

/// Checks where the outdoor temperature of the billing periods comes from.
fn check_weather(entry: &Members, around: &Surroundings) -> Result<(), ConfigError> {
    let Some(oat) = entry.filled("oat") else {
        return Ok(());
    };
    let oat = oat.object()?;
    if let Some(file) = oat.filled("file") {
        return around.readable(&file, file.text()?);
    }
    if let Some(source) = oat.filled("fetch") {
        source.word(&FETCH)?;
    }
    oat.given("weather")
        .map_or(Ok(()), |policy| weather::check_policy(&policy))
}
