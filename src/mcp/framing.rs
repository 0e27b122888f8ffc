//! Bytes in, whole lines out.

use super::RequestId;

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A line of at most [`super::MAX_LINE`] bytes; never blank. Its line end may still be on it.
    Whole(&'a [u8]),
    /// A longer line was skipped; the id of the request it held, where that is sure.
    TooLong(Option<RequestId>),
}

/// Cuts a byte stream into lines.
///
/// Fill it with [`Lines::space`] and [`Lines::filled`], then take lines with
/// [`Lines::next_line`] until there is none; at the end of the stream take the last one with
/// [`Lines::finish`].
#[derive(Debug, Default)]
pub struct Lines {}

impl Lines {
    /// Room for the next bytes of the stream; never empty.
    pub fn space(&mut self) -> &mut [u8] {
        &mut []
    }

    /// Says that the first `count` bytes of [`Lines::space`] now hold the next bytes of the stream.
    pub fn filled(&mut self, _count: usize) {}

    /// The next whole line; `None` while more bytes are needed.
    pub fn next_line(&mut self) -> Option<Line<'_>> {
        None
    }

    /// The last line of a stream that ended without a line end.
    pub fn finish(&mut self) -> Option<Line<'_>> {
        None
    }
}
