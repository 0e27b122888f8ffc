//! Streams of messages that fuzzing starts from or made: those that once broke a promise of the
//! message layer, and those that reach its far corners. `scripts/fuzz/run messages` makes more.

#![allow(
    clippy::expect_used,
    reason = "clippy.toml allows this in test functions; here it is in the tests' helpers too"
)]

#[path = "support/any_stream.rs"]
mod any_stream;

use std::fs;
use std::path::Path;

#[test]
fn streams_that_fuzzing_made_are_answered_line_by_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let mut checked = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // Shown when a check fails.
        println!("{}", path.display());
        any_stream::check(&fs::read(&path).unwrap());
        checked += 1;
    }
    assert_ne!(checked, 0);
}
