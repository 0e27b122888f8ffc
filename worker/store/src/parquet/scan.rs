//! One part's rows, in batches.

use std::ops::ControlFlow;

use super::chunk::{Bounds, time_bounds};
use super::column::Shared;
use super::columns::Columns;
use super::footer::{Footer, RowGroup};
use super::schema::Schema;
use super::{Batch, Names, PartError, PartSummary, Wanted};

/// Rows decoded at once: enough to make calls cheap, few enough for their columns to stay in cache.
const STEP: usize = 32 << 10;
/// The most bytes that the pages of a part may decompress to.
const MAX_DECOMPRESSED: u64 = 4 << 30;

/// Reads the rows of the part whose whole file is `bytes` and hands them to `visit` in batches, in
/// the file's order, until it breaks. Names are added to `names`.
///
/// # Errors
/// Any [`PartError`] but `Io`. Batches handed out before the error are to be dropped: the part is
/// damaged or of a form that is not read.
pub fn scan_part(
    bytes: &[u8],
    wanted: &Wanted,
    names: &mut Names,
    visit: &mut dyn FnMut(&Batch<'_>) -> ControlFlow<()>,
) -> Result<PartSummary, PartError> {
    let (footer, footer_start) = Footer::of_bytes(bytes)?;
    let schema = Schema::of(&footer, wanted.values)?;
    let mut summary = PartSummary {
        rows: footer.total_rows()?,
        row_groups: footer.row_groups.len(),
        ..PartSummary::default()
    };
    let data = bytes.get(..footer_start).unwrap_or_default();
    let mut columns = Columns::new(&schema, wanted.values, data);
    let mut shared = Shared {
        names,
        bytes_left: MAX_DECOMPRESSED,
    };
    for row_group in &footer.row_groups {
        if outside(row_group, &schema, wanted.range)? {
            summary.row_groups_skipped += 1;
            continue;
        }
        let mut left = columns.start(row_group)?;
        while left > 0 {
            let rows = left.min(STEP);
            left -= rows;
            columns.read(rows, wanted.range, &mut shared)?;
            let batch = columns.batch();
            if batch.ts.is_empty() {
                continue;
            }
            summary.visited += batch.ts.len() as u64;
            if visit(&batch).is_break() {
                summary.stopped = true;
                return Ok(summary);
            }
        }
    }
    Ok(summary)
}

/// Whether the statistics of `row_group` show that it has no row in `range`.
fn outside(
    row_group: &RowGroup,
    schema: &Schema,
    range: Option<(i64, i64)>,
) -> Result<bool, PartError> {
    let Some((first, last)) = range else {
        return Ok(false);
    };
    Ok(match time_bounds(row_group, schema)? {
        Bounds::Within(min, max) => max < first || min > last,
        Bounds::AllNull => true,
        Bounds::Unknown => false,
    })
}
