//! The drift detectors: what each finds, the inputs it reads and its parameters.
//!
//! A detector compares a period of one equipment with a baseline that was frozen when it was
//! sound. It is declared as a rule is (see [`camber_rules`]), in a file of its own.

mod cusum;
mod hot_water;
mod pump_gates;
mod registry;

pub mod coil_leak_drift;
pub mod loop_deltat_drift;
pub mod loop_dp_drift;
pub mod pump_flow_drift;
pub mod pump_head_drift;
pub mod pump_power_drift;

pub use hot_water::{
    hw_loop_deltat_drift, hw_loop_dp_drift, hw_pump_flow_drift, hw_pump_head_drift,
    hw_pump_power_drift,
};
pub use registry::{all, find};

/// What a detector's file begins with.
mod prelude {
    pub use camber_model::Role;
    pub use camber_rules::declared::*;
    pub use camber_rules::{Inputs, Rule, parameters};
}
