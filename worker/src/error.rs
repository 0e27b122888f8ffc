//! How a call fails: in a way the model can act on, or by a fault of ours.

use serde_json::{Value, json};

/// The codes of tool errors, as clients see them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The arguments do not fit the tool.
    InvalidParams,
    /// What the arguments name has no stored data.
    NotFound,
    /// The facility is not among those the server was started for.
    NotAllowed,
    /// The facility's data is, or may be, under a research-only licence.
    RefusedLicence,
    /// The reply would be larger than a reply may be.
    TooLarge,
    /// The call ran past its time cap.
    Timeout,
    /// The stored data could not be read, or the worker ended.
    Unavailable,
    /// The server is running and queueing as many calls as it was started for.
    Busy,
}

impl Code {
    /// The code as it is sent.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::InvalidParams => "invalid_params",
            Code::NotFound => "not_found",
            Code::NotAllowed => "not_allowed",
            Code::RefusedLicence => "refused_licence",
            Code::TooLarge => "too_large",
            Code::Timeout => "timeout",
            Code::Unavailable => "unavailable",
            Code::Busy => "busy",
        }
    }
}

/// A failure told to the model as a tool result with `isError: true`.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolError {
    /// What kind of failure it is.
    pub code: Code,
    /// What is wrong and what to do about it, in one line that names no local path.
    pub message: String,
    /// Details for a program, beside the code in `_meta["camber/error"]`.
    pub data: Option<Value>,
}

impl ToolError {
    /// An error without details.
    pub fn new(code: Code, message: impl Into<String>) -> ToolError {
        ToolError {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// The same error with details.
    pub fn with_data(self, data: Value) -> ToolError {
        ToolError {
            data: Some(data),
            ..self
        }
    }

    /// The `invalid_params` error for what [`crate::tools::check_arguments`] found: at most five
    /// problems in the message, at most fifty in its data.
    pub fn invalid_params(problems: &[String]) -> ToolError {
        let named: Vec<&str> = problems.iter().take(5).map(String::as_str).collect();
        let listed = problems.get(..problems.len().min(50)).unwrap_or_default();
        ToolError::new(Code::InvalidParams, named.join("; ")).with_data(json!({ "errors": listed }))
    }
}

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CallError {
    /// Something the model can act on.
    #[error("{}: {}", .0.code.as_str(), .0.message)]
    Tool(ToolError),
    /// A fault of ours; the text is for the log and names no local path.
    #[error("internal failure: {0}")]
    Internal(String),
}

impl From<ToolError> for CallError {
    fn from(error: ToolError) -> CallError {
        CallError::Tool(error)
    }
}

impl From<camber_store::StoreError> for CallError {
    fn from(error: camber_store::StoreError) -> CallError {
        use camber_store::StoreError;
        let message = error.to_string();
        let retryable = error.is_retryable();
        let tool_error = match error {
            StoreError::NotFound(_) => ToolError::new(Code::NotFound, message),
            StoreError::Changed(facility_id) | StoreError::Damaged { facility_id, .. } => {
                ToolError::new(Code::Unavailable, message)
                    .with_data(json!({ "retryable": retryable, "facility_id": facility_id }))
            }
            StoreError::Unlistable(_) => ToolError::new(Code::Unavailable, message)
                .with_data(json!({ "retryable": retryable })),
        };
        CallError::Tool(tool_error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use camber_store::StoreError;

    #[test]
    fn a_message_names_at_most_five_problems() {
        let problems: Vec<String> = (0..60).map(|n| format!("p{n}")).collect();
        let error = ToolError::invalid_params(&problems);
        assert_eq!(error.message, "p0; p1; p2; p3; p4");
        assert_eq!(error.data.unwrap()["errors"].as_array().unwrap().len(), 50);
    }

    #[test]
    fn a_store_error_says_whether_a_retry_helps() {
        let changed = CallError::from(StoreError::Changed("f".into()));
        let damaged = CallError::from(StoreError::Damaged {
            facility_id: "f".into(),
            problem: "truncated".into(),
        });
        let data = |error: CallError| match error {
            CallError::Tool(error) => (error.code, error.data.unwrap()),
            CallError::Internal(text) => panic!("{text}"),
        };
        assert_eq!(
            data(changed),
            (
                Code::Unavailable,
                json!({"retryable": true, "facility_id": "f"})
            )
        );
        assert_eq!(
            data(damaged),
            (
                Code::Unavailable,
                json!({"retryable": false, "facility_id": "f"})
            )
        );
        assert!(matches!(
            CallError::from(StoreError::NotFound("f".into())),
            CallError::Tool(ToolError {
                code: Code::NotFound,
                ..
            })
        ));
    }
}
