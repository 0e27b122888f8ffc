//! Reads a store back with arrow2's own reader, so that tests hold the files against another
//! implementation than the one under test.

use std::fs::File;
use std::path::Path;

use arrow2::array::{Array, Float64Array, Int64Array, Utf8Array};
use arrow2::datatypes::{DataType, TimeUnit};
use arrow2::io::parquet::read::{FileReader, infer_schema, read_metadata};

/// `(ts in ns, equip, class, role, value)`.
pub type Row = (
    Option<i64>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<f64>,
);

/// The rows of one part file, in the file's order.
pub fn rows(path: &Path) -> Vec<Row> {
    let mut file = File::open(path).unwrap();
    let footer = read_metadata(&mut file).unwrap();
    let schema = infer_schema(&footer).unwrap();
    let scale = match schema.fields[0].data_type {
        DataType::Timestamp(TimeUnit::Millisecond, None) => 1_000_000,
        DataType::Timestamp(TimeUnit::Microsecond, None) => 1_000,
        DataType::Timestamp(TimeUnit::Nanosecond, None) => 1,
        ref other => panic!("{other:?}"),
    };
    let mut all = Vec::new();
    for chunk in FileReader::new(file, footer.row_groups, schema, None, None, None) {
        let chunk = chunk.unwrap();
        let [ts, equip, class, role, value] = chunk.arrays() else {
            panic!("five columns")
        };
        let ts = ts.as_any().downcast_ref::<Int64Array>().unwrap();
        let name = |array: &dyn Array, row: usize| {
            array
                .as_any()
                .downcast_ref::<Utf8Array<i32>>()
                .unwrap()
                .get(row)
                .map(str::to_owned)
        };
        let value = value.as_any().downcast_ref::<Float64Array>().unwrap();
        all.extend((0..chunk.len()).map(|row| {
            (
                ts.get(row).map(|ts| ts * scale),
                name(&**equip, row),
                name(&**class, row),
                name(&**role, row),
                value.get(row),
            )
        }));
    }
    all
}
