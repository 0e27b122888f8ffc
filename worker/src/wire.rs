//! The frames a parent and its worker exchange over one socket.
//!
//! A frame is a 16-byte little-endian header and a payload:
//!
//! | bytes | field |
//! |---|---|
//! | 0..2 | magic, `0xCA3B` |
//! | 2 | version, [`VERSION`] |
//! | 3 | [`Kind`] |
//! | 4..12 | serial of the call the frame belongs to, 0 for none |
//! | 12..16 | payload length |
//!
//! A serial never repeats in the life of a server, so a frame for a call that was already
//! answered is recognised and dropped.

use serde::{Deserialize, Serialize};

/// The version both sides of a socket must speak.
pub const VERSION: u8 = 1;
/// The longest payload a parent accepts: a reply of 2 MB and room for its outcome.
pub const MAX_PAYLOAD: usize = (2 << 20) + (64 << 10);
/// The bytes of a frame's header.
pub const HEADER: usize = 16;

/// The name of an outcome that is a fault of the server.
pub const INTERNAL: &str = "internal";

const MAGIC: u16 = 0xCA3B;
/// What a decoder keeps between frames; a rare large frame is not held for ever.
const KEPT_CAPACITY: usize = 128 << 10;

/// What a frame is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Parent to worker, first: the launch context as JSON ([`crate::launch::LaunchContext`]).
    Start,
    /// Parent to worker: run a tool ([`CallRequest`] as JSON).
    Call,
    /// Parent to worker: complete a prompt argument ([`CompletionRequest`] as JSON).
    Complete,
    /// Worker to parent: it read its launch context and waits for calls.
    Ready,
    /// Worker to parent: the outcome ([`Outcome`]) and the finished `result` of a call.
    Result,
    /// Worker to parent: how far a call is ([`Progress`] as JSON).
    Progress,
    /// Worker to parent: the call's memory is given back; the worker can take the next.
    Idle,
    /// Worker to parent: it cannot work, with the reason as text.
    Fatal,
}

impl Kind {
    const ALL: [Kind; 8] = [
        Kind::Start,
        Kind::Call,
        Kind::Complete,
        Kind::Ready,
        Kind::Result,
        Kind::Progress,
        Kind::Idle,
        Kind::Fatal,
    ];

    fn code(self) -> u8 {
        self as u8 + 1
    }

    fn from_code(code: u8) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// One whole frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What the frame is for.
    pub kind: Kind,
    /// The call it belongs to, 0 for none.
    pub serial: u64,
    /// Its content.
    pub payload: Vec<u8>,
}

/// Why a byte stream is not a stream of frames.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The header does not start with the magic number.
    #[error("not a frame")]
    Magic,
    /// The other side speaks another version of the frames.
    #[error("frame version {0}, expected {VERSION}")]
    Version(u8),
    /// The kind is none of [`Kind`].
    #[error("unknown frame kind {0}")]
    Kind(u8),
    /// The payload is longer than [`MAX_PAYLOAD`].
    #[error("a frame of {0} bytes is too long")]
    Length(usize),
}

/// Appends one frame to `out`.
pub fn encode(out: &mut Vec<u8>, kind: Kind, serial: u64, payload: &[u8]) -> Result<(), WireError> {
    let length = payload.len();
    if length > MAX_PAYLOAD {
        return Err(WireError::Length(length));
    }
    out.reserve(HEADER + length);
    out.extend_from_slice(&MAGIC.to_le_bytes());
    out.extend_from_slice(&[VERSION, kind.code()]);
    out.extend_from_slice(&serial.to_le_bytes());
    out.extend_from_slice(&(length as u32).to_le_bytes());
    out.extend_from_slice(payload);
    Ok(())
}

/// Cuts a byte stream into frames. It never holds more than one frame and one read.
#[derive(Debug, Default)]
pub struct Decoder {
    buffer: Vec<u8>,
    start: usize,
}

impl Decoder {
    /// Takes the next bytes of the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.start > 0 && self.start * 2 >= self.buffer.len() {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole frame; `None` while more bytes are needed.
    ///
    /// # Errors
    /// A [`WireError`] when the stream is broken; every later call then fails too.
    pub fn next_frame(&mut self) -> Result<Option<Frame>, WireError> {
        let pending = self.buffer.get(self.start..).unwrap_or_default();
        let Some((header, rest)) = pending.split_first_chunk::<HEADER>() else {
            return Ok(None);
        };
        let &[
            m0,
            m1,
            version,
            kind,
            s0,
            s1,
            s2,
            s3,
            s4,
            s5,
            s6,
            s7,
            l0,
            l1,
            l2,
            l3,
        ] = header;
        if u16::from_le_bytes([m0, m1]) != MAGIC {
            return Err(WireError::Magic);
        }
        if version != VERSION {
            return Err(WireError::Version(version));
        }
        let kind = Kind::from_code(kind).ok_or(WireError::Kind(kind))?;
        let length = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
        if length > MAX_PAYLOAD {
            return Err(WireError::Length(length));
        }
        let Some(payload) = rest.get(..length) else {
            return Ok(None);
        };
        let frame = Frame {
            kind,
            serial: u64::from_le_bytes([s0, s1, s2, s3, s4, s5, s6, s7]),
            payload: payload.to_vec(),
        };
        self.start += HEADER + length;
        if self.start == self.buffer.len() {
            self.start = 0;
            self.buffer.clear();
            self.buffer.shrink_to(KEPT_CAPACITY);
        }
        Ok(Some(frame))
    }
}

/// A tool call as the worker gets it: arguments already checked against the tool's schema.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallRequest {
    /// The tool's name.
    pub tool: String,
    /// Its arguments.
    pub arguments: serde_json::Map<String, serde_json::Value>,
    /// The protocol revision the reply is written for.
    pub revision: Revision,
    /// The bytes the parent adds around the `result`, counted towards the reply's cap.
    pub envelope_bytes: usize,
    /// Whether the client asked for progress notifications.
    pub progress: bool,
}

/// A `completion/complete` as the worker gets it: prompt and argument are known to exist.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompletionRequest {
    /// The prompt's name.
    pub prompt: String,
    /// The argument being filled in.
    pub argument: String,
    /// What was typed so far.
    pub value: String,
    /// The arguments already chosen.
    pub chosen: std::collections::BTreeMap<String, String>,
    /// The protocol revision the reply is written for.
    pub revision: Revision,
}

/// How the `result` of a reply is shaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Revision {
    /// 2026-07-28: `resultType` and the server's identity on every result.
    Stateless,
    /// 2025-11-25 and 2025-06-18: the session's results, without them.
    Session,
}

/// How far a running call is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The part done, 0 to 1.
    pub fraction: f64,
    /// What is being done, in a few words.
    pub message: String,
}

/// How a call ended, told to the parent's log beside the finished bytes.
///
/// As a payload: one byte with the length of the outcome's name, the name (`ok`, an error code such
/// as `not_found`, or [`INTERNAL`]), then the reply's `result` as JSON; for [`INTERNAL`], which is a
/// JSON-RPC error (-32603) and has no result, the message of that error as text.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome<'a> {
    /// `ok`, the error code, or [`INTERNAL`].
    pub name: &'a str,
    /// The finished `result` value, or the error's message.
    pub result: &'a [u8],
}

impl<'a> Outcome<'a> {
    /// The outcome as the payload of a [`Kind::Result`] frame.
    pub fn to_payload(&self) -> Vec<u8> {
        let name = self.name.as_bytes();
        let name = name.get(..name.len().min(255)).unwrap_or_default();
        let mut payload = Vec::with_capacity(1 + name.len() + self.result.len());
        payload.push(name.len() as u8);
        payload.extend_from_slice(name);
        payload.extend_from_slice(self.result);
        payload
    }

    /// Reads a [`Kind::Result`] payload; `None` when it is not one.
    pub fn from_payload(payload: &'a [u8]) -> Option<Outcome<'a>> {
        let (&length, rest) = payload.split_first()?;
        let (name, result) = rest.split_at_checked(usize::from(length))?;
        let name = std::str::from_utf8(name).ok()?;
        Some(Outcome { name, result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_survive_any_cut_of_the_stream() {
        let mut stream = Vec::new();
        encode(&mut stream, Kind::Call, 7, b"{}").unwrap();
        encode(&mut stream, Kind::Idle, 7, b"").unwrap();
        for cut in 0..=stream.len() {
            let mut decoder = Decoder::default();
            let mut kinds = Vec::new();
            for part in [&stream[..cut], &stream[cut..]] {
                decoder.push(part);
                while let Some(frame) = decoder.next_frame().unwrap() {
                    kinds.push((frame.kind, frame.serial, frame.payload));
                }
            }
            assert_eq!(
                kinds,
                [(Kind::Call, 7, b"{}".to_vec()), (Kind::Idle, 7, vec![])]
            );
        }
    }

    #[test]
    fn an_overlong_or_foreign_header_is_broken_before_its_payload_arrives() {
        let mut header = Vec::new();
        encode(&mut header, Kind::Result, 1, b"").unwrap();
        header[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
        let mut decoder = Decoder::default();
        decoder.push(&header);
        assert_eq!(
            decoder.next_frame(),
            Err(WireError::Length(u32::MAX as usize))
        );

        let mut decoder = Decoder::default();
        decoder.push(&[b'x'; HEADER]);
        assert_eq!(decoder.next_frame(), Err(WireError::Magic));
    }

    #[test]
    fn an_outcome_carries_its_name_and_the_result_bytes() {
        let payload = Outcome {
            name: "not_found",
            result: b"{}",
        }
        .to_payload();
        let outcome = Outcome::from_payload(&payload).unwrap();
        assert_eq!((outcome.name, outcome.result), ("not_found", &b"{}"[..]));
        assert_eq!(Outcome::from_payload(&[9, b'o', b'k']), None);
    }
}
