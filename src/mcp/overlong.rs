//! The id of a request whose line is too long to keep.

use super::scan::{Raw, Scanner, Scratch};
use super::{MAX_LINE, RequestId};

/// The most bytes a key that reads `id` can have: both letters as escapes, in quotes.
const LONGEST_ID_KEY: usize = r#""\u0069\u0064""#.len();

/// The id in a whole line that is too long.
pub(super) fn find_id(line: &[u8]) -> Option<RequestId> {
    let mut search = IdSearch::default();
    search.feed(line);
    search.finish()
}

/// Looks for the id of a request in a line of any length, byte by byte.
///
/// The line is never held, so it is not checked as a whole line is: strings and brackets are
/// followed, and the members of the outer object read. The id counts when it is a whole string or
/// integer within the first [`MAX_LINE`] bytes and nothing else at the top level is called `id`,
/// up to the end of the line.
#[derive(Debug, Default)]
pub(super) struct IdSearch {
    /// Bytes seen.
    position: usize,
    depth: usize,
    in_string: bool,
    /// The last byte was a backslash inside a string.
    escaped: bool,
    place: Place,
    /// The key or the id being read.
    token: Vec<u8>,
    /// Part of the id lies after the first [`MAX_LINE`] bytes.
    is_cut: bool,
    /// How many top-level members are called `id`.
    ids: usize,
    id: Option<RequestId>,
    /// The line is not one object.
    is_foreign: bool,
}

/// Which part of a top-level member comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// The outer object has not begun.
    #[default]
    Before,
    Key,
    /// The value of a member called `id`.
    Id,
    /// The value of another member.
    Other,
    /// The outer object has ended.
    After,
}

impl IdSearch {
    /// Takes the next bytes of the line.
    pub fn feed(&mut self, mut bytes: &[u8]) {
        while let Some((&byte, rest)) = bytes.split_first() {
            if self.is_foreign {
                return;
            }
            if self.in_string && !self.escaped && self.place == Place::Other {
                let dull = memchr::memchr2(b'"', b'\\', bytes).unwrap_or(bytes.len());
                if dull > 0 {
                    self.position += dull;
                    bytes = bytes.get(dull..).unwrap_or_default();
                    continue;
                }
            }
            self.step(byte);
            self.position += 1;
            bytes = rest;
        }
    }

    /// The id, once the whole line was seen.
    pub fn finish(self) -> Option<RequestId> {
        let is_sure = self.ids == 1 && self.place != Place::Id && !self.is_foreign;
        self.id.filter(|_| is_sure)
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            self.in_string = self.escaped || byte != b'"';
            self.escaped = !self.escaped && byte == b'\\';
            return;
        }
        match (byte, self.depth) {
            (b' ' | b'\t' | b'\r' | b'\n', _) => {
                if self.place == Place::Id {
                    self.keep(byte);
                }
            }
            (b'{', 0) if self.place == Place::Before => {
                self.depth = 1;
                self.place = Place::Key;
            }
            (_, 0) => self.is_foreign = true,
            (b'}' | b']', 1) => {
                self.end_member();
                self.depth = 0;
                self.place = Place::After;
            }
            (b',', 1) => {
                self.end_member();
                self.place = Place::Key;
            }
            (b':', 1) if self.place == Place::Key => {
                let is_id = token_value(&self.token)
                    .and_then(|key| key.string())
                    .is_some_and(|key| key == "id");
                self.place = if is_id { Place::Id } else { Place::Other };
                self.token.clear();
            }
            _ => {
                self.keep(byte);
                match byte {
                    b'"' => self.in_string = true,
                    b'{' | b'[' => self.depth += 1,
                    b'}' | b']' => self.depth -= 1,
                    _ => {}
                }
            }
        }
    }

    fn keep(&mut self, byte: u8) {
        match self.place {
            // One byte too many is enough to tell that this key is another one.
            Place::Key if self.token.len() <= LONGEST_ID_KEY => self.token.push(byte),
            Place::Id if self.position < MAX_LINE => self.token.push(byte),
            Place::Id => self.is_cut |= !byte.is_ascii_whitespace(),
            Place::Key | Place::Before | Place::Other | Place::After => {}
        }
    }

    fn end_member(&mut self) {
        if self.place == Place::Id {
            self.ids += 1;
            let id = token_value(&self.token).and_then(|id| RequestId::from_raw(&id));
            self.id = id.filter(|_| !self.is_cut);
        }
        self.token.clear();
    }
}

/// The one value a token is.
fn token_value(token: &[u8]) -> Option<Raw<'_>> {
    let text = std::str::from_utf8(token).ok()?;
    let mut scratch = Scratch::default();
    let mut scanner = Scanner::new(text, &mut scratch);
    let value = scanner.value().ok()?;
    scanner.end().ok()?;
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The id found in `start`, then enough of a string to be too long, then `end`.
    fn id_in(start: &str, end: &str) -> Option<String> {
        let filler = "x".repeat(MAX_LINE);
        let mut search = IdSearch::default();
        for part in [start, &filler, end] {
            search.feed(part.as_bytes());
        }
        search.finish().map(|id| id.as_json().to_owned())
    }

    #[test]
    fn an_id_in_the_first_bytes_is_found() {
        let cases = [
            (r#"{"jsonrpc":"2.0","id":77,"method":"ping","a":""#, "77"),
            (r#" { "id" : -0 , "a":""#, "0"),
            (r#"{"id":"a\u0062\"","a":""#, r#""ab\"""#),
            (r#"{"\u0069d":"é","a":""#, r#""é""#),
            (
                r#"{"ID":1,"id":2,"Id":3,"x":{"id":4},"y":[{"id":5}],"a":""#,
                "2",
            ),
            (r#"{"x":"\"id\":1,","id":2,"a":""#, "2"),
            (r#"{"x":"\\","id":2,"a":""#, "2"),
        ];
        for (start, id) in cases {
            for end in [r#""}"#, r#"","b":[1,{"id":9}]}"#, ""] {
                assert_eq!(id_in(start, end).as_deref(), Some(id), "{start} … {end}");
            }
        }
    }

    #[test]
    fn an_unsure_id_is_not_used() {
        let cases = [
            (r#"{"a":""#, r#"","id":1}"#),
            (r#"{"id":1,"a":""#, r#"","id":1}"#),
            (r#"{"id":1,"a":""#, r#"","\u0069\u0064":2}"#),
            (r#"{"id":1,"a":""#, r#"","id":2"#),
            (r#"{"id":1,"a":""#, r#""}{"id":2}"#),
            (r#"{"id":1,"a":""#, r#""} 2"#),
            (r#"{"id":1,"id":2,"a":""#, r#""}"#),
            (r#"{"id":[],"id":2,"a":""#, r#""}"#),
            (r#"{"id":1.0,"a":""#, r#""}"#),
            (r#"{"id":null,"a":""#, r#""}"#),
            (r#"{"id":true,"a":""#, r#""}"#),
            (r#"{"id":[1],"a":""#, r#""}"#),
            (r#"{"id":1 2,"a":""#, r#""}"#),
            (r#"{"id":01,"a":""#, r#""}"#),
            (r#"{"id":"\ud800","a":""#, r#""}"#),
            (r#"{"id":,"a":""#, r#""}"#),
            (r#"{"id":""#, r#"","a":1}"#),
            (r#"{"id":""#, ""),
            (r#"[{"id":1,"a":""#, r#""}]"#),
            (r#"["id",1,""#, r#""]"#),
            (r#"x{"id":1,"a":""#, r#""}"#),
        ];
        for (start, end) in cases {
            assert_eq!(id_in(start, end), None, "{start} … {end}");
        }
    }

    #[test]
    fn an_integer_that_may_go_on_past_the_first_bytes_is_not_used() {
        let line =
            |spaces: usize, id: &str| format!("{{{}\"id\":{id},\"a\":1}}", " ".repeat(spaces));
        let fits = MAX_LINE - r#"{"id":123"#.len();
        for (spaces, expected) in [(fits, Some("123")), (fits + 1, None)] {
            let mut search = IdSearch::default();
            search.feed(line(spaces, "123").as_bytes());
            assert_eq!(search.finish().as_ref().map(RequestId::as_json), expected);
        }
    }

    #[test]
    fn an_id_with_too_many_digits_is_not_used() {
        assert_eq!(
            id_in(&format!(r#"{{"id":{},"a":""#, "9".repeat(4300)), "\"}").map(|id| id.len()),
            Some(4300)
        );
        assert_eq!(
            id_in(&format!(r#"{{"id":{},"a":""#, "9".repeat(4301)), "\"}"),
            None
        );
    }
}
