//! Every rule is declared whole: what holds for all of them.

use std::collections::HashSet;

use camber_rules::parameter::{DefaultValue, Kind, Parameter};
use camber_rules::{Rule, Scope, all, find, get};
use serde_json::{Map, Value};

fn parameters() -> impl Iterator<Item = (&'static Rule, &'static Parameter)> {
    all()
        .iter()
        .flat_map(|rule| rule.tunable().map(move |parameter| (*rule, parameter)))
}

#[test]
fn there_are_59_rules_in_order_and_each_is_found_by_its_name() {
    assert_eq!(all().len(), 59);
    assert!(all().is_sorted_by(|a, b| a.name < b.name));
    for rule in all() {
        assert_eq!(find(rule.name).unwrap().name, rule.name);
    }
    assert!(find("no_such_rule").is_none());
    let fleet = |rule: &&&Rule| rule.scope == Scope::Fleet;
    assert_eq!(all().iter().filter(fleet).count(), 12);
}

#[test]
fn a_misspelt_rule_is_answered_with_those_it_may_have_meant() {
    let error = get("suply_air_contol").unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no rule \"suply_air_contol\" (did you mean supply_air_control?)"
    );
    assert_eq!(get("g36").unwrap_err().close, [""; 0]);
    assert_eq!(get(&"x".repeat(100_000)).unwrap_err().close, [""; 0]);
}

#[test]
fn every_default_is_of_its_kind_and_in_its_range() {
    let nothing = Map::new();
    for (rule, parameter) in parameters() {
        let Some(default) = parameter.default else {
            continue;
        };
        let value = default.to_json(parameter.kind);
        let given = Map::from_iter([(parameter.name.to_owned(), value)]);
        assert_eq!(
            rule.check(&given, &nothing),
            Ok(()),
            "{} {given:?}",
            rule.name
        );
        let fits = match default {
            DefaultValue::Number(_) => {
                matches!(parameter.kind, Kind::Number | Kind::NumberOrAuto)
            }
            DefaultValue::Whole(_) => parameter.kind == Kind::Whole,
            DefaultValue::Flag(_) => parameter.kind == Kind::Flag,
            DefaultValue::Word(_) => matches!(parameter.kind, Kind::Choice(_)),
            DefaultValue::Auto => parameter.kind == Kind::NumberOrAuto,
            DefaultValue::Wholes(_) => parameter.kind == Kind::WholeList,
            DefaultValue::Roles(_) => matches!(parameter.kind, Kind::RoleList(_)),
            DefaultValue::Keyed(_) => matches!(parameter.kind, Kind::Keyed { .. }),
        };
        assert!(fits, "{} {}", rule.name, parameter.name);
    }
}

#[test]
fn every_rule_and_parameter_says_in_a_line_what_it_is() {
    let one_line = |text: &str| {
        !text.is_empty() && text.trim() == text && !text.contains('\n') && !text.contains("  ")
    };
    for rule in all() {
        assert!(
            one_line(rule.finds) && !rule.finds.ends_with('.'),
            "{}",
            rule.name
        );
        assert!(
            rule.fixed.is_empty() || one_line(rule.fixed),
            "{}",
            rule.name
        );
    }
    for (rule, parameter) in parameters() {
        let basis = parameter.basis.to_string();
        for text in [parameter.unit, parameter.about, parameter.calibrate, &basis] {
            assert!(one_line(text), "{} {}: {text:?}", rule.name, parameter.name);
        }
    }
}

#[test]
fn names_are_unique_within_a_rule_and_relations_speak_of_them() {
    use camber_rules::Relation::{AtMost, Below, Needs, NeedsFor};
    for rule in all() {
        let mut names = HashSet::new();
        for parameter in rule.tunable() {
            assert!(
                names.insert(parameter.name),
                "{} {}",
                rule.name,
                parameter.name
            );
        }
        for extra in rule.extras {
            assert!(names.insert(extra.name), "{} {}", rule.name, extra.name);
        }
        for relation in rule.relations {
            let (AtMost(one, other)
            | Below(one, other)
            | Needs(one, other)
            | NeedsFor(one, _, other)) = relation;
            assert!(
                names.contains(one) && names.contains(other),
                "{}",
                rule.name
            );
        }
    }
}

#[test]
fn inputs_are_named_once_and_decisive_ones_are_optional() {
    for rule in all() {
        let inputs = rule.inputs;
        let roles = [inputs.required, inputs.optional, inputs.cost].concat();
        let unique: HashSet<_> = roles.iter().collect();
        assert_eq!(unique.len(), roles.len(), "{}", rule.name);
        for group in inputs.decisive {
            assert!(!group.is_empty(), "{}", rule.name);
            assert!(
                group.iter().all(|role| inputs.optional.contains(role)),
                "{}",
                rule.name
            );
        }
        for role in inputs.any_of.iter().copied().flatten() {
            assert!(!inputs.required.contains(role), "{}", rule.name);
        }
        let some =
            !inputs.required.is_empty() || !inputs.any_of.is_empty() || !inputs.decisive.is_empty();
        assert!(some, "{} would run on anything", rule.name);
    }
}

#[test]
fn a_delegated_parameter_is_passed_on_under_its_own_name() {
    let system = find("dcv_system_verification").unwrap();
    let zone = find("dcv_verification").unwrap();
    assert_eq!(system.tunable().count(), 4 + zone.tunable().count());
    let row = system.row(true);
    let params = row["params"].as_array().unwrap();
    let passed: Vec<&Value> = params
        .iter()
        .filter(|parameter| parameter["passed_to"] == "dcv_verification")
        .collect();
    assert_eq!(passed.len(), 21);
}
