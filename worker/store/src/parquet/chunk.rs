//! Where a row group keeps a column's pages.

use parquet_format_safe::CompressionCodec;

use super::PartError;
use super::error::Fault;
use super::footer::{ColumnMetaData, RowGroup, Statistics};
use super::schema::{Column, Schema};
use super::time::TimeType;

/// The metadata of `column` in `row_group`, which has `leaves` columns.
pub(super) fn metadata<'a, T>(
    row_group: &'a RowGroup,
    column: &Column<T>,
    leaves: usize,
) -> Result<&'a ColumnMetaData, Fault> {
    if row_group.columns.len() != leaves {
        return Err(Fault::Damaged(
            "a row group has not as many columns as the schema",
        ));
    }
    let chunk = row_group.columns.get(column.leaf);
    let chunk = chunk.ok_or(Fault::Damaged("a row group lacks the column"))?;
    if chunk.in_other_file {
        return Err(Fault::Unsupported {
            what: "data in another file".to_owned(),
            instead: "all data in one file",
        });
    }
    if chunk.encrypted {
        return Err(Fault::Unsupported {
            what: "encryption".to_owned(),
            instead: "no encryption",
        });
    }
    let metadata = chunk.metadata.as_ref();
    let metadata = metadata.ok_or(Fault::Damaged("a row group says nothing of the column"))?;
    if metadata.physical != column.physical {
        return Err(Fault::Damaged(
            "a row group gives the column another type than the schema",
        ));
    }
    if metadata.values != row_group.rows {
        return Err(Fault::Damaged(
            "it has not as many values as its row group has rows",
        ));
    }
    Ok(metadata)
}

/// A column's pages in one row group.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chunk<'a> {
    pub(super) pages: &'a [u8],
    pub(super) codec: CompressionCodec,
}

/// The pages that `metadata` points at within `data`, the file up to its footer.
pub(super) fn locate<'a>(data: &'a [u8], metadata: &ColumnMetaData) -> Result<Chunk<'a>, Fault> {
    let out_of_file = Fault::Damaged("its pages lie outside the file");
    // Some writers give 0 for "no dictionary"; others leave it out.
    let start = match metadata.dictionary_page_offset {
        Some(dictionary) if dictionary > 0 => dictionary.min(metadata.data_page_offset),
        _ => metadata.data_page_offset,
    };
    let (Ok(start), Ok(size)) = (
        usize::try_from(start),
        usize::try_from(metadata.compressed_size),
    ) else {
        return Err(out_of_file);
    };
    let end = start.checked_add(size);
    match end.and_then(|end| data.get(start..end)) {
        Some(pages) => Ok(Chunk {
            pages,
            codec: metadata.codec,
        }),
        None => Err(out_of_file),
    }
}

/// The least and greatest of a column of 64-bit integers in a row group with `rows` rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bounds {
    /// Every value lies between these.
    Within(i64, i64),
    /// Every value is null.
    AllNull,
    /// The statistics do not say.
    Unknown,
}

impl Statistics {
    /// What these statistics say of a column of 64-bit integers.
    pub(super) fn integer_bounds(&self, rows: i64) -> Bounds {
        if self.nulls == Some(rows) {
            return Bounds::AllNull;
        }
        match (
            self.min.map(i64::from_le_bytes),
            self.max.map(i64::from_le_bytes),
        ) {
            (Some(min), Some(max)) if min <= max => Bounds::Within(min, max),
            _ => Bounds::Unknown,
        }
    }
}

/// Between which times in nanoseconds the rows of `row_group` lie.
pub(super) fn time_bounds(row_group: &RowGroup, schema: &Schema) -> Result<Bounds, PartError> {
    let ts = &schema.ts;
    let metadata = metadata(row_group, ts, schema.leaves).map_err(|fault| fault.of(ts.name))?;
    if ts.kind == TimeType::Int96 {
        // The format defines no order for them.
        return Ok(Bounds::Unknown);
    }
    let bounds = metadata.statistics.integer_bounds(row_group.rows);
    let Bounds::Within(min, max) = bounds else {
        return Ok(bounds);
    };
    let mut times = [min, max];
    match ts.kind.to_nanos(&mut times) {
        Ok(()) => Ok(Bounds::Within(times[0], times[1])),
        Err(_) => Ok(Bounds::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use parquet_format_safe::Type;

    use super::*;

    fn metadata(dictionary: Option<i64>, data: i64, size: i64) -> ColumnMetaData {
        ColumnMetaData {
            physical: Type::INT64,
            codec: CompressionCodec::SNAPPY,
            values: 1,
            compressed_size: size,
            data_page_offset: data,
            dictionary_page_offset: dictionary,
            statistics: Statistics::default(),
        }
    }

    #[test]
    fn pages_begin_with_the_dictionary_if_there_is_one() {
        let data: Vec<u8> = (0..20).collect();
        let pages = |m| locate(&data, &m).map(|chunk| chunk.pages.to_vec()).ok();
        assert_eq!(pages(metadata(None, 5, 3)), Some(vec![5, 6, 7]));
        assert_eq!(pages(metadata(Some(0), 5, 3)), Some(vec![5, 6, 7]));
        assert_eq!(pages(metadata(Some(4), 5, 3)), Some(vec![4, 5, 6]));
        assert_eq!(pages(metadata(None, 17, 3)), Some(vec![17, 18, 19]));
        assert_eq!(pages(metadata(None, 18, 3)), None);
        assert_eq!(pages(metadata(None, -1, 3)), None);
        assert_eq!(pages(metadata(None, 5, -1)), None);
        assert_eq!(pages(metadata(None, i64::MAX, i64::MAX)), None);
    }

    #[test]
    fn bounds_are_taken_only_from_whole_statistics() {
        let bytes = |v: i64| Some(v.to_le_bytes());
        let bounds = |nulls, min, max| Statistics { nulls, min, max }.integer_bounds(10);
        assert_eq!(bounds(None, bytes(-5), bytes(7)), Bounds::Within(-5, 7));
        assert_eq!(bounds(Some(3), bytes(7), bytes(7)), Bounds::Within(7, 7));
        assert_eq!(bounds(Some(10), bytes(1), bytes(2)), Bounds::AllNull);
        assert_eq!(bounds(Some(0), bytes(8), bytes(7)), Bounds::Unknown);
        assert_eq!(bounds(Some(0), None, bytes(7)), Bounds::Unknown);
    }
}
