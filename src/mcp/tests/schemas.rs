//! Every kind of message the server sends, against the protocol's published schemas.
//!
//! The schemas are not part of this repository; the test reads them where they are, in
//! `../shared/spec/schema`, and says so where they are not.

use std::path::Path;

use camber_worker::completion::Offers;
use camber_worker::error::{Code, ToolError};
use camber_worker::results;
use camber_worker::wire::Revision;
use serde_json::{Value, json};

use super::json_schema;
use crate::mcp::framing::Line;
use crate::mcp::{Handled, Session, reply};

/// A revision's schema, and how to speak to the server in it.
struct Protocol {
    version: &'static str,
    schema: Value,
    session: Session,
}

impl Protocol {
    fn read(version: &'static str) -> Option<Protocol> {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
        let path = repository
            .join("../shared/spec/schema")
            .join(format!("{version}.json"));
        let Ok(text) = std::fs::read_to_string(&path) else {
            println!("skipped: the schema of {version} is not in ../shared/spec/schema");
            return None;
        };
        Some(Protocol {
            version,
            schema: serde_json::from_str(&text).unwrap(),
            session: Session::new(["hq".to_owned()].into()),
        })
    }

    fn is_stateless(&self) -> bool {
        self.version == "2026-07-28"
    }

    fn revision(&self) -> Revision {
        match self.is_stateless() {
            true => Revision::Stateless,
            false => Revision::Session,
        }
    }

    /// Sends a request; what is in `out`, and the call it became.
    fn send(&mut self, method: &str, mut params: Value) -> (Handled, Vec<u8>) {
        if self.is_stateless() {
            params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(self.version);
            params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        let line =
            json!({"jsonrpc": "2.0", "id": "é\n1", "method": method, "params": params}).to_string();
        let mut out = Vec::new();
        let handled = self.session.handle(Line::Whole(line.as_bytes()), &mut out);
        (handled, out)
    }

    /// Fails unless `message` fits `definition` and carries the request's id.
    fn assert_fits(&self, definition: &str, message: &[u8]) -> Value {
        let message: Value = serde_json::from_slice(message).unwrap();
        let problems = json_schema::problems(&self.schema, definition, &message);
        assert!(
            problems.is_empty(),
            "{} {definition}: {problems:#?}\n{message}",
            self.version
        );
        message
    }

    /// Fails unless `message` is a reply whose result fits `definition`.
    fn assert_result(&self, definition: &str, message: &[u8]) {
        let name = if self.version == "2025-06-18" {
            "JSONRPCResponse"
        } else {
            "JSONRPCResultResponse"
        };
        let reply = self.assert_fits(name, message);
        assert_eq!(reply["id"], "é\n1");
        self.assert_fits(definition, reply["result"].to_string().as_bytes());
    }

    fn assert_error(&self, code: i32, message: &[u8]) {
        let name = match (self.version, code) {
            ("2025-06-18", _) => "JSONRPCError",
            ("2026-07-28", reply::code::UNSUPPORTED_PROTOCOL_VERSION) => {
                "UnsupportedProtocolVersionError"
            }
            _ => "JSONRPCErrorResponse",
        };
        let error = self.assert_fits(name, message);
        assert_eq!(error["error"]["code"], code);
        assert_eq!(error["id"], "é\n1");
    }
}

#[test]
fn every_message_fits_the_published_schemas() {
    for version in ["2026-07-28", "2025-11-25", "2025-06-18"] {
        let Some(mut protocol) = Protocol::read(version) else {
            return;
        };
        results_fit(&mut protocol);
        errors_fit(&mut protocol);
        calls_fit(&mut protocol);
    }
}

fn results_fit(protocol: &mut Protocol) {
    let hello = json!({"protocolVersion": protocol.version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let opening = match protocol.is_stateless() {
        true => ("server/discover", json!({}), "DiscoverResult"),
        false => ("initialize", hello, "InitializeResult"),
    };
    let filled =
        json!({"name": "triage_ahu", "arguments": {"facility_id": "hq", "equip": "AHU-1"}});
    let mut requests = vec![
        opening,
        ("tools/list", json!({}), "ListToolsResult"),
        ("prompts/list", json!({}), "ListPromptsResult"),
        ("prompts/get", filled, "GetPromptResult"),
        (
            "tools/call",
            json!({"name": "points", "arguments": {"facility_id": 5}}),
            "CallToolResult",
        ),
        (
            "tools/call",
            json!({"name": "points", "arguments": {"facility_id": "other"}}),
            "CallToolResult",
        ),
    ];
    if !protocol.is_stateless() {
        requests.push(("ping", json!({}), "EmptyResult"));
    }
    for (method, params, definition) in requests {
        let (handled, out) = protocol.send(method, params);
        assert!(super::is_answered(&handled), "{method}: {handled:?}");
        protocol.assert_result(definition, &out);
    }
}

fn errors_fit(protocol: &mut Protocol) {
    let unknown_version =
        json!({"_meta": {"io.modelcontextprotocol/protocolVersion": "1900-01-01"}});
    for (code, method, params) in [
        (reply::code::METHOD_NOT_FOUND, "resources/list", json!({})),
        (
            reply::code::INVALID_PARAMS,
            "tools/list",
            json!({"cursor": "x"}),
        ),
        (
            reply::code::INVALID_PARAMS,
            "tools/call",
            json!({"name": "nope"}),
        ),
    ] {
        let (_, out) = protocol.send(method, params);
        protocol.assert_error(code, &out);
    }
    for (code, line) in [
        (
            reply::code::INVALID_REQUEST,
            json!({"jsonrpc": "1.0", "id": "é\n1", "method": "ping"}),
        ),
        (
            reply::code::UNSUPPORTED_PROTOCOL_VERSION,
            json!({"jsonrpc": "2.0", "id": "é\n1", "method": "ping", "params": unknown_version}),
        ),
    ] {
        let mut out = Vec::new();
        let _ = protocol
            .session
            .handle(Line::Whole(line.to_string().as_bytes()), &mut out);
        protocol.assert_error(code, &out);
    }
    // The product answers an unreadable id with null, which no revision's schema has.
    let mut out = Vec::new();
    let _ = protocol.session.handle(Line::Whole(b"{bad"), &mut out);
    let mut error: Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(error["id"].take(), Value::Null);
    error["id"] = json!(1);
    let name = if protocol.version == "2025-06-18" {
        "JSONRPCError"
    } else {
        "JSONRPCErrorResponse"
    };
    protocol.assert_fits(name, error.to_string().as_bytes());
}

/// The messages the supervisor writes.
fn calls_fit(protocol: &mut Protocol) {
    let params = json!({"name": "facilities", "_meta": {"progressToken": "t\"1"}});
    let (handled, _) = protocol.send("tools/call", params);
    let Handled::Call(call) = handled else {
        panic!("{handled:?}");
    };
    let mut out = Vec::new();
    let busy = ToolError::new(Code::Busy, "try again").with_data(json!({"retryable": true}));
    reply::tool_error(&mut out, &call.id, protocol.revision(), &busy);
    protocol.assert_result("CallToolResult", &out);

    let mut out = Vec::new();
    reply::internal_error(&mut out, &call.id);
    protocol.assert_error(reply::code::INTERNAL_ERROR, &out);

    let mut out = Vec::new();
    reply::duplicate_id(&mut out, &call.id);
    protocol.assert_error(reply::code::INVALID_REQUEST, &out);

    let token = call.progress_token.unwrap();
    let mut out = Vec::new();
    reply::progress(&mut out, &token, 0.25, 1.0, "reading\n\"points\"");
    let sent = protocol.assert_fits("ProgressNotification", &out);
    assert_eq!(sent["params"]["progressToken"], "t\"1");

    let ask = json!({
        "ref": {"type": "ref/prompt", "name": "triage_ahu"},
        "argument": {"name": "facility_id", "value": "h"},
    });
    let (handled, _) = protocol.send("completion/complete", ask);
    let Handled::Completion(call) = handled else {
        panic!("{handled:?}");
    };
    let offers = Offers {
        values: vec!["hq".to_owned()],
        total: 1,
    };
    let values = results::completion(&offers, protocol.revision()).unwrap();
    let mut out = Vec::new();
    reply::result(&mut out, &call.id, &values);
    protocol.assert_result("CompleteResult", &out);
}
