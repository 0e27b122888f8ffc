//! Checked values as the types a rule's method works with.

use std::collections::BTreeMap;

use camber_model::Role;
use camber_rules::values::{AutoOr, PerEquipment, Shares, Tiers};
use camber_rules::{air_side, chilled_water, hot_water, refrigerant, zones};
use serde_json::{Map, Value, json};

fn given(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

#[test]
fn without_values_a_rule_works_with_its_defaults() {
    let settings = zones::actuator_stuck::Settings::read(&Map::new());
    assert_eq!(
        settings.roles,
        [Role::Damper, Role::HeatValvePosition, Role::CoolValve]
    );
    assert_eq!((settings.tol_pct, settings.min_airflow), (0.5, None));
    assert_eq!((settings.start_hour, settings.end_hour), (7, 18));
    assert_eq!(settings.occupied_days, [0, 1, 2, 3, 4]);
    let settings = zones::overcooling_severity::Settings::read(&Map::new());
    assert_eq!(
        settings.shortfall_share_pct,
        Shares {
            warn: 5.0,
            fault: 20.0
        }
    );
    assert_eq!((settings.share_pct, settings.tiers), (None, None));
    let settings = zones::cohort::Settings::read(&Map::new());
    assert_eq!(
        (settings.summary, settings.normalise, settings.tail),
        ("mean", None, "both")
    );
    let learned = chilled_water::chw_pump_dp_reset::Settings::read(&Map::new());
    let fixed = hot_water::hw_pump_dp_reset::Settings::read(&Map::new());
    assert_eq!(
        (learned.near_min_pct, fixed.near_min_pct),
        (AutoOr::Auto, AutoOr::Number(25.0))
    );
}

#[test]
fn given_values_take_the_place_of_the_defaults() {
    let settings = zones::actuator_stuck::Settings::read(&given(json!({
        "roles": [" Cool_Valve", "damper", "cool_valve"],
        "tol_pct": 1,
        "min_airflow": 120,
        "start_hour": 6.0,
        "occupied_days": [0, 5.0],
    })));
    assert_eq!(settings.roles, [Role::CoolValve, Role::Damper]);
    assert_eq!((settings.tol_pct, settings.min_airflow), (1.0, Some(120.0)));
    assert_eq!(
        (settings.start_hour, settings.occupied_days),
        (6, vec![0, 5])
    );

    let settings = zones::overcooling_severity::Settings::read(&given(json!({
        "tiers": {"info": 1, "warn": 2.5, "fault": 4},
        "share_pct": {"warn": 1, "fault": 2},
        "relative_to_deadband": false,
    })));
    assert_eq!(
        settings.tiers,
        Some(Tiers {
            info: 1.0,
            warn: 2.5,
            fault: 4.0
        })
    );
    assert_eq!(
        settings.share_pct,
        Some(Shares {
            warn: 1.0,
            fault: 2.0
        })
    );
    assert!(!settings.relative_to_deadband);

    let settings = air_side::g36_afdd::Settings::read(&given(json!({
        "heating_coil": false,
        "min_oa_pct": 20,
        "min_oa_pct_by_month": {"06": 12, " 7": 13},
        "occupancy_gate": "trended",
    })));
    assert_eq!(
        (settings.heating_coil, settings.occupancy_gate),
        (Some(false), "trended")
    );
    assert_eq!(
        settings.min_oa_pct_by_month,
        Some(BTreeMap::from([(6, 12.0), (7, 13.0)]))
    );

    let settings = zones::reheat_penalty::Settings::read(&given(json!({
        "fan_heat_f": "auto", "box_type": "series",
    })));
    assert_eq!(
        (settings.fan_heat_f, settings.box_type),
        (Some(AutoOr::Auto), Some("series"))
    );
}

#[test]
fn a_value_by_equipment_is_one_for_all_or_one_for_each() {
    let capacity = |value: Value| {
        let given = given(json!({ "capacity_kw": value }));
        chilled_water::chiller_staging_fleet::Settings::read(&given).capacity_kw
    };
    assert_eq!(capacity(json!(null)), None);
    assert_eq!(capacity(json!(250)), Some(PerEquipment::All(250.0)));
    let each = BTreeMap::from([("CH-1".to_owned(), 300.0)]);
    assert_eq!(
        capacity(json!({"CH-1": 300})),
        Some(PerEquipment::Each(each))
    );
    let targets = given(json!({"targets": {"RTU-*": {"subcooling_f": 9}}}));
    let settings = refrigerant::dx_refrigerant_charge::Settings::read(&targets);
    assert_eq!(
        settings.targets.map(Value::from),
        targets.get("targets").cloned()
    );
}
