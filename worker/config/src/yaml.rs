//! YAML text as the value the equivalent JSON would be.
//!
//! Only `true` and `false` are booleans; dates, times and numbers with leading zeros stay text,
//! so that a config means the same in both formats.

use saphyr_parser::{Event, Parser, ScalarStyle, Span, SpannedEventReceiver, Tag};
use serde_json::{Map, Number, Value};
use std::borrow::Cow;
use std::collections::HashMap;

/// The most values a document may hold, aliases expanded: far above any config, far below what
/// nested aliases could ask for.
const MAX_VALUES: usize = 1_000_000;
/// The deepest nesting that is read.
const MAX_DEPTH: usize = 100;

/// Parses one YAML document; the error says what is wrong and where. No document is `{}`.
pub fn parse(text: &str) -> Result<Value, String> {
    let mut builder = Builder::default();
    Parser::new_from_str(text)
        .load(&mut builder, true)
        .map_err(|e| format!("invalid YAML: {e}"))?;
    match builder {
        Builder {
            problem: Some(problem),
            ..
        } => Err(problem),
        Builder {
            documents: 0..=1,
            root: None | Some(Value::Null),
            ..
        } => Ok(Value::Object(Map::new())),
        Builder {
            documents: 0..=1,
            root: Some(root),
            ..
        } => Ok(root),
        _ => Err("a config file holds one document".to_owned()),
    }
}

/// Assembles the events of a parser into one value.
#[derive(Default)]
struct Builder {
    documents: usize,
    root: Option<Value>,
    open: Vec<Open>,
    anchors: HashMap<usize, Value>,
    values: usize,
    problem: Option<String>,
}

/// A collection whose end was not seen yet.
enum Open {
    List {
        anchor: usize,
        items: Vec<Value>,
    },
    Mapping {
        anchor: usize,
        members: Map<String, Value>,
        merged: Vec<Value>,
        key: Option<Key>,
    },
}

enum Key {
    Named(String),
    /// `<<`: the value's members are defaults of the mapping.
    Merge,
}

impl SpannedEventReceiver<'_> for Builder {
    fn on_event(&mut self, event: Event, span: Span) {
        if self.problem.is_none()
            && let Err(problem) = self.take(event)
        {
            self.problem = Some(format!("line {}: {problem}", span.start.line()));
        }
    }
}

impl Builder {
    fn take(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::DocumentStart(_) => {
                self.documents += 1;
                Ok(())
            }
            Event::Scalar(text, style, anchor, tag) => {
                if self.awaits_key() {
                    return self.start_member(&text, style);
                }
                let value = scalar(text, style, tag)?;
                self.finish(value, anchor)
            }
            Event::SequenceStart(anchor, _) => self.open(Open::List {
                anchor,
                items: Vec::new(),
            }),
            Event::MappingStart(anchor, _) => self.open(Open::Mapping {
                anchor,
                members: Map::new(),
                merged: Vec::new(),
                key: None,
            }),
            Event::SequenceEnd | Event::MappingEnd => self.close(),
            Event::Alias(anchor) => {
                let value = self
                    .anchors
                    .get(&anchor)
                    .cloned()
                    .ok_or("an alias has no anchor")?;
                self.finish(value, 0)
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Ok(()),
        }
    }

    fn awaits_key(&self) -> bool {
        matches!(self.open.last(), Some(Open::Mapping { key: None, .. }))
    }

    fn start_member(&mut self, text: &str, style: ScalarStyle) -> Result<(), String> {
        if let Some(Open::Mapping { members, key, .. }) = self.open.last_mut() {
            *key = Some(match text {
                "<<" if style == ScalarStyle::Plain => Key::Merge,
                _ if members.contains_key(text) => {
                    return Err(format!("a mapping repeats the key {text:?}"));
                }
                _ => Key::Named(text.to_owned()),
            });
        }
        Ok(())
    }

    fn open(&mut self, collection: Open) -> Result<(), String> {
        if self.awaits_key() {
            return Err("a key is a text, not a collection".to_owned());
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(format!("collections are nested over {MAX_DEPTH} deep"));
        }
        self.open.push(collection);
        Ok(())
    }

    fn close(&mut self) -> Result<(), String> {
        match self.open.pop() {
            Some(Open::List { anchor, items }) => self.finish(Value::Array(items), anchor),
            Some(Open::Mapping {
                anchor,
                members,
                merged,
                ..
            }) => {
                let value = Value::Object(with_defaults(members, merged)?);
                self.finish(value, anchor)
            }
            None => Ok(()),
        }
    }

    /// Puts a finished value where it belongs.
    fn finish(&mut self, value: Value, anchor: usize) -> Result<(), String> {
        self.values += count(&value);
        if self.values > MAX_VALUES {
            return Err("the aliases expand to too many values".to_owned());
        }
        if anchor > 0 {
            self.anchors.insert(anchor, value.clone());
        }
        match self.open.last_mut() {
            None => self.root = Some(value),
            Some(Open::List { items, .. }) => items.push(value),
            Some(Open::Mapping {
                members,
                merged,
                key,
                ..
            }) => match key.take() {
                Some(Key::Named(name)) => {
                    members.insert(name, value);
                }
                Some(Key::Merge) => merged.push(value),
                None => return Err("a key is a text, not an alias".to_owned()),
            },
        }
        Ok(())
    }
}

fn count(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(count).sum::<usize>(),
        _ => 1,
    }
}

/// The members of a mapping, with those of its `<<` values where it has none of its own.
fn with_defaults(
    members: Map<String, Value>,
    merged: Vec<Value>,
) -> Result<Map<String, Value>, String> {
    let mut all = members;
    for source in merged {
        let sources = match source {
            Value::Array(sources) => sources,
            one => vec![one],
        };
        for source in sources {
            let Value::Object(defaults) = source else {
                return Err("`<<` takes a mapping or a list of mappings".to_owned());
            };
            for (key, value) in defaults {
                all.entry(key).or_insert(value);
            }
        }
    }
    Ok(all)
}

fn scalar(text: Cow<str>, style: ScalarStyle, tag: Option<Cow<Tag>>) -> Result<Value, String> {
    match tag.as_deref() {
        Some(tag) if tag.is_yaml_core_schema() && tag.suffix == "str" => {
            return Ok(Value::String(text.into_owned()));
        }
        Some(tag) if !tag.is_yaml_core_schema() => return Err("a tag is not supported".to_owned()),
        _ => {}
    }
    if style != ScalarStyle::Plain {
        return Ok(Value::String(text.into_owned()));
    }
    match text.as_ref() {
        "" | "~" | "null" | "Null" | "NULL" => Ok(Value::Null),
        "true" | "True" | "TRUE" => Ok(Value::Bool(true)),
        "false" | "False" | "FALSE" => Ok(Value::Bool(false)),
        plain if is_number(plain) => number(plain),
        plain if is_non_finite(plain) => Err(format!("{plain} is not a finite number")),
        plain => Ok(Value::String(plain.to_owned())),
    }
}

fn number(plain: &str) -> Result<Value, String> {
    let unsigned = plain.strip_prefix('+').unwrap_or(plain);
    if let Ok(whole) = unsigned.parse::<i64>() {
        return Ok(whole.into());
    }
    unsigned
        .parse::<f64>()
        .ok()
        .and_then(Number::from_f64)
        .map(Value::Number)
        .ok_or_else(|| format!("{plain} is not a finite number"))
}

fn is_non_finite(plain: &str) -> bool {
    let unsigned = plain.trim_start_matches(['+', '-']);
    matches!(
        unsigned,
        ".inf" | ".Inf" | ".INF" | ".nan" | ".NaN" | ".NAN"
    )
}

/// Whether a plain scalar is a JSON-like number: no leading zeros, no base 60, no underscores.
fn is_number(plain: &str) -> bool {
    let unsigned = plain.strip_prefix(['+', '-']).unwrap_or(plain);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    let whole_ok = digits(whole) && (whole.len() <= 1 || !whole.starts_with('0'));
    let some_digit = !whole.is_empty() || fraction.is_some_and(|f| !f.is_empty());
    let exponent_ok = exponent.is_none_or(|e| {
        let unsigned = e.strip_prefix(['+', '-']).unwrap_or(e);
        !unsigned.is_empty() && digits(unsigned)
    });
    whole_ok && fraction.is_none_or(digits) && some_digit && exponent_ok
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn plain_scalars_mean_what_json_means() {
        let value = parse(
            "a: no\nb: 2018-07-01\nc: 07:00\nd: 012\ne: 1e-06\nf: true\ng: ~\nh: '1'\ni: -5\nj: .5\nk: 5.\nl: 1_000\nm: !!str 7\n",
        );
        assert_eq!(
            value,
            Ok(
                json!({"a": "no", "b": "2018-07-01", "c": "07:00", "d": "012", "e": 1e-6, "f": true,
                "g": null, "h": "1", "i": -5, "j": 0.5, "k": 5.0, "l": "1_000", "m": "7"})
            )
        );
    }

    #[test]
    fn anchors_and_merges_expand() {
        let value = parse("base: &b {x: 1, y: 2}\nuse:\n  <<: *b\n  y: 3\nlist: [*b]\n");
        assert_eq!(
            value,
            Ok(
                json!({"base": {"x": 1, "y": 2}, "use": {"y": 3, "x": 1}, "list": [{"x": 1, "y": 2}]})
            )
        );
    }

    #[test]
    fn an_alias_bomb_and_a_deep_nest_are_refused() {
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for i in 1..10 {
            let refs = vec![format!("*a{}", i - 1); 10].join(", ");
            bomb.push_str(&format!("a{i}: &a{i} [{refs}]\n"));
        }
        assert!(parse(&bomb).unwrap_err().contains("too many values"));
        assert!(parse(&"[".repeat(5000)).is_err());
    }

    #[test]
    fn non_finite_numbers_are_refused() {
        assert!(
            parse("a: .nan\n")
                .unwrap_err()
                .contains("not a finite number")
        );
        assert!(
            parse("a: 1e999\n")
                .unwrap_err()
                .contains("not a finite number")
        );
    }
}
