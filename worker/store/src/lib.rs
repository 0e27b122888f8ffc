//! The Parquet store, read and never written: facilities, their points and their samples.
//!
//! ```text
//! store/
//!   _facilities.json                      the registry: names, states, licences    Store::registry
//!   _catalog.json, _catalog.gen           the point catalogue's cache              Store::inventory
//!   facility_id=north/                                                             Store::facility_ids
//!     year=2024/month=3/part-0-0.parquet  rows of (ts, equip, equip_class, role, value)
//!     year=2023/part-0-0.parquet          the layout before month partitions       Store::load
//! ```
//!
//! [`Store::load`] turns rows into one contiguous [`Series`] a point, times as `i64` nanoseconds.
//! What was read is known by its [`Stamp`], and a read that an ingest overlaps fails as retryable
//! ([`StoreError::Changed`]) rather than mix two states. Ids, names and part files come from
//! others: an id is only ever compared with names that were listed, no symbolic link below the
//! store is followed, and a damaged part is an error of its facility alone.
//!
//! ```no_run
//! use camber_store::{Selection, Store};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let store = Store::open("campus/store".as_ref())?;
//! for id in store.facility_ids()? {
//!     let data = store.load(&id, &Selection::default())?;
//!     let (points, sampled) = (data.inventory.points.len(), data.series.len());
//!     println!("{id}: {points} points, {sampled} with samples");
//! }
//! # Ok(())
//! # }
//! ```

mod collect;
mod data;
mod directory;
mod error;
pub mod json;
mod listing;
pub mod parquet;
mod parts;
mod point_cache;
mod reading;
mod registry;
mod stamp;
mod store;
mod survey;
mod workspace;

pub use data::{FacilityData, Inventory, Point, Selection, Series};
pub use error::{OpenError, StoreError};
pub use parts::Parts;
pub use registry::{Dataset, Facility, Registry};
pub use stamp::{FileStamp, Stamp};
pub use store::Store;
