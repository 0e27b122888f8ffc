//! The rules by name.

use crate::error::UnknownRule;
use crate::rule::Rule;
use crate::{air_side, chilled_water, condenser_water, hot_water, refrigerant, ventilation, zones};

/// How many letters a suggested name may be off by.
const MAX_TYPOS: usize = 4;
/// Longer than any name that is off by a few letters, in bytes.
const MAX_NAME: usize = 60;

/// Every rule, sorted by name.
static RULES: [&Rule; 59] = [
    &zones::actuator_stuck::RULE,
    &zones::airflow_tracking::RULE,
    &hot_water::boiler_short_cycle::RULE,
    &hot_water::boiler_summer_lockout::RULE,
    &chilled_water::chiller_approach_fouling::RULE,
    &chilled_water::chiller_efficiency::RULE,
    &chilled_water::chiller_staging::RULE,
    &chilled_water::chiller_staging_fleet::RULE,
    &chilled_water::chw_plant_reset::RULE,
    &chilled_water::chw_pump_dp_reset::RULE,
    &chilled_water::chw_supply_tracking::RULE,
    &ventilation::co2_ventilation::RULE,
    &ventilation::co2_ventilation_system::RULE,
    &zones::cohort_airflow::RULE,
    &zones::cohort_space_temp::RULE,
    &refrigerant::compressor_short_cycle::RULE,
    &refrigerant::compressor_staging::RULE,
    &condenser_water::condenser_bypass_leak::RULE,
    &condenser_water::condenser_water_reset::RULE,
    &air_side::control_hunting::RULE,
    &condenser_water::cooling_tower_approach::RULE,
    &zones::damper_census::RULE,
    &ventilation::dcv_system_verification::RULE,
    &ventilation::dcv_verification::RULE,
    &refrigerant::dx_indoor_airflow::RULE,
    &refrigerant::dx_refrigerant_charge::RULE,
    &air_side::economizer_high_limit::RULE,
    &air_side::filter_fouling::RULE,
    &air_side::free_cooling_missed::RULE,
    &air_side::g36_afdd::RULE,
    &refrigerant::heatpump_defrost::RULE,
    &refrigerant::hp_capacity_shortfall::RULE,
    &refrigerant::hp_mode_vs_need::RULE,
    &refrigerant::hp_room_imbalance::RULE,
    &hot_water::hw_plant_deltat::RULE,
    &hot_water::hw_pump_dp_reset::RULE,
    &hot_water::hw_pump_summer_lockout::RULE,
    &air_side::leaking_valve::RULE,
    &air_side::night_weekend_setback::RULE,
    &air_side::outdoor_air_fraction::RULE,
    &zones::overcooling_min_flow::RULE,
    &zones::overcooling_severity::RULE,
    &zones::reheat_capacity_shortfall::RULE,
    &zones::reheat_minimization_g36::RULE,
    &zones::reheat_penalty::RULE,
    &zones::sat_cohort_starvation::RULE,
    &air_side::sat_reset_effectiveness::RULE,
    &zones::sat_rogue_zone_census::RULE,
    &air_side::simultaneous_heat_cool::RULE,
    &refrigerant::source_loop_deltat::RULE,
    &zones::static_cohort_starvation::RULE,
    &air_side::static_pressure_reset::RULE,
    &air_side::static_reset_effectiveness::RULE,
    &zones::static_rogue_zone_census::RULE,
    &air_side::supply_air_control::RULE,
    &air_side::supply_air_reset::RULE,
    &air_side::supply_air_reset_compliance::RULE,
    &zones::unmet_setpoint_hours::RULE,
    &zones::zones_heat_cool_census::RULE,
];

/// Every rule, sorted by name.
pub fn all() -> &'static [&'static Rule] {
    &RULES
}

/// The rule of this name.
pub fn find(name: &str) -> Option<&'static Rule> {
    let found = RULES.binary_search_by(|rule| rule.name.cmp(name)).ok()?;
    RULES.get(found).copied()
}

/// The rule of this name, for a message when there is none.
///
/// # Errors
/// [`UnknownRule`], with the names that come close.
pub fn get(name: &str) -> Result<&'static Rule, UnknownRule> {
    find(name).ok_or_else(|| UnknownRule {
        name: name.to_owned(),
        close: closest(name),
    })
}

/// Up to three rules whose name is a few typing errors away.
fn closest(name: &str) -> Vec<&'static str> {
    if name.len() > MAX_NAME {
        return Vec::new();
    }
    let mut close: Vec<(usize, &str)> = RULES
        .iter()
        .map(|rule| (typos(name, rule.name), rule.name))
        .filter(|(typos, _)| *typos <= MAX_TYPOS)
        .collect();
    close.sort_unstable();
    close.into_iter().take(3).map(|(_, name)| name).collect()
}

/// The Levenshtein distance: letters to insert, delete or replace.
fn typos(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, to) in row.iter_mut().skip(1).zip(b.chars()) {
            let replaced = diagonal + usize::from(from != to);
            diagonal = *cell;
            left = replaced.min(left + 1).min(*cell + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(a.chars().count())
}
