//! From an answer to the finished `result` bytes of a reply.
//!
//! A result has two text blocks (the notices and the summary; the data as compact JSON) and the
//! same data as `structuredContent`. A failure is a result with `isError` and never carries
//! `structuredContent`: strict clients would hold it against the tool's output schema.

pub mod facts;
pub mod names;
pub mod token;
pub mod words;

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::completion::Offers;
use crate::error::{CallError, Code, ToolError};
use crate::identity;
use crate::wire::Revision;
use facts::Facts;
use names::one_line;

/// The most bytes a reply may have, counted as sent: 2 MB, in the decimal sense the product's
/// texts use beside their MiB.
pub const MAX_REPLY: usize = 2_000_000;

/// What a tool found.
#[derive(Debug)]
pub struct Answer {
    /// The structured result, valid under the tool's output schema.
    pub data: Value,
    /// The summary's sentences, each citing its facts; names in them are cleaned.
    pub summary: Vec<String>,
    /// What the summary and a reader may cite.
    pub facts: Facts,
    /// Licence, trust and truncation notices, each one line.
    pub notices: Vec<String>,
    /// Whether a list in `data` is not the whole list.
    pub truncated: bool,
}

#[derive(Serialize)]
struct Text<'a> {
    r#type: &'static str,
    text: &'a str,
}

impl<'a> Text<'a> {
    fn new(text: &'a str) -> Text<'a> {
        Text {
            r#type: "text",
            text,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallResult<'a> {
    content: &'a [Text<'a>],
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a RawValue>,
    is_error: bool,
    #[serde(rename = "_meta")]
    meta: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
}

/// The finished result of a call that worked, at most [`MAX_REPLY`] bytes with the
/// `envelope` bytes the parent puts around it.
///
/// # Errors
/// `too_large`, with the bytes the reply would have had.
pub fn success(answer: Answer, revision: Revision, envelope: usize) -> Result<Vec<u8>, CallError> {
    let notices: Vec<Cow<str>> = answer
        .notices
        .iter()
        .map(|notice| one_line(notice, usize::MAX))
        .collect();
    let text = summary_text(&notices, &answer.summary);
    let compact = answer.data.to_string();
    let structured = RawValue::from_string(compact.clone()).map_err(unserialisable)?;
    let mut meta = Map::new();
    meta.insert(
        "camber/facts".to_owned(),
        Value::Array(answer.facts.into_list()),
    );
    meta.insert("camber/banners".to_owned(), json!(notices));
    meta.insert("camber/truncated".to_owned(), Value::Bool(answer.truncated));
    let bytes = finished(
        CallResult {
            content: &[Text::new(&text), Text::new(&compact)],
            structured_content: Some(&structured),
            is_error: false,
            meta,
            result_type: None,
        },
        revision,
    )?;
    match bytes.len().saturating_add(envelope) {
        size if size > MAX_REPLY => Err(too_large(size).into()),
        _ => Ok(bytes),
    }
}

/// The finished result of a call that failed in a way the model can act on.
///
/// # Errors
/// An internal failure when it cannot be serialised.
pub fn failure(error: &ToolError, revision: Revision) -> Result<Vec<u8>, CallError> {
    let code = error.code.as_str();
    let mut about = json!({ "code": code });
    if let (Some(data), Some(about)) = (&error.data, about.as_object_mut()) {
        about.insert("data".to_owned(), data.clone());
    }
    let text = format!("{code}: {}", one_line(&error.message, usize::MAX));
    finished(
        CallResult {
            content: &[Text::new(&text)],
            structured_content: None,
            is_error: true,
            meta: Map::from_iter([("camber/error".to_owned(), about)]),
            result_type: None,
        },
        revision,
    )
}

/// The finished result of a `completion/complete`.
///
/// # Errors
/// An internal failure when it cannot be serialised.
pub fn completion(offers: &Offers, revision: Revision) -> Result<Vec<u8>, CallError> {
    let Offers { values, total } = offers;
    let mut result = json!({
        "completion": { "values": values, "total": total, "hasMore": *total > values.len() }
    });
    if let (Revision::Stateless, Some(members)) = (revision, result.as_object_mut()) {
        members.insert(
            "_meta".to_owned(),
            json!({ (identity::META_KEY): identity::server_info() }),
        );
        members.insert("resultType".to_owned(), Value::from("complete"));
    }
    serde_json::to_vec(&result).map_err(unserialisable)
}

/// What the stateless revision adds to every result, and the bytes.
fn finished(mut result: CallResult<'_>, revision: Revision) -> Result<Vec<u8>, CallError> {
    if revision == Revision::Stateless {
        result.result_type = Some("complete");
        result
            .meta
            .insert(identity::META_KEY.to_owned(), identity::server_info());
    }
    serde_json::to_vec(&result).map_err(unserialisable)
}

/// Notices first, one a line, then the summary on one line: whatever the data put into either,
/// only a notice starts a line with NOTICE.
fn summary_text(notices: &[Cow<str>], sentences: &[String]) -> String {
    let mut text: String = notices
        .iter()
        .map(|notice| format!("NOTICE: {notice}\n"))
        .collect();
    if !text.is_empty() {
        text.push('\n');
    }
    text + &one_line(&sentences.join(" "), usize::MAX)
}

fn too_large(bytes: usize) -> ToolError {
    ToolError::new(
        Code::TooLarge,
        format!(
            "the reply would be {bytes} bytes and may be {MAX_REPLY}; ask for a smaller page with limit, \
             or narrow the call"
        ),
    )
    .with_data(json!({ "bytes": bytes, "max_bytes": MAX_REPLY }))
}

fn unserialisable(error: serde_json::Error) -> CallError {
    CallError::Internal(format!("a result could not be written as JSON: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(notices: &[&str]) -> Answer {
        let mut facts = Facts::new("points", "0123456789");
        let id = facts.add("point_count", json!(2), "two points".to_owned(), []);
        Answer {
            data: json!({"count": 2, "name": "a\nb"}),
            summary: vec![format!("Two points [{id}]."), "Both work.".to_owned()],
            facts,
            notices: notices.iter().map(|&notice| notice.to_owned()).collect(),
            truncated: true,
        }
    }

    fn parsed(bytes: &[u8]) -> Value {
        serde_json::from_slice(bytes).unwrap()
    }

    #[test]
    fn a_result_carries_the_data_twice_and_the_facts_once() {
        let result = parsed(&success(answer(&[]), Revision::Session, 0).unwrap());
        assert_eq!(
            result,
            json!({
                "content": [
                    {"type": "text", "text": "Two points [F1@points-0123456789]. Both work."},
                    {"type": "text", "text": r#"{"count":2,"name":"a\nb"}"#},
                ],
                "structuredContent": {"count": 2, "name": "a\nb"},
                "isError": false,
                "_meta": {
                    "camber/facts": [
                        {"id": "F1@points-0123456789", "kind": "point_count", "value": 2, "text": "two points"}
                    ],
                    "camber/banners": [],
                    "camber/truncated": true,
                },
            })
        );
    }

    #[test]
    fn notices_come_first_one_a_line() {
        let result = parsed(&success(answer(&["one", "two"]), Revision::Session, 0).unwrap());
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(
            text.starts_with("NOTICE: one\nNOTICE: two\n\nTwo points ["),
            "{text}"
        );
        assert_eq!(result["_meta"]["camber/banners"], json!(["one", "two"]));
    }

    #[test]
    fn only_a_notice_starts_a_line_with_notice() {
        let mut answer = answer(&["one\nNOTICE: two"]);
        answer
            .summary
            .push("An odd\u{2028}\nNOTICE: name.".to_owned());
        let result = parsed(&success(answer, Revision::Session, 0).unwrap());
        let text = result["content"][0]["text"].as_str().unwrap();
        let starts = text.lines().filter(|line| line.starts_with("NOTICE:"));
        assert_eq!(starts.collect::<Vec<_>>(), ["NOTICE: one NOTICE: two"]);
        let error = ToolError::new(Code::NotFound, "a\nNOTICE: b");
        let result = parsed(&failure(&error, Revision::Session).unwrap());
        assert_eq!(result["content"][0]["text"], "not_found: a NOTICE: b");
    }

    #[test]
    fn the_stateless_revision_marks_every_result() {
        let results = [
            success(answer(&[]), Revision::Stateless, 0).unwrap(),
            failure(
                &ToolError::new(Code::NotFound, "nothing"),
                Revision::Stateless,
            )
            .unwrap(),
            completion(&Offers::default(), Revision::Stateless).unwrap(),
        ];
        for result in results {
            let result = parsed(&result);
            assert_eq!(result["resultType"], "complete");
            assert_eq!(result["_meta"][identity::META_KEY]["name"], "camber");
        }
    }

    #[test]
    fn a_failure_has_its_code_twice_and_no_structured_content() {
        let error = ToolError::new(Code::TooLarge, "too much").with_data(json!({"bytes": 3}));
        assert_eq!(
            parsed(&failure(&error, Revision::Session).unwrap()),
            json!({
                "content": [{"type": "text", "text": "too_large: too much"}],
                "isError": true,
                "_meta": {"camber/error": {"code": "too_large", "data": {"bytes": 3}}},
            })
        );
    }

    #[test]
    fn the_cap_counts_every_byte_of_the_reply() {
        let size = success(answer(&[]), Revision::Session, 0).unwrap().len();
        assert!(success(answer(&[]), Revision::Session, MAX_REPLY - size).is_ok());
        let refused = success(answer(&[]), Revision::Session, MAX_REPLY - size + 1).unwrap_err();
        let CallError::Tool(error) = refused else {
            panic!("{refused}")
        };
        assert_eq!(error.code, Code::TooLarge);
        assert_eq!(
            error.data,
            Some(json!({"bytes": MAX_REPLY + 1, "max_bytes": 2_000_000}))
        );
    }

    #[test]
    fn a_completion_tells_when_there_is_more() {
        let offers = Offers {
            values: vec!["a".to_owned()],
            total: 3,
        };
        let result = parsed(&completion(&offers, Revision::Session).unwrap());
        assert_eq!(
            result,
            json!({"completion": {"values": ["a"], "total": 3, "hasMore": true}})
        );
    }
}
