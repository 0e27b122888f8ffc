//! The Parquet store: parts, partitions, the facility registry and licences.

mod data;
mod error;
pub mod parquet;
mod registry;
mod stamp;
mod store;

pub use data::{FacilityData, Inventory, Point, Selection, Series};
pub use error::{OpenError, StoreError};
pub use registry::{Dataset, Facility, Registry};
pub use stamp::{FileStamp, Stamp};
pub use store::Store;
