//! The server without a transport.

use std::collections::{BTreeSet, HashSet};

use super::framing::Line;
use super::{CompletionCall, Handled, MAX_LINE, RequestId, Session, ToolCall, overlong, reply};

/// What to do after a message.
#[derive(Debug)]
#[must_use]
pub enum Answer {
    /// Send this message, a line with its line end.
    Reply(String),
    /// Send nothing.
    Nothing,
    /// Run this tool call, then send what [`McpServer::finish`] makes of its result.
    Call(Box<ToolCall>),
    /// Answer this completion, then send what [`McpServer::finish`] makes of its result.
    Completion(Box<CompletionCall>),
    /// The client wants no reply to this request; its work, if still running, may be stopped.
    Cancelled(RequestId),
}

/// An MCP server to embed in a transport of one's own: messages in, messages out, no I/O.
///
/// It answers at once what needs no data and hands out the rest as calls. Each call it hands out
/// gets at most one reply, and none once the client cancelled it.
///
/// ```
/// use camber::mcp::{Answer, McpServer};
///
/// let mut server = McpServer::new(["north-campus".to_owned()].into());
/// let Answer::Reply(pong) = server.handle(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#) else {
///     unreachable!("a ping is answered at once");
/// };
/// assert_eq!(pong, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
///
/// let call = r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{
///     "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
///              "io.modelcontextprotocol/clientCapabilities":{}},
///     "name":"coverage","arguments":{"facility_id":"north-campus"}}}"#;
/// let Answer::Call(call) = server.handle(call) else {
///     unreachable!("the call is in order");
/// };
/// assert_eq!(call.request.tool, "coverage");
/// // ... run it, which gives a finished `result` value ...
/// let result = br#"{"content":[],"resultType":"complete"}"#;
/// let reply = server.finish(&call.id, result);
/// assert_eq!(
///     reply.as_deref(),
///     Some("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{\"content\":[],\"resultType\":\"complete\"}}\n")
/// );
/// ```
#[derive(Debug)]
pub struct McpServer {
    session: Session,
    in_progress: HashSet<RequestId>,
}

impl McpServer {
    /// A server whose tools may read the facilities `allowed`.
    pub fn new(allowed: BTreeSet<String>) -> McpServer {
        McpServer {
            session: Session::new(allowed),
            in_progress: HashSet::new(),
        }
    }

    /// Takes one message.
    pub fn handle(&mut self, message: &str) -> Answer {
        let line = match message.len() {
            0..=MAX_LINE => Line::Whole(message.as_bytes()),
            _ => Line::TooLong(overlong::find_id(message.as_bytes())),
        };
        let mut out = Vec::new();
        match self.session.handle(line, &mut out) {
            Handled::Replied | Handled::Refused(_) | Handled::Declined { .. } => reply_of(out),
            Handled::Silent => Answer::Nothing,
            Handled::Call(call) => match self.begin(&call.id) {
                Ok(()) => Answer::Call(call),
                Err(refusal) => refusal,
            },
            Handled::Completion(call) => match self.begin(&call.id) {
                Ok(()) => Answer::Completion(call),
                Err(refusal) => refusal,
            },
            Handled::Cancel(id) => match self.in_progress.remove(&id) {
                true => Answer::Cancelled(id),
                false => Answer::Nothing,
            },
        }
    }

    /// The reply to a call or completion handed out earlier, around its finished `result` value;
    /// `None` when the client cancelled it.
    pub fn finish(&mut self, id: &RequestId, result: &[u8]) -> Option<String> {
        if !self.in_progress.remove(id) {
            return None;
        }
        let mut out = Vec::new();
        reply::result(&mut out, id, result);
        String::from_utf8(out).ok()
    }

    fn begin(&mut self, id: &RequestId) -> Result<(), Answer> {
        if self.in_progress.insert(id.clone()) {
            return Ok(());
        }
        let mut out = Vec::new();
        reply::duplicate_id(&mut out, id);
        Err(reply_of(out))
    }
}

fn reply_of(out: Vec<u8>) -> Answer {
    // Every reply is written from `str`s.
    String::from_utf8(out).map_or(Answer::Nothing, Answer::Reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server() -> McpServer {
        let mut server = McpServer::new(BTreeSet::new());
        let initialize = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#;
        assert!(matches!(server.handle(initialize), Answer::Reply(_)));
        server
    }

    fn call(server: &mut McpServer, id: &str) -> Answer {
        server.handle(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"facilities"}}}}"#
        ))
    }

    fn cancel(server: &mut McpServer, id: &str) -> Answer {
        server.handle(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        ))
    }

    #[test]
    fn an_id_in_progress_is_refused_until_its_call_is_finished() {
        let mut server = server();
        let Answer::Call(first) = call(&mut server, "1") else {
            panic!()
        };
        let Answer::Reply(refusal) = call(&mut server, "1") else {
            panic!()
        };
        assert!(
            refusal.contains(r#""id":1,"error":{"code":-32600,"#),
            "{refusal}"
        );
        assert!(matches!(call(&mut server, "\"1\""), Answer::Call(_)));
        assert!(server.finish(&first.id, b"{}").is_some());
        assert_eq!(server.finish(&first.id, b"{}"), None);
        assert!(matches!(call(&mut server, "1"), Answer::Call(_)));
    }

    #[test]
    fn a_cancelled_call_gets_no_reply() {
        let mut server = server();
        let Answer::Call(first) = call(&mut server, "1") else {
            panic!()
        };
        assert!(matches!(cancel(&mut server, "2"), Answer::Nothing));
        assert!(matches!(cancel(&mut server, "1"), Answer::Cancelled(id) if id == first.id));
        assert!(matches!(cancel(&mut server, "1"), Answer::Nothing));
        assert_eq!(server.finish(&first.id, b"{}"), None);
    }

    #[test]
    fn a_message_over_the_limit_is_refused_with_its_id() {
        let long = format!(r#"{{"id":"x","a":"{}"}}"#, " ".repeat(MAX_LINE));
        let Answer::Reply(refusal) = server().handle(&long) else {
            panic!()
        };
        assert!(
            refusal.starts_with(r#"{"jsonrpc":"2.0","id":"x","error":{"code":-32600,"#),
            "{refusal}"
        );
    }
}
