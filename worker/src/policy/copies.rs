//! Research-only data under another name: whether a facility's part files are those of a
//! research-only facility in the same store.
//!
//! Sizes are compared first, and only parts of equal size are read and hashed. A hash is kept while
//! the part's size and modification time stay the same, so a store at rest is hashed once. One part
//! in common is enough, so that a copy that was added to is still a copy; a part without rows holds
//! nobody's data and does not count.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Read};

use camber_store::parquet::file_statistics;
use camber_store::{FileStamp, Parts, Stamp, Store, StoreError};
use sha2::{Digest, Sha256};

type Hash = [u8; 32];
/// By part name, the hash of its content and the stamp it had then.
type PartHashes = HashMap<String, (FileStamp, Hash)>;

/// The hashes of parts, as far as they were needed.
#[derive(Debug, Default)]
pub struct Copies {
    /// By facility.
    hashes: RefCell<HashMap<String, PartHashes>>,
}

/// The parts of one facility.
pub(super) struct Listed {
    facility_id: String,
    parts: Parts,
    stamp: Stamp,
}

/// The parts of every research-only facility, by size.
pub(super) struct Originals {
    facilities: Vec<Listed>,
    /// For each size, the facility's place in the list and the part's name and stamp.
    by_size: HashMap<u64, Vec<(usize, String, FileStamp)>>,
}

impl Listed {
    /// The parts a facility has now.
    pub(super) fn now(store: &Store, facility_id: &str) -> Result<Listed, StoreError> {
        let parts = store.parts(facility_id)?;
        Ok(Listed {
            facility_id: facility_id.to_owned(),
            stamp: parts.stamp(),
            parts,
        })
    }

    /// The same, trying again while an ingest has the directory half swapped.
    fn settled(store: &Store, facility_id: &str) -> Result<Listed, StoreError> {
        const ATTEMPTS: usize = 8;
        let mut listed = Listed::now(store, facility_id);
        for _ in 1..ATTEMPTS {
            if !matches!(listed, Err(StoreError::Changed(_))) {
                break;
            }
            std::thread::yield_now();
            listed = Listed::now(store, facility_id);
        }
        listed
    }
}

impl Originals {
    /// The parts of these facilities.
    pub(super) fn of<'a>(
        store: &Store,
        research_only: impl IntoIterator<Item = &'a String>,
    ) -> Result<Originals, StoreError> {
        let mut originals = Originals {
            facilities: Vec::new(),
            by_size: HashMap::new(),
        };
        for id in research_only {
            let listed = Listed::settled(store, id)?;
            let place = originals.facilities.len();
            for (name, stamp) in listed.stamp.files() {
                let same_size = originals.by_size.entry(stamp.size).or_default();
                same_size.push((place, name.clone(), *stamp));
            }
            originals.facilities.push(listed);
        }
        Ok(originals)
    }
}

impl Copies {
    /// Whether the facility has a part, with rows in it, that one of the originals has.
    ///
    /// # Errors
    /// What cannot be read of either; then it is not known.
    pub(super) fn is_copy(
        &self,
        facility: &Listed,
        originals: &Originals,
    ) -> Result<bool, StoreError> {
        for (name, stamp) in facility.stamp.files() {
            let Some(same_size) = originals.by_size.get(&stamp.size) else {
                continue;
            };
            let hash = self.hash(facility, name, *stamp)?;
            for (place, original, original_stamp) in same_size {
                let Some(other) = originals.facilities.get(*place) else {
                    continue;
                };
                if self.hash(other, original, *original_stamp)? == hash && has_rows(facility, name)?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn hash(&self, facility: &Listed, name: &str, stamp: FileStamp) -> Result<Hash, StoreError> {
        let mut hashes = self.hashes.borrow_mut();
        let known = hashes.entry(facility.facility_id.clone()).or_default();
        if let Some((_, hash)) = known.get(name).filter(|(known, _)| *known == stamp) {
            return Ok(*hash);
        }
        let hash =
            content_hash(facility.parts.open(name)?).map_err(|error| StoreError::Damaged {
                facility_id: facility.facility_id.clone(),
                problem: format!("a part cannot be read ({})", error.kind()),
            })?;
        known.insert(name.to_owned(), (stamp, hash));
        let parts = facility.stamp.files();
        if known.len() > parts.len() {
            known.retain(|name, _| parts.iter().any(|(listed, _)| listed == name));
        }
        Ok(hash)
    }
}

fn content_hash(mut content: impl Read) -> io::Result<Hash> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 128 << 10];
    loop {
        match content.read(&mut buffer) {
            Ok(0) => return Ok(hasher.finalize().into()),
            Ok(count) => hasher.update(buffer.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Whether a part holds data. What is no Parquet may: its bytes are the same.
fn has_rows(facility: &Listed, name: &str) -> Result<bool, StoreError> {
    let file = facility.parts.open(name)?;
    Ok(!file_statistics(&file).is_ok_and(|footer| footer.rows == 0))
}
