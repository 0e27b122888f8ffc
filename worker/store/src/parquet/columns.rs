//! The store's columns of a part, read in step.

use super::chunk::{locate, metadata};
use super::codes::Codes;
use super::column::{ColumnReader, Decoder, Shared};
use super::error::Fault;
use super::footer::RowGroup;
use super::numbers::Numbers;
use super::schema::{Column, Schema, Text};
use super::time::TimeType;
use super::value::ValueType;
use super::{Batch, NULL_TIME, PartError};

/// The columns and their rows at hand.
pub(super) struct Columns<'a> {
    file: FileData<'a>,
    ts: Source<'a, TimeType, Numbers<TimeType>>,
    equip: Source<'a, Text, Codes>,
    equip_class: Source<'a, Text, Codes>,
    role: Source<'a, Text, Codes>,
    /// `None` when values are not wanted.
    value: Option<Source<'a, ValueType, Numbers<ValueType>>>,
    in_range: Vec<bool>,
}

/// The file up to its footer.
struct FileData<'a> {
    bytes: &'a [u8],
    leaves: usize,
    /// How much of it the columns to come may still take: none of it belongs to two of them.
    unclaimed: usize,
}

/// One column and its rows at hand.
struct Source<'a, T, D: Decoder> {
    /// `None` when all rows are null.
    column: Option<(Column<T>, ColumnReader<'a, D>)>,
    rows: Vec<D::Item>,
}

impl<'a> Columns<'a> {
    /// The columns of a part whose bytes up to the footer are `data`.
    pub(super) fn new(schema: &Schema, values: bool, data: &'a [u8]) -> Self {
        Self {
            file: FileData {
                bytes: data,
                leaves: schema.leaves,
                unclaimed: data.len(),
            },
            ts: Source::new(Some(schema.ts), Numbers::new),
            equip: Source::new(schema.equip, |Text| Codes::new()),
            equip_class: Source::new(schema.equip_class, |Text| Codes::new()),
            role: Source::new(schema.role, |Text| Codes::new()),
            value: values.then(|| Source::new(schema.value, Numbers::new)),
            in_range: Vec::new(),
        }
    }

    /// Starts on a row group and gives the number of its rows.
    pub(super) fn start(&mut self, row_group: &RowGroup) -> Result<usize, PartError> {
        self.ts.start(row_group, &mut self.file)?;
        self.equip.start(row_group, &mut self.file)?;
        self.equip_class.start(row_group, &mut self.file)?;
        self.role.start(row_group, &mut self.file)?;
        if let Some(value) = &mut self.value {
            value.start(row_group, &mut self.file)?;
        }
        Ok(usize::try_from(row_group.rows).unwrap_or(0))
    }

    /// Reads the next `n` rows and keeps those within `range`.
    pub(super) fn read(
        &mut self,
        n: usize,
        range: Option<(i64, i64)>,
        shared: &mut Shared<'_>,
    ) -> Result<(), PartError> {
        self.ts.read(n, shared)?;
        let kept = self.select(range);
        if kept == 0 {
            self.ts.rows.clear();
            self.equip.skip(n);
            self.equip_class.skip(n);
            self.role.skip(n);
            if let Some(value) = &mut self.value {
                value.skip(n);
            }
            return Ok(());
        }
        self.equip.read(n, shared)?;
        self.equip_class.read(n, shared)?;
        self.role.read(n, shared)?;
        if let Some(value) = &mut self.value {
            value.read(n, shared)?;
        }
        if kept < n {
            self.ts.keep(&self.in_range);
            self.equip.keep(&self.in_range);
            self.equip_class.keep(&self.in_range);
            self.role.keep(&self.in_range);
            if let Some(value) = &mut self.value {
                value.keep(&self.in_range);
            }
        }
        Ok(())
    }

    /// Finds which of the rows at hand are within `range`, and gives their number.
    fn select(&mut self, range: Option<(i64, i64)>) -> usize {
        let Some((first, last)) = range else {
            return self.ts.rows.len();
        };
        let inside = |&time: &i64| first <= time && time <= last && time != NULL_TIME;
        self.in_range.clear();
        self.in_range.extend(self.ts.rows.iter().map(inside));
        self.in_range
            .iter()
            .map(|&inside| usize::from(inside))
            .sum()
    }

    /// The rows at hand.
    pub(super) fn batch(&self) -> Batch<'_> {
        Batch {
            ts: &self.ts.rows,
            equip: &self.equip.rows,
            equip_class: &self.equip_class.rows,
            role: &self.role.rows,
            value: self.value.as_ref().map_or(&[], |value| &value.rows),
        }
    }
}

impl FileData<'_> {
    fn claim(&mut self, size: usize) -> Result<(), Fault> {
        let left = self.unclaimed.checked_sub(size);
        self.unclaimed = left.ok_or(Fault::Damaged("its pages belong to several columns"))?;
        Ok(())
    }
}

impl<'a, T: Copy, D: Decoder> Source<'a, T, D> {
    fn new(column: Option<Column<T>>, decoder: impl FnOnce(T) -> D) -> Self {
        let column = column.map(|column| {
            (
                column,
                ColumnReader::new(decoder(column.kind), column.optional),
            )
        });
        Self {
            column,
            rows: Vec::new(),
        }
    }

    fn start(&mut self, row_group: &RowGroup, file: &mut FileData<'a>) -> Result<(), PartError> {
        let Some((column, reader)) = &mut self.column else {
            return Ok(());
        };
        let located = metadata(row_group, column, file.leaves).and_then(|metadata| {
            let chunk = locate(file.bytes, metadata)?;
            file.claim(chunk.pages.len())?;
            Ok(chunk)
        });
        let chunk = located.map_err(|fault| fault.of(column.name))?;
        reader.start(chunk, usize::try_from(row_group.rows).unwrap_or(0));
        Ok(())
    }

    fn read(&mut self, n: usize, shared: &mut Shared<'_>) -> Result<(), PartError> {
        match &mut self.column {
            Some((column, reader)) => reader
                .read(n, shared, &mut self.rows)
                .map_err(|fault| fault.of(column.name)),
            None => {
                self.rows.clear();
                self.rows.resize(n, D::NULL);
                Ok(())
            }
        }
    }

    fn skip(&mut self, n: usize) {
        if let Some((_, reader)) = &mut self.column {
            reader.skip(n);
        }
    }

    /// Drops the rows for which `kept` is false.
    fn keep(&mut self, kept: &[bool]) {
        let mut kept = kept.iter();
        self.rows.retain(|_| kept.next().copied().unwrap_or(false));
    }
}
