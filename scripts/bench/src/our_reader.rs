//! The store's reader.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use camber_store::parquet::{Names, Wanted, scan_part};

use crate::Series;

/// The series of a facility's parts.
pub fn read(parts: &[PathBuf]) -> Series {
    let mut names = Names::new();
    let mut series = Series::default();
    let wanted = Wanted { range: None, values: true };
    for part in parts {
        let bytes = fs::read(part).unwrap();
        scan_part(&bytes, &wanted, &mut names, &mut |batch| {
            series.push(batch);
            ControlFlow::Continue(())
        })
        .unwrap();
    }
    series
}
