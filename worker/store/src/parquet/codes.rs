//! Columns of text as codes of a [`Names`] table: `equip`, `equip_class` and `role`.

use parquet_format_safe::Encoding;

use super::column::{Decoder, unsupported_encoding};
use super::dictionary::Dictionary;
use super::error::Fault;
use super::text::{DeltaLengthText, DeltaText, PlainText};
use super::{NULL_CODE, Names};

/// Decodes a column of text.
#[derive(Debug)]
pub(super) struct Codes {
    encoding: TextEncoding,
    /// The code of each of the chunk's dictionary values.
    dictionary: Dictionary<u32>,
    recent: Recent,
}

#[derive(Debug)]
enum TextEncoding {
    Dictionary,
    Plain(PlainText),
    DeltaLength(DeltaLengthText),
    Delta(DeltaText),
}

impl Codes {
    pub(super) fn new() -> Self {
        Self {
            encoding: TextEncoding::Dictionary,
            dictionary: Dictionary::new(),
            recent: Recent::new(),
        }
    }
}

impl Decoder for Codes {
    type Item = u32;
    const NULL: u32 = NULL_CODE;

    fn largest_page(&self, _: usize) -> usize {
        usize::MAX
    }

    fn start_chunk(&mut self) {
        self.dictionary.forget();
    }

    fn set_dictionary(
        &mut self,
        bytes: &[u8],
        values: usize,
        names: &mut Names,
    ) -> Result<(), Fault> {
        // Every value takes at least the four bytes of its length.
        if values > bytes.len() / 4 {
            return Err(Fault::cut_short());
        }
        let codes = self.dictionary.load()?;
        codes.reserve(values);
        let mut text = PlainText::default();
        for _ in 0..values {
            codes.push(intern(text.next(bytes)?, names)?);
        }
        Ok(())
    }

    fn start_page(&mut self, encoding: Encoding, page: &[u8]) -> Result<(), Fault> {
        self.encoding = match encoding {
            Encoding::PLAIN_DICTIONARY | Encoding::RLE_DICTIONARY => {
                self.dictionary.start(page)?;
                TextEncoding::Dictionary
            }
            Encoding::PLAIN => TextEncoding::Plain(PlainText::default()),
            Encoding::DELTA_LENGTH_BYTE_ARRAY => {
                TextEncoding::DeltaLength(DeltaLengthText::new(page)?)
            }
            Encoding::DELTA_BYTE_ARRAY => TextEncoding::Delta(DeltaText::new(page)?),
            _ => return Err(unsupported_encoding(encoding)),
        };
        Ok(())
    }

    fn read(
        &mut self,
        page: &[u8],
        n: usize,
        names: &mut Names,
        out: &mut Vec<u32>,
    ) -> Result<(), Fault> {
        if let TextEncoding::Dictionary = self.encoding {
            return self.dictionary.read(page, n, out);
        }
        for _ in 0..n {
            let name = match &mut self.encoding {
                TextEncoding::Plain(text) => text.next(page)?,
                TextEncoding::DeltaLength(text) => text.next(page)?,
                TextEncoding::Delta(text) => text.next(page)?,
                TextEncoding::Dictionary => &[],
            };
            out.push(self.recent.code(name, names)?);
        }
        Ok(())
    }
}

fn intern(name: &[u8], names: &mut Names) -> Result<u32, Fault> {
    let name = std::str::from_utf8(name).map_err(|_| Fault::Damaged("a name is not UTF-8"))?;
    Ok(names.intern(name)?)
}

/// The names met lately, each in the slot its bytes choose: most rows of a page without a
/// dictionary repeat a few names, and comparing one is quicker than a look-up of the table.
#[derive(Debug)]
struct Recent {
    codes: Box<[u32; Self::SLOTS]>,
}

impl Recent {
    const SLOTS: usize = 1024;

    fn new() -> Self {
        Self {
            codes: Box::new([NULL_CODE; Self::SLOTS]),
        }
    }

    fn code(&mut self, name: &[u8], names: &mut Names) -> Result<u32, Fault> {
        let Some(slot) = self.codes.get_mut(Self::slot(name)) else {
            return intern(name, names);
        };
        if names
            .name(*slot)
            .is_none_or(|recent| recent.as_bytes() != name)
        {
            *slot = intern(name, names)?;
        }
        Ok(*slot)
    }

    /// A multiplicative hash of the length and the last bytes, where names mostly differ.
    fn slot(name: &[u8]) -> usize {
        let mut word = [0; 8];
        let tail = name.get(name.len().saturating_sub(8)..).unwrap_or_default();
        for (to, from) in word.iter_mut().zip(tail) {
            *to = *from;
        }
        let hash =
            (u64::from_le_bytes(word) ^ name.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> 54) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(names: &[&str]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for name in names {
            bytes.extend((name.len() as u32).to_le_bytes());
            bytes.extend(name.as_bytes());
        }
        bytes
    }

    #[test]
    fn plain_and_dictionary_pages_share_codes() {
        let mut names = Names::new();
        let mut codes = Codes::new();
        let dictionary = plain(&["VAV", "AHU"]);
        codes.set_dictionary(&dictionary, 2, &mut names).unwrap();
        let mut out = Vec::new();
        codes
            .start_page(Encoding::RLE_DICTIONARY, &[1, 4, 1])
            .unwrap();
        codes.read(&[1, 4, 1], 2, &mut names, &mut out).unwrap();
        // The writer falls back to plain pages in mid-chunk.
        let page = plain(&["AHU", "FCU", "AHU", "FCU", "VAV"]);
        codes.start_page(Encoding::PLAIN, &page).unwrap();
        codes.read(&page, 3, &mut names, &mut out).unwrap();
        codes.read(&page, 2, &mut names, &mut out).unwrap();
        assert_eq!(out, [1, 1, 1, 2, 1, 2, 0]);
        assert!(codes.read(&page, 1, &mut names, &mut out).is_err());
    }

    #[test]
    fn a_dictionary_holds_as_many_names_as_it_says() {
        let mut names = Names::new();
        let bytes = plain(&["a", "b"]);
        assert!(Codes::new().set_dictionary(&bytes, 3, &mut names).is_err());
        assert!(
            Codes::new()
                .set_dictionary(&bytes, usize::MAX, &mut names)
                .is_err()
        );
    }

    #[test]
    fn names_are_utf8() {
        let page = [1, 0, 0, 0, 0xff];
        let mut codes = Codes::new();
        codes.start_page(Encoding::PLAIN, &page).unwrap();
        assert!(
            codes
                .read(&page, 1, &mut Names::new(), &mut Vec::new())
                .is_err()
        );
    }
}
