//! Air handlers: their coils, supply air, economizer, fan and schedule.

pub mod control_hunting;
pub mod economizer_high_limit;
pub mod filter_fouling;
pub mod free_cooling_missed;
pub mod g36_afdd;
pub mod leaking_valve;
pub mod night_weekend_setback;
pub mod outdoor_air_fraction;
pub mod reset_effectiveness;
pub mod sat_reset_effectiveness;
pub mod simultaneous_heat_cool;
pub mod static_pressure_reset;
pub mod static_reset_effectiveness;
pub mod supply_air_control;
pub mod supply_air_reset;
pub mod supply_air_reset_compliance;
