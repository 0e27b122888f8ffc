//! The fault-detection rules: what each finds, the equipment and inputs it is for, and its
//! parameters.
//!
//! A rule is one file with a `pub static RULE: Rule`. Its parameters are declared once, in
//! [`parameters!`]; the declaration gives the checks of a config ([`Rule::check`]), the rows of
//! `rule_params` ([`Rule::row`]) and the typed values the method works with
//! (`Settings::read`).

pub mod check;
mod error;
mod listing;
pub mod parameter;
mod registry;
mod rule;
pub mod settings;
mod shared;

pub mod air_side;
pub mod chilled_water;
pub mod condenser_water;
pub mod hot_water;
pub mod refrigerant;
pub mod ventilation;
pub mod zones;

pub use error::{ParameterError, UnknownRule};
pub use registry::{all, find, get};
pub use rule::{Extra, Form, Inputs, Relation, Rule, Scope};

/// What a rule's file begins with.
pub mod prelude {
    pub use camber_model::Family::{self, *};
    pub use camber_model::Role;

    pub use crate::parameter::*;
    pub use crate::parameters;
    pub use crate::rule::{Extra, Form, Inputs, Relation, Rule};
}
