//! Writes Parquet stores: single part files ([`write_part`]) and whole stores ([`StoreWriter`]).
//!
//! ```
//! use camber_demo::clock::{self, MINUTE};
//! use camber_demo::writer::{Registration, StoreWriter};
//!
//! # fn main() -> Result<(), camber_demo::DemoError> {
//! # let dir = tempfile::tempdir().unwrap();
//! # let dir = dir.path();
//! let times = clock::every(clock::date(2025, 1, 31), 15 * MINUTE, 192);
//! let warm = vec![55.0; 192];
//! StoreWriter::new(dir)
//!     .facility("north", Registration::active("North Campus"))
//!     .series("AHU-1", "AHU", "supply_air_temp", &times, &warm)
//!     .finish()?;
//! // facility_id=north/year=2025/month=1/part-0-0.parquet and …/month=2/part-0-0.parquet
//! # Ok(())
//! # }
//! ```

mod columns;
mod footer;
mod part;
mod registration;
mod rows;
mod store;

pub use part::{
    Compression, Encoding, PageVersion, PartOptions, TimeUnit, encode_part, write_part,
};
pub use registration::{Dataset, Registration};
pub use rows::{Row, Rows};
pub use store::{FacilityWriter, StoreWriter};
