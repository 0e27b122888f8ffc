//! What a message means: the two eras of the protocol, and what is answered at once.
//!
//! The era is chosen message by message. A request whose `_meta` names 2026-07-28 is served on its
//! own, at any time. `initialize` opens a session of the older revisions for the rest of the
//! conversation; it is always the handshake, whatever `_meta` it carries. A `ping` is answered at
//! any time. Any other request before a session, and without `_meta`, is refused.

use std::borrow::Cow;
use std::collections::BTreeSet;

use camber_worker::results;
use camber_worker::wire::Revision;

use super::calls::{self, CompletionCall, NoCall, ToolCall};
use super::framing::Line;
use super::message::{Decoded, Params, Refusal, Request, Shape, decode};
use super::problem::Problem;
use super::reply::{self, code};
use super::scan::{Kind, Scratch};
use super::{RequestId, SESSION_VERSIONS, STATELESS_VERSION, fixed};

/// What became of one line.
#[derive(Debug)]
#[must_use]
pub enum Handled {
    /// The reply is in `out`.
    Replied,
    /// The line was refused as a whole; the reply is in `out`, the reason is for the log.
    Refused(&'static str),
    /// A tool call was answered with a tool error, which is in `out`; the rest is for the log.
    Declined {
        /// The tool called.
        tool: &'static str,
        /// The error's code.
        code: &'static str,
    },
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
pub struct Session {
    allowed: BTreeSet<String>,
    /// `initialize` was accepted.
    is_open: bool,
    scratch: Scratch,
}

impl Session {
    /// A conversation whose tools may read the facilities `allowed`.
    pub fn new(allowed: BTreeSet<String>) -> Session {
        Session {
            allowed,
            is_open: false,
            scratch: Scratch::default(),
        }
    }

    /// Takes one line; a reply, if there is one already, is appended to `out` as one line.
    pub fn handle(&mut self, line: Line<'_>, out: &mut Vec<u8>) -> Handled {
        let line = match line {
            Line::Whole(line) => line,
            Line::TooLong(id) => {
                return refuse(
                    out,
                    &Refusal {
                        id: id.as_ref().map(|id| Cow::Borrowed(id.as_json())),
                        code: code::INVALID_REQUEST,
                        reason: "Invalid Request: the line is longer than 1048576 bytes",
                    },
                );
            }
        };
        match decode(line, &mut self.scratch) {
            Decoded::Request(request) => self.answer(&request, out),
            Decoded::Notification { method, params } => notified(&method, &params),
            Decoded::Response => Handled::Silent,
            Decoded::Refused(refusal) => refuse(out, &refusal),
        }
    }

    fn answer(&mut self, request: &Request<'_>, out: &mut Vec<u8>) -> Handled {
        let problem = match self.serve(request, out) {
            Ok(handled) => return handled,
            Err(problem) => problem,
        };
        reply::error_text(
            out,
            Some(&request.id),
            problem.code,
            &problem.message,
            problem.data.as_ref(),
        );
        match problem.message {
            Cow::Borrowed(reason) if problem.code == code::INVALID_REQUEST => {
                Handled::Refused(reason)
            }
            _ => Handled::Replied,
        }
    }

    fn serve(&mut self, request: &Request<'_>, out: &mut Vec<u8>) -> Result<Handled, Problem> {
        let params = &request.params;
        if params.shape == Shape::Other {
            return Err(Problem::invalid_params("\"params\" must be an object"));
        }
        if params.meta.shape == Shape::Other {
            return Err(Problem::invalid_params("\"_meta\" must be an object"));
        }
        if request.method == "initialize" {
            let version = self.initialize(params)?;
            reply::result_text(out, &request.id, &fixed::initialize(version));
            return Ok(Handled::Replied);
        }
        let revision = self.revision(request)?;
        let result: Cow<'static, [u8]> = match (&*request.method, revision) {
            ("ping", Revision::Session) => fixed::PONG.into(),
            ("server/discover", Revision::Stateless) => fixed::discover().into(),
            ("tools/list", _) => {
                no_cursor(params)?;
                fixed::tools_list(revision).into()
            }
            ("prompts/list", _) => {
                no_cursor(params)?;
                fixed::prompts_list(revision).into()
            }
            ("prompts/get", _) => {
                let filled = calls::prompt(params)?;
                fixed::complete(fixed::unbraced(&filled), revision)
                    .into_bytes()
                    .into()
            }
            ("completion/complete", _) => {
                let call = calls::completion_call(request, revision)?;
                return Ok(Handled::Completion(Box::new(call)));
            }
            ("tools/call", _) => match calls::tool_call(request, revision, &self.allowed) {
                Ok(call) => return Ok(Handled::Call(Box::new(call))),
                Err(NoCall::Problem(problem)) => return Err(problem),
                Err(NoCall::Declined { tool, error }) => {
                    let result =
                        results::failure(&error, revision).map_err(|_| Problem::internal())?;
                    reply::result_text(out, &request.id, &result);
                    let code = error.code.as_str();
                    return Ok(Handled::Declined { tool, code });
                }
            },
            (method, _) => return Err(Problem::method_not_found(method)),
        };
        reply::result_text(out, &request.id, &result);
        Ok(Handled::Replied)
    }

    /// The handshake; the version agreed on.
    fn initialize(&mut self, params: &Params<'_>) -> Result<&'static str, Problem> {
        if self.is_open {
            let message = "Invalid Request: the session is already initialized";
            return Err(Problem::invalid_request(message));
        }
        let requested = params.protocol_version.and_then(|version| version.string());
        let Some(requested) = requested else {
            return Err(Problem::invalid_params(
                "\"protocolVersion\" must be a string",
            ));
        };
        if !params
            .capabilities
            .is_some_and(|value| value.kind == Kind::Object)
        {
            return Err(Problem::invalid_params(
                "\"capabilities\" must be an object",
            ));
        }
        if params
            .client_info
            .is_some_and(|value| value.kind != Kind::Object)
        {
            return Err(Problem::invalid_params("\"clientInfo\" must be an object"));
        }
        self.is_open = true;
        let [newest, _] = SESSION_VERSIONS;
        let known = SESSION_VERSIONS
            .into_iter()
            .find(|version| *version == requested);
        Ok(known.unwrap_or(newest))
    }

    /// The revision a request is served by.
    fn revision(&self, request: &Request<'_>) -> Result<Revision, Problem> {
        let meta = &request.params.meta;
        let Some(version) = meta.protocol_version else {
            return match self.is_open || request.method == "ping" {
                true => Ok(Revision::Session),
                false => Err(Problem::invalid_params(
                    "\"_meta\" has no io.modelcontextprotocol/protocolVersion (2026-07-28), and no \
                     initialize opened a session (2025-11-25)",
                )),
            };
        };
        let Some(version) = version.string() else {
            let detail = "io.modelcontextprotocol/protocolVersion must be a string";
            return Err(Problem::invalid_params(detail));
        };
        if version != STATELESS_VERSION {
            return match SESSION_VERSIONS.contains(&&*version) {
                true if self.is_open => Ok(Revision::Session),
                true => Err(Problem::invalid_params(format!(
                    "protocol version {version} needs the initialize handshake first"
                ))),
                false => Err(Problem::unsupported_version(&version)),
            };
        }
        if !meta
            .client_capabilities
            .is_some_and(|value| value.kind == Kind::Object)
        {
            let detail = "\"_meta\" needs io.modelcontextprotocol/clientCapabilities, an object";
            return Err(Problem::invalid_params(detail));
        }
        if meta
            .client_info
            .is_some_and(|value| value.kind != Kind::Object)
        {
            let detail = "io.modelcontextprotocol/clientInfo must be an object";
            return Err(Problem::invalid_params(detail));
        }
        Ok(Revision::Stateless)
    }
}

fn notified(method: &str, params: &Params<'_>) -> Handled {
    if method != "notifications/cancelled" {
        return Handled::Silent;
    }
    let id = params.request_id.as_ref().and_then(RequestId::from_raw);
    id.map_or(Handled::Silent, Handled::Cancel)
}

fn refuse(out: &mut Vec<u8>, refusal: &Refusal<'_>) -> Handled {
    reply::error_text(
        out,
        refusal.id.as_deref(),
        refusal.code,
        refusal.reason,
        None,
    );
    Handled::Refused(refusal.reason)
}

/// Each list is one page, so no cursor was ever given out.
fn no_cursor(params: &Params<'_>) -> Result<(), Problem> {
    match params.cursor {
        None => Ok(()),
        Some(_) => Err(Problem::invalid_params("unknown cursor")),
    }
}
