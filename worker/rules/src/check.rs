//! Whether a value is one that a parameter takes.

use camber_model::Role;
use serde_json::{Map, Value};

use crate::error::{ParameterError, excerpt, plain};
use crate::parameter::{AUTO, Kind, Parameter};
use crate::rule::{Extra, Form};

/// What is wrong with a value; [`Problem::of`] says for which rule and parameter.
#[derive(Clone, Debug, PartialEq)]
enum Problem {
    /// Not of the parameter's kind.
    Form(String),
    /// Outside the documented range.
    Range(String),
    /// Beyond the limits.
    Limit(String),
}

/// Checks `value` for `parameter` of `rule`. A value outside the documented range passes when
/// `based`: when a basis says where it comes from.
///
/// # Errors
/// The first thing that is wrong.
pub fn value(
    rule: &'static str,
    parameter: &'static Parameter,
    value: &Value,
    based: bool,
) -> Result<(), ParameterError> {
    if value.is_null() && parameter.default.is_none() {
        return Ok(());
    }
    form(parameter, value, based).map_err(|problem| problem.of(rule, parameter))
}

/// Checks `value` for what a config may give beside the parameters of `rule`.
///
/// # Errors
/// [`ParameterError::Form`] when it has another form.
pub fn extra(rule: &'static str, extra: &Extra, value: &Value) -> Result<(), ParameterError> {
    let all = |fits: fn(&Value) -> bool| {
        value
            .as_object()
            .is_some_and(|members| members.values().all(fits))
    };
    let list_of_texts = |item: &Value| {
        item.as_array()
            .is_some_and(|items| items.iter().all(Value::is_string))
    };
    let (fits, accepted) = match extra.form {
        Form::Text => (value.is_string(), "a text"),
        Form::Texts => (all(Value::is_string), "an object of texts"),
        Form::Numbers => (
            all(|item| item.as_f64().is_some_and(f64::is_finite)),
            "an object of finite numbers",
        ),
        Form::TextLists => (all(list_of_texts), "an object of lists of texts"),
        Form::Unread => (true, "anything"),
    };
    if fits || value.is_null() {
        return Ok(());
    }
    Err(ParameterError::Form {
        rule,
        parameter: extra.name,
        given: excerpt(value),
        accepted: format!("{accepted}, or null"),
    })
}

impl Problem {
    fn of(self, rule: &'static str, parameter: &'static Parameter) -> ParameterError {
        let name = parameter.name;
        match self {
            Problem::Form(given) => ParameterError::Form {
                rule,
                parameter: name,
                given,
                accepted: accepted(parameter),
            },
            Problem::Range(given) => ParameterError::Range {
                rule,
                parameter: name,
                given,
                accepted: match parameter.range {
                    Some(range) => range.to_string(),
                    None => accepted(parameter),
                },
            },
            Problem::Limit(given) => ParameterError::Limit {
                rule,
                parameter: name,
                given,
                accepted: parameter.limits.to_string(),
            },
        }
    }
}

fn form(parameter: &Parameter, value: &Value, based: bool) -> Result<(), Problem> {
    let other = || Problem::Form(excerpt(value));
    let number = |value: &Value| in_range(parameter, finite(value)?, based);
    match (parameter.kind, value) {
        (Kind::Number, _) => number(value),
        (Kind::Whole, _) => in_range(parameter, whole(value)?, based),
        (Kind::Flag, Value::Bool(_)) => Ok(()),
        (Kind::Choice(words), Value::String(word)) if words.contains(&word.as_str()) => Ok(()),
        (Kind::NumberOrAuto, Value::String(word)) if word == AUTO => Ok(()),
        (Kind::NumberOrAuto, _) => number(value),
        (Kind::WholeList, Value::Array(items)) => items
            .iter()
            .try_for_each(|item| in_range(parameter, whole(item)?, based)),
        (Kind::RoleList(among), Value::Array(items)) if !items.is_empty() => items
            .iter()
            .try_for_each(|item| match role_in(among, item) {
                Some(_) => Ok(()),
                None => Err(Problem::Form(excerpt(item))),
            }),
        (Kind::Keyed { keys, ascending }, Value::Object(members)) => {
            let numbers = keys
                .iter()
                .map(|&key| members.get(key).ok_or_else(other).and_then(finite))
                .collect::<Result<Vec<f64>, Problem>>()?;
            if ascending && !numbers.is_sorted() {
                return Err(other());
            }
            numbers
                .into_iter()
                .try_for_each(|number| in_range(parameter, number, based))
        }
        (Kind::Monthly, Value::Object(members)) => members.iter().try_for_each(|(key, item)| {
            month(key).ok_or_else(other)?;
            number(item)
        }),
        (Kind::PerEquipment, Value::Object(members)) => members.values().try_for_each(number),
        (Kind::PerEquipment, _) => number(value),
        (Kind::Targets(names), Value::Object(members)) => targets(members)
            .into_iter()
            .try_for_each(|target| numbers_of_target(parameter, names, target, based)),
        _ => Err(other()),
    }
}

/// The target objects of a [`Kind::Targets`] value: the value itself, or those by pattern.
fn targets(members: &Map<String, Value>) -> Vec<&Map<String, Value>> {
    let by_pattern: Option<Vec<_>> = members.values().map(Value::as_object).collect();
    by_pattern.unwrap_or_else(|| vec![members])
}

/// Checks the named numbers of one target object; what it does not name has no target.
fn numbers_of_target(
    parameter: &Parameter,
    names: &[&str],
    target: &Map<String, Value>,
    based: bool,
) -> Result<(), Problem> {
    for (position, &name) in names.iter().enumerate() {
        let Some(value) = target.get(name).filter(|value| !value.is_null()) else {
            continue;
        };
        let number = finite(value)?;
        if position == 0 {
            in_range(parameter, number, based)?;
        }
    }
    Ok(())
}

fn in_range(parameter: &Parameter, number: f64, based: bool) -> Result<(), Problem> {
    if !parameter.limits.allow(number) {
        return Err(Problem::Limit(plain(number)));
    }
    match parameter.range {
        Some(range) if !based && !range.contains(number) => Err(Problem::Range(plain(number))),
        _ => Ok(()),
    }
}

fn finite(value: &Value) -> Result<f64, Problem> {
    value
        .as_f64()
        .filter(|number| number.is_finite())
        .ok_or_else(|| Problem::Form(excerpt(value)))
}

fn whole(value: &Value) -> Result<f64, Problem> {
    finite(value).and_then(|number| match number.fract() == 0.0 {
        true => Ok(number),
        false => Err(Problem::Form(excerpt(value))),
    })
}

/// The month a key names, 1 to 12.
pub(crate) fn month(key: &str) -> Option<u8> {
    key.trim()
        .parse()
        .ok()
        .filter(|month| (1..=12).contains(month))
}

/// The role a list item names, if it is `among` those taken. Case and outer spaces do not matter.
pub(crate) fn role_in(among: &[Role], item: &Value) -> Option<Role> {
    let name = item.as_str()?.trim().to_lowercase();
    Role::from_name(&name).filter(|role| among.contains(role))
}

/// What a parameter takes, in words.
fn accepted(parameter: &Parameter) -> String {
    let mut words = match parameter.kind {
        Kind::Number => "a finite number".to_owned(),
        Kind::Whole => "a whole number".to_owned(),
        Kind::Flag => "true or false".to_owned(),
        Kind::Choice(words) => format!("one of {}", quoted(words)),
        Kind::NumberOrAuto => "a finite number or \"auto\"".to_owned(),
        Kind::WholeList => "a list of whole numbers".to_owned(),
        Kind::RoleList(among) => {
            let names: Vec<&str> = among.iter().map(|role| role.name()).collect();
            format!("a list with one or more of {}", quoted(&names))
        }
        Kind::Keyed { keys, ascending } => {
            let order = if ascending {
                ", in ascending order"
            } else {
                ""
            };
            format!(
                "an object with a number for each of {}{order}",
                quoted(keys)
            )
        }
        Kind::Monthly => "an object of numbers by month (1 to 12)".to_owned(),
        Kind::PerEquipment => "a finite number, or an object of numbers by equipment".to_owned(),
        Kind::Targets(names) => format!(
            "an object of numbers named {}, or such objects by equipment pattern",
            quoted(names)
        ),
    };
    if parameter.default.is_none() {
        words.push_str(", or null");
    }
    words
}

fn quoted(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("{word:?}"))
        .collect::<Vec<_>>()
        .join(", ")
}
