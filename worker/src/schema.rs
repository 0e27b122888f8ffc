//! The subset of JSON Schema 2020-12 the tools' schemas use, and a validator for it.
//!
//! `type` (one name or a union), `properties`, `required`, `additionalProperties` (true, false or
//! a schema), `items`, `enum`, `pattern` (a few known ones), `minLength`, `maxLength`,
//! `minItems`, `maxItems`, `minimum`, `maximum`; `description` is an annotation. A test walks
//! every schema of every tool and refuses any other keyword, so no schema promises a check that
//! is not made.

use serde_json::{Map, Value};

use crate::results::names::one_line;

/// The form of a date or date-time argument.
pub const DATE_PATTERN: &str = r"^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?)?$";

/// The form of a dataset's id in the catalogue.
pub const DATASET_ID_PATTERN: &str = "^[a-z0-9][a-z0-9-]{0,99}$";

/// A `pattern` a schema may use. Each is matched by a function: the schemas need no more of
/// regular expressions than these.
struct Pattern {
    text: &'static str,
    /// At least as strict as `text`: it may also refuse what only looks right.
    matches: fn(&str) -> bool,
    /// What it accepts, for a message.
    accepts: &'static str,
}

const PATTERNS: &[Pattern] = &[
    Pattern {
        text: DATE_PATTERN,
        matches: |text| camber_series::time::parse(text).is_ok(),
        accepts: "a date or date-time the calendar has, such as 2024-03-01 or 2024-03-01T06:00 \
                  (years 1678 to 2261)",
    },
    Pattern {
        text: DATASET_ID_PATTERN,
        matches: is_dataset_id,
        accepts: "a dataset id: lower-case letters, digits and hyphens, at most 100",
    },
];

fn is_dataset_id(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    (1..=100).contains(&text.len())
        && text.starts_with(plain)
        && text.chars().all(|c| plain(c) || c == '-')
}

fn pattern(text: &str) -> Option<&'static Pattern> {
    PATTERNS.iter().find(|pattern| pattern.text == text)
}

/// Turns whole-number floats into integers wherever the schema takes an integer: JSON Schema
/// counts 5.0 as the integer 5.
pub fn normalise(schema: &Value, value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(whole) = whole(number).filter(|_| takes(schema, "integer")) {
                *value = Value::from(whole);
            }
        }
        Value::Array(items) => {
            if let Some(item_schema) = schema.get("items") {
                items
                    .iter_mut()
                    .for_each(|item| normalise(item_schema, item));
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                if let Some(member_schema) = member_schema(schema, name) {
                    normalise(member_schema, member);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// What is wrong with `value` under `schema`: one sentence a problem, each naming the place and
/// what is accepted there. Empty when it is valid.
pub fn problems(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, value, "", &mut found);
    found
}

fn check(schema: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
    if !fits(schema, value) {
        let subject = if place.is_empty() { "it" } else { place };
        found.push(format!(
            "{subject} must be {}, not {}",
            accepted(schema),
            shown(value)
        ));
        return;
    }
    match value {
        Value::Array(items) => {
            if let Some(item_schema) = schema.get("items") {
                for (position, item) in items.iter().enumerate() {
                    check(item_schema, item, &format!("{place}[{position}]"), found);
                }
            }
        }
        Value::Object(members) => check_members(schema, members, place, found),
        _ => {}
    }
}

fn check_members(
    schema: &Value,
    members: &Map<String, Value>,
    place: &str,
    found: &mut Vec<String>,
) {
    let inside = |name: &str| match place {
        "" => one_line(name, 60).into_owned(),
        _ => format!("{place}.{}", one_line(name, 60)),
    };
    for name in texts(schema, "required") {
        if !members.contains_key(name) {
            let wanted = member_schema(schema, name).map_or_else(|| "a value".to_owned(), accepted);
            found.push(format!("{} is required: {wanted}", inside(name)));
        }
    }
    for (name, member) in members {
        match member_schema(schema, name) {
            Some(member_schema) => check(member_schema, member, &inside(name), found),
            None if schema.get("additionalProperties") == Some(&Value::Bool(false)) => {
                found.push(format!(
                    "{} is not known here; {}",
                    inside(name),
                    known(schema)
                ));
            }
            None => {}
        }
    }
}

/// Whether the value itself, its items and members aside, is what the schema says.
fn fits(schema: &Value, value: &Value) -> bool {
    let types = texts(schema, "type");
    if !types.is_empty() && !types.iter().any(|name| is_type(value, name)) {
        return false;
    }
    if let Some(Value::Array(choices)) = schema.get("enum") {
        return choices.contains(value);
    }
    let within = |size: usize, least: &str, most: &str| {
        bound(schema, least).is_none_or(|least| size as f64 >= least)
            && bound(schema, most).is_none_or(|most| size as f64 <= most)
    };
    match value {
        Value::String(text) => {
            within(text.chars().count(), "minLength", "maxLength")
                && schema
                    .get("pattern")
                    .and_then(Value::as_str)
                    .is_none_or(|wanted| pattern(wanted).is_some_and(|known| (known.matches)(text)))
        }
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or(f64::NAN);
            bound(schema, "minimum").is_none_or(|least| number >= least)
                && bound(schema, "maximum").is_none_or(|most| number <= most)
        }
        Value::Array(items) => within(items.len(), "minItems", "maxItems"),
        Value::Object(_) | Value::Bool(_) | Value::Null => true,
    }
}

fn is_type(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
        Value::Number(number) => match name {
            "number" => true,
            "integer" => number.is_i64() || number.is_u64() || whole(number).is_some(),
            _ => false,
        },
    }
}

/// A float without a fraction, as the integer it is; `None` for any other number.
fn whole(number: &serde_json::Number) -> Option<i64> {
    // Beyond 2^53 neighbouring integers share a float, so none of them is meant exactly.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let float = number.as_f64().filter(|_| number.is_f64())?;
    (float.fract() == 0.0 && float.abs() <= EXACT).then_some(float as i64)
}

fn takes(schema: &Value, name: &str) -> bool {
    texts(schema, "type").contains(&name)
}

fn texts<'s>(schema: &'s Value, keyword: &str) -> Vec<&'s str> {
    match schema.get(keyword) {
        Some(Value::String(text)) => vec![text],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn bound(schema: &Value, keyword: &str) -> Option<f64> {
    schema.get(keyword).and_then(Value::as_f64)
}

fn member_schema<'s>(schema: &'s Value, name: &str) -> Option<&'s Value> {
    let declared = schema.get("properties").and_then(|all| all.get(name));
    declared.or_else(|| {
        schema
            .get("additionalProperties")
            .filter(|others| others.is_object())
    })
}

fn known(schema: &Value) -> String {
    let names: Vec<&str> = schema
        .get("properties")
        .and_then(Value::as_object)
        .map(|all| all.keys().map(String::as_str).collect())
        .unwrap_or_default();
    match names.is_empty() {
        true => "nothing is accepted".to_owned(),
        false => format!("accepted are {}", names.join(", ")),
    }
}

/// What a schema accepts, in words.
fn accepted(schema: &Value) -> String {
    if let Some(Value::Array(choices)) = schema.get("enum") {
        let choices: Vec<String> = choices.iter().map(Value::to_string).collect();
        return format!("one of {}", choices.join(", "));
    }
    let forms: Vec<String> = texts(schema, "type")
        .iter()
        .map(|name| match *name {
            "string" => text_form(schema),
            "integer" => format!("a whole number{}", range(schema, "minimum", "maximum")),
            "number" => format!("a number{}", range(schema, "minimum", "maximum")),
            "array" => format!("a list{}", counted(schema, "minItems", "maxItems", "items")),
            "object" => "an object".to_owned(),
            "boolean" => "true or false".to_owned(),
            _ => "null".to_owned(),
        })
        .collect();
    match forms.is_empty() {
        true => "any value".to_owned(),
        false => forms.join(" or "),
    }
}

fn text_form(schema: &Value) -> String {
    let known = schema
        .get("pattern")
        .and_then(Value::as_str)
        .and_then(pattern);
    match known {
        Some(pattern) => pattern.accepts.to_owned(),
        None => format!(
            "a string{}",
            counted(schema, "minLength", "maxLength", "characters")
        ),
    }
}

fn counted(schema: &Value, least: &str, most: &str, unit: &str) -> String {
    match (bound(schema, least), bound(schema, most)) {
        (Some(least), Some(most)) => format!(" of {least} to {most} {unit}"),
        (Some(least), None) => format!(" of at least {least} {unit}"),
        (None, Some(most)) => format!(" of at most {most} {unit}"),
        (None, None) => String::new(),
    }
}

fn range(schema: &Value, least: &str, most: &str) -> String {
    match (bound(schema, least), bound(schema, most)) {
        (Some(least), Some(most)) => format!(" from {least} to {most}"),
        (Some(least), None) => format!(" from {least} up"),
        (None, Some(most)) => format!(" up to {most}"),
        (None, None) => String::new(),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("a list of {} items", items.len()),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => match text.chars().count() {
            0..=60 => format!("\"{}\"", one_line(text, 60)),
            length => format!("a string of {length} characters"),
        },
        scalar => scalar.to_string(),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use serde_json::json;

    /// Fails unless `schema` keeps to the keywords this validator checks.
    pub(crate) fn assert_supported(schema: &Value, place: &str) {
        const KNOWN: [&str; 14] = [
            "type",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "enum",
            "pattern",
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minimum",
            "maximum",
            "description",
        ];
        const TYPES: [&str; 7] = [
            "null", "boolean", "string", "array", "object", "number", "integer",
        ];
        let members = schema
            .as_object()
            .unwrap_or_else(|| panic!("{place} is not an object"));
        for keyword in members.keys() {
            assert!(KNOWN.contains(&keyword.as_str()), "{place}: {keyword}");
        }
        let types = texts(schema, "type");
        assert!(
            types.iter().all(|name| TYPES.contains(name)),
            "{place}: {types:?}"
        );
        if let Some(text) = schema.get("pattern") {
            assert!(pattern(text.as_str().unwrap()).is_some(), "{place}: {text}");
        }
        for (name, member) in schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            assert_supported(member, &format!("{place}.{name}"));
        }
        for keyword in ["items", "additionalProperties"] {
            if let Some(inner) = schema.get(keyword).filter(|inner| !inner.is_boolean()) {
                assert_supported(inner, &format!("{place}.{keyword}"));
            }
        }
    }

    fn schema() -> Value {
        json!({
            "type": "object",
            "required": ["id"],
            "additionalProperties": false,
            "properties": {
                "id": {"type": "string", "minLength": 1, "maxLength": 5},
                "limit": {"type": "integer", "minimum": 1, "maximum": 1000},
                "hours": {"type": "number", "minimum": 0},
                "names": {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1, "maxItems": 2},
                "zone": {"type": ["string", "null"]},
                "by": {"type": "string", "enum": ["point", "equip"]},
                "start": {"type": "string", "pattern": DATE_PATTERN},
                "params": {"type": "object", "additionalProperties": {"type": "integer"}},
            },
        })
    }

    fn problems_of(value: Value) -> Vec<String> {
        problems(&schema(), &value)
    }

    #[test]
    fn what_fits_has_no_problem() {
        let value = json!({
            "id": "ünïcö", "limit": 1000, "hours": 0, "names": ["a", "b"], "zone": null, "by": "equip",
            "start": "2024-02-29 06:00", "params": {"x": 1}
        });
        assert_eq!(problems_of(value), Vec::<String>::new());
    }

    #[test]
    fn a_whole_float_is_an_integer_and_a_fraction_is_not() {
        let mut value = json!({"id": "a", "limit": 5.0, "hours": 5.0, "params": {"x": -2.0}});
        normalise(&schema(), &mut value);
        assert_eq!(
            value.to_string(),
            r#"{"id":"a","limit":5,"hours":5.0,"params":{"x":-2}}"#
        );
        assert_eq!(
            problems_of(json!({"id": "a", "limit": 5.5})),
            ["limit must be a whole number from 1 to 1000, not 5.5"]
        );
        assert_eq!(
            problems_of(json!({"id": "a", "limit": 5.0})),
            Vec::<String>::new()
        );
        assert_eq!(problems_of(json!({"id": "a", "limit": 1e300})).len(), 1);
    }

    #[test]
    fn each_problem_names_the_place_and_what_is_accepted() {
        let cases = [
            (json!({}), "id is required: a string of 1 to 5 characters"),
            (
                json!({"id": 5}),
                "id must be a string of 1 to 5 characters, not 5",
            ),
            (
                json!({"id": ""}),
                "id must be a string of 1 to 5 characters, not \"\"",
            ),
            (
                json!({"id": "aaaaaa"}),
                "id must be a string of 1 to 5 characters, not \"aaaaaa\"",
            ),
            (
                json!({"id": "a", "limit": true}),
                "limit must be a whole number from 1 to 1000, not true",
            ),
            (
                json!({"id": "a", "limit": 1001}),
                "limit must be a whole number from 1 to 1000, not 1001",
            ),
            (
                json!({"id": "a", "hours": -0.5}),
                "hours must be a number from 0 up, not -0.5",
            ),
            (
                json!({"id": "a", "names": []}),
                "names must be a list of 1 to 2 items, not a list of 0 items",
            ),
            (
                json!({"id": "a", "names": ["x", ""]}),
                "names[1] must be a string of at least 1 characters, not \"\"",
            ),
            (
                json!({"id": "a", "zone": 1}),
                "zone must be a string or null, not 1",
            ),
            (
                json!({"id": "a", "by": "role"}),
                "by must be one of \"point\", \"equip\", not \"role\"",
            ),
            (
                json!({"id": "a", "params": {"x": 0.5}}),
                "params.x must be a whole number, not 0.5",
            ),
            (
                json!({"id": "a", "odd": 1}),
                "odd is not known here; accepted are id, limit, hours, names, zone, by, start, params",
            ),
        ];
        for (value, problem) in cases {
            assert_eq!(problems_of(value), [problem]);
        }
    }

    #[test]
    fn a_date_the_calendar_lacks_is_a_problem() {
        for date in [
            "2025-02-30",
            "2025-13-01",
            "2024-03-01T24:00",
            "2024-3-1",
            "2024-03-01Z",
            "today",
        ] {
            assert_eq!(
                problems_of(json!({"id": "a", "start": date})).len(),
                1,
                "{date}"
            );
        }
        for date in ["2024-03-01", "2024-03-01T06:00", "2024-03-01 06:00:59"] {
            assert!(
                problems_of(json!({"id": "a", "start": date})).is_empty(),
                "{date}"
            );
        }
    }

    #[test]
    fn what_the_caller_sent_stays_on_one_short_line() {
        let long = "x".repeat(500);
        assert_eq!(
            problems_of(json!({"id": "a", "by": long})),
            ["by must be one of \"point\", \"equip\", not a string of 500 characters"]
        );
        let found = problems_of(json!({"id": "a", "b\ny\u{202e}": 1}));
        assert!(found[0].starts_with("b y is not known here"), "{found:?}");
    }
}
