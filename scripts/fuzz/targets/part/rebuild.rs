//! Changes a part below its framing: takes it apart into metadata and pages, changes one of them
//! and puts it together with the right sizes and offsets. Otherwise nearly every change would end
//! at the first offset it moved.

use std::io::Write;

use libfuzzer_sys::fuzzer_mutate;
use parquet_format_safe::thrift::protocol::{TCompactInputProtocol, TCompactOutputProtocol};
use parquet_format_safe::{
    CompressionCodec, Encoding, FileMetaData, PageHeader, PageType, RowGroup, Type,
};
use parquet2::compression::{Compression, decompress};

const MAX_METADATA: usize = 1 << 20;
const MAX_PAGES: usize = 256;
const MAX_PAGE: usize = 1 << 18;

struct Part {
    metadata: FileMetaData,
    /// The pages of each column of each row group, in order.
    chunks: Vec<Vec<Page>>,
}

#[derive(Clone)]
struct Page {
    header: PageHeader,
    body: Vec<u8>,
}

/// Sebastiano Vigna's SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// A count: mostly small, now and then one at a limit.
    fn count(&mut self) -> i64 {
        match self.below(8) {
            0 => [-1, 1 << 15, 1 << 20, 1 << 27, i64::from(i32::MAX), i64::MAX][self.below(6)],
            _ => self.below(200) as i64,
        }
    }
}

/// `bytes` with one change below its framing; `None` for what is no part or one without pages.
pub fn mutated(bytes: &[u8], seed: u64) -> Option<Vec<u8>> {
    let mut random = Random(seed);
    let mut part = Part::take_apart(bytes)?;
    part.change(&mut random)?;
    part.put_together()
}

impl Part {
    fn take_apart(bytes: &[u8]) -> Option<Part> {
        let (body, tail) = bytes.split_last_chunk::<8>()?;
        let [a, b, c, d, ..] = *tail;
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        let (data, footer) = body.split_at_checked(body.len().checked_sub(length)?)?;
        let mut protocol = TCompactInputProtocol::new(footer, MAX_METADATA);
        let metadata = FileMetaData::read_from_in_protocol(&mut protocol).ok()?;
        let mut chunks = Vec::new();
        let mut left = MAX_PAGES;
        for column in metadata.row_groups.iter().flat_map(|group| &group.columns) {
            let column = column.meta_data.as_ref()?;
            let dictionary = column.dictionary_page_offset.filter(|&offset| offset > 0);
            let start = dictionary.map_or(column.data_page_offset, |offset| {
                offset.min(column.data_page_offset)
            });
            let rest = data.get(usize::try_from(start).ok()?..)?;
            let mut rest = rest.get(..usize::try_from(column.total_compressed_size).ok()?)?;
            let mut pages = Vec::new();
            while !rest.is_empty() {
                left = left.checked_sub(1)?;
                let mut protocol = TCompactInputProtocol::new(&mut rest, MAX_METADATA);
                let header = PageHeader::read_from_in_protocol(&mut protocol).ok()?;
                let size = usize::try_from(header.compressed_page_size).ok()?;
                let (body, later) = rest.split_at_checked(size)?;
                rest = later;
                pages.push(Page {
                    header,
                    body: body.to_vec(),
                });
            }
            chunks.push(pages);
        }
        Some(Part { metadata, chunks })
    }

    fn put_together(mut self) -> Option<Vec<u8>> {
        let mut out = b"PAR1".to_vec();
        let mut chunks = self.chunks.iter_mut();
        for group in &mut self.metadata.row_groups {
            for column in &mut group.columns {
                let column = column.meta_data.as_mut()?;
                let start = out.len();
                let mut offsets = Vec::new();
                let pages = chunks.next()?;
                for page in pages.iter_mut() {
                    offsets.push(out.len() as i64);
                    page.header.compressed_page_size = page.body.len() as i32;
                    if column.codec == CompressionCodec::UNCOMPRESSED {
                        page.header.uncompressed_page_size = page.body.len() as i32;
                    }
                    let mut protocol = TCompactOutputProtocol::new(&mut out);
                    page.header.write_to_out_protocol(&mut protocol).ok()?;
                    out.write_all(&page.body).ok()?;
                }
                let first = pages.first().map(|page| page.header.type_);
                let has_dictionary = first == Some(PageType::DICTIONARY_PAGE);
                column.dictionary_page_offset = offsets.first().copied().filter(|_| has_dictionary);
                let data = offsets.get(usize::from(has_dictionary));
                column.data_page_offset = data.copied().unwrap_or(start as i64);
                column.total_compressed_size = (out.len() - start) as i64;
            }
        }
        let footer = out.len();
        let mut protocol = TCompactOutputProtocol::new(&mut out);
        self.metadata.write_to_out_protocol(&mut protocol).ok()?;
        let length = (out.len() - footer) as u32;
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(b"PAR1");
        Some(out)
    }

    fn change(&mut self, random: &mut Random) -> Option<()> {
        let number = random.below(self.chunks.len());
        match random.below(12) {
            0..=5 => self.change_body(number, random),
            6 => self.change_header(number, random),
            7 => self.change_column(number, random),
            8 => self.change_rows(random),
            9 => self.move_pages(number, random),
            10 => self.move_row_groups(random),
            _ => self.change_schema(random),
        }
    }

    /// Changes the bytes of a page: mostly what it holds, which is then stored uncompressed, else
    /// what the codec is given.
    fn change_body(&mut self, number: usize, random: &mut Random) -> Option<()> {
        if random.below(4) > 0 {
            self.store_uncompressed(number);
        }
        let pages = self.chunks.get_mut(number)?;
        let at = random.below(pages.len());
        let body = &mut pages.get_mut(at)?.body;
        let size = body.len();
        body.resize(size + 64, 0);
        let changed = fuzzer_mutate(body, size, size + 64);
        body.truncate(changed);
        Some(())
    }

    /// Stores the pages of a chunk uncompressed, where they can be read.
    fn store_uncompressed(&mut self, number: usize) -> Option<()> {
        let columns = self.metadata.row_groups.iter_mut();
        let column = columns.flat_map(|group| &mut group.columns).nth(number)?;
        let column = column.meta_data.as_mut()?;
        let codec = match column.codec {
            CompressionCodec::SNAPPY => Compression::Snappy,
            CompressionCodec::GZIP => Compression::Gzip,
            CompressionCodec::ZSTD => Compression::Zstd,
            CompressionCodec::BROTLI => Compression::Brotli,
            CompressionCodec::LZ4 => Compression::Lz4,
            CompressionCodec::LZ4_RAW => Compression::Lz4Raw,
            _ => return None,
        };
        let pages = self.chunks.get_mut(number)?;
        let stored: Option<Vec<Page>> = pages.iter().map(|page| page.stored(codec)).collect();
        *pages = stored?;
        column.codec = CompressionCodec::UNCOMPRESSED;
        Some(())
    }

    fn change_header(&mut self, number: usize, random: &mut Random) -> Option<()> {
        let pages = self.chunks.get_mut(number)?;
        let at = random.below(pages.len());
        let header = &mut pages.get_mut(at)?.header;
        let (what, count) = (random.below(5), random.count() as i32);
        let encoding = Encoding(random.below(10) as i32);
        if what == 0 {
            header.uncompressed_page_size = count;
            return Some(());
        }
        if let Some(header) = &mut header.data_page_header {
            match what {
                1 => header.num_values = count,
                2 => header.definition_level_encoding = encoding,
                _ => header.encoding = encoding,
            }
        } else if let Some(header) = &mut header.data_page_header_v2 {
            match what {
                1 => (header.num_values, header.num_rows) = (count, count),
                2 => header.definition_levels_byte_length = count,
                3 => header.is_compressed = [None, Some(false), Some(true)][random.below(3)],
                _ => header.encoding = encoding,
            }
        } else if let Some(header) = &mut header.dictionary_page_header {
            match what {
                1 | 2 => header.num_values = count,
                _ => header.encoding = encoding,
            }
        }
        Some(())
    }

    fn change_column(&mut self, number: usize, random: &mut Random) -> Option<()> {
        let columns = self.metadata.row_groups.iter_mut();
        let column = columns.flat_map(|group| &mut group.columns).nth(number)?;
        let column = column.meta_data.as_mut()?;
        match random.below(4) {
            0 => column.codec = CompressionCodec(random.below(9) as i32),
            1 => column.num_values = random.count(),
            2 => column.type_ = Type(random.below(9) as i32),
            _ => {
                let statistics = column.statistics.as_mut()?;
                let bytes = |random: &mut Random| {
                    let bytes = random.next().to_le_bytes();
                    bytes[..random.below(9)].to_vec()
                };
                match random.below(4) {
                    0 => statistics.null_count = Some(random.count()),
                    1 => statistics.min_value = Some(bytes(random)),
                    2 => statistics.max_value = Some(bytes(random)),
                    _ => column.statistics = None,
                }
            }
        }
        Some(())
    }

    /// Gives a row group another number of rows, in every place that says it.
    fn change_rows(&mut self, random: &mut Random) -> Option<()> {
        let at = random.below(self.metadata.row_groups.len());
        let rows = random.count();
        let before: usize = self
            .metadata
            .row_groups
            .get(..at)?
            .iter()
            .map(columns_of)
            .sum();
        let group = self.metadata.row_groups.get_mut(at)?;
        group.num_rows = rows;
        for (number, column) in group.columns.iter_mut().enumerate() {
            column.meta_data.as_mut()?.num_values = rows;
            let pages = self.chunks.get_mut(before + number)?;
            let mut pages = pages.iter_mut().map(|page| &mut page.header);
            let last = pages.rfind(|header| header.dictionary_page_header.is_none());
            if let Some(header) = last {
                if let Some(header) = &mut header.data_page_header {
                    header.num_values = rows as i32;
                }
                if let Some(header) = &mut header.data_page_header_v2 {
                    (header.num_values, header.num_rows) = (rows as i32, rows as i32);
                }
            }
        }
        self.add_up_rows();
        Some(())
    }

    /// Drops, doubles or moves a page of a chunk.
    fn move_pages(&mut self, number: usize, random: &mut Random) -> Option<()> {
        let other = random.below(self.chunks.len());
        let pages = self.chunks.get_mut(number)?;
        let at = random.below(pages.len());
        let page = pages.get(at)?.clone();
        match random.below(3) {
            0 => drop(pages.remove(at)),
            1 => pages.insert(at, page),
            _ => {
                let pages = self.chunks.get_mut(other)?;
                pages.insert(random.below(pages.len() + 1), page);
            }
        }
        Some(())
    }

    /// Drops or doubles a row group.
    fn move_row_groups(&mut self, random: &mut Random) -> Option<()> {
        let groups = &mut self.metadata.row_groups;
        let at = random.below(groups.len());
        let start: usize = groups.get(..at)?.iter().map(columns_of).sum();
        let end = start + columns_of(groups.get(at)?);
        if random.below(3) == 0 && groups.len() > 1 {
            groups.remove(at);
            self.chunks.drain(start..end);
        } else {
            groups.insert(at, groups.get(at)?.clone());
            let chunks = self.chunks.get(start..end)?.to_vec();
            self.chunks.splice(start..start, chunks);
        }
        self.add_up_rows();
        Some(())
    }

    fn change_schema(&mut self, random: &mut Random) -> Option<()> {
        let at = random.below(self.metadata.schema.len());
        let other = random.below(self.metadata.schema.len());
        self.metadata.schema.get(at)?;
        match random.below(5) {
            0 => {
                let repetition = [0, 0, 1, 1, 2][random.below(5)];
                let repetition = parquet_format_safe::FieldRepetitionType(repetition);
                self.metadata.schema.get_mut(at)?.repetition_type = Some(repetition);
            }
            1 => {
                let children = random.below(9) as i32;
                self.metadata.schema.get_mut(at)?.num_children = Some(children);
            }
            2 => self.metadata.schema.swap(at, other),
            3 => {
                let element = self.metadata.schema.get(other)?;
                let (logical, converted) = (element.logical_type.clone(), element.converted_type);
                let element = self.metadata.schema.get_mut(at)?;
                (element.logical_type, element.converted_type) = (logical, converted);
            }
            _ => {
                // A column of another type throughout.
                let kind = Type(random.below(8) as i32);
                let element = self.metadata.schema.get_mut(at)?;
                element.type_ = Some(kind);
                let name = element.name.clone();
                for column in self
                    .metadata
                    .row_groups
                    .iter_mut()
                    .flat_map(|group| &mut group.columns)
                {
                    let column = column.meta_data.as_mut()?;
                    if column.path_in_schema.first() == Some(&name) {
                        column.type_ = kind;
                    }
                }
            }
        }
        Some(())
    }

    fn add_up_rows(&mut self) {
        let groups = self.metadata.row_groups.iter();
        self.metadata.num_rows = groups.fold(0, |sum: i64, group| sum.wrapping_add(group.num_rows));
    }
}

impl Page {
    /// This page of a column of `codec`, uncompressed.
    fn stored(&self, codec: Compression) -> Option<Page> {
        let mut page = self.clone();
        let levels = match &mut page.header.data_page_header_v2 {
            None => 0,
            Some(header) if header.is_compressed == Some(false) => return Some(page),
            Some(header) => usize::try_from(header.definition_levels_byte_length).ok()?,
        };
        let (levels, compressed) = self.body.split_at_checked(levels)?;
        let size = usize::try_from(self.header.uncompressed_page_size).ok()?;
        let size = size
            .checked_sub(levels.len())
            .filter(|&size| size <= MAX_PAGE)?;
        let mut body = vec![0; size];
        decompress(codec, compressed, &mut body).ok()?;
        page.body = [levels, &body].concat();
        Some(page)
    }
}

fn columns_of(group: &RowGroup) -> usize {
    group.columns.len()
}
