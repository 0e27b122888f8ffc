//! What a tunable parameter is, declared once: its name, kind, default, unit, documented range,
//! what it does, where its default comes from and how to tune it. The checks of `check`, the rows
//! of `listing` and the typed values of `settings` all follow from this declaration.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use camber_model::Role;
use serde_json::{Map, Value};

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
    low: Option<f64>,
    low_included: bool,
    high: Option<f64>,
}

impl Limits {
    const NONE: Limits = Limits {
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

/// A [`Parameter`] that reads as a `T`; its name comes from the field it is declared for (see
/// [`parameters!`](crate::parameters)).
#[derive(Clone, Copy, Debug)]
pub struct Declared<T> {
    parameter: Parameter,
    reads: PhantomData<fn() -> T>,
}

impl<T> Declared<T> {
    const fn new(kind: Kind, default: Option<DefaultValue>, unit: &'static str) -> Self {
        let parameter = Parameter {
            name: "",
            kind,
            default,
            unit,
            range: None,
            limits: Limits::NONE,
            about: "",
            basis: Basis::Judgment(""),
            calibrate: "",
        };
        Declared {
            parameter,
            reads: PhantomData,
        }
    }

    const fn within(mut self, range: RangeInclusive<f64>) -> Self {
        self.parameter.range = Some(Range {
            low: *range.start(),
            high: *range.end(),
        });
        self
    }

    /// The unit, or what the number counts.
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.parameter.unit = unit;
        self
    }

    /// What the parameter does, in one line.
    pub const fn about(mut self, about: &'static str) -> Self {
        self.parameter.about = about;
        self
    }

    /// How to find the right value for a building.
    pub const fn calibrate(mut self, how: &'static str) -> Self {
        self.parameter.calibrate = how;
        self
    }

    /// The default is an engineering choice, made for this reason.
    pub const fn judged(mut self, why: &'static str) -> Self {
        self.parameter.basis = Basis::Judgment(why);
        self
    }

    /// The default is a standard's.
    pub const fn standard(mut self, clause: &'static str) -> Self {
        self.parameter.basis = Basis::Standard(clause);
        self
    }

    /// The default is a published source's.
    pub const fn published(mut self, source: &'static str) -> Self {
        self.parameter.basis = Basis::Published(source);
        self
    }

    /// The default was fitted to data.
    pub const fn calibrated_on(mut self, data: &'static str) -> Self {
        self.parameter.basis = Basis::Calibrated(data);
        self
    }

    /// No basis allows a smaller value.
    pub const fn never_below(mut self, low: f64) -> Self {
        self.parameter.limits.low = Some(low);
        self
    }

    /// No basis allows this value or a smaller one.
    pub const fn always_above(mut self, low: f64) -> Self {
        self.parameter.limits.low = Some(low);
        self.parameter.limits.low_included = false;
        self
    }

    /// No basis allows a greater value.
    pub const fn never_above(mut self, high: f64) -> Self {
        self.parameter.limits.high = Some(high);
        self
    }

    /// The parameter under its name.
    pub const fn named(self, name: &'static str) -> Parameter {
        Parameter {
            name,
            ..self.parameter
        }
    }
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

/// A number, [`Kind::Number`].
pub const fn number(default: f64, range: RangeInclusive<f64>) -> Declared<f64> {
    Declared::new(Kind::Number, Some(DefaultValue::Number(default)), "").within(range)
}

/// A number that may stay unset.
pub const fn optional_number(range: RangeInclusive<f64>) -> Declared<Option<f64>> {
    Declared::new(Kind::Number, None, "").within(range)
}

/// A whole number, [`Kind::Whole`].
pub const fn whole(default: i64, range: RangeInclusive<i64>) -> Declared<i64> {
    let range = *range.start() as f64..=*range.end() as f64;
    Declared::new(Kind::Whole, Some(DefaultValue::Whole(default)), "").within(range)
}

/// A flag, [`Kind::Flag`].
pub const fn flag(default: bool) -> Declared<bool> {
    Declared::new(Kind::Flag, Some(DefaultValue::Flag(default)), "flag")
}

/// A flag that may stay unset.
pub const fn optional_flag() -> Declared<Option<bool>> {
    Declared::new(Kind::Flag, None, "flag")
}

/// One of a few words, [`Kind::Choice`].
pub const fn choice(
    default: &'static str,
    words: &'static [&'static str],
) -> Declared<&'static str> {
    Declared::new(
        Kind::Choice(words),
        Some(DefaultValue::Word(default)),
        "choice",
    )
}

/// One of a few words, or unset.
pub const fn optional_choice(words: &'static [&'static str]) -> Declared<Option<&'static str>> {
    Declared::new(Kind::Choice(words), None, "choice")
}

/// A number or `auto`, [`Kind::NumberOrAuto`]; `auto` unless given.
pub const fn auto_or_number(range: RangeInclusive<f64>) -> Declared<AutoOr> {
    Declared::new(Kind::NumberOrAuto, Some(DefaultValue::Auto), "").within(range)
}

/// A number or `auto`; a number unless given.
pub const fn number_or_auto(default: f64, range: RangeInclusive<f64>) -> Declared<AutoOr> {
    Declared::new(Kind::NumberOrAuto, Some(DefaultValue::Number(default)), "").within(range)
}

/// A number, `auto`, or unset.
pub const fn optional_number_or_auto(range: RangeInclusive<f64>) -> Declared<Option<AutoOr>> {
    Declared::new(Kind::NumberOrAuto, None, "").within(range)
}

/// A list of whole numbers, [`Kind::WholeList`].
pub const fn whole_list(default: &'static [i64], range: RangeInclusive<i64>) -> Declared<Vec<i64>> {
    let range = *range.start() as f64..=*range.end() as f64;
    Declared::new(Kind::WholeList, Some(DefaultValue::Wholes(default)), "").within(range)
}

/// A list of roles, [`Kind::RoleList`].
pub const fn role_list(default: &'static [Role], among: &'static [Role]) -> Declared<Vec<Role>> {
    Declared::new(
        Kind::RoleList(among),
        Some(DefaultValue::Roles(default)),
        "",
    )
}

/// Depths of the three severities, unset by default, [`Kind::Keyed`].
pub const fn optional_tiers(range: RangeInclusive<f64>) -> Declared<Option<Tiers>> {
    let kind = Kind::Keyed {
        keys: &["info", "warn", "fault"],
        ascending: false,
    };
    Declared::new(kind, None, "").within(range)
}

const SHARES: Kind = Kind::Keyed {
    keys: &["warn", "fault"],
    ascending: true,
};

/// The shares of samples from which a finding warns and faults, in percent, [`Kind::Keyed`].
pub const fn shares(default: &'static [f64; 2]) -> Declared<Shares> {
    Declared::new(SHARES, Some(DefaultValue::Keyed(default)), "")
        .within(0.0..=100.0)
        .never_below(0.0)
        .never_above(100.0)
}

/// [`shares`] that may stay unset.
pub const fn optional_shares() -> Declared<Option<Shares>> {
    Declared::new(SHARES, None, "")
        .within(0.0..=100.0)
        .never_below(0.0)
        .never_above(100.0)
}

/// Numbers by month, unset by default, [`Kind::Monthly`].
pub const fn optional_monthly(range: RangeInclusive<f64>) -> Declared<Option<Monthly>> {
    Declared::new(Kind::Monthly, None, "").within(range)
}

/// One number or one by equipment, unset by default, [`Kind::PerEquipment`].
pub const fn optional_per_equipment(range: RangeInclusive<f64>) -> Declared<Option<PerEquipment>> {
    Declared::new(Kind::PerEquipment, None, "").within(range)
}

/// Design targets, unset by default, [`Kind::Targets`]; `range` is that of the first name.
pub const fn optional_targets(
    names: &'static [&'static str],
    range: RangeInclusive<f64>,
) -> Declared<Option<Targets>> {
    Declared::new(Kind::Targets(names), None, "").within(range)
}

/// The word of [`Kind::NumberOrAuto`].
pub const AUTO: &str = "auto";

/// A value of [`Kind::NumberOrAuto`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum AutoOr {
    /// Found from the data.
    #[default]
    Auto,
    /// Fixed.
    Number(f64),
}

/// The depths from which each severity applies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tiers {
    /// From here on worth telling.
    pub info: f64,
    /// From here on a warning.
    pub warn: f64,
    /// From here on a fault.
    pub fault: f64,
}

/// The shares, in percent, from which a finding warns and faults.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shares {
    /// From here on a warning.
    pub warn: f64,
    /// From here on a fault.
    pub fault: f64,
}

/// Numbers by month, 1 to 12.
pub type Monthly = BTreeMap<u8, f64>;

/// A value of [`Kind::PerEquipment`].
#[derive(Clone, Debug, PartialEq)]
pub enum PerEquipment {
    /// The same for all.
    All(f64),
    /// By equipment id; what is not named has none.
    Each(BTreeMap<String, f64>),
}

/// A value of [`Kind::Targets`], as it was given.
pub type Targets = Map<String, Value>;
