//! The messages the server sends, one line each, appended to `out`.

use camber_worker::wire::Revision;
use serde_json::Value;

use super::{ProgressToken, RequestId};

/// The reply `result` to request `id`, around a finished `result` value.
pub fn result(_out: &mut Vec<u8>, _id: &RequestId, _result: &[u8]) {}

/// The bytes [`result`] adds to a finished `result` value.
pub fn envelope_bytes(_id: &RequestId) -> usize {
    0
}

/// A tool result that says why the call failed, in a way the model can act on.
pub fn tool_error(
    _out: &mut Vec<u8>,
    _id: &RequestId,
    _revision: Revision,
    _code: &str,
    _message: &str,
    _data: Option<&Value>,
) {
}

/// A JSON-RPC error; `id` is `None` when the request's could not be read.
pub fn error(
    _out: &mut Vec<u8>,
    _id: Option<&RequestId>,
    _code: i32,
    _message: &str,
    _data: Option<&Value>,
) {
}

/// The refusal of a call whose id belongs to a call still in progress.
pub fn duplicate_id(_out: &mut Vec<u8>, _id: &RequestId) {}

/// A progress notification: `progress` of `total` is done. The caller keeps `progress` rising.
pub fn progress(
    _out: &mut Vec<u8>,
    _token: &ProgressToken,
    _progress: f64,
    _total: f64,
    _message: &str,
) {
}
