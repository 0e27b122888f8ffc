//! Which values the rules take: each line of `verdicts.jsonl` has parameters for a rule, the basis
//! given for them, and whether a config with them may start.
//!
//! The verdicts were measured. `refused_by` says by what: `0.110` is the constructor of the rule
//! in that release, `0.111` one of the checks that release announces for the start (types, ranges
//! without a basis, null, lists and objects, an empty basis).

use camber_rules::{Rule, find};
use serde_json::{Map, Value};

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

#[test]
fn values_are_accepted_and_refused_as_measured() {
    let lines: Vec<&str> = include_str!("verdicts.jsonl").lines().collect();
    assert!(lines.len() >= 240);
    for line in lines {
        let case: Value = serde_json::from_str(line).unwrap();
        let rule: &Rule = find(case["rule"].as_str().unwrap()).unwrap();
        let checked = rule.check(&object(&case["params"]), &object(&case["basis"]));
        assert_eq!(
            checked.is_ok(),
            case["accepted"] == true,
            "{line}\n{checked:?}"
        );
        for error in checked.err().into_iter().flatten() {
            let message = error.to_string();
            assert!(
                message.contains(rule.name) && !message.contains('\n'),
                "{message}"
            );
        }
    }
}

/// The messages of a refusal.
fn refusal(rule: &str, params: Value, basis: Value) -> Vec<String> {
    let check = |rule: &Rule| rule.check(&object(&params), &object(&basis)).err();
    let errors = find(rule).and_then(check).unwrap_or_default();
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn a_message_names_the_rule_the_parameter_what_was_given_and_what_is_accepted() {
    use serde_json::json;
    let none = || json!({});
    for (rule, params, basis, message) in [
        (
            "filter_fouling",
            json!({"change_dp": 1}),
            none(),
            "rule filter_fouling has no parameter \"change_dp\"; it takes change_dp_inwc, fault_factor, fan_gate",
        ),
        (
            "filter_fouling",
            json!({"change_dp_inwc": "1.0"}),
            none(),
            "rule filter_fouling: change_dp_inwc takes a finite number, not \"1.0\"",
        ),
        (
            "filter_fouling",
            json!({"change_dp_inwc": 2.5}),
            none(),
            "rule filter_fouling: change_dp_inwc takes 0.3 to 2, not 2.5; a value outside needs a \"basis\" that says where it comes from",
        ),
        (
            "filter_fouling",
            json!({"fault_factor": 0.5}),
            json!({"fault_factor": "measured"}),
            "rule filter_fouling: fault_factor must be at least 1, not 0.5",
        ),
        (
            "filter_fouling",
            json!({"fault_factor": 5}),
            json!({"fault_factor": " "}),
            "rule filter_fouling: the basis of fault_factor is a non-empty text, not \" \"",
        ),
        (
            "chiller_efficiency",
            json!({"design_kw_per_ton": 1e300}),
            none(),
            "rule chiller_efficiency: design_kw_per_ton takes 0.4 to 1.6, not 1e300; a value outside needs a \"basis\" that says where it comes from",
        ),
        (
            "unmet_setpoint_hours",
            json!({"start_hour": 6.5}),
            none(),
            "rule unmet_setpoint_hours: start_hour takes a whole number, not 6.5",
        ),
        (
            "supply_air_reset",
            json!({"fan_gate": null}),
            none(),
            "rule supply_air_reset: fan_gate takes true or false, not null",
        ),
        (
            "supply_air_control",
            json!({"occupancy_gate": "never"}),
            none(),
            "rule supply_air_control: occupancy_gate takes one of \"trended\", \"schedule\", \"off\", not \"never\"",
        ),
        (
            "reheat_penalty",
            json!({"fan_heat_f": "high"}),
            none(),
            "rule reheat_penalty: fan_heat_f takes a finite number or \"auto\", or null, not \"high\"",
        ),
        (
            "night_weekend_setback",
            json!({"occupied_days": 5}),
            none(),
            "rule night_weekend_setback: occupied_days takes a list of whole numbers, not 5",
        ),
        (
            "actuator_stuck",
            json!({"roles": ["oa_damper"]}),
            none(),
            "rule actuator_stuck: roles takes a list with one or more of \"damper\", \"heat_valve_position\", \"heat_valve\", \"cool_valve\", not \"oa_damper\"",
        ),
        (
            "overcooling_severity",
            json!({"share_pct": {"warn": 9, "fault": 5}}),
            none(),
            "rule overcooling_severity: share_pct takes an object with a number for each of \"warn\", \"fault\", in ascending order, or null, not {\"warn\":9,\"fault\":5}",
        ),
        (
            "outdoor_air_fraction",
            json!({"min_oa_pct_by_month": {"13": 20}}),
            none(),
            "rule outdoor_air_fraction: min_oa_pct_by_month takes an object of numbers by month (1 to 12), or null, not {\"13\":20}",
        ),
        (
            "chiller_staging_fleet",
            json!({"capacity_kw": 0}),
            none(),
            "rule chiller_staging_fleet: capacity_kw must be above 0, not 0",
        ),
        (
            "dx_indoor_airflow",
            json!({"targets": 20}),
            none(),
            "rule dx_indoor_airflow: targets takes an object of numbers named \"temp_split_f\", \"tolerance_f\", or such objects by equipment pattern, or null, not 20",
        ),
        (
            "free_cooling_missed",
            json!({"low_limit_f": 48, "high_limit_f": 45}),
            none(),
            "rule free_cooling_missed: low_limit_f must be below high_limit_f (45), not 48",
        ),
        (
            "actuator_stuck",
            json!({"warn_pct": 60}),
            none(),
            "rule actuator_stuck: warn_pct must be at most fault_pct (50), not 60",
        ),
        (
            "g36_afdd",
            json!({"oa_damper_min_by_month": {"6": 28}}),
            none(),
            "rule g36_afdd: oa_damper_min_by_month needs oa_damper_min to be set as well",
        ),
        (
            "hp_room_imbalance",
            json!({"rooms": {"R1": "HP-1"}}),
            none(),
            "rule hp_room_imbalance: rooms takes an object of lists of texts, or null, not {\"R1\":\"HP-1\"}",
        ),
    ] {
        assert_eq!(refusal(rule, params, basis), [message]);
    }
}

#[test]
fn every_wrong_value_is_told_and_a_long_one_is_cut() {
    use serde_json::json;
    let long = "ä".repeat(1000);
    let messages = refusal(
        "supply_air_reset_compliance",
        json!({"tol_f": long, "t_max": 80, "oat_min": 60, "fan_gate": 1}),
        json!({"warn_gap_f": "", "nothing": "x"}),
    );
    assert_eq!(messages.len(), 5);
    assert!(
        messages.iter().all(|message| message.chars().count() < 250),
        "{messages:?}"
    );
}
