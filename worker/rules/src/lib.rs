//! The fault-detection rules: what each finds, the equipment and inputs it is for, and its
//! parameters.
//!
//! A rule is one file with a `pub static RULE: Rule`. Its parameters are declared once, in
//! [`parameters!`]; the declaration gives the checks of a config ([`Rule::check`]), the rows of
//! `rule_params` ([`Rule::row`]) and the typed values the method works with
//! (`Settings::read`):
//!
//! ```
//! use camber_rules::prelude::*;
//!
//! parameters! {
//!     warn_psi: f64 = number(2.0, 0.5..=20.0)
//!         .unit("psi")
//!         .about("Warns from this deficit.")
//!         .calibrate("Above what one good period scores against another.")
//!         .judged("screening level"),
//!     min_speed: Option<f64> = optional_number(5.0..=60.0)
//!         .unit("% speed")
//!         .about("Samples under this speed are not judged; unset: a floor found in the data."),
//! }
//!
//! pub static RULE: Rule = Rule::per_equipment("pump_head")
//!     .finds("A pump that adds less pressure than it should")
//!     .families(&[Pump])
//!     .inputs(Inputs {
//!         required: &[Role::PumpHead],
//!         optional: &[Role::ChwPumpSpeed],
//!         ..Inputs::NONE
//!     })
//!     .parameters(Settings::DECLARED);
//!
//! let given = serde_json::json!({"warn_psi": 30});
//! let error = RULE.check(given.as_object().unwrap(), &Default::default()).unwrap_err();
//! assert!(error[0].to_string().contains("0.5 to 20"));
//! ```
//!
//! Rules that share a method or parameters share a module beside them (`cohort`,
//! `heat_pump_mode`), and a rule that judges many equipment by another rule delegates to it.

mod check;
pub mod declared;
mod error;
mod listing;
pub mod parameter;
mod registry;
mod rule;
pub mod settings;
mod shared;
pub mod values;

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

    pub use crate::declared::*;
    pub use crate::parameters;
    pub use crate::rule::{Extra, Form, Inputs, Relation, Rule};
    pub use crate::values::*;
}
