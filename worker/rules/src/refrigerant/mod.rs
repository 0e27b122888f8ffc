//! Refrigerant circuits: compressors, direct-expansion units, heat pumps and their source loop.

pub mod compressor_short_cycle;
pub mod compressor_staging;
mod dx_baseline;
pub mod dx_indoor_airflow;
pub mod dx_refrigerant_charge;
mod heat_pump_mode;
pub mod heatpump_defrost;
pub mod hp_capacity_shortfall;
pub mod hp_mode_vs_need;
pub mod hp_room_imbalance;
pub mod source_loop_deltat;
