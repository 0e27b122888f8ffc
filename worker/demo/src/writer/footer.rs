//! Completes a footer where arrow2 leaves it bare.
//!
//! arrow2 names no column order, without which readers must ignore every minimum and maximum; it
//! counts a dictionary page as the first data page; and it appends page indexes, which the
//! reference does not.

use arrow2::error::Error;
use arrow2::io::parquet::write::{ThriftFileMetaData, write_metadata_sidecar};
use parquet_format_safe::thrift::protocol::TCompactInputProtocol;
use parquet_format_safe::{ColumnOrder, PageHeader, PageType};

/// The marker that opens every Parquet file.
const MAGIC: usize = 4;

/// The same file with a complete footer and no page indexes.
pub(super) fn complete(
    mut bytes: Vec<u8>,
    mut footer: ThriftFileMetaData,
) -> Result<Vec<u8>, Error> {
    let mut end = MAGIC;
    let columns = footer
        .row_groups
        .first()
        .map_or(0, |group| group.columns.len());
    for chunk in footer
        .row_groups
        .iter_mut()
        .flat_map(|group| &mut group.columns)
    {
        chunk.offset_index_offset = None;
        chunk.offset_index_length = None;
        chunk.column_index_offset = None;
        chunk.column_index_length = None;
        // The copy of the metadata that follows each chunk is of no use to any reader.
        chunk.file_offset = 0;
        if let Some(meta) = &mut chunk.meta_data {
            let start = meta.data_page_offset;
            end = end.max(offset(start + meta.total_compressed_size)?);
            if let Some(length) = dictionary_length(&bytes, offset(start)?)? {
                meta.dictionary_page_offset = Some(start);
                meta.data_page_offset = start + length;
            }
        }
    }
    footer.version = 2;
    footer.column_orders = Some(vec![ColumnOrder::TYPEORDER(Default::default()); columns]);
    footer.created_by = Some(concat!("camber version ", env!("CARGO_PKG_VERSION")).to_owned());
    bytes.truncate(end);
    let mut file = Vec::new();
    write_metadata_sidecar(&mut file, &footer)?;
    bytes.extend(file.into_iter().skip(MAGIC));
    Ok(bytes)
}

/// Length in bytes of the dictionary page, header included, that starts here; `None` when another
/// page does.
fn dictionary_length(bytes: &[u8], start: usize) -> Result<Option<i64>, Error> {
    let page = bytes.get(start..).unwrap_or_default();
    let mut rest = page;
    let header =
        PageHeader::read_from_in_protocol(&mut TCompactInputProtocol::new(&mut rest, page.len()))
            .map_err(|e| Error::ExternalFormat(e.to_string()))?;
    let header_length = (page.len() - rest.len()) as i64;
    Ok((header.type_ == PageType::DICTIONARY_PAGE)
        .then_some(header_length + i64::from(header.compressed_page_size)))
}

fn offset(value: i64) -> Result<usize, Error> {
    usize::try_from(value).map_err(|_| Error::Overflow)
}
