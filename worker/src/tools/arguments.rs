//! Arguments several tools share: their schemas, and their values once checked.

use std::collections::BTreeSet;

use camber_series::time;
use serde_json::{Map, Value, json};

use crate::schema::DATE_PATTERN;

/// A one-line text, such as an id.
pub(super) fn text(description: &str) -> Value {
    json!({"type": "string", "minLength": 1, "maxLength": 200, "description": description})
}

/// The facility a tool reads.
pub(super) fn facility_id() -> Value {
    text("the facility, by its id in the facilities tool")
}

/// A list of ids.
pub(super) fn texts(most: u32, description: &str) -> Value {
    json!({
        "type": "array",
        "items": {"type": "string", "minLength": 1, "maxLength": 200},
        "minItems": 1,
        "maxItems": most,
        "description": description,
    })
}

/// The equipment a tool keeps to.
pub(super) fn equips() -> Value {
    texts(
        200,
        "only these equipment ids, spelled as the points tool lists them",
    )
}

/// A moment of the site's wall clock.
pub(super) fn date(description: &str) -> Value {
    json!({"type": "string", "pattern": DATE_PATTERN, "description": description})
}

/// The first moment of a window.
pub(super) fn start() -> Value {
    date("first moment, in the site's wall clock: 2024-03-01 (its midnight) or 2024-03-01T06:00")
}

/// The last moment of a window.
pub(super) fn end() -> Value {
    date(
        "last moment, included; a date alone means its midnight, so give the next day to take a whole day",
    )
}

/// A checked argument that is a text.
pub(super) fn text_of<'a>(arguments: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    arguments.get(name).and_then(Value::as_str)
}

/// A checked argument that is a list of texts.
pub(super) fn texts_of(arguments: &Map<String, Value>, name: &str) -> Option<BTreeSet<String>> {
    let list = arguments.get(name)?.as_array()?;
    Some(
        list.iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
    )
}

/// A checked argument that is a date, in nanoseconds.
pub(super) fn moment_of(arguments: &Map<String, Value>, name: &str) -> Option<i64> {
    time::parse(text_of(arguments, name)?).ok()
}

/// What is wrong with a window whose ends are both dates.
pub(super) fn window_problem(arguments: &Map<String, Value>) -> Option<String> {
    let (start, end) = (moment_of(arguments, "start")?, moment_of(arguments, "end")?);
    (end < start).then(|| {
        format!(
            "end ({}) is before start ({}); a date alone means its midnight",
            text_of(arguments, "end").unwrap_or_default(),
            text_of(arguments, "start").unwrap_or_default()
        )
    })
}
