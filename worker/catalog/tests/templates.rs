//! The packaged run configs.
//!
//! The table was measured on the configs that `camber datasets config` of camber-toolkit writes: the resampling
//! interval, the equipment as class:marker role:refrigerant, the rules with their parameters, and the further sections.

use camber_catalog::Catalog;
use serde_json::{Map, Value, json};

#[rustfmt::skip]
const MEASURED: [(&str, &str, &str, &str, &str); 34] = [
    ("at-30bldg-sensors", "1h", "SENSOR_TEVENT SENSOR_TEHEAT SENSOR_TECOOL SENSOR_HUVENT SENSOR_PRVENT", r#""#, ""),
    ("b4b-windesheim", "15min", "VAV:co2", r#"dcv_verification co2_ventilation"#, ""),
    ("bdg2", "1h", "CHILLEDWATER_METER ELECTRICITY_METER", r#""#, "shared_oat mv"),
    ("bts", "15min", "AHU FCU VAV ZONE SITE", r#""#, ""),
    ("cofactor-drammen", "1h", "ELECTRICITY_METER DISTRICT_HEAT_METER", r#""#, "mv"),
    ("finnish-dcv", "15min", "VAV:co2", r#"dcv_verification{"oa_floor_cfm":6.36,"occupied_only":false}"#, ""),
    ("irish-ahu", "1h", "AHU:mixed_air_temp", r#"outdoor_air_fraction{"min_oa_pct":4.1} economizer_high_limit{"min_oa_pct":4.1} leaking_valve simultaneous_heat_cool free_cooling_missed"#, ""),
    ("lbnl-b59", "1h", "AHU:supply_air_temp VAV:co2 VAV:space_temp", r#"dcv_system_verification{"oa_floor_cfm":750.0} unmet_setpoint_hours reheat_capacity_shortfall co2_ventilation_system"#, ""),
    ("lbnl-boiler", "1h", "HW_PLANT:hw_supply_temp", r#"hw_pump_dp_reset"#, "drift"),
    ("lbnl-chiller", "1h", "CHW_PLANT:power", r#"chiller_efficiency{"design_kw_per_ton":1.44} cooling_tower_approach{"design_approach_f":8.1}"#, "drift"),
    ("lbnl-ddahu", "1h", "AHU:mixed_air_temp", r#"outdoor_air_fraction{"min_oa_pct":31.8,"min_oa_pct_by_month":{"6":11.9,"7":11.9,"8":11.9}} g36_afdd{"min_oa_pct":31.8,"min_oa_pct_by_month":{"6":11.9,"7":11.9,"8":11.9},"oa_damper_min":45.0,"oa_damper_min_by_month":{"6":28.0,"7":28.0,"8":28.0}} free_cooling_missed{"high_limit_f":60.0}"#, ""),
    ("lbnl-fcu", "1h", "FCU:mixed_air_temp", r#"outdoor_air_fraction{"min_oa_pct":10.0} simultaneous_heat_cool"#, ""),
    ("lbnl-fpu", "1h", "VAV:airflow", r#"airflow_tracking unmet_setpoint_hours"#, ""),
    ("lbnl-sdahu", "1h", "AHU:mixed_air_temp", r#"outdoor_air_fraction{"min_oa_pct":1.6} leaking_valve{"measured_fan_heat_f":1.0,"cool_delta_thr_f":1.0,"occupied_only":true} economizer_high_limit{"high_limit_f":60.0,"min_oa_pct":1.6,"differential":false} g36_afdd{"min_oa_pct":1.6} free_cooling_missed{"high_limit_f":60.0,"low_limit_f":33.8}"#, ""),
    ("nist-heatpump-fdd", "", "HEAT_PUMP:subcooling_temp", r#"dx_refrigerant_charge{"targets":{"HP_SEER14__*":{"subcooling_f":8.6},"HP_SEER16__*":{"subcooling_f":9.7}},"min_samples":1}"#, ""),
    ("nist-ibal", "15min", "CHILLER:discharge_pressure:R-410A", r#"chiller_efficiency{"design_kw_per_ton":1.12}"#, "drift"),
    ("nuig-ahu101", "1h", "AHU:supply_air_temp", r#"supply_air_control simultaneous_heat_cool co2_ventilation dcv_verification{"full_outdoor_air":true} night_weekend_setback"#, ""),
    ("ornl-frp-ops", "1min", "AHU:supply_air_temp", r#"compressor_short_cycle night_weekend_setback{"start_hour":7,"end_hour":22,"occupied_days":[0,1,2,3,4,5,6],"unoccupied_heat_sp_f":60.1,"unoccupied_cool_sp_f":84.9}"#, ""),
    ("ornl-frp-vav", "15min", "VAV:space_temp AHU:mixed_air_temp", r#"actuator_stuck unmet_setpoint_hours overcooling_severity control_hunting night_weekend_setback economizer_high_limit{"high_limit_f":50.0,"min_damper":0.1} sat_rogue_zone_census sat_cohort_starvation"#, ""),
    ("ornl-supermarket-fdd", "15min", "REFRIG_CIRCUIT:suction_pressure", r#""#, ""),
    ("rbc-g36-ahu", "15min", "VAV:space_temp AHU:mixed_air_temp", r#"night_weekend_setback unmet_setpoint_hours overcooling_severity control_hunting supply_air_control supply_air_reset_compliance static_pressure_reset simultaneous_heat_cool sat_rogue_zone_census sat_cohort_starvation"#, ""),
    ("robod", "1h", "FCU:co2 VAV:co2", r#"co2_ventilation"#, ""),
    ("sdu-ou44", "15min", "VAV:co2", r#"dcv_verification{"start_hour":5,"end_hour":17} co2_ventilation"#, ""),
    ("synthetic-ahu-excess-oa", "15min", "AHU:mixed_air_temp", r#"outdoor_air_fraction{"min_oa_pct":20} economizer_high_limit{"high_limit_f":65,"min_oa_pct":20}"#, ""),
    ("synthetic-ahu-maintenance", "5min", "AHU:filter_diff_press", r#"filter_fouling control_hunting"#, ""),
    ("synthetic-ahu-sensor-bias", "15min", "AHU:mixed_air_temp", r#"supply_air_control supply_air_reset_compliance{"t_max":62} leaking_valve"#, ""),
    ("synthetic-chw-plant-multi", "15min", "CHILLER:power CHW_LOOP:chw_supply_temp COOLING_TOWER:cw_supply_temp", r#"chw_supply_tracking chiller_approach_fouling cooling_tower_approach"#, "drift"),
    ("synthetic-chw-plant-staging", "15min", "CHW_PLANT:power", r#"chiller_staging condenser_water_reset"#, ""),
    ("synthetic-g36-rcx-chains", "1h", "AHU:supply_air_temp_sp VAV:space_temp", r#"g36_afdd supply_air_reset unmet_setpoint_hours airflow_tracking reheat_minimization_g36"#, "topology"),
    ("synthetic-g36-vav-fleet", "1h", "AHU:supply_air_temp_sp VAV:space_temp", r#"sat_reset_effectiveness static_reset_effectiveness sat_rogue_zone_census static_rogue_zone_census sat_cohort_starvation static_cohort_starvation cohort_airflow{"group_by_topology":true} cohort_space_temp reheat_minimization_g36 zones_heat_cool_census unmet_setpoint_hours airflow_tracking"#, "topology"),
    ("synthetic-heat-pump", "5min", "ASHP:reversing_valve_cmd WSHP:space_temp HPLOOP:source_loop_supply_temp", r#"heatpump_defrost hp_mode_vs_need hp_capacity_shortfall hp_room_imbalance compressor_staging source_loop_deltat"#, "topology"),
    ("synthetic-hw-plant-cycling", "15min", "HW_PLANT:hw_supply_temp", r#"boiler_short_cycle hw_plant_deltat hw_pump_dp_reset"#, ""),
    ("synthetic-hw-plant-lockout", "1h", "HW_PLANT:hw_supply_temp", r#"boiler_summer_lockout hw_pump_summer_lockout"#, ""),
    ("valladolid-uva", "1h", "ELECTRICITY_METER", r#""#, "shared_oat mv"),
];

fn template(id: &str) -> Map<String, Value> {
    let dataset = Catalog::embedded().get(id);
    dataset
        .map(|dataset| dataset.template(&format!("ds-{id}"), Some("/stores/campus")))
        .unwrap_or_default()
}

fn words<'a>(
    items: impl IntoIterator<Item = &'a Value>,
    render: impl Fn(&Value) -> String,
) -> String {
    items.into_iter().map(render).collect::<Vec<_>>().join(" ")
}

#[test]
fn each_dataset_has_the_measured_template() {
    for (dataset, measured) in Catalog::embedded().all().iter().zip(MEASURED) {
        let config = template(&dataset.id);
        let resample = config
            .get("resample")
            .map_or("", |text| text.as_str().unwrap());
        let equipment = words(config["equipment"].as_array().unwrap(), |row| {
            let parts = ["class", "marker_role", "refrigerant"];
            parts
                .iter()
                .filter_map(|key| row[key].as_str())
                .collect::<Vec<_>>()
                .join(":")
        });
        let rules = words(config["rules"].as_array().unwrap(), |rule| match rule {
            Value::String(name) => name.clone(),
            rule => format!("{}{}", rule["name"].as_str().unwrap(), rule["params"]),
        });
        let known = ["source", "resample", "equipment", "rules", "report"];
        let sections: Vec<&str> = config
            .keys()
            .map(String::as_str)
            .filter(|key| !known.contains(key))
            .collect();
        assert_eq!(
            (
                dataset.id.as_str(),
                resample,
                equipment.as_str(),
                rules.as_str(),
                sections.join(" ").as_str()
            ),
            measured
        );
        assert_eq!(config["report"]["level"], 2, "{}", dataset.id);
    }
}

#[test]
fn reads_the_facility_from_the_store_it_is_given() {
    let bdg2 = Catalog::embedded().get("bdg2").unwrap();
    assert_eq!(
        bdg2.template("ds-bdg2-fox", Some("/stores/campus"))["source"],
        json!({"kind": "store", "store": "/stores/campus", "facility_id": "ds-bdg2-fox"})
    );
    assert_eq!(
        bdg2.template("ds-bdg2-fox", None)["source"],
        json!({"kind": "store", "facility_id": "ds-bdg2-fox"})
    );
}

#[test]
fn every_basis_is_a_text_for_a_parameter_of_its_rule() {
    let mut texts = 0;
    for dataset in Catalog::embedded().all() {
        for rule in template(&dataset.id)["rules"].as_array().unwrap() {
            for (parameter, basis) in rule
                .get("basis")
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
            {
                assert!(
                    rule["params"].get(parameter).is_some(),
                    "{}: {parameter}",
                    dataset.id
                );
                assert!(
                    !basis.as_str().unwrap().trim().is_empty(),
                    "{}: {parameter}",
                    dataset.id
                );
                texts += 1;
            }
        }
    }
    assert_eq!(texts, 13);
}

#[test]
fn generated_fleets_declare_their_topology() {
    let parents = |id: &str| {
        template(id)["topology"]["parents"]
            .as_object()
            .unwrap()
            .clone()
    };
    assert_eq!(parents("synthetic-g36-vav-fleet").len(), 48);
    assert_eq!(parents("synthetic-g36-rcx-chains").len(), 30);
    assert_eq!(
        parents("synthetic-g36-rcx-chains")["VAV3__one_bad_box"],
        "AHU__one_bad_box"
    );
    assert_eq!(parents("synthetic-heat-pump").len(), 4);
}

#[test]
fn chains_are_costed_by_the_capacity_of_each_unit() {
    let report = &template("synthetic-g36-rcx-chains")["report"];
    assert_eq!(report["layout"], "rcx");
    let loads = report["loads"].as_object().unwrap();
    assert_eq!(loads.len(), 35);
    assert_eq!(
        loads["AHU__warm_sat"],
        json!({"heating_capacity_kbtuh": 120.0, "fan_kw": 7.5})
    );
    assert_eq!(
        loads["VAV4__cold_sat"],
        json!({"heating_capacity_kbtuh": 20.8})
    );
}

#[test]
fn a_biased_sensor_is_referred_to_its_logger() {
    let rcx = &template("synthetic-ahu-sensor-bias")["report"]["rcx"];
    assert_eq!(
        rcx["references"]["AHU__sat_bias"]["supply_air_temp"]["equip"],
        "LOGGER__sat_bias"
    );
    assert_eq!(
        rcx["loads"]["AHU__sat_bias"],
        json!({"heating_capacity_kbtuh": 400})
    );
}

#[test]
fn drift_and_savings_sections_are_complete() {
    assert_eq!(
        template("nist-ibal")["drift"],
        json!({
            "store": "nist-ibal-baselines.json",
            "baseline": ["2025-06-28", "2025-07-01"],
            "current": ["2025-07-02", "2025-07-09"],
            "families": [{"class": "CHILLER", "family": "chiller"}],
        })
    );
    assert_eq!(
        template("lbnl-boiler")["drift"]["families"],
        json!([{"class": "HW_PLANT", "family": "boiler", "reference": {"equip": "PLANT__fault_free"}}])
    );
    assert_eq!(
        template("cofactor-drammen")["mv"][0],
        json!({"class": "ELECTRICITY_METER", "role": "power", "period": ["2018-01-01", "2018-12-31"],
            "interval": "daily", "model": "cp_driver", "drivers": ["occupied_day"], "holiday_calendar": "NO"})
    );
    assert_eq!(
        template("bdg2")["shared_oat"],
        json!({"equip": "weather", "role": "oat"})
    );
}
