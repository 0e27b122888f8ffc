//! Why a request is answered with a JSON-RPC error.

use std::borrow::Cow;

use camber_worker::results::names::one_line;
use serde_json::{Value, json};

use super::fixed;
use super::reply::code;

/// The most characters of a name a client sent that a message repeats.
const SHOWN: usize = 100;

/// The error a request gets.
#[derive(Debug)]
pub(super) struct Problem {
    pub code: i32,
    pub message: Cow<'static, str>,
    pub data: Option<Value>,
}

impl Problem {
    /// The request is of a kind that is never taken.
    pub fn invalid_request(message: &'static str) -> Problem {
        Problem {
            code: code::INVALID_REQUEST,
            message: Cow::Borrowed(message),
            data: None,
        }
    }

    /// The request's params do not fit its method.
    pub fn invalid_params(detail: impl AsRef<str>) -> Problem {
        Problem {
            code: code::INVALID_PARAMS,
            message: Cow::Owned(format!("Invalid params: {}", detail.as_ref())),
            data: None,
        }
    }

    /// There is no tool or prompt of this name.
    pub fn unknown(what: &str, name: &str) -> Problem {
        Problem {
            code: code::INVALID_PARAMS,
            message: Cow::Owned(format!("Unknown {what}: {}", one_line(name, SHOWN))),
            data: None,
        }
    }

    /// The request's revision has no such method.
    pub fn method_not_found(method: &str) -> Problem {
        Problem {
            code: code::METHOD_NOT_FOUND,
            message: Cow::Owned(format!("Method not found: {}", one_line(method, SHOWN))),
            data: None,
        }
    }

    /// The request names a version this server does not speak.
    pub fn unsupported_version(requested: &str) -> Problem {
        Problem {
            code: code::UNSUPPORTED_PROTOCOL_VERSION,
            message: Cow::Borrowed("Unsupported protocol version"),
            data: Some(json!({
                "supported": fixed::supported_versions(),
                "requested": requested,
            })),
        }
    }

    /// The server failed; what happened is for the log only.
    pub fn internal() -> Problem {
        Problem {
            code: code::INTERNAL_ERROR,
            message: Cow::Borrowed("Internal error"),
            data: None,
        }
    }
}
