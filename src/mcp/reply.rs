//! The messages the server sends, one line each, appended to `out`.
//!
//! Writing to a `Vec` cannot fail and serialising a [`Value`] or a string cannot either, so nothing
//! here does.

use camber_worker::error::ToolError;
use camber_worker::results;
use camber_worker::wire::Revision;
use serde::Serialize;
use serde_json::Value;

use super::{ProgressToken, RequestId};

/// The error codes of JSON-RPC 2.0 and of the protocol.
pub mod code {
    /// The line is not JSON or not UTF-8.
    pub const PARSE_ERROR: i32 = -32700;
    /// The line is JSON, but no request this server takes.
    pub const INVALID_REQUEST: i32 = -32600;
    /// The request's revision has no such method.
    pub const METHOD_NOT_FOUND: i32 = -32601;
    /// The request's params do not fit its method.
    pub const INVALID_PARAMS: i32 = -32602;
    /// The server failed.
    pub const INTERNAL_ERROR: i32 = -32603;
    /// The request names a protocol version this server does not speak.
    pub const UNSUPPORTED_PROTOCOL_VERSION: i32 = -32022;
}

const ENVELOPE: [&[u8]; 3] = [br#"{"jsonrpc":"2.0","id":"#, br#","result":"#, b"}\n"];

/// The reply to request `id`, around a finished `result` value.
pub fn result(out: &mut Vec<u8>, id: &RequestId, result: &[u8]) {
    result_text(out, id.as_json(), result);
}

/// The bytes [`result()`] adds to a finished `result` value.
pub fn envelope_bytes(id: &RequestId) -> usize {
    envelope_length(id.as_json())
}

pub(super) fn envelope_length(id: &str) -> usize {
    ENVELOPE.iter().map(|part| part.len()).sum::<usize>() + id.len()
}

pub(super) fn result_text(out: &mut Vec<u8>, id: &str, result: &[u8]) {
    let [before_id, before_result, end] = ENVELOPE;
    for part in [before_id, id.as_bytes(), before_result, result, end] {
        out.extend_from_slice(part);
    }
}

/// A JSON-RPC error; `id` is `None` when the request's could not be read.
pub fn error(
    out: &mut Vec<u8>,
    id: Option<&RequestId>,
    code: i32,
    message: &str,
    data: Option<&Value>,
) {
    error_text(out, id.map(RequestId::as_json), code, message, data);
}

pub(super) fn error_text(
    out: &mut Vec<u8>,
    id: Option<&str>,
    code: i32,
    message: &str,
    data: Option<&Value>,
) {
    let [before_id, _, end] = ENVELOPE;
    out.extend_from_slice(before_id);
    out.extend_from_slice(id.unwrap_or("null").as_bytes());
    out.extend_from_slice(br#","error":{"code":"#);
    write(out, &code);
    out.extend_from_slice(br#","message":"#);
    write(out, message);
    if let Some(data) = data {
        out.extend_from_slice(br#","data":"#);
        write(out, data);
    }
    out.push(b'}');
    out.extend_from_slice(end);
}

/// The refusal of a call whose id belongs to a call still in progress.
pub fn duplicate_id(out: &mut Vec<u8>, id: &RequestId) {
    let message = "Invalid Request: a call with this id is still in progress";
    error(out, Some(id), code::INVALID_REQUEST, message, None);
}

/// The error for a failure of the server itself; what failed is for the log.
pub fn internal_error(out: &mut Vec<u8>, id: &RequestId) {
    error(out, Some(id), code::INTERNAL_ERROR, "Internal error", None);
}

/// The tool result that says why a call failed, in a way the model can act on.
pub fn tool_error(out: &mut Vec<u8>, id: &RequestId, revision: Revision, tool_error: &ToolError) {
    match results::failure(tool_error, revision) {
        Ok(bytes) => result(out, id, &bytes),
        Err(_) => internal_error(out, id),
    }
}

/// A progress notification: `progress` of `total` is done. The caller keeps `progress` rising.
pub fn progress(
    out: &mut Vec<u8>,
    token: &ProgressToken,
    progress: f64,
    total: f64,
    message: &str,
) {
    out.extend_from_slice(
        br#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"#,
    );
    out.extend_from_slice(token.as_json().as_bytes());
    out.extend_from_slice(br#","progress":"#);
    write(out, &progress);
    out.extend_from_slice(br#","total":"#);
    write(out, &total);
    out.extend_from_slice(br#","message":"#);
    write(out, message);
    out.extend_from_slice(b"}}\n");
}

fn write(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    // See the module documentation: this cannot fail.
    let _ = serde_json::to_writer(out, value);
}

#[cfg(test)]
mod tests {
    use camber_worker::error::Code;
    use serde_json::json;

    use super::*;

    fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = b"before\n".to_vec();
        write(&mut out);
        let text = String::from_utf8(out).unwrap();
        text.strip_prefix("before\n").unwrap().to_owned()
    }

    fn id(text: &str) -> RequestId {
        RequestId::from_canonical(text)
    }

    #[test]
    fn a_result_stands_as_it_was_given_and_the_envelope_is_counted() {
        let id = id("\"a\"");
        let reply = written(|out| result(out, &id, b"{\"x\":1}"));
        assert_eq!(
            reply,
            "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{\"x\":1}}\n"
        );
        assert_eq!(envelope_bytes(&id), reply.len() - "{\"x\":1}".len());
    }

    #[test]
    fn an_error_has_a_null_id_when_there_is_none_and_data_when_there_is_some() {
        assert_eq!(
            written(|out| error(out, None, code::PARSE_ERROR, "a \"b\"\n\u{2028}", None)),
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"a \\\"b\\\"\\n\u{2028}\"}}\n"
        );
        assert_eq!(
            written(|out| error(
                out,
                Some(&id("7")),
                code::INTERNAL_ERROR,
                "x",
                Some(&json!([1]))
            )),
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32603,\"message\":\"x\",\"data\":[1]}}\n"
        );
    }

    #[test]
    fn a_tool_error_is_a_result() {
        let busy = ToolError::new(Code::Busy, "later");
        assert_eq!(
            written(|out| tool_error(out, &id("7"), Revision::Session, &busy)),
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"busy: later\"}],\
             \"isError\":true,\"_meta\":{\"camber/error\":{\"code\":\"busy\"}}}}\n"
        );
    }
}
