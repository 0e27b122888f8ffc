//! The part files of a facility, for a caller that looks at whole files.

use std::fs::File;

use crate::error::StoreError;
use crate::listing::Listing;
use crate::reading::open_part;
use crate::stamp::Stamp;

/// A facility's part files, as they were when they were listed.
#[derive(Debug)]
pub struct Parts {
    facility_id: String,
    listing: Listing,
}

impl Parts {
    pub(crate) fn new(facility_id: &str, listing: Listing) -> Parts {
        Parts {
            facility_id: facility_id.to_owned(),
            listing,
        }
    }

    /// Each part's name, size and modification time, in reading order.
    pub fn stamp(&self) -> Stamp {
        self.listing.stamp()
    }

    /// Opens a part by its name in the stamp.
    ///
    /// # Errors
    /// [`StoreError::Changed`] when no such part was listed, or another file has taken its place
    /// since; [`StoreError::Damaged`] when it cannot be opened.
    pub fn open(&self, name: &str) -> Result<File, StoreError> {
        let parts = &self.listing.parts;
        let listed = parts.binary_search_by(|part| part.name.as_str().cmp(name));
        match listed.ok().and_then(|at| parts.get(at)) {
            Some(part) => open_part(&self.facility_id, &self.listing, part),
            None => Err(StoreError::Changed(self.facility_id.clone())),
        }
    }
}
