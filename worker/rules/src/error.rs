//! Why a rule, or a value for one of its parameters, is refused.

use serde_json::Value;

/// The longest excerpt of a refused value that a message repeats, in characters.
const MAX_EXCERPT: usize = 60;

/// A value that a rule does not take. Every message names the rule, the parameter, what was
/// given and what is accepted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParameterError {
    /// The rule has no such parameter.
    #[error("rule {rule} has no parameter {name:?}; it takes {known}")]
    Unknown {
        /// The rule.
        rule: &'static str,
        /// What was given.
        name: String,
        /// The names it takes.
        known: String,
    },
    /// A value of another type or form than the parameter's.
    #[error("rule {rule}: {parameter} takes {accepted}, not {given}")]
    Form {
        /// The rule.
        rule: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// The value, shortened.
        given: String,
        /// What the parameter takes.
        accepted: String,
    },
    /// A number outside the documented range, without a basis for it.
    #[error(
        "rule {rule}: {parameter} takes {accepted}, not {given}; a value outside needs a \"basis\" \
         that says where it comes from"
    )]
    Range {
        /// The rule.
        rule: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// The number that is outside.
        given: String,
        /// The range.
        accepted: String,
    },
    /// A number that has no meaning for the method, with or without a basis.
    #[error("rule {rule}: {parameter} must be {accepted}, not {given}")]
    Limit {
        /// The rule.
        rule: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// The number that is beyond the limit.
        given: String,
        /// The limit.
        accepted: String,
    },
    /// Two values that do not go together.
    #[error("rule {rule}: {parameter} must be {accepted}, not {given}")]
    Relation {
        /// The rule.
        rule: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// Its value, shortened.
        given: String,
        /// What it must be, given the other parameter.
        accepted: String,
    },
    /// A parameter that means nothing without another one.
    #[error("rule {rule}: {parameter} needs {other} to be set as well")]
    Incomplete {
        /// The rule.
        rule: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// The parameter that is missing.
        other: &'static str,
    },
    /// A basis that says nothing.
    #[error("rule {rule}: the basis of {parameter} is a non-empty text, not {given}")]
    Basis {
        /// The rule.
        rule: &'static str,
        /// The parameter it is given for.
        parameter: String,
        /// The basis, shortened.
        given: String,
    },
}

/// A rule that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no rule {name:?}{}", suggestion(.close))]
pub struct UnknownRule {
    /// What was asked for.
    pub name: String,
    /// Rules with a similar name, the closest first.
    pub close: Vec<&'static str>,
}

fn suggestion(close: &[&'static str]) -> String {
    match close {
        [] => String::new(),
        close => format!(" (did you mean {}?)", close.join(" or ")),
    }
}

/// A number, without a fraction where it has none and short however large it is.
pub(crate) fn plain(number: f64) -> String {
    match number.abs() {
        0.0 | 1e-5..1e15 => number.to_string(),
        _ => format!("{number:e}"),
    }
}

/// A value as one short line of JSON.
pub(crate) fn excerpt(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(MAX_EXCERPT) {
        None => text,
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}
