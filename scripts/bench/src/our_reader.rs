//! The store's reader.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use camber_store::parquet::{Names, Wanted, scan_part};

use crate::Sink;

/// Reads a facility's parts.
pub fn read(parts: &[PathBuf], sink: &mut Sink) {
    let mut names = Names::new();
    let wanted = Wanted {
        range: None,
        values: true,
    };
    for part in parts {
        let bytes = fs::read(part).unwrap();
        scan_part(&bytes, &wanted, &mut names, &mut |batch| {
            sink.push(batch);
            ControlFlow::Continue(())
        })
        .unwrap();
    }
}
