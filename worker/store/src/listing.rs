//! The part files of one facility, found by walking its partition directories.
//!
//! A part is a `*.parquet` file at any depth; a directory named `year=…` or `month=…` says which
//! times its parts hold, and stores written before month partitions have none. A name that begins
//! with `_` or `.` belongs to a writer at work or to no one, and is passed over with all it holds.

use std::io;

use camber_series::time::year_and_month;

use crate::directory::{Directory, Entry, Identity, Kind};
use crate::stamp::Stamp;

/// Directories may nest this deep below the facility's own; partitions take two.
const MAX_DEPTH: usize = 8;

/// The parts of a facility at one moment, in the order they are read.
#[derive(Debug)]
pub(crate) struct Listing {
    pub directory: Directory,
    pub parts: Vec<Part>,
}

/// One part file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its name below the facility's directory, `/` between the levels.
    pub name: String,
    pub identity: Identity,
    partition: Partition,
}

/// What the directories above a part say about its times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Partition {
    year: Option<i64>,
    month: Option<i64>,
}

/// Why a facility's directory could not be listed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ListingError {
    #[error("a partition holds a symbolic link, which is not followed; put the file itself there")]
    Link,
    #[error("a partition holds something that is not a file under a part's name")]
    NotAFile,
    #[error("its directories are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    #[error("its directory cannot be listed: {0}")]
    Io(#[from] io::Error),
}

impl Listing {
    /// Lists a facility's directory.
    pub fn of(directory: Directory) -> Result<Listing, ListingError> {
        let mut parts = Vec::new();
        walk(&directory, "", Partition::default(), 0, &mut parts)?;
        // The reading order is that of the whole names, as an unpartitioned listing would sort
        // them.
        parts.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(Listing { directory, parts })
    }

    /// Whether both found the same files with the same content.
    pub fn same_as(&self, other: &Listing) -> bool {
        self.parts == other.parts
    }

    /// The stamp of the parts.
    pub fn stamp(&self) -> Stamp {
        Stamp::new(
            self.parts
                .iter()
                .map(|part| (part.name.clone(), part.identity.stamp))
                .collect(),
        )
    }
}

impl Part {
    /// Whether the part's partition may hold a time of `first..=last` (nanoseconds). A partition
    /// that names no year may hold any.
    pub fn may_hold(&self, (first, last): (i64, i64)) -> bool {
        let (first, last) = (year_and_month(first), year_and_month(last));
        match self.partition {
            Partition { year: None, .. } => true,
            Partition {
                year: Some(year),
                month: None,
            } => first.0 <= year && year <= last.0,
            Partition {
                year: Some(year),
                month: Some(month),
            } => first <= (year, month) && (year, month) <= last,
        }
    }
}

fn walk(
    directory: &Directory,
    prefix: &str,
    partition: Partition,
    depth: usize,
    parts: &mut Vec<Part>,
) -> Result<(), ListingError> {
    if depth > MAX_DEPTH {
        return Err(ListingError::TooDeep);
    }
    for Entry { name, kind } in directory.entries()? {
        if name.starts_with(['_', '.']) {
            continue;
        }
        let is_part = name.ends_with(".parquet");
        match kind {
            Kind::Directory => {
                if let Some(inner) = unless_vanished(directory.directory(&name))? {
                    let prefix = format!("{prefix}{name}/");
                    walk(&inner, &prefix, partition.within(&name), depth + 1, parts)?;
                }
            }
            Kind::File if is_part => {
                if let Some(identity) = unless_vanished(directory.identity_of(&name))? {
                    parts.push(Part {
                        name: format!("{prefix}{name}"),
                        identity,
                        partition,
                    });
                }
            }
            Kind::Link if is_part || name.contains('=') => return Err(ListingError::Link),
            Kind::Other if is_part => return Err(ListingError::NotAFile),
            Kind::File | Kind::Link | Kind::Other => {}
        }
    }
    Ok(())
}

/// What vanishes while it is listed counts as not there: who compares this listing with the next
/// will notice.
fn unless_vanished<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

impl Partition {
    /// What is known inside a directory of this name.
    fn within(self, name: &str) -> Partition {
        match name.split_once('=') {
            Some(("year", year)) => Partition {
                year: year.parse().ok(),
                ..self
            },
            Some(("month", month)) => Partition {
                month: month.parse().ok(),
                ..self
            },
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use camber_series::time::parse;

    use super::*;

    fn list(files: &[&str]) -> (tempfile::TempDir, Result<Listing, ListingError>) {
        let scratch = tempfile::tempdir().unwrap();
        for file in files {
            let path = scratch.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
        }
        let listing = Listing::of(Directory::open(scratch.path()).unwrap());
        (scratch, listing)
    }

    fn names(listing: &Listing) -> Vec<&str> {
        listing
            .parts
            .iter()
            .map(|part| part.name.as_str())
            .collect()
    }

    #[test]
    fn parts_are_found_in_both_layouts_and_read_in_name_order() {
        let (_scratch, listing) = list(&[
            "year=2024/part-0-0.parquet",
            "year=2024/month=2/part-1-0.parquet",
            "year=2024/month=12/part-9-0.parquet",
            "year=2024/month=12/part-10-0.parquet",
            "year=2023/month=1/part-0-0.parquet",
            "year=2023-0.parquet",
            "part-0-0.parquet",
        ]);
        assert_eq!(
            names(&listing.unwrap()),
            [
                "part-0-0.parquet",
                "year=2023-0.parquet",
                "year=2023/month=1/part-0-0.parquet",
                "year=2024/month=12/part-10-0.parquet",
                "year=2024/month=12/part-9-0.parquet",
                "year=2024/month=2/part-1-0.parquet",
                "year=2024/part-0-0.parquet",
            ]
        );
    }

    #[test]
    fn hidden_names_and_other_files_are_passed_over() {
        let (scratch, _) = list(&[
            "year=2024/_migrated.json",
            "year=2024/_part.parquet",
            "year=2024/.part.parquet",
            "year=2024/notes.txt",
            "year=2024/part.parquet.tmp",
            "_old/part.parquet",
            ".git/part.parquet",
            "year=2024/month=1/part.parquet",
        ]);
        symlink("nowhere", scratch.path().join("README")).unwrap();
        let listing = Listing::of(Directory::open(scratch.path()).unwrap()).unwrap();
        assert_eq!(names(&listing), ["year=2024/month=1/part.parquet"]);
    }

    #[test]
    fn links_are_refused_rather_than_left_out() {
        for link in ["year=2023", "year=2024/part-1-0.parquet"] {
            let (scratch, _) = list(&["year=2024/part-0-0.parquet"]);
            symlink("/etc", scratch.path().join(link)).unwrap();
            let listing = Listing::of(Directory::open(scratch.path()).unwrap());
            assert!(matches!(listing, Err(ListingError::Link)), "{link}");
        }
    }

    #[test]
    fn a_pipe_under_a_parts_name_is_refused_without_waiting_for_it() {
        let (scratch, _) = list(&["year=2024/part-0-0.parquet"]);
        let pipe = scratch.path().join("year=2024/part-1-0.parquet");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRUSR).unwrap();
        let directory = Directory::open(scratch.path()).unwrap();
        assert!(directory.file("year=2024/part-1-0.parquet").is_ok());
        assert!(matches!(
            Listing::of(directory),
            Err(ListingError::NotAFile)
        ));
    }

    #[test]
    fn nesting_is_bounded() {
        let deep = "d/".repeat(MAX_DEPTH + 1) + "part.parquet";
        assert!(matches!(list(&[&deep]).1, Err(ListingError::TooDeep)));
        let allowed = "d/".repeat(MAX_DEPTH) + "part.parquet";
        assert_eq!(list(&[&allowed]).1.unwrap().parts.len(), 1);
    }

    #[test]
    fn a_partition_outside_the_window_is_told_apart() {
        let window = (parse("2024-02-10").unwrap(), parse("2024-03-01").unwrap());
        let (_scratch, listing) = list(&[
            "year=2023/part.parquet",
            "year=2024/part.parquet",
            "year=2024/month=1/part.parquet",
            "year=2024/month=02/part.parquet",
            "year=2024/month=3/part.parquet",
            "year=2024/month=4/part.parquet",
            "year=2025/month=2/part.parquet",
            "year=unknown/part.parquet",
            "year=2024/month=x/part.parquet",
            "part.parquet",
        ]);
        let listing = listing.unwrap();
        let held: Vec<&str> = listing
            .parts
            .iter()
            .filter(|part| part.may_hold(window))
            .map(|part| part.name.as_str())
            .collect();
        assert_eq!(
            held,
            [
                "part.parquet",
                "year=2024/month=02/part.parquet",
                "year=2024/month=3/part.parquet",
                "year=2024/month=x/part.parquet",
                "year=2024/part.parquet",
                "year=unknown/part.parquet",
            ]
        );
        assert!(
            listing
                .parts
                .iter()
                .all(|part| part.may_hold((i64::MIN, i64::MAX)))
        );
    }

    #[test]
    fn a_listing_differs_after_any_change() {
        let (scratch, listing) = list(&["year=2024/a.parquet", "year=2024/b.parquet"]);
        let before = listing.unwrap();
        let again = || Listing::of(Directory::open(scratch.path()).unwrap()).unwrap();
        assert!(before.same_as(&again()));
        assert_eq!(before.stamp(), again().stamp());

        let path = scratch.path().join("year=2024/a.parquet");
        let kept = fs::metadata(&path).unwrap().modified().unwrap();
        let content = fs::read(&path).unwrap();
        let replacement = scratch.path().join("year=2024/a.new");
        fs::write(&replacement, &content).unwrap();
        fs::File::options()
            .write(true)
            .open(&replacement)
            .unwrap()
            .set_modified(kept)
            .unwrap();
        fs::rename(&replacement, &path).unwrap();
        let replaced = again();
        assert_eq!(before.stamp(), replaced.stamp(), "the same size and time");
        assert!(!before.same_as(&replaced), "another file");

        fs::write(&path, "longer than before").unwrap();
        assert_ne!(before.stamp(), again().stamp());
        fs::remove_file(&path).unwrap();
        assert_eq!(again().parts.len(), 1);
        assert!(!before.same_as(&again()));
    }
}
