//! What is listed of a rule, against facts measured on release 0.110: `facts.json` has names,
//! kinds, families, inputs, and of each parameter the default, unit and range.

use camber_model::Role;
use camber_rules::{Scope, find};
use serde_json::{Value, json};

#[test]
fn rules_are_listed_as_measured() {
    let facts: Value = serde_json::from_str(include_str!("facts.json")).unwrap();
    for fact in facts.as_array().unwrap() {
        let rule = find(fact["rule"].as_str().unwrap()).unwrap();
        let row = rule.row(true);
        for key in ["rule", "kind", "equip_families"] {
            assert_eq!(row[key], fact[key], "{}", rule.name);
        }
        assert_eq!(
            row.get("fixed_in_code").is_some(),
            fact["fixed_in_code"] == true,
            "{}",
            rule.name
        );
        let listed = row["params"].as_array().unwrap();
        let measured = fact["params"].as_array().unwrap();
        assert_eq!(listed.len(), measured.len(), "{}", rule.name);
        for (listed, measured) in listed.iter().zip(measured) {
            for key in ["name", "default", "unit", "range", "passed_to"] {
                let same = numbers(listed.get(key)) == numbers(measured.get(key));
                assert!(same, "{}: {listed} is not {measured}", rule.name);
            }
        }
        assert_eq!(
            rule.scope == Scope::Fleet,
            fact["fleet"] == true,
            "{}",
            rule.name
        );
        let names = |roles: &[Role]| -> Value { roles.iter().map(|role| role.name()).collect() };
        let any_of: Vec<Value> = rule
            .inputs
            .any_of
            .iter()
            .map(|group| names(group))
            .collect();
        let inputs = json!({
            "required": names(rule.inputs.required),
            "any_of": any_of,
            "optional": names(rule.inputs.optional),
            "cost": names(rule.inputs.cost),
        });
        assert_eq!(inputs, fact["inputs"], "{}", rule.name);
    }
}

/// The value with every number a float: 5 and 5.0 are the same fact.
fn numbers(value: Option<&Value>) -> Option<Value> {
    let value = value?;
    let of = |value: &Value| numbers(Some(value)).unwrap_or_default();
    Some(match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.iter().map(of).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, item)| (key.clone(), of(item)))
            .collect(),
        other => other.clone(),
    })
}

#[test]
fn without_detail_a_parameter_has_its_value_and_no_texts() {
    let row = find("filter_fouling").unwrap().row(false);
    assert_eq!(
        row,
        json!({
            "rule": "filter_fouling",
            "kind": "rule",
            "equip_families": [],
            "params": [
                {"name": "change_dp_inwc", "default": 1.0, "unit": "in. w.c.", "range": [0.3, 2.0]},
                {"name": "fault_factor", "default": 1.5, "unit": "- (multiple of change_dp_inwc)", "range": [1.1, 3.0]},
                {"name": "fan_gate", "default": true, "unit": "flag", "range": [false, true]},
            ],
        })
    );
    assert_eq!(
        find("hw_pump_dp_reset").unwrap().defaults_in_words(),
        "near_min_pct = 25.0 % speed, or \"auto\", floor_tol_pct = 1.0 % speed"
    );
}
