//! The values of parameters that are more than a number, a flag or a word.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// A value of [`Kind::NumberOrAuto`](crate::parameter::Kind::NumberOrAuto).
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

/// A value of [`Kind::PerEquipment`](crate::parameter::Kind::PerEquipment).
#[derive(Clone, Debug, PartialEq)]
pub enum PerEquipment {
    /// The same for all.
    All(f64),
    /// By equipment id; what is not named has none.
    Each(BTreeMap<String, f64>),
}

/// A value of [`Kind::Targets`](crate::parameter::Kind::Targets), as it was given.
pub type Targets = Map<String, Value>;
