//! `price` and `loads`: what the cost of a fault is computed from.

use camber_model::energy_unit::{self, Quantity};

use crate::error::ConfigError;
use crate::place::{Members, Place};

/// The fuels: the plain price's key, and the object's that states its unit.
const FUELS: [(&str, &str); 2] = [
    ("electricity_per_kwh", "electricity"),
    ("gas_per_therm", "gas"),
];
/// What is known of an equipment.
const LOADS: [&str; 9] = [
    "heating_capacity_kbtuh",
    "cooling_tons",
    "chiller_kw_per_ton",
    "fan_kw",
    "pump_kw",
    "annual_hours",
    "supply_airflow_cfm",
    "design_oa_cfm",
    "heat_pump_cop",
];

pub(super) fn check(price: &Place) -> Result<(), ConfigError> {
    let price = price.object()?;
    for (plain, stated) in FUELS {
        let rate = price.member(plain);
        if let Some(rate) = &rate {
            rate.number_that("a price of at least 0", |number| number >= 0.0)?;
        }
        let Some(stated) = price.given(stated) else {
            continue;
        };
        if rate.is_some() {
            return Err(stated.conflict(format!("{plain} gives the same price")));
        }
        check_rate(&stated.object()?)?;
    }
    Ok(())
}

/// Checks a rate per some unit; a volume or a mass needs to say how much energy it holds.
fn check_rate(price: &Members) -> Result<(), ConfigError> {
    price
        .required("rate")?
        .number_that("a price of at least 0", |number| number >= 0.0)?;
    let per = price.required("per")?;
    match unit(&per)? {
        Quantity::Energy => Ok(()),
        Quantity::Volume => check_heat_content(&price.required("heat_content")?, Quantity::Volume),
        Quantity::Mass => check_heat_content(&price.required("enthalpy")?, Quantity::Mass),
        Quantity::Power | Quantity::VolumeFlow => {
            Err(per.takes("a unit of energy, gas volume or steam mass"))
        }
    }
}

/// What the unit spelt at `place` measures.
pub(super) fn unit(place: &Place) -> Result<Quantity, ConfigError> {
    let unit = energy_unit::parse(place.text()?);
    unit.map(|unit| unit.quantity)
        .map_err(|problem| place.conflict(problem.to_string()))
}

/// Checks how much energy an `amount` of fuel holds: `"10.37 therm/Mcf"`, or the number and the
/// unit apart.
pub(super) fn check_heat_content(place: &Place, amount: Quantity) -> Result<(), ConfigError> {
    let form = || place.takes("a number above 0 and its unit, such as \"10.37 therm/Mcf\"");
    let (number, unit) = if let Some(text) = place.value().as_str() {
        let text = text.trim();
        let end = text
            .find(|letter: char| !matches!(letter, '0'..='9' | '+' | '-' | '.' | ',' | 'e' | 'E'))
            .ok_or_else(form)?;
        let (number, unit) = text.split_at(end);
        (number.replace(',', "").parse().ok(), unit)
    } else if place.value().is_array() {
        match place.list()?.as_slice() {
            [number, unit] => (number.value().as_f64(), unit.text()?),
            _ => return Err(form()),
        }
    } else {
        let members = place.object()?;
        let (number, unit) = (members.required("value")?, members.required("unit")?);
        (number.value().as_f64(), unit.text()?)
    };
    if !number.is_some_and(|number| number.is_finite() && number > 0.0) {
        return Err(form());
    }
    match energy_unit::parse_heat_content(unit) {
        Ok(per) if per == amount => Ok(()),
        Ok(Quantity::Mass) => Err(place.conflict("it is per mass, and the amounts are volumes")),
        Ok(_) => Err(place.conflict("it is per volume, and the amounts are masses")),
        Err(problem) => Err(place.conflict(problem.to_string())),
    }
}

pub(super) fn check_loads(loads: &Place) -> Result<(), ConfigError> {
    for (_, load) in loads.object()?.each() {
        let load = load.object()?;
        load.only(&LOADS)?;
        for (key, value) in load.each() {
            if key != "annual_hours" && value.value().is_null() {
                continue;
            }
            value.number_that("a number of at least 0", |number| number >= 0.0)?;
        }
    }
    Ok(())
}
