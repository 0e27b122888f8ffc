//! Reads the parts of a listing, each as exactly the file that was listed.

use std::fs::File;
use std::io::{self, Read};

use crate::directory::Identity;
use crate::error::StoreError;
use crate::listing::{Listing, Part};
use crate::parquet::{self, Batch, Names, PartError, PartStatistics, Wanted};
use std::ops::ControlFlow;

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
        let file = self.open(part)?;
        let statistics = parquet::file_statistics(&file).map_err(|error| self.damaged(error))?;
        self.check(part, &file)?;
        Ok(statistics)
    }

    /// Fills the buffer with a part's bytes.
    fn read(&mut self, part: &Part) -> Result<(), StoreError> {
        let mut file = self.open(part)?;
        self.buffer.clear();
        let size = usize::try_from(part.identity.stamp.size).unwrap_or(usize::MAX);
        self.buffer
            .try_reserve_exact(size)
            .map_err(io::Error::from)
            .and_then(|()| file.read_to_end(&mut self.buffer))
            .map_err(|error| self.unreadable(&error))?;
        self.check(part, &file)
    }

    fn open(&self, part: &Part) -> Result<File, StoreError> {
        let opened = self.listing.directory.file(&part.name);
        let file = opened.map_err(|error| self.unreadable(&error))?;
        self.check(part, &file)?;
        Ok(file)
    }

    /// That the open file is the listed one and still has the content it was listed with.
    fn check(&self, part: &Part, file: &File) -> Result<(), StoreError> {
        let identity = Identity::of_file(file).map_err(|error| self.unreadable(&error))?;
        if identity == part.identity {
            Ok(())
        } else {
            Err(StoreError::Changed(self.facility_id.to_owned()))
        }
    }

    fn unreadable(&self, error: &io::Error) -> StoreError {
        StoreError::damaged(
            self.facility_id,
            format!("a part cannot be read ({})", error.kind()),
        )
    }

    fn damaged(&self, error: PartError) -> StoreError {
        StoreError::damaged(self.facility_id, error.to_string())
    }
}
