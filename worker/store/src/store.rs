//! A ParquetStore directory, opened for reading.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::collect::Collector;
use crate::data::{FacilityData, Inventory, Selection};
use crate::directory::{Directory, Kind};
use crate::error::{OpenError, StoreError};
use crate::listing::{Listing, ListingError};
use crate::parquet::{Names, Wanted};
use crate::parts::Parts;
use crate::point_cache::{self, CacheVersion, CachedFacilities, CachedFacility};
use crate::reading::Reader;
use crate::registry::Registry;
use crate::stamp::{FileStamp, Stamp};
use crate::survey::{self, Survey};
use crate::workspace;

/// A store that is read and never written.
///
/// Every call looks at the directory as it is at that moment. A facility is read through one open
/// directory: an ingest that swaps another one in does not disturb what is being read, and is
/// noticed at the end.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    known: RefCell<Known>,
}

/// What was read before and holds while the files it was read from stay the same.
#[derive(Debug, Default)]
struct Known {
    catalogue: Catalogue,
    inventories: HashMap<String, (Option<CacheVersion>, Arc<Inventory>)>,
}

/// The point catalogue's cache, as one call finds it.
#[derive(Clone, Debug, Default)]
struct Catalogue {
    /// Which one is there, current or not.
    version: Option<CacheVersion>,
    /// What it says, if it is current.
    facilities: Option<Arc<CachedFacilities>>,
}

impl Store {
    /// Opens a ParquetStore directory, or the store of a portfolio workspace whose root `path` is.
    ///
    /// # Errors
    /// [`OpenError`] when there is no directory, it cannot be listed, or it is not a store.
    pub fn open(path: &Path) -> Result<Store, OpenError> {
        Ok(Store {
            path: workspace::locate(path)?,
            known: RefCell::default(),
        })
    }

    /// The store directory, absolute and without symbolic links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The facilities the store holds, sorted: those that have a partition directory, or had one
    /// until a swap that is under way.
    ///
    /// # Errors
    /// [`StoreError::Unlistable`].
    pub fn facility_ids(&self) -> Result<Vec<String>, StoreError> {
        let partitions = Partitions::of(&self.root()?)?;
        Ok(partitions
            .present
            .into_keys()
            .chain(partitions.swapping)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect())
    }

    /// The facility registry, read now.
    pub fn registry(&self) -> Registry {
        match Directory::open(&self.path) {
            Ok(root) => Registry::read(&root),
            Err(error) => Registry::Unreadable(error.to_string()),
        }
    }

    /// Whether the store belongs to a portfolio workspace, which keeps the state of its facilities.
    pub fn is_in_workspace(&self) -> bool {
        workspace::holds(&self.path)
    }

    /// The stamp of the point catalogue's cache; `None` when the store has none.
    pub fn catalog_stamp(&self) -> Option<FileStamp> {
        CacheVersion::now(&Directory::open(&self.path).ok()?).map(|version| version.file.stamp)
    }

    /// The facility's part files as they are now.
    ///
    /// # Errors
    /// Any [`StoreError`].
    pub fn parts(&self, facility_id: &str) -> Result<Parts, StoreError> {
        let listing = self.listing(facility_id)?;
        Ok(Parts::new(facility_id, listing))
    }

    /// The stamp of a facility: its parts with their sizes and modification times, in reading
    /// order.
    ///
    /// # Errors
    /// Any [`StoreError`].
    pub fn files(&self, facility_id: &str) -> Result<Stamp, StoreError> {
        self.listing(facility_id).map(|listing| listing.stamp())
    }

    /// The facility's points and the span of its samples: by the point catalogue's cache while that
    /// is current and knows the facility, else by the parts. Taken once for each state of the
    /// files.
    ///
    /// # Errors
    /// Any [`StoreError`].
    pub fn inventory(&self, facility_id: &str) -> Result<Arc<Inventory>, StoreError> {
        let catalogue = self.catalogue()?;
        let inventory = self.consistently(facility_id, |listing| {
            self.inventory_of(facility_id, listing, &catalogue)
        })?;
        self.remember(facility_id, catalogue.version, &inventory);
        Ok(inventory)
    }

    /// The selected samples of a facility.
    ///
    /// # Errors
    /// Any [`StoreError`].
    pub fn load(
        &self,
        facility_id: &str,
        selection: &Selection,
    ) -> Result<FacilityData, StoreError> {
        let catalogue = self.catalogue()?;
        let data = self.consistently(facility_id, |listing| {
            // A pass over every row is an inventory by the parts itself.
            let sees_all = selection.window().is_none();
            let inventory = match self.remembered(facility_id, listing, &catalogue) {
                None if sees_all && catalogue.facility(facility_id).is_none() => None,
                _ => Some(self.inventory_of(facility_id, listing, &catalogue)?),
            };
            load(facility_id, listing, selection, inventory)
        })?;
        self.remember(facility_id, catalogue.version, &data.inventory);
        Ok(data)
    }

    fn root(&self) -> Result<Directory, StoreError> {
        Directory::open(&self.path).map_err(|error| StoreError::Unlistable(error.kind()))
    }

    /// Reads a facility, and makes sure that its files were the same before and after. What goes
    /// wrong while they change is the change's fault.
    fn consistently<T>(
        &self,
        facility_id: &str,
        read: impl FnOnce(&Listing) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let before = self.listing(facility_id)?;
        let result = read(&before);
        match self.listing(facility_id) {
            Ok(after) if after.same_as(&before) => result,
            Ok(_) | Err(StoreError::NotFound(_)) => {
                Err(StoreError::Changed(facility_id.to_owned()))
            }
            Err(error) => Err(error),
        }
    }

    /// The facility's parts now. The id is only ever compared with names that are there.
    fn listing(&self, facility_id: &str) -> Result<Listing, StoreError> {
        let root = self.root()?;
        let partitions = Partitions::of(&root)?;
        let changed = || StoreError::Changed(facility_id.to_owned());
        let Some((name, kind)) = partitions.present.get(facility_id) else {
            let swapping = partitions.swapping.contains(facility_id);
            return Err(if swapping {
                changed()
            } else {
                StoreError::NotFound(facility_id.to_owned())
            });
        };
        if *kind == Kind::Link {
            return Err(StoreError::damaged(
                facility_id,
                "its directory is a symbolic link, which is not followed",
            ));
        }
        let unreadable = |error: ListingError| match error {
            ListingError::Io(error) if error.kind() == io::ErrorKind::NotFound => changed(),
            error => StoreError::damaged(facility_id, error.to_string()),
        };
        let directory = root
            .directory(name)
            .map_err(|error| unreadable(error.into()))?;
        let mut listing = Listing::of(directory).map_err(unreadable)?;
        // A hive directory's value is percent-encoded, and an id is the name as it stands: a name
        // with an escape holds the data of another id.
        if has_percent_escape(facility_id) {
            listing.parts.clear();
        }
        Ok(listing)
    }

    fn inventory_of(
        &self,
        facility_id: &str,
        listing: &Listing,
        catalogue: &Catalogue,
    ) -> Result<Arc<Inventory>, StoreError> {
        if let Some(inventory) = self.remembered(facility_id, listing, catalogue) {
            return Ok(inventory);
        }
        let inventory = match catalogue.facility(facility_id) {
            Some(cached) => survey::of_cache(cached, facility_id, listing)?,
            None => survey::of_parts(facility_id, listing)?,
        };
        Ok(Arc::new(inventory))
    }

    /// The point catalogue's cache as it is now, read again only when it changed.
    fn catalogue(&self) -> Result<Catalogue, StoreError> {
        let root = self.root()?;
        let version = CacheVersion::now(&root);
        let mut known = self.known.borrow_mut();
        if known.catalogue.version != version {
            let facilities = version
                .as_ref()
                .and_then(|version| point_cache::read(&root, version));
            known.catalogue = Catalogue {
                version,
                facilities: facilities.map(Arc::new),
            };
        }
        Ok(known.catalogue.clone())
    }

    fn remembered(
        &self,
        facility_id: &str,
        listing: &Listing,
        catalogue: &Catalogue,
    ) -> Option<Arc<Inventory>> {
        let known = self.known.borrow();
        let (version, inventory) = known.inventories.get(facility_id)?;
        let holds = *version == catalogue.version && inventory.stamp == listing.stamp();
        holds.then(|| Arc::clone(inventory))
    }

    /// Only after the read proved consistent.
    fn remember(
        &self,
        facility_id: &str,
        version: Option<CacheVersion>,
        inventory: &Arc<Inventory>,
    ) {
        let mut known = self.known.borrow_mut();
        known
            .inventories
            .insert(facility_id.to_owned(), (version, Arc::clone(inventory)));
    }
}

impl Catalogue {
    fn facility(&self, facility_id: &str) -> Option<&CachedFacility> {
        self.facilities.as_ref()?.get(facility_id)
    }
}

fn load(
    facility_id: &str,
    listing: &Listing,
    selection: &Selection,
    inventory: Option<Arc<Inventory>>,
) -> Result<FacilityData, StoreError> {
    let too_many =
        |error: crate::parquet::PartError| StoreError::damaged(facility_id, error.to_string());
    let (mut survey, mut names) = (Survey::default(), Names::new());
    let mut collector = Collector::new(selection, &mut names).map_err(too_many)?;
    // Values are decoded in any case: they tell which samples are valid.
    let wanted = Wanted {
        range: selection.window(),
        values: true,
    };
    let mut reader = Reader::new(facility_id, listing);
    reader.scan(&wanted, &mut names, &mut |batch| {
        collector.take(batch, &mut survey)
    })?;
    let stamp = listing.stamp();
    let inventory = inventory.unwrap_or_else(|| Arc::new(survey.inventory(&names, stamp.clone())));
    let series = collector.into_series(&names, &inventory);
    Ok(FacilityData {
        series,
        inventory,
        stamp,
    })
}

/// The facility directories in a store.
#[derive(PartialEq)]
struct Partitions {
    /// By facility id: the directory's name and whether it is one.
    present: BTreeMap<String, (String, Kind)>,
    /// Facilities whose directory is being replaced: the old one is moved aside, the new one not
    /// yet in place.
    swapping: BTreeSet<String>,
}

impl Partitions {
    /// The directories there are now. A listing made while entries are renamed may miss both names,
    /// so it counts once two in a row agree.
    fn of(root: &Directory) -> Result<Partitions, StoreError> {
        const ATTEMPTS: usize = 8;
        let list = || Partitions::list(root).map_err(|error| StoreError::Unlistable(error.kind()));
        let mut latest = list()?;
        for _ in 1..ATTEMPTS {
            let again = list()?;
            if again == latest {
                break;
            }
            latest = again;
        }
        Ok(latest)
    }

    fn list(root: &Directory) -> io::Result<Partitions> {
        let (mut present, mut swapping) = (BTreeMap::new(), BTreeSet::new());
        for entry in root.entries()? {
            if let Some(id) = entry
                .name
                .strip_prefix("facility_id=")
                .filter(|id| !id.is_empty())
            {
                if matches!(entry.kind, Kind::Directory | Kind::Link) {
                    present.insert(id.to_owned(), (entry.name.clone(), entry.kind));
                }
            } else if let Some(swap) = entry.name.strip_prefix("_swap-facility_id=")
                && let Some(id) = swap
                    .strip_suffix(".ready")
                    .or_else(|| swap.strip_suffix(".old"))
            {
                swapping.insert(id.to_owned());
            }
        }
        swapping.retain(|id| !present.contains_key(id));
        Ok(Partitions { present, swapping })
    }
}

fn has_percent_escape(id: &str) -> bool {
    id.as_bytes().windows(3).any(|window| {
        matches!(window, [b'%', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn facility() -> (tempfile::TempDir, PathBuf, Store) {
        let scratch = tempfile::tempdir().unwrap();
        let month = scratch.path().join("facility_id=a/year=2024/month=1");
        fs::create_dir_all(&month).unwrap();
        fs::write(month.join("part-0-0.parquet"), "before").unwrap();
        let store = Store::open(scratch.path()).unwrap();
        (scratch, month, store)
    }

    #[test]
    fn whatever_changes_the_files_during_a_read_makes_it_retryable() {
        type Change = fn(&Path);
        let changes: [(&str, Change); 6] = [
            ("rewritten", |month| {
                fs::write(month.join("part-0-0.parquet"), "longer than before").unwrap()
            }),
            ("removed", |month| {
                fs::remove_file(month.join("part-0-0.parquet")).unwrap()
            }),
            ("added", |month| {
                fs::write(month.join("part-1-0.parquet"), "").unwrap()
            }),
            ("renamed", |month| {
                fs::rename(month, month.with_file_name("month=2")).unwrap()
            }),
            ("facility removed", |month| {
                fs::remove_dir_all(month.ancestors().nth(2).unwrap()).unwrap()
            }),
            ("facility swapped", |month| {
                let facility = month.ancestors().nth(2).unwrap();
                let other = facility.with_file_name("_other");
                fs::create_dir_all(other.join("year=2024/month=1")).unwrap();
                fs::rename(facility, facility.with_file_name("_old")).unwrap();
                fs::rename(other, facility).unwrap();
            }),
        ];
        for (name, change) in changes {
            for outcome in [Ok(()), Err(StoreError::damaged("a", "half a part"))] {
                let (_scratch, month, store) = facility();
                let read = store.consistently("a", |_| {
                    change(&month);
                    outcome
                });
                assert!(
                    matches!(read, Err(StoreError::Changed(_))),
                    "{name}: {read:?}"
                );
            }
        }
    }

    #[test]
    fn other_changes_leave_a_read_as_it_is() {
        let (scratch, month, store) = facility();
        let read = store.consistently("a", |_| {
            fs::write(month.join("_migrated.json"), "{}").unwrap();
            fs::create_dir_all(scratch.path().join("facility_id=b/year=2024")).unwrap();
            fs::write(scratch.path().join("_catalog.gen"), "1").unwrap();
            Ok(1)
        });
        assert_eq!(read.unwrap(), 1);
        let damaged: Result<(), _> =
            store.consistently("a", |_| Err(StoreError::damaged("a", "x")));
        assert!(matches!(damaged, Err(StoreError::Damaged { .. })));
    }

    #[test]
    fn a_part_is_read_as_listed_or_not_at_all() {
        let (_scratch, month, store) = facility();
        let listing = store.listing("a").unwrap();
        fs::write(month.join("new"), "before").unwrap();
        fs::rename(month.join("new"), month.join("part-0-0.parquet")).unwrap();
        let reader = Reader::new("a", &listing);
        let opened = listing.parts.iter().map(|part| reader.statistics(part));
        assert!(
            opened
                .into_iter()
                .all(|part| matches!(part, Err(StoreError::Changed(_))))
        );
    }

    #[test]
    fn percent_escapes_are_told_from_percent_signs() {
        assert!(
            ["a%20b", "%C3%A9", "100%25", "x%aF"]
                .iter()
                .all(|id| has_percent_escape(id))
        );
        assert!(
            ["", "%", "100%", "%2", "%g0", "a b"]
                .iter()
                .all(|id| !has_percent_escape(id))
        );
    }
}
