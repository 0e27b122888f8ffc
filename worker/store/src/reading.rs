//! Reads the parts of a listing, each as exactly the file that was listed.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::directory::Identity;
use crate::error::StoreError;
use crate::listing::{Listing, Part};
use crate::parquet::{self, Batch, Names, PartError, PartStatistics, Wanted};

/// The largest part that is read, 4 GiB: it is held in memory whole.
const MAX_PART_BYTES: u64 = 4 << 30;

/// Reads one facility's parts, one whole file at a time into one buffer.
pub(crate) struct Reader<'a> {
    facility_id: &'a str,
    listing: &'a Listing,
    buffer: Vec<u8>,
}

impl<'a> Reader<'a> {
    pub fn new(facility_id: &'a str, listing: &'a Listing) -> Reader<'a> {
        Reader {
            facility_id,
            listing,
            buffer: Vec::new(),
        }
    }

    /// Hands out the rows of every part that may hold one of `wanted.range`, in reading order. The
    /// names of all parts go to one table.
    pub fn scan(
        &mut self,
        wanted: &Wanted,
        names: &mut Names,
        visit: &mut dyn FnMut(&Batch<'_>) -> Result<(), PartError>,
    ) -> Result<(), StoreError> {
        let listing = self.listing;
        for part in listing
            .parts
            .iter()
            .filter(|part| wanted.range.is_none_or(|range| part.may_hold(range)))
        {
            self.scan_part(part, wanted, names, visit)?;
        }
        Ok(())
    }

    /// Hands out the rows of one part.
    pub fn scan_part(
        &mut self,
        part: &Part,
        wanted: &Wanted,
        names: &mut Names,
        visit: &mut dyn FnMut(&Batch<'_>) -> Result<(), PartError>,
    ) -> Result<(), StoreError> {
        self.read(part)?;
        let mut refused = None;
        let scanned = parquet::scan_part(&self.buffer, wanted, names, &mut |batch| match visit(
            batch,
        ) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                refused = Some(error);
                ControlFlow::Break(())
            }
        });
        match refused.or(scanned.err()) {
            None => Ok(()),
            Some(error) => Err(self.damaged(error)),
        }
    }

    /// What a part's footer says.
    pub fn statistics(&self, part: &Part) -> Result<PartStatistics, StoreError> {
        let file = open_part(self.facility_id, self.listing, part)?;
        let statistics = parquet::file_statistics(&file).map_err(|error| self.damaged(error))?;
        check_part(self.facility_id, part, &file)?;
        Ok(statistics)
    }

    /// Fills the buffer with a part's bytes.
    fn read(&mut self, part: &Part) -> Result<(), StoreError> {
        let mut file = open_part(self.facility_id, self.listing, part)?;
        let size = part.identity.stamp.size;
        if size > MAX_PART_BYTES {
            let problem = format!("a part has {size} bytes, over the limit of {MAX_PART_BYTES}");
            return Err(StoreError::damaged(self.facility_id, problem));
        }
        self.buffer.clear();
        self.buffer
            .try_reserve_exact(usize::try_from(size).unwrap_or(usize::MAX))
            .map_err(io::Error::from)
            .and_then(|()| file.by_ref().take(size).read_to_end(&mut self.buffer))
            .map_err(|error| unreadable(self.facility_id, &error))?;
        check_part(self.facility_id, part, &file)
    }

    fn damaged(&self, error: PartError) -> StoreError {
        StoreError::damaged(self.facility_id, error.to_string())
    }
}

/// Opens a part, if it is still the file that was listed.
pub(crate) fn open_part(
    facility_id: &str,
    listing: &Listing,
    part: &Part,
) -> Result<File, StoreError> {
    let opened = listing.directory.file(&part.name);
    let file = opened.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => StoreError::Changed(facility_id.to_owned()),
        _ => unreadable(facility_id, &error),
    })?;
    check_part(facility_id, part, &file)?;
    Ok(file)
}

/// That an open file is the listed one and still has the content it was listed with.
fn check_part(facility_id: &str, part: &Part, file: &File) -> Result<(), StoreError> {
    let identity = Identity::of_file(file).map_err(|error| unreadable(facility_id, &error))?;
    match identity == part.identity {
        true => Ok(()),
        false => Err(StoreError::Changed(facility_id.to_owned())),
    }
}

fn unreadable(facility_id: &str, error: &io::Error) -> StoreError {
    let problem = format!("a part cannot be read ({})", error.kind());
    StoreError::damaged(facility_id, problem)
}
