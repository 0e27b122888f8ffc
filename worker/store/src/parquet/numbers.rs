//! Columns of numbers: `ts` and `value`, in every encoding.

use parquet_format_safe::Encoding;

use super::Names;
use super::column::Decoder;
use super::delta::DeltaDecoder;
use super::dictionary::Dictionary;
use super::error::Fault;
use super::rle::{HybridDecoder, Values};
use super::stream_split;

/// A stored type of number and what its values become.
pub(super) trait Number: Copy {
    /// What a value becomes.
    type Item: Copy;
    /// What a null becomes.
    const NULL: Self::Item;

    /// Bytes of a value in plain encoding; 0 for booleans, which take a bit.
    fn width(self) -> usize;

    /// Appends the plainly encoded values in `bytes`.
    fn append(self, bytes: &[u8], out: &mut Vec<Self::Item>) -> Result<(), Fault>;

    /// Appends values that an encoding of integers gave.
    fn append_integers(self, integers: &[i64], out: &mut Vec<Self::Item>) -> Result<(), Fault>;
}

/// Appends each `N` bytes of `bytes` as a value.
pub(super) fn append_chunks<const N: usize, T>(
    bytes: &[u8],
    out: &mut Vec<T>,
    value: impl FnMut([u8; N]) -> T,
) {
    let (chunks, _) = bytes.as_chunks::<N>();
    out.extend(chunks.iter().copied().map(value));
}

/// Decodes a column of numbers.
#[derive(Debug)]
pub(super) struct Numbers<N: Number> {
    number: N,
    encoding: NumberEncoding,
    /// Values of a plain or split page already taken.
    taken: usize,
    dictionary: Dictionary<N::Item>,
    delta: DeltaDecoder,
    bits: HybridDecoder,
    joined: Vec<u8>,
    integers: Vec<i64>,
}

#[derive(Debug, Clone, Copy)]
enum NumberEncoding {
    Plain,
    Dictionary,
    Delta,
    StreamSplit,
    /// Booleans: runs from this byte of the page on.
    Bits {
        start: usize,
    },
}

impl<N: Number> Numbers<N> {
    pub(super) fn new(number: N) -> Self {
        Self {
            number,
            encoding: NumberEncoding::Plain,
            taken: 0,
            dictionary: Dictionary::new(),
            delta: DeltaDecoder::default(),
            bits: HybridDecoder::new(),
            joined: Vec::new(),
            integers: Vec::new(),
        }
    }
}

impl<N: Number> Decoder for Numbers<N> {
    type Item = N::Item;
    const NULL: N::Item = N::NULL;

    fn largest_page(&self, values: usize) -> usize {
        // Twice the widest plain value, for what encodings add; blocks of differences are padded.
        values.saturating_mul(16).saturating_add(1 << 16)
    }

    fn start_chunk(&mut self) {
        self.dictionary.forget();
    }

    fn set_dictionary(&mut self, bytes: &[u8], values: usize, _: &mut Names) -> Result<(), Fault> {
        let length = values
            .checked_mul(self.number.width())
            .filter(|&length| length > 0);
        let bytes = match length {
            Some(length) => bytes.get(..length).ok_or_else(Fault::cut_short)?,
            None if values == 0 => &[],
            None => return Err(Fault::Damaged("a dictionary of booleans")),
        };
        self.number.append(bytes, self.dictionary.load()?)
    }

    fn start_page(&mut self, encoding: Encoding, page: &[u8]) -> Result<(), Fault> {
        self.taken = 0;
        self.encoding = match (encoding, self.number.width()) {
            (Encoding::PLAIN, 0) => {
                self.bits.start_bits(page);
                NumberEncoding::Bits { start: 0 }
            }
            (Encoding::RLE, 0) => {
                // The runs' length comes first, in four bytes; they fill the page.
                self.bits.start(1)?;
                NumberEncoding::Bits { start: 4 }
            }
            (Encoding::PLAIN, _) => NumberEncoding::Plain,
            (Encoding::PLAIN_DICTIONARY | Encoding::RLE_DICTIONARY, 1..) => {
                self.dictionary.start(page)?;
                NumberEncoding::Dictionary
            }
            (Encoding::DELTA_BINARY_PACKED, 4 | 8) => {
                self.delta.start(page)?;
                NumberEncoding::Delta
            }
            (Encoding::BYTE_STREAM_SPLIT, 1..) => NumberEncoding::StreamSplit,
            _ => return Err(super::column::unsupported_encoding(encoding)),
        };
        Ok(())
    }

    fn read(
        &mut self,
        page: &[u8],
        n: usize,
        _: &mut Names,
        out: &mut Vec<N::Item>,
    ) -> Result<(), Fault> {
        match self.encoding {
            NumberEncoding::Plain => {
                let width = self.number.width();
                let end = self.taken.checked_add(n).ok_or_else(Fault::cut_short)?;
                let bytes = page
                    .get(self.taken * width..end * width)
                    .ok_or_else(Fault::cut_short)?;
                self.taken = end;
                self.number.append(bytes, out)
            }
            NumberEncoding::Dictionary => self.dictionary.read(page, n, out),
            NumberEncoding::StreamSplit => {
                self.joined.clear();
                let width = self.number.width();
                stream_split::join(page, width, self.taken, n, &mut self.joined)
                    .ok_or_else(Fault::cut_short)?;
                self.taken += n;
                self.number.append(&self.joined, out)
            }
            NumberEncoding::Delta => {
                self.integers.clear();
                for _ in 0..n {
                    self.integers.push(self.delta.next(page)?);
                }
                self.number.append_integers(&self.integers, out)
            }
            NumberEncoding::Bits { start } => {
                let runs = page.get(start..).unwrap_or_default();
                self.integers.clear();
                while self.integers.len() < n {
                    match self.bits.next(runs, n - self.integers.len())? {
                        Values::Repeated(bit, times) => {
                            self.integers
                                .extend(std::iter::repeat_n(i64::from(bit), times));
                        }
                        Values::Distinct(bits) => {
                            self.integers.extend(bits.iter().map(|&bit| i64::from(bit)));
                        }
                    }
                }
                self.number.append_integers(&self.integers, out)
            }
        }
    }
}
