//! The pages of a column chunk, one after another, still compressed.

use parquet_format_safe::{Encoding, PageHeader, PageType};

use super::compact::CompactReader;
use super::error::Fault;

/// The largest page read, in bytes before compression. Writers aim at about 1 MiB; some put a
/// whole row group into one page.
const MAX_PAGE: usize = 128 << 20;

/// A page of a column without nesting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Page<'a> {
    pub(super) kind: PageKind<'a>,
    /// Its values, nulls among them.
    pub(super) values: usize,
    pub(super) encoding: Encoding,
    /// What follows the levels of a v2 page, or the whole page.
    pub(super) body: &'a [u8],
    /// The length of the body when decompressed.
    pub(super) size: usize,
    pub(super) compressed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum PageKind<'a> {
    Dictionary,
    /// Definition levels are the first part of the body, if the column is optional.
    DataV1,
    /// Definition levels are these bytes, never compressed.
    DataV2 {
        levels: &'a [u8],
    },
}

/// The pages of a chunk.
#[derive(Debug)]
pub(super) struct Pages<'a> {
    rest: &'a [u8],
}

impl<'a> Pages<'a> {
    pub(super) fn new(chunk: &'a [u8]) -> Self {
        Self { rest: chunk }
    }

    /// The next dictionary or data page.
    pub(super) fn next(&mut self) -> Result<Page<'a>, Fault> {
        loop {
            if self.rest.is_empty() {
                return Err(Fault::Damaged(
                    "its pages hold fewer values than its row group rows",
                ));
            }
            let mut reader = CompactReader::new(self.rest, 0);
            let header = PageHeader::read_from_in_protocol(&mut reader)
                .map_err(|_| Fault::Damaged("a page header cannot be parsed"))?;
            let (body, rest) = size(header.compressed_page_size)
                .and_then(|size| reader.rest().split_at_checked(size))
                .ok_or(Fault::Damaged("a page is longer than its chunk"))?;
            self.rest = rest;
            if header.type_ != PageType::INDEX_PAGE {
                return page(&header, body);
            }
        }
    }
}

fn page<'a>(header: &PageHeader, body: &'a [u8]) -> Result<Page<'a>, Fault> {
    let bad_size = Fault::Damaged("a page has a negative size or count");
    let Some(size_of_page) = size(header.uncompressed_page_size) else {
        return Err(bad_size);
    };
    if size_of_page > MAX_PAGE {
        return Err(Fault::Unsupported {
            what: format!("a page of {size_of_page} bytes"),
            instead: "pages of at most 128 MiB",
        });
    }
    let (kind, values, encoding) = match header {
        PageHeader {
            type_: PageType::DICTIONARY_PAGE,
            dictionary_page_header: Some(h),
            ..
        } => (PageKind::Dictionary, h.num_values, h.encoding),
        PageHeader {
            type_: PageType::DATA_PAGE,
            data_page_header: Some(h),
            ..
        } => {
            if h.definition_level_encoding != Encoding::RLE {
                return Err(Fault::Unsupported {
                    what: "the deprecated BIT_PACKED encoding of levels".to_owned(),
                    instead: "RLE levels",
                });
            }
            (PageKind::DataV1, h.num_values, h.encoding)
        }
        PageHeader {
            type_: PageType::DATA_PAGE_V2,
            data_page_header_v2: Some(h),
            ..
        } => {
            if h.repetition_levels_byte_length != 0 || h.num_rows != h.num_values {
                return Err(Fault::Damaged(
                    "a page repeats values in a column that cannot",
                ));
            }
            let levels = size(h.definition_levels_byte_length);
            let (levels, body) = levels
                .and_then(|levels| body.split_at_checked(levels))
                .ok_or(Fault::Damaged("a page's levels are longer than the page"))?;
            let (Some(size), Some(values)) =
                (size_of_page.checked_sub(levels.len()), size(h.num_values))
            else {
                return Err(bad_size);
            };
            return Ok(Page {
                kind: PageKind::DataV2 { levels },
                values,
                encoding: h.encoding,
                body,
                size,
                compressed: h.is_compressed.unwrap_or(true),
            });
        }
        _ => return Err(Fault::Damaged("a page is of an unknown type")),
    };
    let Some(values) = size(values) else {
        return Err(bad_size);
    };
    Ok(Page {
        kind,
        values,
        encoding,
        body,
        size: size_of_page,
        compressed: true,
    })
}

fn size(size: i32) -> Option<usize> {
    usize::try_from(size).ok()
}
