//! `report.rcx.references` and `report.rcx.oat_reference`: what sensors are compared with.

use super::equipment::Equipment;
use super::weather;
use crate::error::ConfigError;
use crate::place::{Members, Place};
use crate::surroundings::Surroundings;

/// The key that stands for the whole site.
const SITE: &str = "*";
/// Where weather can be fetched from.
const FETCH: [&str; 4] = ["auto", "isd", "nasa_power", "open_meteo"];
/// The levels of bias and drift, with their defaults: the one that warns, the one that faults.
const LEVELS: [(&str, f64, &str, f64); 2] = [
    ("bias_warn", 2.0, "bias_fault", 5.0),
    ("drift_warn", 1.0, "drift_fault", 3.0),
];
/// The thresholds of a comparison.
const THRESHOLDS: [&str; 7] = [
    "bias_warn",
    "bias_fault",
    "drift_warn",
    "drift_fault",
    "min_correlation",
    "min_samples",
    "min_drift_days",
];

pub(super) fn check(
    rcx: &Members,
    equipment: &Equipment,
    around: &Surroundings,
) -> Result<(), ConfigError> {
    let site = rcx.filled("oat_reference");
    if let Some(site) = &site {
        check_site(site, around)?;
    }
    let Some(references) = rcx.filled("references") else {
        return Ok(());
    };
    for (equip, roles) in references.object()?.each() {
        let roles_of = roles.object()?;
        if equip == SITE {
            roles_of.only(&["oat"])?;
            if let Some(oat) = roles_of.filled("oat") {
                check_site(&oat, around)?;
                if site.is_some() {
                    return Err(oat.conflict("oat_reference gives the site's reference already"));
                }
            }
            continue;
        }
        if !equipment.is_in_source(equip)? {
            return Err(roles.conflict(format!("the facility has no equipment {equip:?}")));
        }
        for (role, reference) in roles_of.each() {
            check_point(equip, role, &reference, equipment, around)?;
        }
    }
    Ok(())
}

/// Checks the site's own reference: a file, or a place to fetch weather for.
fn check_site(reference: &Place, around: &Surroundings) -> Result<(), ConfigError> {
    let reference = reference.object()?;
    if let Some(file) = reference.filled("csv") {
        return around.readable(&file, file.text()?);
    }
    if let Some(source) = reference.filled("fetch") {
        source.word(&FETCH)?;
    }
    reference
        .given("weather")
        .map_or(Ok(()), |policy| weather::check_policy(&policy))
}

/// Checks what the sensor `role` of `equip` is compared with: a sensor of another equipment, or a
/// file.
fn check_point(
    equip: &str,
    role: &str,
    reference: &Place,
    equipment: &Equipment,
    around: &Surroundings,
) -> Result<(), ConfigError> {
    if camber_model::Role::from_name(role).is_none() {
        return Err(reference.conflict(format!("there is no role {role:?}")));
    }
    let members = reference.object()?;
    let known = ["equip", "role", "csv", "time_col", "value_col", "label"];
    members.only(&[&known[..], &THRESHOLDS].concat())?;
    check_thresholds(&members)?;
    if let Some(file) = members.filled("csv") {
        return around.readable(&file, file.text()?);
    }
    let other = members
        .filled("equip")
        .ok_or_else(|| members.missing("an \"equip\" or a \"csv\" to compare with"))?;
    let name = other.text()?;
    let read = match members.filled("role") {
        Some(role) => role.role()?.name(),
        None => role,
    };
    if name == equip && read == role {
        return Err(reference.conflict("a sensor is no reference for itself"));
    }
    match equipment.is_in_source(name)? {
        true => Ok(()),
        false => Err(other.takes("an equipment of the facility")),
    }
}

fn check_thresholds(reference: &Members) -> Result<(), ConfigError> {
    for key in THRESHOLDS {
        if let Some(threshold) = reference.member(key) {
            threshold.number_that("a number above 0", |number| number > 0.0)?;
        }
    }
    let level = |key: &str, default: f64| match reference.member(key) {
        Some(level) => level.number(),
        None => Ok(default),
    };
    for (warn, warn_default, fault, fault_default) in LEVELS {
        if level(warn, warn_default)? > level(fault, fault_default)? {
            return Err(reference.conflict(format!("{warn} is above {fault}")));
        }
    }
    Ok(())
}
