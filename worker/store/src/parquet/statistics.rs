//! What a part's footer says without reading its rows.

use std::fs::File;

use super::PartError;
use super::chunk::{Bounds, time_bounds};
use super::footer::Footer;
use super::schema::Schema;

/// What a part's footer says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartStatistics {
    /// Rows in the part.
    pub rows: u64,
    /// The first and last `ts` (naive nanoseconds), when every row group carries usable statistics
    /// and at least one row has a time. `None`: scan the part to know.
    pub ts: Option<(i64, i64)>,
}

/// The statistics of the part whose whole file is `bytes`.
///
/// # Errors
/// As [`scan_part`](super::scan_part), for what the footer can show.
pub fn part_statistics(bytes: &[u8]) -> Result<PartStatistics, PartError> {
    let (footer, _) = Footer::of_bytes(bytes)?;
    statistics(&footer)
}

/// The statistics of the part in `file`, of which only the footer is read.
///
/// # Errors
/// As [`part_statistics`], and `Io`.
pub fn file_statistics(file: &File) -> Result<PartStatistics, PartError> {
    statistics(&Footer::of_file(file)?)
}

fn statistics(footer: &Footer) -> Result<PartStatistics, PartError> {
    let rows = footer.total_rows()?;
    let schema = Schema::of(footer, false)?;
    let mut ts: Option<(i64, i64)> = None;
    for row_group in footer.row_groups.iter().filter(|group| group.rows > 0) {
        match time_bounds(row_group, &schema)? {
            Bounds::Within(min, max) => {
                ts = Some(ts.map_or((min, max), |(a, b)| (a.min(min), b.max(max))));
            }
            Bounds::AllNull => {}
            Bounds::Unknown => return Ok(PartStatistics { rows, ts: None }),
        }
    }
    Ok(PartStatistics { rows, ts })
}
