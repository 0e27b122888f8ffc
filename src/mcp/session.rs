//! What a message means: the two eras of the protocol, and what is answered at once.

use std::collections::BTreeSet;

use camber_worker::wire::{CallRequest, CompletionRequest};

use super::framing::Line;
use super::{ProgressToken, RequestId};

/// Which workers may take a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// It reads time series; one of the `--max-concurrent`.
    Data,
    /// It reads none and never waits behind one that does.
    Quick,
}

/// A tool call that passed every check that needs no data.
#[derive(Debug)]
pub struct ToolCall {
    /// The request it answers.
    pub id: RequestId,
    /// What the worker gets; the arguments satisfy the tool's schema and the allowlist.
    pub request: CallRequest,
    /// Where progress goes, when the client asked for it.
    pub progress_token: Option<ProgressToken>,
    /// Which workers may take it.
    pub lane: Lane,
}

/// A completion of a prompt argument; prompt and argument exist.
#[derive(Debug)]
pub struct CompletionCall {
    /// The request it answers.
    pub id: RequestId,
    /// What the worker gets.
    pub request: CompletionRequest,
}

/// What became of one line.
#[derive(Debug)]
pub enum Handled {
    /// The reply is in `out`.
    Replied,
    /// The line was refused as a whole; the reply is in `out`, the reason is for the log.
    Refused(&'static str),
    /// Nothing to say: a notification, or a response nobody asked for.
    Silent,
    /// A worker runs it.
    Call(Box<ToolCall>),
    /// A worker of the quick lane answers it.
    Completion(Box<CompletionCall>),
    /// The client no longer wants the reply to this request.
    Cancel(RequestId),
}

/// One client's conversation over one stream.
#[derive(Debug)]
pub struct Session {}

impl Session {
    /// A conversation whose tools may read the facilities `allowed`.
    pub fn new(_allowed: BTreeSet<String>) -> Session {
        Session {}
    }

    /// Takes one line; a reply, if there is one already, is appended to `out` as one line.
    pub fn handle(&mut self, _line: Line<'_>, _out: &mut Vec<u8>) -> Handled {
        Handled::Silent
    }
}
