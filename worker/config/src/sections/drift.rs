//! `drift`: which families of detectors compare which periods.

use camber_rules::settings::Given;

use super::equipment::Equipment;
use super::rules;
use crate::error::ConfigError;
use crate::place::{Members, Place};
use crate::surroundings::Surroundings;

const FAMILIES: [&str; 10] = [
    "ahu",
    "boiler",
    "chiller",
    "condenser",
    "dx",
    "evaporator",
    "hw_pump",
    "pump",
    "tower",
    "vav",
];
const COILS: [&str; 2] = ["cooling", "heating"];

pub(super) fn check(
    config: &Members,
    equipment: &Equipment,
    around: &Surroundings,
) -> Result<(), ConfigError> {
    let Some(drift) = config.given("drift") else {
        return Ok(());
    };
    let drift = drift.object()?;
    let families = match drift.given("families") {
        Some(families) => families.list()?,
        None => Vec::new(),
    };
    let mut frozen = families.is_empty();
    for family in &families {
        frozen |= family.object()?.given("reference").is_none();
    }
    if frozen {
        check_frozen(&drift, equipment, around)?;
    }
    for period in ["baseline", "current"] {
        match drift.given(period) {
            Some(period) => check_period(&period)?,
            None if frozen => return Err(drift.missing(format!("{period:?}, a start and an end"))),
            None => {}
        }
    }
    families
        .iter()
        .try_for_each(|family| check_family(family, equipment))
}

/// Checks where the frozen baselines are: families without a reference of their own need them.
fn check_frozen(
    drift: &Members,
    equipment: &Equipment,
    around: &Surroundings,
) -> Result<(), ConfigError> {
    match drift.filled("store") {
        Some(store) => {
            let name = store.text()?;
            match around.path(name).exists() {
                true => around.read_json(&store, name).map(|_| ()),
                // Nothing is frozen yet: the detectors decline and say so.
                false => Ok(()),
            }
        }
        None if equipment.is_stored() && around.store.is_in_workspace() => Ok(()),
        None => {
            Err(drift
                .missing("\"store\", the file of frozen baselines, outside a portfolio workspace"))
        }
    }
}

fn check_family(family: &Place, equipment: &Equipment) -> Result<(), ConfigError> {
    let entry = family.object()?;
    let class = entry.required("class")?;
    if !equipment.has_class(class.text()?) {
        return Err(class.takes(format!(
            "a class of the equipment section: {}",
            equipment.classes()
        )));
    }
    let name = entry.required("family")?.word(&FAMILIES)?;
    for period in ["baseline", "current"] {
        if let Some(period) = entry.member(period) {
            check_period(&period)?;
        }
    }
    if let Some(reference) = entry.given("reference") {
        check_reference(&reference, equipment)?;
    }
    if let Some(coils) = entry.filled("coils") {
        for coil in coils.list()? {
            coil.word(&COILS)?;
        }
    }
    if let Some(alarm) = entry.given("sustained_alarm") {
        alarm.flag()?;
    }
    check_coil_leak(&entry, name)
}

/// Checks the detector of leaking coil valves, which a family of air handlers may ask for.
fn check_coil_leak(entry: &Members, family: &str) -> Result<(), ConfigError> {
    let (coils, params) = (entry.given("coil_leak"), entry.given("coil_leak_params"));
    if coils.is_none() && params.is_none() {
        return Ok(());
    }
    if family != "ahu" {
        return Err(entry.conflict("coil_leak goes with the family \"ahu\" only"));
    }
    let coils = coils
        .ok_or_else(|| entry.missing("\"coil_leak\", a list of coils, with its parameters"))?;
    if coils.is_empty() {
        return Err(coils.takes("a list of one or both of \"cooling\" and \"heating\""));
    }
    for coil in coils.list()? {
        coil.word(&COILS)?;
    }
    match params {
        None => Ok(()),
        Some(params) => {
            let given = params.object()?.map();
            rules::checked(
                &params,
                &camber_drift::coil_leak_drift::RULE,
                given,
                &Given::new(),
            )
        }
    }
}

/// Checks what a family is compared with: a sound equipment, a sound period, or both.
fn check_reference(reference: &Place, equipment: &Equipment) -> Result<(), ConfigError> {
    let members = reference.object()?;
    members.only(&["equip", "period"])?;
    let (equip, period) = (members.given("equip"), members.given("period"));
    if equip.is_none() && period.is_none() {
        return Err(reference.missing("an \"equip\" or a \"period\""));
    }
    if let Some(period) = period {
        check_period(&period)?;
    }
    if let Some(equip) = equip
        && !equipment.takes_part(equip.text()?)?
    {
        return Err(
            equip.takes("an equipment that the equipment section asks for and the facility has")
        );
    }
    Ok(())
}

/// Checks a start and an end; null leaves an end open.
pub(super) fn check_period(period: &Place) -> Result<(), ConfigError> {
    match period.list()?.as_slice() {
        [start, end] => [start, end]
            .into_iter()
            .filter(|end| !end.value().is_null())
            .try_for_each(|end| end.moment().map(|_| ())),
        _ => Err(period.takes("a list of a start and an end")),
    }
}
