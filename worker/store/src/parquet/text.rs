//! The encodings of text: plain, DELTA_LENGTH_BYTE_ARRAY and DELTA_BYTE_ARRAY.

use super::delta::DeltaDecoder;
use super::error::Fault;

/// PLAIN: each value after its length in four bytes.
#[derive(Debug, Default)]
pub(super) struct PlainText {
    position: usize,
}

impl PlainText {
    pub(super) fn next<'a>(&mut self, page: &'a [u8]) -> Result<&'a [u8], Fault> {
        let rest = page.get(self.position..).unwrap_or_default();
        let (length, rest) = rest.split_first_chunk().ok_or_else(Fault::cut_short)?;
        let length = u32::from_le_bytes(*length) as usize;
        let text = rest.get(..length).ok_or_else(Fault::cut_short)?;
        self.position += 4 + length;
        Ok(text)
    }
}

/// DELTA_LENGTH_BYTE_ARRAY: all lengths as differences, then all values.
#[derive(Debug)]
pub(super) struct DeltaLengthText {
    lengths: DeltaDecoder,
    lengths_start: usize,
    position: usize,
}

impl DeltaLengthText {
    pub(super) fn new(page: &[u8]) -> Result<Self, Fault> {
        Self::at(page, 0)
    }

    /// The text whose lengths begin at byte `start` of the page.
    fn at(page: &[u8], start: usize) -> Result<Self, Fault> {
        let bytes = page.get(start..).ok_or_else(Fault::cut_short)?;
        let mut lengths = DeltaDecoder::default();
        // A page of nulls only may be empty.
        let end = if bytes.is_empty() {
            0
        } else {
            lengths.start(bytes)?;
            lengths.clone().end(bytes)?
        };
        Ok(Self {
            lengths,
            lengths_start: start,
            position: start.saturating_add(end),
        })
    }

    pub(super) fn next<'a>(&mut self, page: &'a [u8]) -> Result<&'a [u8], Fault> {
        let length = length(&mut self.lengths, page, self.lengths_start)?;
        let rest = page.get(self.position..).ok_or_else(Fault::cut_short)?;
        let text = rest.get(..length).ok_or_else(Fault::cut_short)?;
        self.position += length;
        Ok(text)
    }
}

/// DELTA_BYTE_ARRAY: the lengths of the prefixes shared with the value before, then the suffixes.
#[derive(Debug)]
pub(super) struct DeltaText {
    prefixes: DeltaDecoder,
    suffixes: DeltaLengthText,
    value: Vec<u8>,
}

impl DeltaText {
    /// The longest value. Prefixes make a value's cost independent of its bytes in the page.
    const MAX_LENGTH: usize = 4096;

    pub(super) fn new(page: &[u8]) -> Result<Self, Fault> {
        let mut prefixes = DeltaDecoder::default();
        let mut end = 0;
        if !page.is_empty() {
            prefixes.start(page)?;
            end = prefixes.clone().end(page)?;
        }
        Ok(Self {
            prefixes,
            suffixes: DeltaLengthText::at(page, end)?,
            value: Vec::new(),
        })
    }

    pub(super) fn next(&mut self, page: &[u8]) -> Result<&[u8], Fault> {
        let prefix = length(&mut self.prefixes, page, 0)?;
        if prefix > self.value.len() {
            return Err(Fault::Damaged("a prefix is longer than the value before"));
        }
        let suffix = self.suffixes.next(page)?;
        if prefix.saturating_add(suffix.len()) > Self::MAX_LENGTH {
            return Err(Fault::Unsupported {
                what: "a name of over 4,096 bytes".to_owned(),
                instead: "shorter names",
            });
        }
        self.value.truncate(prefix);
        self.value.extend(suffix);
        Ok(&self.value)
    }
}

fn length(lengths: &mut DeltaDecoder, page: &[u8], start: usize) -> Result<usize, Fault> {
    let length = lengths.next(page.get(start..).unwrap_or_default())?;
    usize::try_from(length).map_err(|_| Fault::Damaged("a length is negative"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lengths 5 5 6 6 in blocks of 8 in one miniblock: least difference 0, then 0 1 0 in one bit.
    const LENGTHS: [u8; 7] = [8, 1, 4, 10, 0, 1, 0b010];

    #[test]
    fn lengths_come_before_the_text() {
        let page = [&LENGTHS[..], b"HelloWorldFoobarABCDEF"].concat();
        let mut text = DeltaLengthText::new(&page).unwrap();
        for expected in ["Hello", "World", "Foobar", "ABCDEF"] {
            assert_eq!(text.next(&page).unwrap(), expected.as_bytes());
        }
        assert!(text.next(&page).is_err());
        let short = &page[..page.len() - 1];
        let mut text = DeltaLengthText::new(short).unwrap();
        assert!((0..3).all(|_| text.next(short).is_ok()));
        assert!(text.next(short).is_err());
    }

    #[test]
    fn prefixes_come_from_the_value_before() {
        // The format's example: axis, axle, babble, babyhood.
        // 0 2 0 3: differences 2 -2 3, less the least, -2: 4 0 5 in three bits.
        let prefixes = [8, 1, 4, 0, 3, 3, 0b0100_0100, 0b0000_0001, 0];
        // 4 2 6 5: differences -2 4 -1, less the least, -2: 0 6 1 in three bits.
        let suffixes = [8, 1, 4, 8, 3, 3, 0b0111_0000, 0, 0];
        let page = [&prefixes[..], &suffixes, b"axislebabbleyhood"].concat();
        let mut text = DeltaText::new(&page).unwrap();
        for expected in ["axis", "axle", "babble", "babyhood"] {
            assert_eq!(text.next(&page).unwrap(), expected.as_bytes());
        }
        assert!(text.next(&page).is_err());
    }

    #[test]
    fn bad_lengths_are_errors() {
        // One value with a length of -1, and one with a prefix of 1 before any value.
        let page = [8, 1, 1, 1, b'a'];
        assert!(DeltaLengthText::new(&page).unwrap().next(&page).is_err());
        let page = [8, 1, 1, 2, 8, 1, 1, 2, b'a'];
        assert!(DeltaText::new(&page).unwrap().next(&page).is_err());
        let page = [5, 0, 0, 0, 1, 2, 3];
        assert!(PlainText::default().next(&page).is_err());
    }
}
