//! One config file as a document: JSON or YAML by its suffix, an object at the top.

use std::path::Path;

use serde_json::{Map, Value};

use crate::error::ConfigError;
use crate::{text_file, yaml};

/// A config's content.
pub type Document = Map<String, Value>;

/// Reads the config at `path`. An empty YAML file is an empty config; an empty JSON file is not
/// valid JSON.
///
/// # Errors
/// A [`ConfigError`] that says what is wrong, without the path.
pub fn read(path: &Path) -> Result<Document, ConfigError> {
    let suffix = path
        .extension()
        .and_then(|s| s.to_str())
        .map(str::to_ascii_lowercase);
    let parse: fn(&str) -> Result<Value, String> = match suffix.as_deref() {
        Some("json") => json,
        Some("yaml" | "yml") => yaml::parse,
        _ => return Err(ConfigError::Suffix),
    };
    let text = text_file::read(path)
        .map_err(ConfigError::Unreadable)?
        .ok_or(ConfigError::TooLong)?;
    match parse(&text).map_err(ConfigError::Syntax)? {
        Value::Object(document) => Ok(document),
        Value::Array(_) => Err(ConfigError::NotAnObject("a list")),
        Value::String(_) => Err(ConfigError::NotAnObject("a text")),
        Value::Number(_) => Err(ConfigError::NotAnObject("a number")),
        Value::Bool(_) => Err(ConfigError::NotAnObject("true or false")),
        Value::Null => Err(ConfigError::NotAnObject("null")),
    }
}

fn json(text: &str) -> Result<Value, String> {
    camber_store::json::parse(text.as_bytes()).map_err(|error| format!("invalid JSON: {error}"))
}

/// The facility a config is about: its store source's `facility_id`, else its own
/// `facility_id`, else its `site`.
pub fn facility_of(document: &Document) -> Option<&str> {
    let source = document.get("source").and_then(Value::as_object);
    let named = match source {
        Some(source) if source.get("kind").and_then(Value::as_str) == Some("store") => {
            source.get("facility_id")
        }
        _ => ["facility_id", "site"]
            .iter()
            .filter_map(|key| document.get(*key))
            .find(|id| !id.is_null() && *id != ""),
    };
    named.and_then(Value::as_str).filter(|id| !id.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn config(suffix: &str, text: &str) -> Result<Document, String> {
        let mut file = tempfile::Builder::new().suffix(suffix).tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        read(file.path()).map_err(|e| e.to_string())
    }

    #[test]
    fn both_formats_give_the_same_document() {
        let json = r#"{"site": "North", "source": {"kind": "store", "facility_id": "north"},
            "rules": ["filter_fouling", {"name": "g36_afdd", "params": {"x": 1.5}}]}"#;
        let yaml = "site: North\nsource: {kind: store, facility_id: north}\nrules:\n  - filter_fouling\n  - name: g36_afdd\n    params: {x: 1.5}  # why\n";
        assert_eq!(config(".json", json), config(".YML", yaml));
        assert_eq!(facility_of(&config(".json", json).unwrap()), Some("north"));
    }

    #[test]
    fn what_is_no_config_is_refused_with_a_reason() {
        for (suffix, text, reason) in [
            (".json", "", "line 1"),
            (".json", r#"{"site": "a",}"#, "line 1"),
            (
                ".json",
                r#"{"site": "a", "site": "b"}"#,
                "the key \"site\" is repeated",
            ),
            (".json", "[]", "not a list"),
            (".yaml", "- a\n", "not a list"),
            (".yaml", "a: 1\na: 2\n", "repeats the key \"a\""),
            (".yaml", "a: [1\n", "line"),
            (".yaml", "a: 1\n---\nb: 2\n", "one document"),
            (".toml", "a = 1", "ends in .json"),
        ] {
            let error = config(suffix, text).unwrap_err();
            assert!(error.contains(reason), "{text:?}: {error}");
        }
    }

    #[test]
    fn a_folder_backed_config_is_about_its_facility_id_or_its_site() {
        let about = |text: &str| facility_of(&config(".json", text).unwrap()).map(str::to_owned);
        assert_eq!(
            about(r#"{"facility_id": "a", "site": "b"}"#),
            Some("a".to_owned())
        );
        assert_eq!(
            about(r#"{"site": "b", "source": {"kind": "folder"}}"#),
            Some("b".to_owned())
        );
        assert_eq!(about(r#"{"site": "b", "source": {"kind": "store"}}"#), None);
    }
}
