//! The tools: one file each, in one static table.

mod arguments;
mod coverage;
mod dataset_entry;
mod dataset_search;
mod facilities;
mod paging;
mod points;
mod rule_params;

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use crate::call::Call;
use crate::error::CallError;
use crate::results::Answer;
use crate::schema;

/// One tool.
#[derive(Debug)]
pub struct ToolSpec {
    /// Its name.
    pub name: &'static str,
    /// Its title for people.
    pub title: &'static str,
    /// What it does and when to call it, for a model that picks tools.
    pub description: &'static str,
    /// JSON Schema of its arguments.
    pub input_schema: Value,
    /// JSON Schema of its result; every result is checked against it.
    pub output_schema: Value,
    /// Which workers run it.
    pub lane: Lane,
    run: fn(&mut Call) -> Result<Answer, CallError>,
}

/// Which workers run a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// It reads stored series and may take long.
    Data,
    /// It reads none, and never waits behind one that does.
    Quick,
}

static ALL: LazyLock<[ToolSpec; 6]> = LazyLock::new(|| {
    [
        coverage::spec(),
        dataset_entry::spec(),
        dataset_search::spec(),
        facilities::spec(),
        points::spec(),
        rule_params::spec(),
    ]
});

/// Every tool, by name.
pub fn all() -> &'static [ToolSpec] {
    &*ALL
}

/// The tool of this name.
pub fn find(name: &str) -> Option<&'static ToolSpec> {
    all().iter().find(|tool| tool.name == name)
}

/// The array tools/list shows, as JSON. It leaves out what a client needs neither to pick nor to
/// call a tool: the descriptions inside output schemas (the schema validates the same).
pub fn listing() -> &'static str {
    static LISTING: LazyLock<String> = LazyLock::new(|| {
        let tools: Vec<Value> = all().iter().map(listed).collect();
        Value::Array(tools).to_string()
    });
    &LISTING
}

/// Checks a call's arguments and turns whole-number floats into the integers they are.
///
/// # Errors
/// Every problem, in one sentence each: the schema's, or an `end` before its `start`.
pub fn check_arguments(tool: &ToolSpec, given: &mut Map<String, Value>) -> Result<(), Vec<String>> {
    let mut value = Value::Object(std::mem::take(given));
    schema::normalise(&tool.input_schema, &mut value);
    let mut problems = schema::problems(&tool.input_schema, &value);
    if let Value::Object(checked) = value {
        *given = checked;
    }
    if problems.is_empty() {
        problems.extend(arguments::window_problem(given));
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(problems),
    }
}

impl ToolSpec {
    /// Runs the tool on arguments that were checked.
    pub(crate) fn run(&self, call: &mut Call) -> Result<Answer, CallError> {
        (self.run)(call)
    }
}

fn listed(tool: &ToolSpec) -> Value {
    let mut output_schema = tool.output_schema.clone();
    drop_descriptions(&mut output_schema);
    json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": output_schema,
        "annotations": {
            "readOnlyHint": true,
            "destructiveHint": false,
            "idempotentHint": true,
            "openWorldHint": false,
        },
    })
}

/// Removes the `description` annotation of a schema and of every schema in it. A property that
/// is itself called `description` is a schema's name, not an annotation, and stays.
fn drop_descriptions(schema: &mut Value) {
    let Value::Object(members) = schema else {
        return;
    };
    members.remove("description");
    for keyword in ["items", "additionalProperties"] {
        if let Some(inner) = members.get_mut(keyword) {
            drop_descriptions(inner);
        }
    }
    if let Some(Value::Object(properties)) = members.get_mut("properties") {
        properties.values_mut().for_each(drop_descriptions);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::tests::assert_supported;

    #[test]
    fn the_table_is_sorted_and_every_schema_is_one_the_validator_checks() {
        assert!(all().iter().map(|tool| tool.name).is_sorted());
        for tool in all() {
            for schema in [&tool.input_schema, &tool.output_schema] {
                assert_eq!(schema["type"], "object", "{}", tool.name);
                assert_eq!(schema["additionalProperties"], false, "{}", tool.name);
                assert_supported(schema, tool.name);
            }
        }
    }

    #[test]
    fn the_listing_is_trimmed_and_complete() {
        let listing: Value = serde_json::from_str(listing()).unwrap();
        let coverage = &listing[0];
        assert_eq!(coverage["name"], "coverage");
        assert_eq!(
            coverage["annotations"],
            json!({"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false})
        );
        assert!(
            !coverage["outputSchema"]
                .to_string()
                .contains("\"description\"")
        );
        assert!(coverage["inputSchema"]["properties"]["limit"]["description"].is_string());
        assert_eq!(listing.as_array().unwrap().len(), all().len());
    }

    #[test]
    fn a_property_called_description_survives_the_trimming() {
        let mut schema = json!({
            "description": "x",
            "properties": {"description": {"type": "string", "description": "y"}},
            "items": {"description": "z", "enum": ["description"]},
        });
        drop_descriptions(&mut schema);
        assert_eq!(
            schema,
            json!({"properties": {"description": {"type": "string"}}, "items": {"enum": ["description"]}})
        );
    }

    #[test]
    fn arguments_are_checked_and_normalised() {
        let coverage = find("coverage").unwrap();
        let check = |value: Value| {
            let mut arguments = value.as_object().unwrap().clone();
            check_arguments(coverage, &mut arguments).map(|()| Value::Object(arguments).to_string())
        };
        assert_eq!(
            check(json!({"facility_id": "f", "limit": 5.0, "start": "2024-03-01", "end": "2024-03-01"})).unwrap(),
            r#"{"facility_id":"f","limit":5,"start":"2024-03-01","end":"2024-03-01"}"#
        );
        assert_eq!(
            check(json!({"facility_id": "f", "start": "2024-03-01T06:00", "end": "2024-03-01"}))
                .unwrap_err(),
            [
                "end (2024-03-01) is before start (2024-03-01T06:00); a date alone means its midnight"
            ]
        );
        assert_eq!(
            check(json!({"facility_id": "f", "end": "2025-02-30"}))
                .unwrap_err()
                .len(),
            1
        );
        assert_eq!(check(json!({"limit": 0, "extra": 1})).unwrap_err().len(), 3);
    }
}
