//! Lines in, exact replies out.

mod conversations;
mod eras;
mod json_schema;
mod lines;
mod requests;
mod scan;
mod schemas;

use serde_json::Value;

use super::framing::Line;
use super::{Handled, Session};

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#;

/// A session nobody has opened.
fn fresh() -> Session {
    Session::new(["hq".to_owned()].into())
}

/// A session of the older revisions.
fn open() -> Session {
    let mut session = fresh();
    assert!(reply(&mut session, INITIALIZE).is_some());
    session
}

/// What one line gives, its reply as text.
fn handle(session: &mut Session, line: impl AsRef<[u8]>) -> (Handled, String) {
    let mut out = Vec::new();
    let handled = session.handle(Line::Whole(line.as_ref()), &mut out);
    let out = String::from_utf8(out).unwrap();
    assert_eq!(
        out.matches('\n').count(),
        usize::from(is_answered(&handled)),
        "{out}"
    );
    (handled, out)
}

/// Whether the reply is already written.
fn is_answered(handled: &Handled) -> bool {
    match handled {
        Handled::Replied | Handled::Refused(_) | Handled::Declined { .. } => true,
        Handled::Silent | Handled::Call(_) | Handled::Completion(_) | Handled::Cancel(_) => false,
    }
}

fn reply(session: &mut Session, line: impl AsRef<[u8]>) -> Option<String> {
    let (handled, out) = handle(session, line);
    is_answered(&handled).then(|| out.trim_end().to_owned())
}

fn result(session: &mut Session, line: impl AsRef<[u8]>) -> Value {
    let text = reply(session, line).unwrap();
    let reply: Value = serde_json::from_str(&text).unwrap();
    assert!(reply.get("error").is_none(), "{text}");
    reply["result"].clone()
}

/// The id, code and message of an error reply, as `ID CODE MESSAGE`.
fn error(session: &mut Session, line: impl AsRef<[u8]>) -> String {
    let text = reply(session, &line).unwrap_or_default();
    let reply: Value = serde_json::from_str(&text).unwrap_or_default();
    assert_eq!(
        reply["jsonrpc"],
        "2.0",
        "{}",
        String::from_utf8_lossy(line.as_ref())
    );
    assert!(reply.as_object().unwrap().contains_key("id"), "{text}");
    let message = reply["error"]["message"].as_str().unwrap();
    format!("{} {} {message}", reply["id"], reply["error"]["code"])
}

/// A request of the stateless revision; `params` without its braces.
fn stateless(method: &str, params: &str) -> String {
    let comma = if params.is_empty() { "" } else { "," };
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{META}{comma}{params}}}}}"#)
}

/// A request of a session.
fn request(method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#)
}

const PONG: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
