//! Parts that fuzzing made: those that once broke a promise of the reader, and those that reach
//! parts of it no writer's file does. `scripts/fuzz/run part` makes more.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "clippy.toml allows these in test functions; here they are in the tests' helpers too"
)]

#[path = "support/any_part.rs"]
mod any_part;

use std::fs;
use std::path::Path;

/// Checks every file of a folder beside this test and says how many there were.
fn check_all(folder: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let mut checked = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            // Shown when a check fails.
            println!("{}", path.display());
            any_part::check(&fs::read(&path).unwrap());
            checked += 1;
        }
    }
    checked
}

#[test]
fn parts_that_fuzzing_made_are_read_or_refused() {
    assert_ne!(check_all("regressions"), 0);
}

#[test]
fn the_parts_that_fuzzing_starts_from_keep_the_same_promises() {
    assert_ne!(check_all("parquet"), 0);
}
