//! What a scan is asked for and what it hands out.

/// The time of a row whose `ts` is null (the value pandas uses for `NaT`).
pub const NULL_TIME: i64 = i64::MIN;

/// What a scan should read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    /// Rows with `first <= ts <= last` (naive nanoseconds since 1970) only; a null `ts` is in no
    /// range. Row groups whose statistics lie outside are not decoded. `None`: every row.
    pub range: Option<(i64, i64)>,
    /// Whether to decode `value`; without it [`Batch::value`] is empty.
    pub values: bool,
}

/// Some consecutive rows of a part, at most about 32,000. All columns have the same length, except
/// that `value` is empty when values were not wanted. Codes are those of the scan's
/// [`Names`](super::Names), [`NULL_CODE`](super::NULL_CODE) for null.
#[derive(Debug, Clone, Copy)]
pub struct Batch<'a> {
    /// Naive nanoseconds since 1970-01-01 00:00, [`NULL_TIME`] for null.
    pub ts: &'a [i64],
    /// Codes of `equip`.
    pub equip: &'a [u32],
    /// Codes of `equip_class`.
    pub equip_class: &'a [u32],
    /// Codes of `role`.
    pub role: &'a [u32],
    /// Values, NaN for null.
    pub value: &'a [f64],
}

/// What a finished (or stopped) scan saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PartSummary {
    /// Rows in the part, by its footer.
    pub rows: u64,
    /// Rows handed out in batches.
    pub visited: u64,
    /// Row groups in the part.
    pub row_groups: usize,
    /// Row groups passed over because their statistics lie outside the range.
    pub row_groups_skipped: usize,
    /// Whether the visitor stopped the scan.
    pub stopped: bool,
}
