//! The worker on a small store: its tools, its policy, its completions.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test panics when the test has failed, as the test itself does"
)]

mod completion;
mod fixture;
mod tools;
mod trust_boundary;
