//! `ventilation`: the zones and systems of the ventilation rate procedure of ASHRAE 62.1.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::error::ConfigError;
use crate::place::{Members, Place};
use crate::surroundings::Surroundings;

const METHODS: [&str; 2] = ["simplified", "appendix"];
const SYSTEM_TYPES: [&str; 3] = ["multiple_zone", "single_zone", "100pct_oa"];

/// The fields of a zone that hold a number.
const ZONE_NUMBERS: [&str; 8] = [
    "area_sqft",
    "population",
    "rp",
    "ra",
    "ez_cooling",
    "ez_heating",
    "vpz_min_cfm",
    "vpz_cfm",
];
/// Those that hold text or a flag.
const ZONE_TEXTS: [&str; 6] = [
    "zone",
    "space_type",
    "system",
    "note",
    "area_assumed",
    "population_assumed",
];
/// Other names of fields.
const ZONE_ALIASES: [(&str, &str); 8] = [
    ("id", "zone"),
    ("zone_id", "zone"),
    ("ahu", "system"),
    ("air_handler", "system"),
    ("area", "area_sqft"),
    ("area_ft2", "area_sqft"),
    ("pz", "population"),
    ("occupants", "population"),
];

pub(super) fn check(config: &Members, around: &Surroundings) -> Result<(), ConfigError> {
    let Some(ventilation) = config.given("ventilation") else {
        return Ok(());
    };
    let ventilation = ventilation.object()?;
    ventilation.only(&[
        "zones",
        "systems",
        "method",
        "ez_cooling",
        "ez_heating",
        "under_tol",
        "over_factor",
        "start_hour",
        "end_hour",
        "occupied_days",
    ])?;
    if let Some(zones) = ventilation.filled("zones") {
        check_zones(&zones, around)?;
    }
    if let Some(systems) = ventilation.filled("systems") {
        for (_, system) in systems.object()?.each() {
            check_system(&system.object()?)?;
        }
    }
    check_settings(&ventilation)
}

fn check_settings(ventilation: &Members) -> Result<(), ConfigError> {
    if let Some(method) = ventilation.member("method") {
        method.word(&METHODS)?;
    }
    for factor in ["ez_cooling", "ez_heating", "under_tol", "over_factor"] {
        if let Some(factor) = ventilation.member(factor) {
            factor.number_that("a number above 0", |number| number > 0.0)?;
        }
    }
    let hour = |key: &str, hours: std::ops::RangeInclusive<f64>| match ventilation.member(key) {
        Some(hour) => {
            let accepts = format!(
                "a whole hour of the day, {} to {}",
                hours.start(),
                hours.end()
            );
            hour.number_that(&accepts, |number| {
                number.fract() == 0.0 && hours.contains(&number)
            })
            .map(|_| ())
        }
        None => Ok(()),
    };
    hour("start_hour", 0.0..=23.0)?;
    hour("end_hour", 1.0..=24.0)?;
    if let Some(days) = ventilation.member("occupied_days") {
        for day in days.list()? {
            day.number_that("weekday numbers, 0 (Monday) to 6", |number| {
                number.fract() == 0.0 && (0.0..=6.0).contains(&number)
            })?;
        }
    }
    Ok(())
}

fn check_system(system: &Members) -> Result<(), ConfigError> {
    system.only(&["ps", "d", "vps_cfm", "system_type", "method"])?;
    if let Some(kind) = system.member("system_type") {
        kind.word(&SYSTEM_TYPES)?;
    }
    if let Some(method) = system.member("method") {
        method.word(&METHODS)?;
    }
    if let Some(diversity) = system.given("d") {
        diversity.number_that("an occupant diversity above 0 and at most 1", |number| {
            number > 0.0 && number <= 1.0
        })?;
    }
    for key in ["ps", "vps_cfm"] {
        if let Some(amount) = system.given(key) {
            amount.number_that("a number above 0", |number| number > 0.0)?;
        }
    }
    Ok(())
}

/// Checks the zones: a CSV file, a list of objects, or a list of both.
fn check_zones(zones: &Place, around: &Surroundings) -> Result<(), ConfigError> {
    let mut names = BTreeSet::new();
    let mut add = |place: &Place, zone: String| match names.insert(zone.clone()) {
        true => Ok(()),
        false => Err(place.conflict(format!("the zone {zone:?} is listed twice"))),
    };
    for item in zones.one_or_list() {
        match item.value() {
            Value::String(file) => {
                let table = around.read_csv(&item, file)?;
                for (row, cells) in table.rows.into_iter().enumerate() {
                    let fields: Map<String, Value> = cells
                        .into_iter()
                        .map(|(column, cell)| (column, Value::String(cell)))
                        .collect();
                    let fields = Value::Object(fields);
                    let line =
                        Place::named(format!("{} ({file}, line {})", item.at(), row + 2), &fields);
                    add(&item, check_zone(&line.object()?)?)?;
                }
            }
            Value::Object(_) => add(&item, check_zone(&item.object()?)?)?,
            _ => return Err(item.takes("a CSV file or an object")),
        }
    }
    Ok(())
}

/// Checks one zone and gives its name.
fn check_zone(zone: &Members) -> Result<String, ConfigError> {
    let mut name = None;
    for (key, value) in zone.each() {
        let key = key.trim().to_lowercase();
        let alias = ZONE_ALIASES.iter().find(|(alias, _)| *alias == key);
        let field = alias.map_or(key.as_str(), |(_, field)| field);
        if ZONE_NUMBERS.contains(&field) {
            check_number(&value, field)?;
        } else if !ZONE_TEXTS.contains(&field) {
            let known: Vec<&str> = ZONE_TEXTS.into_iter().chain(ZONE_NUMBERS).collect();
            return Err(ConfigError::UnknownKey {
                at: zone.at().to_owned(),
                key,
                known: known.join(", "),
            });
        }
        if field == "zone" {
            name = Some(value);
        }
    }
    let name = match name.as_ref().map(Place::value) {
        Some(Value::String(name)) => name.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    match name.is_empty() {
        true => Err(zone.missing("the name of its \"zone\"")),
        false => Ok(name),
    }
}

/// A number, or its text in a CSV file; nothing when there is none.
fn check_number(value: &Place, field: &str) -> Result<(), ConfigError> {
    let is_positive = ["ez_cooling", "ez_heating"].contains(&field);
    let fits = |number: f64| !is_positive || number > 0.0;
    let accepts = match is_positive {
        true => "a number above 0",
        false => "a number",
    };
    match value.value() {
        Value::Null => Ok(()),
        Value::String(text) if text.trim().is_empty() => Ok(()),
        Value::String(text) => match text.trim().parse::<f64>() {
            Ok(number) if number.is_finite() && fits(number) => Ok(()),
            _ => Err(value.takes(accepts)),
        },
        _ => value.number_that(accepts, fits).map(|_| ()),
    }
}
