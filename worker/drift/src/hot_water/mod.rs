//! The pump and loop detectors of a hot-water plant: the same methods and parameters as for
//! chilled water, on the hot-water roles.

pub mod hw_loop_deltat_drift;
pub mod hw_loop_dp_drift;
pub mod hw_pump_flow_drift;
pub mod hw_pump_head_drift;
pub mod hw_pump_power_drift;
