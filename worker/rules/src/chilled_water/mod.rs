//! Chilled-water plants: chillers, their loop and their pumps.

pub mod chiller_approach_fouling;
pub mod chiller_efficiency;
pub mod chiller_staging;
pub mod chiller_staging_fleet;
pub mod chw_plant_reset;
pub mod chw_pump_dp_reset;
pub mod chw_supply_tracking;
mod run_gate;
