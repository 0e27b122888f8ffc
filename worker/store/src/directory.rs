//! Directories and files opened one name at a time, relative to an open directory and never through
//! a symbolic link, so that nothing named inside a store leads out of it.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use nix::dir::{Dir, Type};
use nix::fcntl::{AtFlags, OFlag, open, openat};
use nix::sys::stat::{FileStat, Mode, SFlag, fstatat};

use crate::stamp::FileStamp;

/// An open directory.
#[derive(Debug)]
pub(crate) struct Directory(OwnedFd);

/// One name in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub name: String,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Directory,
    File,
    Link,
    Other,
}

/// Which file it is and which content it has: another file under the same name differs in the
/// inode, a rewritten one in its stamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    device: u64,
    inode: u64,
    pub stamp: FileStamp,
}

impl Directory {
    /// Opens a directory by path, which may lead through symbolic links: the operator's, not the
    /// store's.
    pub fn open(path: &Path) -> io::Result<Directory> {
        let fd = open(
            path,
            OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC,
            Mode::empty(),
        )?;
        Ok(Directory(fd))
    }

    /// Opens a directory in this one.
    pub fn directory(&self, name: &str) -> io::Result<Directory> {
        let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        Ok(Directory(openat(&self.0, name, flags, Mode::empty())?))
    }

    /// Opens a file by its `/`-separated name below this directory. Opening never blocks, whatever
    /// is there.
    pub fn file(&self, name: &str) -> io::Result<File> {
        if let Some((directory, rest)) = name.split_once('/') {
            return self.directory(directory)?.file(rest);
        }
        let flags = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
        Ok(File::from(openat(&self.0, name, flags, Mode::empty())?))
    }

    /// The whole content of a file in this directory.
    pub fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        self.file(name)?.read_to_end(&mut content)?;
        Ok(content)
    }

    /// What is in this directory, sorted by name. Names that are not UTF-8 are left out, and so is
    /// what vanishes meanwhile.
    pub fn entries(&self) -> io::Result<Vec<Entry>> {
        // Opened anew: a directory's reading position belongs to the open description.
        let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
        let mut listing = Dir::openat(&self.0, ".", flags, Mode::empty())?;
        let mut entries = Vec::new();
        for entry in listing.iter() {
            let entry = entry?;
            let Ok(name) = entry.file_name().to_str() else {
                continue;
            };
            if matches!(name, "." | "..") {
                continue;
            }
            let kind = match entry.file_type().map(Kind::of_entry) {
                Some(kind) => kind,
                // Some file systems do not tell while listing.
                None => match self.stat(name) {
                    Ok(stat) => Kind::of_stat(&stat),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                    Err(error) => return Err(error),
                },
            };
            entries.push(Entry {
                name: name.to_owned(),
                kind,
            });
        }
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    /// What identifies an entry of this directory.
    pub fn identity_of(&self, name: &str) -> io::Result<Identity> {
        Ok(Identity::of_stat(&self.stat(name)?))
    }

    fn stat(&self, name: &str) -> io::Result<FileStat> {
        Ok(fstatat(&self.0, name, AtFlags::AT_SYMLINK_NOFOLLOW)?)
    }
}

impl Kind {
    fn of_entry(entry: Type) -> Kind {
        match entry {
            Type::Directory => Kind::Directory,
            Type::File => Kind::File,
            Type::Symlink => Kind::Link,
            _ => Kind::Other,
        }
    }

    fn of_stat(stat: &FileStat) -> Kind {
        match SFlag::from_bits_truncate(stat.st_mode) & SFlag::S_IFMT {
            SFlag::S_IFDIR => Kind::Directory,
            SFlag::S_IFREG => Kind::File,
            SFlag::S_IFLNK => Kind::Link,
            _ => Kind::Other,
        }
    }
}

impl Identity {
    /// What identifies an open file, now.
    pub fn of_file(file: &File) -> io::Result<Identity> {
        let metadata = file.metadata()?;
        let stamp = FileStamp {
            size: metadata.len(),
            mtime_ns: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
        };
        Ok(Identity {
            device: metadata.dev(),
            inode: metadata.ino(),
            stamp,
        })
    }

    fn of_stat(stat: &FileStat) -> Identity {
        let size = u64::try_from(stat.st_size).unwrap_or(0);
        let stamp = FileStamp {
            size,
            mtime_ns: nanoseconds(stat.st_mtime, stat.st_mtime_nsec),
        };
        Identity {
            device: stat.st_dev,
            inode: stat.st_ino,
            stamp,
        }
    }
}

fn nanoseconds(seconds: i64, nanoseconds: i64) -> i64 {
    seconds
        .saturating_mul(1_000_000_000)
        .saturating_add(nanoseconds)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_are_not_followed_at_any_level() {
        let scratch = tempfile::tempdir().unwrap();
        fs::create_dir_all(scratch.path().join("real/inner")).unwrap();
        fs::write(scratch.path().join("real/inner/file"), "x").unwrap();
        symlink("real", scratch.path().join("linked")).unwrap();
        symlink("inner", scratch.path().join("real/linked")).unwrap();
        symlink("file", scratch.path().join("real/inner/linked")).unwrap();
        let directory = Directory::open(scratch.path()).unwrap();
        assert_eq!(directory.read("real/inner/file").unwrap(), b"x");
        assert!(directory.directory("real").is_ok());
        assert!(directory.directory("linked").is_err());
        for path in ["linked/inner/file", "real/linked/file", "real/inner/linked"] {
            assert!(directory.file(path).is_err(), "{path}");
        }
        let kinds = |directory: &Directory| {
            let entries = directory.entries().unwrap().into_iter();
            entries
                .map(|entry| (entry.name, entry.kind))
                .collect::<Vec<_>>()
        };
        let expected = [
            ("linked".to_owned(), Kind::Link),
            ("real".to_owned(), Kind::Directory),
        ];
        assert_eq!(kinds(&directory), expected);
        assert_eq!(kinds(&directory), expected, "a second listing starts anew");
    }
}
