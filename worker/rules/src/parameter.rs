//! What a tunable parameter is, declared once: its name, kind, default, unit, documented range,
//! what it does, where its default comes from and how to tune it.

use std::fmt;

use camber_model::Role;
use serde_json::Value;

/// A parameter of a rule or of a drift detector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The name in configs and in results.
    pub name: &'static str,
    /// Which values it takes.
    pub kind: Kind,
    /// The value when none is given; without one, null is a value too and means "not set".
    pub default: Option<DefaultValue>,
    /// The unit, or what the number counts.
    pub unit: &'static str,
    /// Values outside need a basis.
    pub range: Option<Range>,
    /// Values outside are refused with any basis.
    pub limits: Limits,
    /// What it does, in one line.
    pub about: &'static str,
    /// Where the default comes from.
    pub basis: Basis,
    /// How to find the right value for a building.
    pub calibrate: &'static str,
}

/// The kind of value a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A finite number.
    Number,
    /// A number without a fraction.
    Whole,
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A number, or the word `auto`.
    NumberOrAuto,
    /// A list of numbers without a fraction.
    WholeList,
    /// A list of roles among these, at least one.
    RoleList(&'static [Role]),
    /// An object with a number under each of these keys.
    Keyed {
        /// The keys that must be there.
        keys: &'static [&'static str],
        /// Whether no number may be smaller than that of the key before.
        ascending: bool,
    },
    /// An object of numbers by month, 1 to 12.
    Monthly,
    /// One number for all equipment, or an object of numbers by equipment id.
    PerEquipment,
    /// An object of target numbers by these names, or an object of such objects by a pattern of
    /// equipment ids. The documented range is that of the first name.
    Targets(&'static [&'static str]),
}

/// The word of [`Kind::NumberOrAuto`].
pub const AUTO: &str = "auto";

/// A default value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DefaultValue {
    /// Of [`Kind::Number`] and [`Kind::NumberOrAuto`].
    Number(f64),
    /// Of [`Kind::Whole`].
    Whole(i64),
    /// Of [`Kind::Flag`].
    Flag(bool),
    /// Of [`Kind::Choice`].
    Word(&'static str),
    /// `auto`, of [`Kind::NumberOrAuto`].
    Auto,
    /// Of [`Kind::WholeList`].
    Wholes(&'static [i64]),
    /// Of [`Kind::RoleList`].
    Roles(&'static [Role]),
    /// Of [`Kind::Keyed`], in the order of its keys.
    Keyed(&'static [f64]),
}

impl DefaultValue {
    /// The default as JSON; `kind` knows the keys.
    pub fn to_json(self, kind: Kind) -> Value {
        match (self, kind) {
            (DefaultValue::Number(number), _) => number.into(),
            (DefaultValue::Whole(number), _) => number.into(),
            (DefaultValue::Flag(flag), _) => flag.into(),
            (DefaultValue::Word(word), _) => word.into(),
            (DefaultValue::Auto, _) => AUTO.into(),
            (DefaultValue::Wholes(numbers), _) => numbers.into(),
            (DefaultValue::Roles(roles), _) => roles.iter().map(|role| role.name()).collect(),
            (DefaultValue::Keyed(numbers), Kind::Keyed { keys, .. }) => keys
                .iter()
                .zip(numbers)
                .map(|(&key, &number)| (key.to_owned(), Value::from(number)))
                .collect(),
            (DefaultValue::Keyed(numbers), _) => numbers.into(),
        }
    }
}

/// The documented range of a number, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The low end.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

impl Range {
    /// Whether `value` lies inside.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.low, self.high)
    }
}

/// Bounds that hold whatever the basis: outside them the method has no meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    pub(crate) low: Option<f64>,
    pub(crate) low_included: bool,
    pub(crate) high: Option<f64>,
}

impl Limits {
    pub(crate) const NONE: Limits = Limits {
        low: None,
        low_included: true,
        high: None,
    };

    /// Whether `value` lies inside.
    pub fn allow(self, value: f64) -> bool {
        let above = match (self.low, self.low_included) {
            (None, _) => true,
            (Some(low), true) => value >= low,
            (Some(low), false) => value > low,
        };
        above && self.high.is_none_or(|high| value <= high)
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(low) = self.low {
            let words = if self.low_included {
                "at least"
            } else {
                "above"
            };
            write!(f, "{words} {low}")?;
        }
        match (self.low, self.high) {
            (Some(_), Some(high)) => write!(f, " and at most {high}"),
            (None, Some(high)) => write!(f, "at most {high}"),
            (_, None) => Ok(()),
        }
    }
}

/// Where a default comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basis {
    /// An engineering choice, with the reason where there is one to give.
    Judgment(&'static str),
    /// A clause of a standard.
    Standard(&'static str),
    /// A published source that is no standard.
    Published(&'static str),
    /// Fitted to a data set.
    Calibrated(&'static str),
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Basis::Judgment("") => f.write_str("CAMBER judgment"),
            Basis::Judgment(why) => write!(f, "CAMBER judgment: {why}"),
            Basis::Standard(clause) => write!(f, "standard: {clause}"),
            Basis::Published(source) => write!(f, "public source: {source}"),
            Basis::Calibrated(data) => write!(f, "calibrated on {data}"),
        }
    }
}
