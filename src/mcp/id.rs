//! Request ids and progress tokens: a JSON string or integer, kept as text.

use std::fmt;

use super::scan::Raw;

/// The id of a request: a string or an integer, as canonical JSON text, so that ids are equal
/// exactly when their JSON values are (`"a"` is `"\u0061"`, `0` is `-0`, and `1` is not `"1"`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RequestId(Box<str>);

/// The token a client gave for progress notifications: a string or an integer, as JSON text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProgressToken(Box<str>);

impl RequestId {
    /// The id as JSON text.
    pub fn as_json(&self) -> &str {
        &self.0
    }

    pub(crate) fn from_canonical(text: &str) -> RequestId {
        RequestId(text.into())
    }

    pub(super) fn from_raw(value: &Raw<'_>) -> Option<RequestId> {
        value.canonical().map(|text| RequestId(text.into()))
    }
}

impl ProgressToken {
    /// The token as JSON text.
    pub fn as_json(&self) -> &str {
        &self.0
    }

    pub(super) fn from_raw(value: &Raw<'_>) -> Option<ProgressToken> {
        value.canonical().map(|text| ProgressToken(text.into()))
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
