//! Zones and the terminal units that serve them.

pub mod actuator_stuck;
pub mod airflow_tracking;
pub mod cohort;
pub mod cohort_airflow;
pub mod cohort_space_temp;
pub mod cohort_starvation;
pub mod damper_census;
pub mod overcooling_min_flow;
pub mod overcooling_severity;
pub mod reheat_capacity_shortfall;
pub mod reheat_minimization_g36;
pub mod reheat_penalty;
pub mod rogue_zone_census;
pub mod sat_cohort_starvation;
pub mod sat_rogue_zone_census;
pub mod static_cohort_starvation;
pub mod static_rogue_zone_census;
pub mod unmet_setpoint_hours;
pub mod zones_heat_cool_census;
