//! One config file as a document: JSON or YAML by its suffix, an object at the top.

use std::path::Path;

use serde_json::{Map, Value};

use crate::{json, yaml};

/// The longest config file that is read, in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// A config's content.
pub type Document = Map<String, Value>;

/// Why a config file is not a config.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(std::io::Error),
    /// The file is longer than any config.
    #[error("is longer than 16 MiB")]
    TooLong,
    /// The suffix names neither format.
    #[error("a config ends in .json, .yaml or .yml")]
    Suffix,
    /// The text is not valid JSON or YAML, or repeats a key.
    #[error("{0}")]
    Syntax(String),
    /// The top level is something else than an object.
    #[error("a config is an object at the top level, not {0}")]
    NotAnObject(&'static str),
}

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
        Some("json") => json::parse,
        Some("yaml" | "yml") => yaml::parse,
        _ => return Err(ConfigError::Suffix),
    };
    let length = std::fs::metadata(path)
        .map_err(ConfigError::Unreadable)?
        .len();
    if length > MAX_BYTES {
        return Err(ConfigError::TooLong);
    }
    let text = std::fs::read_to_string(path).map_err(ConfigError::Unreadable)?;
    match parse(&text).map_err(ConfigError::Syntax)? {
        Value::Object(document) => Ok(document),
        Value::Array(_) => Err(ConfigError::NotAnObject("a list")),
        Value::String(_) => Err(ConfigError::NotAnObject("a text")),
        Value::Number(_) => Err(ConfigError::NotAnObject("a number")),
        Value::Bool(_) => Err(ConfigError::NotAnObject("true or false")),
        Value::Null => Err(ConfigError::NotAnObject("null")),
    }
}

/// The facility a config is about: its store source's `facility_id`, else its own
/// `facility_id`, else its `site`.
pub fn facility_of(document: &Document) -> Option<&str> {
    let source = document.get("source").and_then(Value::as_object);
    let named = match source {
        Some(source) if source.get("kind").and_then(Value::as_str) == Some("store") => {
            source.get("facility_id")
        }
        _ => document.get("facility_id").or_else(|| document.get("site")),
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
                "repeats the key \"site\"",
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
