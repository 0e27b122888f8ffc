//! The detectors by name.

use camber_rules::Rule;

/// Every detector, sorted by name.
static DETECTORS: [&Rule; 11] = [
    &crate::coil_leak_drift::RULE,
    &crate::hw_loop_deltat_drift::RULE,
    &crate::hw_loop_dp_drift::RULE,
    &crate::hw_pump_flow_drift::RULE,
    &crate::hw_pump_head_drift::RULE,
    &crate::hw_pump_power_drift::RULE,
    &crate::loop_deltat_drift::RULE,
    &crate::loop_dp_drift::RULE,
    &crate::pump_flow_drift::RULE,
    &crate::pump_head_drift::RULE,
    &crate::pump_power_drift::RULE,
];

/// Every detector whose parameters are listed, sorted by name.
pub fn all() -> &'static [&'static Rule] {
    &DETECTORS
}

/// The detector of this name.
pub fn find(name: &str) -> Option<&'static Rule> {
    let found = DETECTORS
        .binary_search_by(|detector| detector.name.cmp(name))
        .ok()?;
    DETECTORS.get(found).copied()
}
