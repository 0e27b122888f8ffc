//! `rule_params`: the rules and drift detectors with their parameters.

use std::sync::LazyLock;

use camber_rules::Rule;
use serde_json::{Map, Value, json};

use super::arguments::text_of;
use super::paging::{self, Page};
use super::{Lane, ToolSpec};
use crate::call::Call;
use crate::error::{CallError, Code, ToolError};
use crate::results::Answer;
use crate::results::facts::Facts;

const PAGE: u32 = 25;
/// The page when each parameter comes with its texts.
const DETAIL_PAGE: u32 = 10;
/// Named rules the summary has a sentence for; the others are in the data and the facts.
const IN_SUMMARY: usize = 10;

/// The rules and the drift detectors together, sorted by name.
static LISTED: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    let mut listed = [camber_rules::all(), camber_drift::all()].concat();
    listed.sort_unstable_by_key(|rule| rule.name);
    listed
});

pub(super) fn spec() -> ToolSpec {
    let parameter = json!({
        "type": "object",
        "required": ["name", "default"],
        "additionalProperties": false,
        "properties": {
            "name": {"type": "string"},
            "default": {"description": "null when it is not set"},
            "unit": {"type": "string"},
            "basis": {"type": "string", "description": "where the default comes from"},
            "calibrate": {"type": "string", "description": "how to find the value for a building"},
            "range": {
                "type": "array",
                "description": "low and high end of a number, the words of a choice, or both",
            },
            "note": {"type": "string", "description": "what it does"},
            "passed_to": {"type": "string", "description": "the rule it is a parameter of"},
        },
    });
    let row = json!({
        "type": "object",
        "required": ["rule", "kind", "equip_families", "params"],
        "additionalProperties": false,
        "properties": {
            "rule": {"type": "string"},
            "kind": {"type": "string", "enum": ["rule", "drift"]},
            "equip_families": {
                "type": "array",
                "items": {"type": "string"},
                "description": "the kinds of equipment it is for; none means any that has the inputs",
            },
            "params": {"type": "array", "items": parameter},
            "fixed_in_code": {"type": "string", "description": "thresholds that are no parameters"},
        },
    });
    let names: Vec<&str> = LISTED.iter().map(|rule| rule.name).collect();
    ToolSpec {
        name: "rule_params",
        title: "Rules and their parameters",
        description: "What rules and drift detectors there are, the kinds of equipment they are for, and the \
                      parameters of each: default, unit and documented range; with detail also what a \
                      parameter does, where its default comes from and how to set it for a building. Call \
                      it before rule_run to choose rules and params, or to explain a threshold of a \
                      finding. rules names them, query filters by words. Reads no stored data.",
        input_schema: json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "rules": {
                    "type": "array",
                    "items": {"type": "string", "enum": names},
                    "minItems": 1,
                    "maxItems": 100,
                    "description": "only these, all unless given",
                },
                "query": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "words that must all occur among the names of a rule, of its equipment \
                                    families and of its parameters",
                },
                "detail": {
                    "type": "boolean",
                    "description": "with the texts of each parameter; true if rules are named, unless given",
                },
                "limit": limit(),
                "offset": paging::offset(),
            },
        }),
        output_schema: json!({
            "type": "object",
            "required": ["count", "rules"],
            "additionalProperties": false,
            "properties": {
                "count": {"type": "integer", "minimum": 0, "description": "matching rules on all pages"},
                "rules": {"type": "array", "items": row, "description": "by name"},
            },
        }),
        lane: Lane::Quick,
        run,
    }
}

/// The schema of `limit`, whose default depends on `detail`.
fn limit() -> Value {
    let mut limit = paging::limit(PAGE);
    limit["description"] =
        format!("rules a page, {PAGE} unless given, {DETAIL_PAGE} with detail").into();
    limit
}

fn run(call: &mut Call) -> Result<Answer, CallError> {
    list(call.arguments, call.facts())
}

fn list(arguments: &Map<String, Value>, facts: Facts) -> Result<Answer, CallError> {
    let named = arguments.get("rules").and_then(Value::as_array);
    let is_named = |rule: &Rule| {
        named.is_none_or(|names| names.iter().any(|name| name.as_str() == Some(rule.name)))
    };
    let words = words(text_of(arguments, "query").unwrap_or_default());
    let matching: Vec<&Rule> = LISTED
        .iter()
        .copied()
        .filter(|rule| is_named(rule) && rule.matches(&words))
        .collect();
    if named.is_some() && matching.is_empty() {
        let message = "none of the named rules matches the query; leave one of the two out";
        return Err(ToolError::new(Code::NotFound, message).into());
    }

    let given = arguments.get("detail").and_then(Value::as_bool);
    let detail = given.unwrap_or(named.is_some());
    let mut page = Page::new(arguments, if detail { DETAIL_PAGE } else { PAGE });
    let shown = page.cut("rules", &matching);
    let rows: Vec<Value> = shown.iter().map(|rule| rule.row(detail)).collect();
    let notices = page.into_notices();
    let told = if named.is_some() { IN_SUMMARY } else { 0 };
    let (facts, summary) = summed_up(facts, &matching, shown, told);
    Ok(Answer {
        data: json!({"count": matching.len(), "rules": rows}),
        summary,
        facts,
        truncated: !notices.is_empty(),
        notices,
    })
}

/// The words of a query in lower case: letters, digits, `_` and `-`.
fn words(query: &str) -> Vec<String> {
    let separates = |c: char| !(c.is_alphanumeric() || c == '_' || c == '-');
    query
        .to_lowercase()
        .split(separates)
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A fact for the count and one for each rule that is shown, and sentences for the count and the
/// first `told` rules.
fn summed_up(
    mut facts: Facts,
    matching: &[&Rule],
    shown: &[&Rule],
    told: usize,
) -> (Facts, Vec<String>) {
    let parameters: usize = matching.iter().map(|rule| rule.tunable().count()).sum();
    let text = format!(
        "{} with {}",
        counted(matching.len(), "rule"),
        counted(parameters, "parameter")
    );
    let id = facts.add("rule_count", json!(matching.len()), text.clone(), []);
    let mut summary = vec![format!("{text} [{id}].")];
    for (at, rule) in shown.iter().enumerate() {
        let count = rule.tunable().count();
        let defaults = match count {
            0 => "no parameters".to_owned(),
            _ => rule.defaults_in_words(),
        };
        let text = format!(
            "{} ({}) finds: {}; {defaults}",
            rule.name,
            rule.kind(),
            rule.finds
        );
        let about = [("rule", rule.name)];
        let id = facts.add("rule_params", json!(count), text.clone(), about);
        if at < told {
            summary.push(format!("{text} [{id}]."));
        }
    }
    (facts, summary)
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema;

    fn answer(arguments: Value) -> Answer {
        let spec = spec();
        assert_eq!(schema::problems(&spec.input_schema, &arguments), [""; 0]);
        let facts = Facts::new("rule_params", "0123456789");
        let answer = list(arguments.as_object().unwrap(), facts).unwrap();
        assert_eq!(schema::problems(&spec.output_schema, &answer.data), [""; 0]);
        answer
    }

    fn names(answer: &Answer) -> Vec<&str> {
        let rows = answer.data["rules"].as_array().unwrap();
        rows.iter()
            .map(|row| row["rule"].as_str().unwrap())
            .collect()
    }

    #[test]
    fn all_rules_and_detectors_come_in_pages_of_25() {
        let first = answer(json!({}));
        assert_eq!(first.data["count"], 70);
        assert_eq!(
            first.summary,
            ["70 rules with 495 parameters [F1@rule_params-0123456789]."]
        );
        assert_eq!(names(&first).len(), 25);
        assert_eq!(names(&first)[0], "actuator_stuck");
        assert!(first.truncated);
        assert_eq!(
            first.notices,
            [
                "'rules' shows rows 1 to 25 of 70. For the rest, repeat the call with \"offset\": 25 (and \"limit\" up to 1000)."
            ]
        );
        let last = answer(json!({"offset": 50}));
        assert_eq!(names(&last).last(), Some(&"zones_heat_cool_census"));
        let whole = answer(json!({"limit": 1000}));
        assert_eq!(names(&whole).len(), 70);
        assert!(!whole.truncated && names(&whole).is_sorted());
        assert_eq!(whole.facts.into_list().len(), 71);
    }

    #[test]
    fn a_page_with_detail_has_10_rules_and_each_parameter_its_texts() {
        let page = answer(json!({"detail": true}));
        assert_eq!((names(&page).len(), page.truncated), (10, true));
        let texts = [
            "name",
            "default",
            "unit",
            "basis",
            "calibrate",
            "range",
            "note",
        ];
        let parameter = |answer: &Answer| {
            let parameter = answer.data["rules"][0]["params"][0].as_object().unwrap();
            parameter.keys().cloned().collect::<Vec<_>>()
        };
        assert_eq!(parameter(&page), texts);
        assert_eq!(
            parameter(&answer(json!({}))),
            ["name", "default", "unit", "range"]
        );
    }

    #[test]
    fn named_rules_come_with_detail_and_a_sentence_each() {
        let two =
            answer(json!({"rules": ["hw_plant_deltat", "coil_leak_drift", "hw_plant_deltat"]}));
        assert_eq!(names(&two), ["coil_leak_drift", "hw_plant_deltat"]);
        assert!(two.data["rules"][0]["params"][0]["note"].is_string());
        assert_eq!(two.summary.len(), 3);
        assert_eq!(
            two.summary[2],
            "hw_plant_deltat (rule) finds: A hot-water loop with a low temperature difference: it moves more \
             water than its load needs; design_deltaT_min_f = 20.0 °F [F3@rule_params-0123456789]."
        );
        let plain = answer(json!({"rules": ["hw_plant_deltat"], "detail": false}));
        assert!(plain.data["rules"][0]["params"][0].get("note").is_none());
        let fact = plain.facts.into_list().remove(1);
        assert_eq!(
            (&fact["kind"], &fact["rule"], &fact["value"]),
            (&json!("rule_params"), &json!("hw_plant_deltat"), &json!(1))
        );
    }

    #[test]
    fn every_word_of_a_query_must_occur_in_a_name() {
        let query = |query: &str| answer(json!({"query": query, "limit": 100}));
        assert_eq!(query("heat_pump max_defrost_min").data["count"], 3);
        assert_eq!(names(&query("FILTER, change-dp")), [""; 0]);
        assert_eq!(names(&query("Filter change_dp")), ["filter_fouling"]);
        assert_eq!(query("drift").data["count"], 11);
        assert_eq!(query("!?").data["count"], 70);
        assert_eq!(query("no_such_thing").data["count"], 0);
    }

    #[test]
    fn named_rules_that_do_not_match_the_query_are_not_found() {
        let arguments = json!({"rules": ["filter_fouling"], "query": "boiler"});
        let facts = Facts::new("rule_params", "0123456789");
        let error = list(arguments.as_object().unwrap(), facts).unwrap_err();
        let CallError::Tool(error) = error else {
            panic!("{error}")
        };
        assert_eq!(error.code, Code::NotFound);
    }
}
