//! The detectors, against facts measured on release 0.110 (`facts.json`).

use camber_drift::{all, find};
use camber_model::Role;
use serde_json::{Map, Value, json};

#[test]
fn there_are_11_detectors_in_order_and_each_says_what_it_is() {
    assert_eq!(all().len(), 11);
    assert!(all().is_sorted_by(|a, b| a.name < b.name));
    for detector in all() {
        assert_eq!(find(detector.name).unwrap().name, detector.name);
        assert_eq!(detector.kind(), "drift");
        assert!(!detector.finds.is_empty());
        for parameter in detector.tunable() {
            let texts = [parameter.unit, parameter.about, parameter.calibrate];
            assert!(
                texts.iter().all(|text| !text.is_empty()),
                "{} {}",
                detector.name,
                parameter.name
            );
        }
    }
    assert!(find("filter_fouling").is_none());
}

#[test]
fn detectors_are_listed_as_measured() {
    let facts: Value = serde_json::from_str(include_str!("facts.json")).unwrap();
    for fact in facts.as_array().unwrap() {
        let detector = find(fact["rule"].as_str().unwrap()).unwrap();
        let row = detector.row(false);
        assert_eq!(
            (&row["kind"], &row["equip_families"], &row["params"]),
            (&fact["kind"], &fact["equip_families"], &fact["params"]),
            "{}",
            detector.name
        );
        let names = |roles: &[Role]| -> Value { roles.iter().map(|role| role.name()).collect() };
        let any_of: Vec<Value> = detector
            .inputs
            .any_of
            .iter()
            .map(|group| names(group))
            .collect();
        assert_eq!(
            json!({
                "required": names(detector.inputs.required),
                "any_of": any_of,
                "optional": names(detector.inputs.optional),
                "cost": [],
            }),
            fact["inputs"],
            "{}",
            detector.name
        );
    }
}

#[test]
fn a_config_may_tune_a_detector_but_not_say_what_it_compares() {
    let accepts = |params: Value| {
        let detector = find("coil_leak_drift").unwrap();
        detector
            .check(params.as_object().unwrap(), &Map::new())
            .is_ok()
    };
    assert!(accepts(json!({"warn_f": 0.6, "occupied_only": true})));
    for refused in [
        json!({"warn_f": 4}),
        json!({"min_consecutive": 6.5}),
        json!({"coil": "heating"}),
        json!({"freeze_if_missing": false}),
        json!({"store": null}),
    ] {
        assert!(!accepts(refused.clone()), "{refused}");
    }
}
