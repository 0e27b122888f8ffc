//! One column of one row group, read row by row in step with the others.

use parquet_format_safe::{CompressionCodec, Encoding};

use super::Names;
use super::chunk::Chunk;
use super::decompress::decompress;
use super::error::Fault;
use super::page::{Page, PageKind, Pages};
use super::rle::{HybridDecoder, Values};

/// Decodes the values of a column, whose pages are given to it one by one.
pub(super) trait Decoder {
    /// What a value becomes.
    type Item: Copy;
    /// What a null becomes.
    const NULL: Self::Item;

    /// The longest page that so many values can need.
    fn largest_page(&self, values: usize) -> usize;

    /// Forgets the dictionary of the chunk before.
    fn start_chunk(&mut self);

    /// Takes the chunk's dictionary of `values` values.
    fn set_dictionary(
        &mut self,
        bytes: &[u8],
        values: usize,
        names: &mut Names,
    ) -> Result<(), Fault>;

    /// Starts on a page of values that are not null.
    fn start_page(&mut self, encoding: Encoding, page: &[u8]) -> Result<(), Fault>;

    /// Appends exactly the next `n` values of the page.
    fn read(
        &mut self,
        page: &[u8],
        n: usize,
        names: &mut Names,
        out: &mut Vec<Self::Item>,
    ) -> Result<(), Fault>;
}

/// What the columns of a part share.
#[derive(Debug)]
pub(super) struct Shared<'n> {
    pub(super) names: &'n mut Names,
    /// Bytes that may still be decompressed.
    pub(super) bytes_left: u64,
}

/// Reads a column, one row group after another.
#[derive(Debug)]
pub(super) struct ColumnReader<'a, D: Decoder> {
    decoder: D,
    optional: bool,
    codec: CompressionCodec,
    pages: Pages<'a>,
    /// Rows of the row group that are in no page met so far.
    rows_to_come: usize,
    /// Rows of the current page not taken yet.
    rows_in_page: usize,
    /// Rows to pass over before the next read.
    rows_to_skip: usize,
    page: PageBytes<'a>,
    levels: Levels,
    level_runs: HybridDecoder,
    present: Vec<D::Item>,
}

/// A page's content.
#[derive(Debug)]
struct PageBytes<'a> {
    /// The body of a page that is not compressed.
    stored: Option<&'a [u8]>,
    /// The body of a page that is.
    decompressed: Vec<u8>,
    /// The definition levels of a v2 page, which are never compressed.
    levels_v2: &'a [u8],
    /// Where the values begin in the body.
    values_start: usize,
}

/// Which values of the current page are null.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Levels {
    NoNulls,
    InBody { start: usize, end: usize },
    V2,
}

impl PageBytes<'_> {
    fn body(&self) -> &[u8] {
        self.stored.unwrap_or(&self.decompressed)
    }

    fn values(&self) -> &[u8] {
        self.body().get(self.values_start..).unwrap_or_default()
    }

    fn levels(&self, levels: Levels) -> &[u8] {
        match levels {
            Levels::NoNulls => &[],
            Levels::InBody { start, end } => self.body().get(start..end).unwrap_or_default(),
            Levels::V2 => self.levels_v2,
        }
    }
}

impl<'a, D: Decoder> ColumnReader<'a, D> {
    pub(super) fn new(decoder: D, optional: bool) -> Self {
        Self {
            decoder,
            optional,
            codec: CompressionCodec::UNCOMPRESSED,
            pages: Pages::new(&[]),
            rows_to_come: 0,
            rows_in_page: 0,
            rows_to_skip: 0,
            page: PageBytes {
                stored: None,
                decompressed: Vec::new(),
                levels_v2: &[],
                values_start: 0,
            },
            levels: Levels::NoNulls,
            level_runs: HybridDecoder::new(),
            present: Vec::new(),
        }
    }

    /// Starts on a row group of `rows` rows.
    pub(super) fn start(&mut self, chunk: Chunk<'a>, rows: usize) {
        self.codec = chunk.codec;
        self.pages = Pages::new(chunk.pages);
        self.rows_to_come = rows;
        self.rows_in_page = 0;
        self.rows_to_skip = 0;
        self.decoder.start_chunk();
    }

    /// Passes over the next `n` rows. Pages wholly passed over are not decompressed.
    pub(super) fn skip(&mut self, n: usize) {
        self.rows_to_skip += n;
    }

    /// Puts the next `n` rows into `out` (cleared first).
    pub(super) fn read(
        &mut self,
        n: usize,
        shared: &mut Shared<'_>,
        out: &mut Vec<D::Item>,
    ) -> Result<(), Fault> {
        while self.rows_to_skip > 0 {
            if self.rows_in_page == 0 {
                self.next_page(shared)?;
                continue;
            }
            let rows = self.rows_to_skip.min(self.rows_in_page).min(n.max(1));
            out.clear();
            self.read_in_page(rows, shared, out)?;
            self.rows_to_skip -= rows;
        }
        out.clear();
        while out.len() < n {
            if self.rows_in_page == 0 {
                self.next_page(shared)?;
                continue;
            }
            let rows = (n - out.len()).min(self.rows_in_page);
            self.read_in_page(rows, shared, out)?;
        }
        Ok(())
    }

    /// Goes to the next data page that is not passed over whole.
    fn next_page(&mut self, shared: &mut Shared<'_>) -> Result<(), Fault> {
        let page = self.pages.next()?;
        if page.kind == PageKind::Dictionary {
            return self.set_dictionary(&page, shared);
        }
        if page.values > self.rows_to_come {
            return Err(Fault::Damaged(
                "its pages hold more values than its row group rows",
            ));
        }
        self.rows_to_come -= page.values;
        if page.values <= self.rows_to_skip {
            self.rows_to_skip -= page.values;
            return Ok(());
        }
        self.load(&page, shared)?;
        self.find_levels(&page)?;
        self.decoder.start_page(page.encoding, self.page.values())?;
        self.rows_in_page = page.values;
        Ok(())
    }

    fn set_dictionary(&mut self, page: &Page<'a>, shared: &mut Shared<'_>) -> Result<(), Fault> {
        if !matches!(page.encoding, Encoding::PLAIN | Encoding::PLAIN_DICTIONARY) {
            return Err(unsupported_encoding(page.encoding));
        }
        self.load(page, shared)?;
        self.page.values_start = 0;
        self.decoder
            .set_dictionary(self.page.values(), page.values, shared.names)
    }

    /// Makes the page's body the current one.
    fn load(&mut self, page: &Page<'a>, shared: &mut Shared<'_>) -> Result<(), Fault> {
        if page.size > self.decoder.largest_page(page.values) {
            return Err(Fault::Damaged("a page is larger than its values can be"));
        }
        if page.size == 0 {
            // A compressed nothing may take some bytes.
            self.page.stored = Some(&[]);
            return Ok(());
        }
        if self.codec == CompressionCodec::UNCOMPRESSED || !page.compressed {
            if page.body.len() != page.size {
                return Err(Fault::Damaged(
                    "a page that is not compressed has two sizes",
                ));
            }
            self.page.stored = Some(page.body);
            return Ok(());
        }
        let left = shared.bytes_left.checked_sub(page.size as u64);
        shared.bytes_left = left.ok_or(Fault::Unsupported {
            what: "a part this large".to_owned(),
            instead: "several parts of at most 4 GiB decompressed",
        })?;
        self.page.stored = None;
        decompress(
            self.codec,
            page.body,
            page.size,
            &mut self.page.decompressed,
        )
    }

    /// Finds the definition levels of the page and where its values begin.
    fn find_levels(&mut self, page: &Page<'a>) -> Result<(), Fault> {
        self.page.values_start = 0;
        self.levels = match page.kind {
            PageKind::DataV2 { levels } if self.optional => {
                self.page.levels_v2 = levels;
                Levels::V2
            }
            PageKind::DataV2 { levels: [] } => Levels::NoNulls,
            PageKind::DataV2 { .. } => {
                return Err(Fault::Damaged("a column without nulls has levels"));
            }
            PageKind::DataV1 if self.optional => {
                // The levels' length comes first, in four bytes.
                let body = self.page.body();
                let length = body.first_chunk().ok_or_else(Fault::cut_short)?;
                let end = (u32::from_le_bytes(*length) as usize).saturating_add(4);
                if end > body.len() {
                    return Err(Fault::cut_short());
                }
                self.page.values_start = end;
                Levels::InBody { start: 4, end }
            }
            PageKind::DataV1 | PageKind::Dictionary => Levels::NoNulls,
        };
        if self.levels != Levels::NoNulls {
            self.level_runs.start(1)?;
            let runs = self.page.levels(self.levels);
            if self.level_runs.repeats(runs, 1, page.values)? {
                self.levels = Levels::NoNulls;
            }
        }
        Ok(())
    }

    /// Appends the next `n` rows, which are in the current page.
    fn read_in_page(
        &mut self,
        n: usize,
        shared: &mut Shared<'_>,
        out: &mut Vec<D::Item>,
    ) -> Result<(), Fault> {
        self.rows_in_page -= n;
        let values = self.page.values();
        if self.levels == Levels::NoNulls {
            return self.decoder.read(values, n, shared.names, out);
        }
        let runs = self.page.levels(self.levels);
        let mut left = n;
        while left > 0 {
            match self.level_runs.next(runs, left)? {
                Values::Repeated(1, rows) => {
                    self.decoder.read(values, rows, shared.names, out)?;
                    left -= rows;
                }
                Values::Repeated(_, rows) => {
                    out.extend(std::iter::repeat_n(D::NULL, rows));
                    left -= rows;
                }
                Values::Distinct(levels) => {
                    let present = levels.iter().map(|&level| level as usize).sum();
                    self.present.clear();
                    self.decoder
                        .read(values, present, shared.names, &mut self.present)?;
                    let mut present = self.present.iter();
                    out.extend(levels.iter().map(|&level| match level {
                        0 => D::NULL,
                        _ => present.next().copied().unwrap_or(D::NULL),
                    }));
                    left -= levels.len();
                }
            }
        }
        Ok(())
    }
}

/// The fault of an encoding that is not read.
pub(super) fn unsupported_encoding(encoding: Encoding) -> Fault {
    let name = match encoding {
        Encoding::PLAIN => "PLAIN",
        Encoding::PLAIN_DICTIONARY => "PLAIN_DICTIONARY",
        Encoding::RLE => "RLE",
        Encoding::BIT_PACKED => "BIT_PACKED",
        Encoding::DELTA_BINARY_PACKED => "DELTA_BINARY_PACKED",
        Encoding::DELTA_LENGTH_BYTE_ARRAY => "DELTA_LENGTH_BYTE_ARRAY",
        Encoding::DELTA_BYTE_ARRAY => "DELTA_BYTE_ARRAY",
        Encoding::RLE_DICTIONARY => "RLE_DICTIONARY",
        Encoding::BYTE_STREAM_SPLIT => "BYTE_STREAM_SPLIT",
        Encoding(code) => {
            return Fault::Unsupported {
                what: format!("encoding {code} for this type"),
                instead: "dictionary or plain encoding",
            };
        }
    };
    Fault::Unsupported {
        what: format!("the encoding {name} for this type"),
        instead: "dictionary or plain encoding",
    }
}
