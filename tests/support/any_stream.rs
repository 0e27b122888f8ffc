//! What holds of a stream of any bytes from a client. The regression test and the fuzz target both
//! check it.

use std::collections::BTreeSet;
use std::fmt;

use camber::mcp::framing::{Line, Lines};
use camber::mcp::{Answer, Handled, MAX_LINE, McpServer, RequestId, Session};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// Bytes no UTF-8 has, and the fillers they stand for in a stream that begins with the first: one
/// brings a line near the limit or over it, the other fills the buffer with a few short lines.
const FILLERS: [(u8, usize); 2] = [(0xff, MAX_LINE - 100), (0xfe, 20_000)];
/// How long a stream may be before its fillers are left as they stand.
const LONG_STREAM: usize = MAX_LINE + (1 << 19);

/// The outer members of a line that is an object, as serde_json reads it.
#[derive(Default)]
struct Sent<'a> {
    ids: Vec<&'a str>,
    methods: Vec<&'a str>,
    versions: Vec<&'a str>,
}

impl<'de> Deserialize<'de> for Sent<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members)
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Sent<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Sent<'de>, A::Error> {
        let mut sent = Sent::default();
        while let Some((key, value)) = members.next_entry::<&RawValue, &RawValue>()? {
            match string(key.get()).as_deref() {
                Some("id") => sent.ids.push(value.get()),
                Some("method") => sent.methods.push(value.get()),
                Some("jsonrpc") => sent.versions.push(value.get()),
                _ => {}
            }
        }
        Ok(sent)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply<'a> {
    jsonrpc: &'a str,
    #[serde(borrow)]
    id: &'a RawValue,
    result: Option<IgnoredAny>,
    error: Option<ErrorObject>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ErrorObject {
    #[serde(rename = "code")]
    _code: i32,
    #[serde(rename = "message")]
    _message: String,
    #[serde(rename = "data")]
    _data: Option<IgnoredAny>,
}

/// What became of a line: what was appended, and what was handed out.
type Outcome = (Vec<u8>, String);

/// Serves `stream` in several ways, which must agree.
pub fn check(stream: &[u8]) {
    let cuts = pieces(stream);
    let stream = &with_fillers(stream);
    let expected: Vec<&[u8]> = lines_of(stream).collect();
    let in_pieces = converse(stream, &expected, cuts);
    let at_once = converse(stream, &expected, std::iter::repeat(usize::MAX));
    assert!(
        in_pieces == at_once,
        "the cuts of the stream change replies"
    );

    let mut server = McpServer::new(allowed());
    for (line, (reply, _)) in expected.iter().zip(&at_once) {
        // What is not UTF-8 cannot be handed to it.
        let Ok(message) = std::str::from_utf8(line) else {
            return;
        };
        let embedded = match server.handle(message) {
            Answer::Reply(reply) => reply,
            Answer::Nothing | Answer::Cancelled(_) => String::new(),
            Answer::Call(call) => finished(&mut server, &call.id),
            Answer::Completion(call) => finished(&mut server, &call.id),
        };
        assert!(embedded.as_bytes() == reply, "the two ways in differ");
    }
}

/// Ends a call, so that its id is free again.
fn finished(server: &mut McpServer, id: &RequestId) -> String {
    let reply = server.finish(id, b"{}").expect("a call has a reply");
    check_reply(Some(id.as_json()), reply.as_bytes());
    assert_eq!(server.finish(id, b"{}"), None);
    String::new()
}

fn allowed() -> BTreeSet<String> {
    ["north".to_owned()].into()
}

/// What becomes of the lines of a stream that comes in pieces of these sizes.
fn converse(
    stream: &[u8],
    expected: &[&[u8]],
    mut sizes: impl Iterator<Item = usize>,
) -> Vec<Outcome> {
    let mut session = Session::new(allowed());
    let mut lines = Lines::default();
    let mut outcomes = Vec::new();
    let mut rest = stream;
    while !rest.is_empty() {
        let space = lines.space();
        let size = sizes.next().unwrap_or(usize::MAX);
        let (piece, later) = rest.split_at(size.min(space.len()).min(rest.len()));
        space[..piece.len()].copy_from_slice(piece);
        lines.filled(piece.len());
        rest = later;
        while let Some(line) = lines.next_line() {
            let outcome = serve(&mut session, line, expected[outcomes.len()]);
            outcomes.push(outcome);
        }
    }
    if let Some(line) = lines.finish() {
        let outcome = serve(&mut session, line, expected[outcomes.len()]);
        outcomes.push(outcome);
    }
    assert_eq!(lines.finish(), None);
    assert_eq!(outcomes.len(), expected.len());
    outcomes
}

fn serve(session: &mut Session, line: Line<'_>, expected: &[u8]) -> Outcome {
    let is_whole = matches!(line, Line::Whole(_));
    assert_eq!(is_whole, expected.len() <= MAX_LINE);
    if let Line::Whole(line) = line {
        assert!(line == expected, "the line was changed");
    }
    let mut reply = Vec::new();
    let handled = session.handle(line, &mut reply);

    let sent = serde_json::from_slice::<Sent<'_>>(expected);
    let sent_id = sent.as_ref().ok().and_then(Sent::id);
    match &handled {
        // The id in a line that is too long is found without reading all of it as JSON.
        Handled::Refused(_) if !is_whole && sent.is_err() => {}
        Handled::Replied | Handled::Refused(_) | Handled::Declined { .. } => {
            check_reply(sent_id, &reply);
        }
        Handled::Call(call) => assert!(same_id(sent_id, call.id.as_json())),
        Handled::Completion(call) => assert!(same_id(sent_id, call.id.as_json())),
        Handled::Silent | Handled::Cancel(_) => {
            assert!(!sent.is_ok_and(|sent| sent.is_request()), "no reply");
        }
    }
    let is_answered = matches!(
        handled,
        Handled::Replied | Handled::Refused(_) | Handled::Declined { .. }
    );
    assert_eq!(reply.is_empty(), !is_answered);
    (reply, format!("{handled:?}"))
}

impl<'a> Sent<'a> {
    /// The id; of two ids neither is the line's.
    fn id(&self) -> Option<&'a str> {
        match self.ids[..] {
            [id] => Some(id),
            _ => None,
        }
    }

    /// Whether this is a request that must be answered, with a refusal at least.
    fn is_request(&self) -> bool {
        let is_id = |text: &str| text.starts_with(['"', '-']) || text.starts_with(char::is_numeric);
        let has_id = self.id().is_some_and(is_id);
        let has_method = matches!(self.methods[..], [method] if method.starts_with('"'));
        has_id && has_method && self.versions == [r#""2.0""#]
    }
}

/// A reply is one line of JSON and has the id of the request, or none where an error tells that no
/// id could be read.
fn check_reply(sent_id: Option<&str>, reply: &[u8]) {
    let text = std::str::from_utf8(reply).expect("a reply is UTF-8");
    assert_eq!(text.find('\n'), Some(text.len() - 1), "{text}");
    let reply: Reply<'_> = serde_json::from_str(text).expect("a reply is JSON-RPC");
    assert_eq!(reply.jsonrpc, "2.0");
    assert_ne!(reply.result.is_some(), reply.error.is_some());
    let id = reply.id.get();
    let is_unread = id == "null" && reply.error.is_some();
    assert!(is_unread || same_id(sent_id, id), "{sent_id:?}: {text}");
}

fn same_id(sent: Option<&str>, echoed: &str) -> bool {
    match sent {
        None => false,
        Some("-0") => echoed == "0",
        Some(sent) if sent.starts_with('"') => {
            string(sent).is_some_and(|sent| string(echoed) == Some(sent))
        }
        // An integer of any length.
        Some(sent) => sent == echoed && !sent.contains(['.', 'e', 'E', '{', '[', 't', 'f', 'n']),
    }
}

/// The string a JSON text is.
fn string(text: &str) -> Option<String> {
    serde_json::from_str(text).ok()
}

fn with_fillers(stream: &[u8]) -> Vec<u8> {
    let [(marker, _), _] = FILLERS;
    let Some(stream) = stream.strip_prefix(&[marker]) else {
        return stream.to_vec();
    };
    let mut out = Vec::new();
    for &byte in stream {
        let filler = FILLERS.iter().find(|(stand_in, _)| *stand_in == byte);
        match filler {
            Some((_, length)) if out.len() < LONG_STREAM => out.resize(out.len() + length, b'x'),
            _ => out.push(byte),
        }
    }
    out
}

/// The lines of a stream, by another way than that of [`Lines`]: all but blank ones, which count
/// when they are too long.
fn lines_of(stream: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_blank = |line: &[u8]| line.iter().all(|byte| b" \t\r\n".contains(byte));
    stream
        .split_inclusive(|&byte| byte == b'\n')
        .filter(move |line| line.len() > MAX_LINE || !is_blank(line))
}

/// Sizes of pieces, which follow from the stream itself, so that the file of a stream is the stream.
fn pieces(stream: &[u8]) -> impl Iterator<Item = usize> + use<> {
    let mut state = stream
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        let random = (state >> 33) as usize;
        match random % 4 {
            0 => 1,
            1 => 1 + random / 4 % 16,
            2 => 1 + random / 4 % 4096,
            _ => 1 + random / 4 % 65536,
        }
    })
}
