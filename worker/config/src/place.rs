//! A value of a config and where it stands, for readers whose messages say so.
//!
//! A key can be given in three ways, and each section says which counts: [`Members::member`] sees
//! it whatever its value, [`Members::given`] unless it is null, [`Members::filled`] unless it is
//! null, `false`, zero or empty, which for optional parts of a config all mean "none".

use camber_model::Role;
use serde_json::{Map, Value};

use crate::dates;
use crate::error::ConfigError;

/// The longest excerpt of a value that a message repeats, in characters.
const MAX_EXCERPT: usize = 60;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Place<'a> {
    at: String,
    value: &'a Value,
}

/// An object and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Members<'a> {
    at: String,
    members: &'a Map<String, Value>,
}

impl<'a> Place<'a> {
    /// A value with a name of its own, such as the content of another file.
    pub fn named(at: impl Into<String>, value: &'a Value) -> Place<'a> {
        Place {
            at: at.into(),
            value,
        }
    }

    pub fn at(&self) -> &str {
        &self.at
    }

    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// Refuses the value: what is accepted, in words.
    pub fn takes(&self, accepts: impl Into<String>) -> ConfigError {
        ConfigError::Value {
            at: self.at.clone(),
            accepts: accepts.into(),
            given: excerpt(self.value),
        }
    }

    pub fn missing(&self, missing: impl Into<String>) -> ConfigError {
        ConfigError::Missing {
            at: self.at.clone(),
            missing: missing.into(),
        }
    }

    pub fn conflict(&self, problem: impl Into<String>) -> ConfigError {
        ConfigError::Conflict {
            at: self.at.clone(),
            problem: problem.into(),
        }
    }

    pub fn is_empty(&self) -> bool {
        match self.value {
            Value::Null | Value::Bool(false) => true,
            Value::Bool(true) => false,
            Value::Number(number) => number.as_f64() == Some(0.0),
            Value::String(text) => text.is_empty(),
            Value::Array(items) => items.is_empty(),
            Value::Object(members) => members.is_empty(),
        }
    }

    pub fn object(&self) -> Result<Members<'a>, ConfigError> {
        match self.value {
            Value::Object(members) => Ok(Members {
                at: self.at.clone(),
                members,
            }),
            _ => Err(self.takes("an object")),
        }
    }

    pub fn list(&self) -> Result<Vec<Place<'a>>, ConfigError> {
        match self.value {
            Value::Array(items) => Ok(self.items(items)),
            _ => Err(self.takes("a list")),
        }
    }

    /// The items of a list, or the value itself as the only one.
    pub fn one_or_list(&self) -> Vec<Place<'a>> {
        match self.value {
            Value::Array(items) => self.items(items),
            _ => vec![self.clone()],
        }
    }

    fn items(&self, items: &'a [Value]) -> Vec<Place<'a>> {
        let places = items.iter().enumerate();
        places
            .map(|(position, value)| Place {
                at: format!("{}[{position}]", self.at),
                value,
            })
            .collect()
    }

    pub fn text(&self) -> Result<&'a str, ConfigError> {
        self.value.as_str().ok_or_else(|| self.takes("a text"))
    }

    /// A text of more than spaces.
    pub fn filled_text(&self) -> Result<&'a str, ConfigError> {
        match self.value.as_str() {
            Some(text) if !text.trim().is_empty() => Ok(text),
            _ => Err(self.takes("a text that is not empty")),
        }
    }

    pub fn flag(&self) -> Result<bool, ConfigError> {
        self.value
            .as_bool()
            .ok_or_else(|| self.takes("true or false"))
    }

    pub fn number(&self) -> Result<f64, ConfigError> {
        self.number_that("a number", |_| true)
    }

    /// A number that `fits`, which `accepts` puts in words.
    pub fn number_that(
        &self,
        accepts: &str,
        fits: impl Fn(f64) -> bool,
    ) -> Result<f64, ConfigError> {
        match self.value.as_f64() {
            Some(number) if number.is_finite() && fits(number) => Ok(number),
            _ => Err(self.takes(accepts)),
        }
    }

    /// A number without a fraction, at least `least`.
    pub fn whole_from(&self, least: i64) -> Result<i64, ConfigError> {
        let accepts = format!("a whole number of at least {least}");
        self.number_that(&accepts, |number| {
            number.fract() == 0.0 && number >= least as f64
        })
        .map(|number| number as i64)
    }

    /// One of `words`.
    pub fn word(&self, words: &[&'static str]) -> Result<&'static str, ConfigError> {
        let given = self.value.as_str();
        let found = words.iter().copied().find(|&word| given == Some(word));
        found.ok_or_else(|| self.takes(one_of(words)))
    }

    /// A date or a date and time, in nanoseconds of wall-clock time.
    pub fn moment(&self) -> Result<i64, ConfigError> {
        let moment = self.value.as_str().and_then(dates::moment);
        moment.ok_or_else(|| self.takes("a date, such as \"2025-03-31\""))
    }

    pub fn role(&self) -> Result<Role, ConfigError> {
        let role = self.value.as_str().and_then(Role::from_name);
        role.ok_or_else(|| self.takes("the name of a role"))
    }
}

impl<'a> Members<'a> {
    /// The whole config.
    pub fn top(document: &'a Map<String, Value>) -> Members<'a> {
        Members {
            at: String::new(),
            members: document,
        }
    }

    pub fn at(&self) -> &str {
        if self.at.is_empty() {
            "the config"
        } else {
            &self.at
        }
    }

    pub fn map(&self) -> &'a Map<String, Value> {
        self.members
    }

    /// What stands under `key`, whatever it is.
    pub fn member(&self, key: &str) -> Option<Place<'a>> {
        self.members.get(key).map(|value| self.place(key, value))
    }

    /// What stands under `key`, unless that is null.
    pub fn given(&self, key: &str) -> Option<Place<'a>> {
        self.member(key).filter(|place| !place.value.is_null())
    }

    /// What stands under `key`, unless that is null, `false`, zero or empty.
    pub fn filled(&self, key: &str) -> Option<Place<'a>> {
        self.member(key).filter(|place| !place.is_empty())
    }

    /// What must stand under `key`.
    pub fn required(&self, key: &str) -> Result<Place<'a>, ConfigError> {
        self.given(key)
            .ok_or_else(|| self.missing(format!("{key:?}")))
    }

    /// Each member and its key.
    pub fn each(&self) -> impl Iterator<Item = (&'a str, Place<'a>)> {
        let members = self.members.iter();
        members.map(|(key, value)| (key.as_str(), self.place(key, value)))
    }

    /// Refuses a key that is not `known`.
    pub fn only(&self, known: &[&str]) -> Result<(), ConfigError> {
        match self
            .members
            .keys()
            .find(|key| !known.contains(&key.as_str()))
        {
            None => Ok(()),
            Some(key) => Err(ConfigError::UnknownKey {
                at: self.at().to_owned(),
                key: key.clone(),
                known: known.join(", "),
            }),
        }
    }

    pub fn missing(&self, missing: impl Into<String>) -> ConfigError {
        ConfigError::Missing {
            at: self.at().to_owned(),
            missing: missing.into(),
        }
    }

    pub fn conflict(&self, problem: impl Into<String>) -> ConfigError {
        ConfigError::Conflict {
            at: self.at().to_owned(),
            problem: problem.into(),
        }
    }

    fn place(&self, key: &str, value: &'a Value) -> Place<'a> {
        let at = if self.at.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.at)
        };
        Place { at, value }
    }
}

/// `words` as a choice.
pub(crate) fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    format!("one of {}", quoted.join(", "))
}

/// A value as one short line of JSON.
fn excerpt(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(MAX_EXCERPT) {
        None => text,
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}
