//! The `parquet` crate's reader.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, TimestampNanosecondType};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use bytes::Bytes;
use camber_store::parquet::{Batch, NULL_CODE, NULL_TIME, Names};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};

use crate::Sink;

const COLUMNS: [&str; 5] = ["ts", "equip", "equip_class", "role", "value"];

/// Reads a facility's parts.
pub fn read(parts: &[PathBuf], sink: &mut Sink) {
    let mut names = Names::new();
    let mut keys: [Keys; 3] = Default::default();
    for part in parts {
        let bytes = Bytes::from(fs::read(part).unwrap());
        let metadata = ArrowReaderMetadata::load(&bytes, Default::default()).unwrap();
        let text = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
        let fields: Vec<_> = metadata
            .schema()
            .fields()
            .iter()
            .map(
                |field| match COLUMNS[1..4].contains(&field.name().as_str()) {
                    true => Arc::new(Field::new(field.name(), text.clone(), field.is_nullable())),
                    false => Arc::clone(field),
                },
            )
            .collect();
        let options = ArrowReaderOptions::new().with_schema(Arc::new(Schema::new(fields)));
        let metadata =
            ArrowReaderMetadata::try_new(Arc::clone(metadata.metadata()), options).unwrap();
        let columns = ProjectionMask::columns(metadata.parquet_schema(), COLUMNS);
        let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(bytes, metadata)
            .with_projection(columns)
            .with_batch_size(32 << 10)
            .build()
            .unwrap();
        for batch in reader {
            push(&batch.unwrap(), &mut keys, &mut names, sink);
        }
    }
}

fn push(batch: &RecordBatch, keys: &mut [Keys; 3], names: &mut Names, sink: &mut Sink) {
    let column = |name| batch.column_by_name(name).unwrap();
    for (keys, name) in keys.iter_mut().zip(&COLUMNS[1..4]) {
        keys.take(column(name), names);
    }
    let ts = column("ts").as_primitive::<TimestampNanosecondType>();
    let value = column("value").as_primitive::<Float64Type>();
    let (mut times, mut values) = (Vec::new(), Vec::new());
    let ts = match ts.null_count() {
        0 => ts.values(),
        _ => {
            times.extend(ts.iter().map(|ts| ts.unwrap_or(NULL_TIME)));
            &times[..]
        }
    };
    let value = match value.null_count() {
        0 => value.values(),
        _ => {
            values.extend(value.iter().map(|value| value.unwrap_or(f64::NAN)));
            &values[..]
        }
    };
    let [equip, equip_class, role] = keys.each_ref().map(|keys| &keys.rows[..]);
    sink.push(&Batch {
        ts,
        equip,
        equip_class,
        role,
        value,
    });
}

/// The codes of a key column's rows.
#[derive(Default)]
struct Keys {
    /// The dictionary of the batch before, which mostly serves the next too.
    dictionary: Option<ArrayRef>,
    codes: Vec<u32>,
    rows: Vec<u32>,
}

impl Keys {
    fn take(&mut self, column: &ArrayRef, names: &mut Names) {
        let column = column.as_dictionary::<Int32Type>();
        let dictionary = column.values();
        if !self
            .dictionary
            .as_ref()
            .is_some_and(|last| Arc::ptr_eq(last, dictionary))
        {
            self.codes.clear();
            let texts = dictionary.as_string::<i32>().iter();
            self.codes
                .extend(texts.map(|text| names.intern(text.unwrap_or("")).unwrap()));
            self.dictionary = Some(Arc::clone(dictionary));
        }
        self.rows.clear();
        match column.null_count() {
            0 => self.rows.extend(
                column
                    .keys()
                    .values()
                    .iter()
                    .map(|&key| self.codes[key as usize]),
            ),
            _ => self.rows.extend(column.keys().iter().map(|key| match key {
                Some(key) => self.codes[key as usize],
                None => NULL_CODE,
            })),
        }
    }
}
