//! Just enough JSON Schema for the protocol's published schemas. A keyword it does not know fails
//! the test, so no constraint is passed over.

use serde_json::Value;

/// Where a value breaks the definition `name` of `schema`; empty when it fits.
pub fn problems(schema: &Value, name: &str, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, definition(schema, name), value, name, &mut found);
    found
}

/// The definition `name` of a schema of either dialect in use.
fn definition<'s>(schema: &'s Value, name: &str) -> &'s Value {
    let definitions = schema
        .get("$defs")
        .or_else(|| schema.get("definitions"))
        .unwrap();
    definitions
        .get(name)
        .unwrap_or_else(|| panic!("the schema has no {name}"))
}

fn check(root: &Value, schema: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
    let mut fail = |problem: String| found.push(format!("{place}: {problem}"));
    let Value::Object(keywords) = schema else {
        match schema {
            Value::Bool(true) => return,
            _ => return fail("nothing fits here".to_owned()),
        }
    };
    let members = keywords.get("properties").and_then(Value::as_object);
    for (keyword, wanted) in keywords {
        let fits = |inner: &Value| {
            let mut found = Vec::new();
            check(root, inner, value, place, &mut found);
            found.is_empty()
        };
        match keyword.as_str() {
            "$ref" => {
                let name = wanted.as_str().unwrap().rsplit('/').next().unwrap();
                check(root, definition(root, name), value, place, found);
            }
            "type" => {
                let types = wanted
                    .as_array()
                    .map_or(std::slice::from_ref(wanted), Vec::as_slice);
                if !types
                    .iter()
                    .any(|name| is_type(value, name.as_str().unwrap()))
                {
                    found.push(format!("{place}: {value} is not of type {wanted}"));
                }
            }
            "const" if wanted != value => found.push(format!("{place}: {value} is not {wanted}")),
            "enum" if !wanted.as_array().unwrap().contains(value) => {
                found.push(format!("{place}: {value} is none of {wanted}"));
            }
            "required" => {
                for name in wanted.as_array().unwrap() {
                    if value.is_object() && value.get(name.as_str().unwrap()).is_none() {
                        found.push(format!("{place}: {name} is missing"));
                    }
                }
            }
            "properties" => {
                for (name, inner) in wanted.as_object().unwrap() {
                    if let Some(member) = value.get(name) {
                        check(root, inner, member, &format!("{place}.{name}"), found);
                    }
                }
            }
            "additionalProperties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    if members.is_none_or(|members| !members.contains_key(name)) {
                        check(root, wanted, member, &format!("{place}.{name}"), found);
                    }
                }
            }
            "items" => {
                for (position, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, wanted, item, &format!("{place}[{position}]"), found);
                }
            }
            "minimum"
                if value
                    .as_f64()
                    .is_some_and(|number| number < wanted.as_f64().unwrap()) =>
            {
                found.push(format!("{place}: {value} is under {wanted}"));
            }
            "maximum"
                if value
                    .as_f64()
                    .is_some_and(|number| number > wanted.as_f64().unwrap()) =>
            {
                found.push(format!("{place}: {value} is over {wanted}"));
            }
            "maxItems"
                if value
                    .as_array()
                    .is_some_and(|items| items.len() as u64 > wanted.as_u64().unwrap()) =>
            {
                found.push(format!("{place}: more than {wanted} items"));
            }
            "anyOf" if !wanted.as_array().unwrap().iter().any(fits) => {
                found.push(format!("{place}: {value} fits none of the choices"));
            }
            "allOf" => {
                for inner in wanted.as_array().unwrap() {
                    check(root, inner, value, place, found);
                }
            }
            "const" | "enum" | "minimum" | "maximum" | "maxItems" | "anyOf" | "description"
            | "format" => {}
            unknown => panic!("{place}: the keyword {unknown} is not checked here"),
        }
    }
}

fn is_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("{name} is no type"),
    }
}
