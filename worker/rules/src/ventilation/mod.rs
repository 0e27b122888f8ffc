//! Ventilation: CO2 and demand-controlled outdoor air.

pub mod co2_ventilation;
pub mod co2_ventilation_system;
pub mod dcv_system_verification;
pub mod dcv_verification;
