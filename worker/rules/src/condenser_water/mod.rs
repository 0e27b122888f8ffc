//! Condenser water and cooling towers.

pub mod condenser_bypass_leak;
pub mod condenser_water_reset;
pub mod cooling_tower_approach;
mod site;
