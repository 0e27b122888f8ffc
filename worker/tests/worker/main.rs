//! The worker on a small store: its tools, its policy, its completions.

mod completion;
mod fixture;
mod tools;
mod trust_boundary;
