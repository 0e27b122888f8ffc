//! A ParquetStore directory, opened for reading.

use std::path::{Path, PathBuf};

use crate::data::{FacilityData, Inventory, Selection};
use crate::error::{OpenError, StoreError};
use crate::registry::Registry;
use crate::stamp::{FileStamp, Stamp};

/// A store that is read and never written.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
}

impl Store {
    /// Opens a ParquetStore directory, or the store of a portfolio workspace whose root `path` is.
    pub fn open(path: &Path) -> Result<Store, OpenError> {
        Ok(Store {
            path: path.to_path_buf(),
        })
    }

    /// The store directory, absolute and without symbolic links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The facilities that have a partition, sorted.
    pub fn facility_ids(&self) -> Result<Vec<String>, StoreError> {
        todo!()
    }

    /// The facility registry, read now.
    pub fn registry(&self) -> Registry {
        todo!()
    }

    /// The stamp of the point catalogue's cache; `None` when the store has none.
    pub fn catalog_stamp(&self) -> Option<FileStamp> {
        todo!()
    }

    /// The facility's parts: names within the facility, sizes and modification times, in reading order.
    pub fn files(&self, _id: &str) -> Result<Stamp, StoreError> {
        todo!()
    }

    /// The facility's points and the span of its samples.
    pub fn inventory(&self, _id: &str) -> Result<Inventory, StoreError> {
        todo!()
    }

    /// The selected samples of a facility.
    pub fn load(&self, _id: &str, _selection: &Selection) -> Result<FacilityData, StoreError> {
        todo!()
    }
}
