//! Long-form rows, the only shape a store holds: one observation of one point a row.

use std::cmp::Ordering;
use std::collections::HashMap;

/// One observation. `None` becomes a Parquet null.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row<'a> {
    /// Naive wall-clock time, nanoseconds since 1970-01-01 00:00.
    pub ts: Option<i64>,
    /// Equipment id.
    pub equip: Option<&'a str>,
    /// Equipment class.
    pub equip_class: Option<&'a str>,
    /// Role of the point.
    pub role: Option<&'a str>,
    /// Reading, in the unit of the role.
    pub value: Option<f64>,
}

impl<'a> Row<'a> {
    /// A row without nulls.
    pub fn new(ts: i64, equip: &'a str, equip_class: &'a str, role: &'a str, value: f64) -> Self {
        Self {
            ts: Some(ts),
            equip: Some(equip),
            equip_class: Some(equip_class),
            role: Some(role),
            value: Some(value),
        }
    }
}

/// An interned name; `None` is null.
pub(super) type Code = Option<u32>;

/// A row whose names are codes into the table of its [`Rows`].
#[derive(Debug, Clone, Copy)]
pub(super) struct CodedRow {
    pub ts: Option<i64>,
    pub equip: Code,
    pub equip_class: Code,
    pub role: Code,
    pub value: Option<f64>,
}

/// Rows in the order they will be written.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    pub(super) names: Vec<String>,
    codes: HashMap<String, u32>,
    pub(super) rows: Vec<CodedRow>,
}

impl Rows {
    /// No rows yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Appends one row.
    pub fn push(&mut self, row: Row<'_>) {
        let coded = CodedRow {
            ts: row.ts,
            equip: row.equip.map(|name| self.code(name)),
            equip_class: row.equip_class.map(|name| self.code(name)),
            role: row.role.map(|name| self.code(name)),
            value: row.value,
        };
        self.rows.push(coded);
    }

    /// Appends a series, leaving out readings that are NaN: a store holds observations only.
    pub(super) fn push_series(
        &mut self,
        [equip, equip_class, role]: [&str; 3],
        times: &[i64],
        values: &[f64],
    ) {
        let (equip, equip_class, role) = (
            Some(self.code(equip)),
            Some(self.code(equip_class)),
            Some(self.code(role)),
        );
        self.rows.extend(
            times
                .iter()
                .zip(values)
                .filter(|(_, value)| !value.is_nan())
                .map(|(&ts, &value)| CodedRow {
                    ts: Some(ts),
                    equip,
                    equip_class,
                    role,
                    value: Some(value),
                }),
        );
    }

    /// Sorts by time, equipment, role, class and value, nulls last, as the reference orders a part.
    pub fn sort(&mut self) {
        let ranks = self.ranks();
        let rank = |code: Code| code.and_then(|c| ranks.get(c as usize)).copied();
        self.rows.sort_by(|a, b| {
            nulls_last(a.ts, b.ts, i64::cmp)
                .then_with(|| nulls_last(rank(a.equip), rank(b.equip), u32::cmp))
                .then_with(|| nulls_last(rank(a.role), rank(b.role), u32::cmp))
                .then_with(|| nulls_last(rank(a.equip_class), rank(b.equip_class), u32::cmp))
                .then_with(|| nulls_last(a.value, b.value, f64::total_cmp))
        });
    }

    /// The same names with only the rows that `keep` picks.
    pub(super) fn with_rows(&self, rows: Vec<CodedRow>) -> Self {
        Self {
            names: self.names.clone(),
            codes: self.codes.clone(),
            rows,
        }
    }

    fn code(&mut self, name: &str) -> u32 {
        if let Some(&code) = self.codes.get(name) {
            return code;
        }
        let code = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.codes.insert(name.to_owned(), code);
        code
    }

    /// For each code, the place of its name in byte order.
    fn ranks(&self) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by_key(|&code| &self.names[code]);
        let mut ranks = vec![0; order.len()];
        for (rank, code) in order.into_iter().enumerate() {
            ranks[code] = rank as u32;
        }
        ranks
    }
}

impl<'a> Extend<Row<'a>> for Rows {
    fn extend<I: IntoIterator<Item = Row<'a>>>(&mut self, rows: I) {
        for row in rows {
            self.push(row);
        }
    }
}

impl<'a> FromIterator<Row<'a>> for Rows {
    fn from_iter<I: IntoIterator<Item = Row<'a>>>(rows: I) -> Self {
        let mut all = Self::new();
        all.extend(rows);
        all
    }
}

fn nulls_last<T>(a: Option<T>, b: Option<T>, cmp: impl FnOnce(&T, &T) -> Ordering) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => cmp(&a, &b),
        (a, b) => a.is_none().cmp(&b.is_none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_sort_by_time_then_names_with_nulls_last() {
        let mut rows: Rows = [
            Row {
                ts: None,
                ..Row::new(0, "A", "AHU", "oat", 1.0)
            },
            Row::new(2, "B", "AHU", "oat", 2.0),
            Row {
                equip: None,
                ..Row::new(1, "", "AHU", "oat", 3.0)
            },
            Row::new(1, "B", "AHU", "oat", 4.0),
            Row::new(1, "A", "VAV", "zz", 5.0),
            Row::new(1, "A", "VAV", "damper", 6.0),
            Row::new(1, "A", "AHU", "damper", 7.0),
            Row {
                value: None,
                ..Row::new(1, "A", "AHU", "damper", 0.0)
            },
        ]
        .into_iter()
        .collect();
        rows.sort();
        let values: Vec<_> = rows.rows.iter().map(|row| row.value).collect();
        assert_eq!(
            values,
            [
                Some(7.0),
                None,
                Some(6.0),
                Some(5.0),
                Some(4.0),
                Some(3.0),
                Some(2.0),
                Some(1.0)
            ]
        );
    }
}
