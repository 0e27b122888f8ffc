//! The demo campus: an invented, deterministic Parquet store with seeded faults, and the writer
//! that lays such stores out on disk (also used to make test fixtures).

pub mod campus;
pub mod clock;
mod error;
pub mod writer;

pub use error::DemoError;
