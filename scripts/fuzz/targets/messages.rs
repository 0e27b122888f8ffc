//! A client's stream of any bytes, cut anywhere: at most one reply a line, each a line of valid
//! JSON, and the same replies however the stream is cut.
#![no_main]

use camber::mcp::Session;
use camber::mcp::framing::{Line, Lines};
use libfuzzer_sys::fuzz_target;

/// The replies to a stream that comes in pieces of `piece` bytes.
fn replies(stream: &[u8], piece: usize) -> Vec<u8> {
    let mut session = Session::new(["north".to_owned()].into());
    let mut lines = Lines::default();
    let mut out = Vec::new();
    for mut part in stream.chunks(piece) {
        while !part.is_empty() {
            let space = lines.space();
            let count = part.len().min(space.len());
            space[..count].copy_from_slice(&part[..count]);
            lines.filled(count);
            part = &part[count..];
            while let Some(line) = lines.next_line() {
                answer(&mut session, line, &mut out);
            }
        }
    }
    if let Some(line) = lines.finish() {
        answer(&mut session, line, &mut out);
    }
    out
}

fn answer(session: &mut Session, line: Line<'_>, out: &mut Vec<u8>) {
    let before = out.len();
    session.handle(line, out);
    let reply = &out[before..];
    if !reply.is_empty() {
        assert_eq!(reply.iter().filter(|&&byte| byte == b'\n').count(), 1);
        assert_eq!(reply.last(), Some(&b'\n'));
        let reply: serde_json::Value = serde_json::from_slice(reply).expect("a reply is JSON");
        assert!(reply.get("result").is_some() != reply.get("error").is_some());
    }
}

fuzz_target!(|stream: &[u8]| {
    let (first, rest) = stream.split_first().unwrap_or((&7, &[]));
    let piece = usize::from(*first) + 1;
    assert_eq!(replies(rest, piece), replies(rest, rest.len().max(1)));
});
