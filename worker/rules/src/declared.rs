//! How a parameter is declared: a kind with its default and range, then its texts.

use std::marker::PhantomData;
use std::ops::RangeInclusive;

use camber_model::Role;

use crate::parameter::{Basis, DefaultValue, Kind, Limits, Parameter, Range};
use crate::values::{AutoOr, Monthly, PerEquipment, Shares, Targets, Tiers};

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
