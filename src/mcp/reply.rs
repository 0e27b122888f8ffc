//! The messages the server sends, one line each, appended to `out`.
//!
//! Writing to a `Vec` cannot fail and serialising a [`Value`] or a string cannot either, so nothing
//! here does.

use camber_worker::wire::Revision;
use serde::Serialize;
use serde_json::{Value, json};

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

/// A tool result that says why the call failed, in a way the model can act on.
pub fn tool_error(
    out: &mut Vec<u8>,
    id: &RequestId,
    revision: Revision,
    code: &str,
    message: &str,
    data: Option<&Value>,
) {
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
