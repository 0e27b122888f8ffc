//! `rules`: which rules run, with which parameters.

use camber_rules::settings::Given;

use crate::error::ConfigError;
use crate::place::{Members, Place};

/// The rule that the `ventilation` section configures and a config may list once it is there.
const VENTILATION_RULE: &str = "ventilation_system_62_1";

pub(super) fn check(config: &Members) -> Result<(), ConfigError> {
    let Some(rules) = config.given("rules") else {
        return Ok(());
    };
    let has_ventilation = config.given("ventilation").is_some();
    for rule in rules.list()? {
        let none = Given::new();
        let (name, params, basis) = match rule.value().as_str() {
            Some(name) => (name, &none, &none),
            None => {
                let entry = rule.object()?;
                let name = entry.required("name")?.text()?;
                (
                    name,
                    object(&entry, "params", &none)?,
                    object(&entry, "basis", &none)?,
                )
            }
        };
        if name == VENTILATION_RULE && has_ventilation && params.is_empty() && basis.is_empty() {
            continue;
        }
        let declared = camber_rules::get(name).map_err(|problem| ConfigError::Rule {
            at: rule.at().to_owned(),
            problem,
        })?;
        checked(&rule, declared, params, basis)?;
    }
    Ok(())
}

/// Checks the parameters of a rule or drift detector that stands at `place`.
pub(super) fn checked(
    place: &Place,
    rule: &camber_rules::Rule,
    params: &Given,
    basis: &Given,
) -> Result<(), ConfigError> {
    match rule.check(params, basis) {
        Ok(()) => Ok(()),
        Err(problems) => match problems.into_iter().next() {
            Some(problem) => Err(ConfigError::Parameter {
                at: place.at().to_owned(),
                problem,
            }),
            None => Ok(()),
        },
    }
}

/// The object under `key`; none is an empty one.
fn object<'a>(entry: &Members<'a>, key: &str, none: &'a Given) -> Result<&'a Given, ConfigError> {
    match entry.given(key) {
        Some(place) => Ok(place.object()?.map()),
        None => Ok(none),
    }
}
