//! Bytes in, whole lines out.

use super::overlong::IdSearch;
use super::{MAX_LINE, RequestId};

/// The most bytes one read may bring.
const READ: usize = 64 << 10;

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A line of at most [`MAX_LINE`] bytes; never blank. Its line end may still be on it.
    Whole(&'a [u8]),
    /// A longer line was skipped; the id of the request it held, where that is sure.
    TooLong(Option<RequestId>),
}

/// Cuts a byte stream into lines, each ended by `\n` (a `\r` before it is white space, as in any
/// JSON). Blank lines are skipped.
///
/// Fill it with [`Lines::space`] and [`Lines::filled`], then take lines with
/// [`Lines::next_line`] until there is none; at the end of the stream take the last one with
/// [`Lines::finish`]. It never holds more than [`MAX_LINE`] and one read.
///
/// ```
/// use camber::mcp::framing::{Line, Lines};
///
/// let mut lines = Lines::default();
/// for part in [&b"{\"a\":"[..], b"1}\r\n\n{\"b\":2}"] {
///     lines.space()[..part.len()].copy_from_slice(part);
///     lines.filled(part.len());
/// }
/// assert_eq!(lines.next_line(), Some(Line::Whole(b"{\"a\":1}\r\n")));
/// assert_eq!(lines.next_line(), None);
/// assert_eq!(lines.finish(), Some(Line::Whole(b"{\"b\":2}")));
/// ```
#[derive(Debug, Default)]
pub struct Lines {
    /// Initialised memory, of which `start..end` holds bytes not handed out yet.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// No line end lies in `start..searched`.
    searched: usize,
    /// Set while the rest of a line that is too long is skipped.
    skipping: Option<IdSearch>,
}

impl Lines {
    /// Room for the next bytes of the stream; never empty.
    pub fn space(&mut self) -> &mut [u8] {
        if self.start == self.end {
            self.start = 0;
            self.end = 0;
            self.searched = 0;
        }
        if self.buffer.len() < self.end + READ && self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.searched -= self.start;
            self.start = 0;
        }
        if self.buffer.len() < self.end + READ {
            // Doubling keeps the cost of a long line linear; no line needs more than the limit.
            let doubled = (2 * self.buffer.len()).min(MAX_LINE + READ);
            self.buffer.resize(doubled.max(self.end + READ), 0);
        }
        self.buffer
            .get_mut(self.end..self.end + READ)
            .unwrap_or_default()
    }

    /// Says that the first `count` bytes of [`Lines::space`] now hold the next bytes of the
    /// stream.
    pub fn filled(&mut self, count: usize) {
        self.end = (self.end + count).min(self.buffer.len());
    }

    /// The next line; `None` while more bytes are needed.
    pub fn next_line(&mut self) -> Option<Line<'_>> {
        let range = loop {
            let fresh = self.buffer.get(self.searched..self.end).unwrap_or_default();
            let Some(line_end) = memchr::memchr(b'\n', fresh) else {
                self.searched = self.end;
                self.keep_bounded();
                return None;
            };
            let line_start = self.start;
            let next = self.searched + line_end + 1;
            self.start = next;
            self.searched = next;
            let line = self.buffer.get(line_start..next).unwrap_or_default();
            if self.skipping.is_some() || line.len() > MAX_LINE {
                return Some(Line::TooLong(skipped(self.skipping.take(), line)));
            }
            if !is_blank(line) {
                break line_start..next;
            }
        };
        self.buffer.get(range).map(Line::Whole)
    }

    /// The last line of a stream that ended without a line end. To be asked after
    /// [`Lines::next_line`] has no more.
    pub fn finish(&mut self) -> Option<Line<'_>> {
        let rest = self.start..self.end;
        self.start = self.end;
        self.searched = self.end;
        let line = self.buffer.get(rest).unwrap_or_default();
        if self.skipping.is_some() || line.len() > MAX_LINE {
            return Some(Line::TooLong(skipped(self.skipping.take(), line)));
        }
        (!is_blank(line)).then_some(Line::Whole(line))
    }

    /// Lets go of the bytes of an unfinished line that is already too long.
    fn keep_bounded(&mut self) {
        let line = self.buffer.get(self.start..self.end).unwrap_or_default();
        if self.skipping.is_none() && line.len() <= MAX_LINE {
            return;
        }
        self.skipping.get_or_insert_default().feed(line);
        self.start = self.end;
    }
}

/// The id in a line that is too long, of which `rest` comes after what `search` has seen.
fn skipped(search: Option<IdSearch>, rest: &[u8]) -> Option<RequestId> {
    let mut search = search.unwrap_or_default();
    search.feed(rest);
    search.finish()
}

fn is_blank(line: &[u8]) -> bool {
    line.iter()
        .all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Debug, PartialEq, Eq)]
    enum Owned {
        Whole(Vec<u8>),
        TooLong(Option<RequestId>),
    }

    fn owned(line: Line<'_>) -> Owned {
        match line {
            Line::Whole(line) => Owned::Whole(line.to_vec()),
            Line::TooLong(id) => Owned::TooLong(id),
        }
    }

    /// The lines of a stream that arrives in `parts`.
    fn lines_of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Vec<Owned> {
        let mut lines = Lines::default();
        let mut found = Vec::new();
        for part in parts {
            let mut part = part;
            while !part.is_empty() {
                let space = lines.space();
                assert!(!space.is_empty());
                let count = part.len().min(space.len());
                space[..count].copy_from_slice(&part[..count]);
                lines.filled(count);
                part = &part[count..];
                while let Some(line) = lines.next_line() {
                    found.push(owned(line));
                }
            }
            assert!(lines.buffer.len() <= MAX_LINE + READ);
        }
        found.extend(lines.finish().map(owned));
        assert_eq!(lines.finish(), None);
        found
    }

    fn whole(line: &[u8]) -> Owned {
        Owned::Whole(line.to_vec())
    }

    #[test]
    fn lines_end_at_a_line_feed_and_blank_ones_are_skipped() {
        let stream = "\n{1}\r\n \t\r\n\r\n{\u{2028}\u{85}\u{c}}\n\r{2}\r";
        assert_eq!(
            lines_of([stream.as_bytes()]),
            [
                whole(b"{1}\r\n"),
                whole("{\u{2028}\u{85}\u{c}}\n".as_bytes()),
                whole(b"\r{2}\r")
            ]
        );
        assert_eq!(lines_of([&b""[..]]), []);
        assert_eq!(lines_of([&b" \n \r"[..]]), []);
    }

    #[test]
    fn a_line_may_have_a_mebibyte_with_its_line_end_and_no_byte_more() {
        let line = |length: usize| [&b"{\"id\":7,\""[..], &vec![b'x'; length - 9]].concat();
        let id = RequestId::from_canonical("7");
        let longest = [line(MAX_LINE - 1), b"\n".to_vec()].concat();
        let longer = [line(MAX_LINE), b"\n".to_vec()].concat();
        let stream = [&longest[..], &longer, b"{3}\n", &line(MAX_LINE)].concat();
        let expected = [
            whole(&longest),
            Owned::TooLong(Some(id.clone())),
            whole(b"{3}\n"),
            whole(&line(MAX_LINE)),
        ];
        for size in [1000, READ - 1, READ, READ + 1, stream.len()] {
            assert_eq!(lines_of(stream.chunks(size)), expected);
        }
        assert_eq!(
            lines_of([&line(MAX_LINE + 1)[..]]),
            [Owned::TooLong(Some(id))]
        );
    }

    #[test]
    fn a_line_that_never_ends_is_not_held() {
        let megabytes = vec![b' '; 10 << 20];
        assert_eq!(
            lines_of([&megabytes[..], b"{\"id\":1}\n{2}\n"]),
            [Owned::TooLong(None), whole(b"{2}\n")]
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_cuts_of_the_stream_change_no_line(
            pieces in prop::collection::vec(
                prop_oneof![
                    8 => "[ -~]{0,40}(\r?\n)?".prop_map(String::into_bytes),
                    2 => prop::collection::vec(any::<u8>(), 0..40),
                    1 => ((MAX_LINE - 40)..(MAX_LINE + READ + 9), "[a-z\"{}:,]?(\r\n)?")
                        .prop_map(|(length, end)| {
                            let mut piece = b"{\"id\":\"a\",\"b\":\"".to_vec();
                            piece.resize(length, b'y');
                            piece.extend(end.bytes());
                            piece
                        }),
                ],
                0..8,
            ),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        ) {
            let stream = pieces.concat();
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(stream.len() + 1)).collect();
            cuts.sort_unstable();
            let mut parts = Vec::new();
            let mut start = 0;
            for cut in cuts.into_iter().chain([stream.len()]) {
                parts.push(&stream[start..cut]);
                start = cut;
            }
            prop_assert_eq!(lines_of(parts), lines_of([&stream[..]]));
        }
    }
}
