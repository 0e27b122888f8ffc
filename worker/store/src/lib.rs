//! The Parquet store: parts, partitions, the facility registry and licences.

mod collect;
mod data;
mod directory;
mod error;
pub mod json;
mod listing;
pub mod parquet;
mod point_cache;
mod reading;
mod registry;
mod stamp;
mod store;
mod survey;
mod workspace;

pub use data::{FacilityData, Inventory, Point, Selection, Series};
pub use error::{OpenError, StoreError};
pub use registry::{Dataset, Facility, Registry};
pub use stamp::{FileStamp, Stamp};
pub use store::Store;
