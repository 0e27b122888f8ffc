//! The server's temporary directory, and those that dead servers left behind.
//!
//! The directory is named after the server's process, and locked by it. It is removed by a later
//! server only when no process has that number *and* the lock is free: a server in another pid
//! namespace that shares the temporary directory looks dead by its number, but holds its lock.
//!
//! It is made under a hidden name, locked, and only then given the name that the sweep of
//! others knows: there is no moment in which it could be taken for a dead server's.

use std::collections::hash_map::RandomState;
use std::ffi::{CStr, CString};
use std::fs::{self, DirBuilder};
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{Flock, FlockArg, OFlag, open, openat};
use nix::sys::signal::kill;
use nix::sys::stat::{FileStat, Mode, fstat};
use nix::unistd::{Pid, Uid, UnlinkatFlags, unlinkat};

/// What every server's directory is called first; operators know it from the reference.
const PREFIX: &[u8] = b"camber-mcp-mpl-";
const HIDDEN_PREFIX: &[u8] = b".camber-mcp-mpl-";
/// How old a directory that names no process must be before it is removed.
const NAMELESS_AGE: Duration = Duration::from_secs(24 * 60 * 60);
/// The largest process id of a 64-bit Linux.
const MAX_PID: u32 = 1 << 22;
/// The deepest tree that is removed; nothing a worker makes comes near.
const MAX_DEPTH: u32 = 64;

const DIRECTORY: OFlag = OFlag::O_RDONLY
    .union(OFlag::O_DIRECTORY)
    .union(OFlag::O_NOFOLLOW)
    .union(OFlag::O_CLOEXEC);

/// Where the system wants temporary files.
pub fn parent() -> PathBuf {
    let named = std::env::var_os("TMPDIR").filter(|path| !path.is_empty());
    named.map_or_else(|| PathBuf::from("/tmp"), PathBuf::from)
}

/// The server's own temporary directory, locked as long as this lives.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    lock: Flock<OwnedFd>,
}

impl Scratch {
    /// Makes the directory in `parent`, for this user alone.
    ///
    /// # Errors
    /// What the system said; the server can do without.
    pub fn create(parent: &Path) -> io::Result<Scratch> {
        let parent = std::path::absolute(parent)?;
        let random = format!("{:016x}", RandomState::new().build_hasher().finish());
        let hidden = parent.join(format!(".camber-mcp-mpl-{random}"));
        let path = parent.join(format!("camber-mcp-mpl-{}-{random}", std::process::id()));
        DirBuilder::new().mode(0o700).create(&hidden)?;
        let made = lock(&hidden).and_then(|lock| fs::rename(&hidden, &path).map(|()| lock));
        match made {
            Ok(lock) => Ok(Scratch { path, lock }),
            Err(error) => {
                let _ = fs::remove_dir(&hidden);
                Err(error)
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes it with all that is in it, as far as the system lets us.
    pub fn remove(self) {
        empty(&*self.lock, 0);
        let _ = fs::remove_dir(&self.path);
    }
}

fn lock(path: &Path) -> io::Result<Flock<OwnedFd>> {
    let fd = open(path, DIRECTORY, Mode::empty())?;
    Flock::lock(fd, FlockArg::LockExclusiveNonblock).map_err(|(_, errno)| errno.into())
}

/// Removes the directories that servers which no longer run left in `parent`. Whatever it meets
/// there that it does not understand, or may not touch, it leaves alone.
pub fn sweep(parent: &Path) {
    let followed = DIRECTORY.difference(OFlag::O_NOFOLLOW);
    let Ok(mut parent) = Dir::open(parent, followed, Mode::empty()) else {
        return;
    };
    let names = parent
        .iter()
        .filter_map(|entry| Some(entry.ok()?.file_name().to_owned()));
    for name in names
        .filter(|name| owner(name) != Owner::Unknown)
        .collect::<Vec<_>>()
    {
        remove_if_dead(parent.as_fd(), &name);
    }
}

/// Whose directory a name says it is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Owner {
    /// The server with this process id.
    Process(i32),
    /// A server's, though not which.
    Nameless,
    /// Nobody's we know.
    Unknown,
}

fn owner(name: &CStr) -> Owner {
    let name = name.to_bytes();
    if let Some(random) = name.strip_prefix(HIDDEN_PREFIX) {
        return if is_random(random) {
            Owner::Nameless
        } else {
            Owner::Unknown
        };
    }
    let Some(rest) = name.strip_prefix(PREFIX) else {
        return Owner::Unknown;
    };
    let mut parts = rest.splitn(2, |&byte| byte == b'-');
    match (parts.next(), parts.next()) {
        (Some(pid), Some(random)) if is_random(random) => {
            process_id(pid).map_or(Owner::Unknown, Owner::Process)
        }
        (Some(random), None) if is_random(random) => Owner::Nameless,
        _ => Owner::Unknown,
    }
}

fn is_random(text: &[u8]) -> bool {
    !text.is_empty()
        && text
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// A process id as we write it: digits, no sign, no leading zero.
fn process_id(text: &[u8]) -> Option<i32> {
    let digits = text.iter().all(u8::is_ascii_digit) && text.first() != Some(&b'0');
    let pid: u32 = std::str::from_utf8(text)
        .ok()
        .filter(|_| digits)?
        .parse()
        .ok()?;
    i32::try_from(pid)
        .ok()
        .filter(|_| (1..=MAX_PID).contains(&pid))
}

fn remove_if_dead(parent: BorrowedFd<'_>, name: &CStr) {
    // Signal 0 tests for existence; only "no such process" means dead, being refused does not.
    if let Owner::Process(pid) = owner(name)
        && kill(Pid::from_raw(pid), None) != Err(Errno::ESRCH)
    {
        return;
    }
    let Ok(directory) = openat(parent, name, DIRECTORY, Mode::empty()) else {
        return;
    };
    let Ok(stat) = fstat(&directory) else {
        return;
    };
    if stat.st_uid != Uid::effective().as_raw() {
        return;
    }
    if owner(name) == Owner::Nameless && age(&stat).is_none_or(|age| age < NAMELESS_AGE) {
        return;
    }
    if let Ok(lock) = Flock::lock(directory, FlockArg::LockExclusiveNonblock) {
        empty(&*lock, 0);
        let _ = unlinkat(parent, name, UnlinkatFlags::RemoveDir);
    }
}

fn age(stat: &FileStat) -> Option<Duration> {
    let changed = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(stat.st_mtime).ok()?);
    changed.elapsed().ok()
}

/// Removes what is in a directory, never following a link out of it, and carries on past what
/// cannot be removed.
fn empty(directory: impl AsFd, depth: u32) {
    let directory = directory.as_fd();
    // A descriptor of its own: reading a directory moves the position of its description.
    let Ok(mut entries) = Dir::openat(directory, c".", DIRECTORY, Mode::empty()) else {
        return;
    };
    let names = entries
        .iter()
        .filter_map(|entry| Some(entry.ok()?.file_name().to_owned()));
    let inside = |name: &CString| name.as_c_str() != c"." && name.as_c_str() != c"..";
    for name in names.filter(inside).collect::<Vec<_>>() {
        if unlinkat(directory, name.as_c_str(), UnlinkatFlags::NoRemoveDir).is_ok()
            || depth >= MAX_DEPTH
        {
            continue;
        }
        if let Ok(child) = openat(directory, name.as_c_str(), DIRECTORY, Mode::empty()) {
            empty(&child, depth + 1);
        }
        let _ = unlinkat(directory, name.as_c_str(), UnlinkatFlags::RemoveDir);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};

    /// A number no process has: the largest, which the system gives out last.
    fn dead_pid() -> u32 {
        (1..=MAX_PID)
            .rev()
            .find(|&pid| kill(Pid::from_raw(pid as i32), None) == Err(Errno::ESRCH))
            .unwrap()
    }

    fn names_in(directory: &Path) -> Vec<String> {
        let names = fs::read_dir(directory).unwrap();
        let mut names: Vec<_> = names
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_scratch_directory_is_private_named_after_the_server_and_removed_whole() {
        let parent = tempfile::tempdir().unwrap();
        let scratch = Scratch::create(parent.path()).unwrap();
        let path = scratch.path().to_path_buf();
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(
            name.starts_with(&format!("camber-mcp-mpl-{}-", std::process::id())),
            "{name}"
        );
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o700
        );

        let outside = parent.path().join("precious");
        fs::create_dir_all(path.join("a/b/c")).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("file"), "").unwrap();
        symlink(&outside, path.join("a/link")).unwrap();
        scratch.remove();
        assert_eq!(names_in(parent.path()), ["precious"]);
        assert_eq!(names_in(&outside), ["file"]);
    }

    #[test]
    fn the_sweep_removes_dead_servers_directories_and_nothing_else() {
        let parent = tempfile::tempdir().unwrap();
        let at = |name: &str| parent.path().join(name);
        let dead = format!("camber-mcp-mpl-{}-x1", dead_pid());
        fs::create_dir_all(at(&dead).join("cache")).unwrap();
        fs::write(at(&dead).join("cache/fonts"), "").unwrap();

        let running = Scratch::create(parent.path()).unwrap();
        let mut kept = vec![
            running
                .path()
                .file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned(),
        ];
        // Another namespace's server: no such process here, but its lock is held.
        let foreign = format!("camber-mcp-mpl-{}-y2", dead_pid());
        fs::create_dir(at(&foreign)).unwrap();
        let _held = lock(&at(&foreign)).unwrap();
        kept.push(foreign);
        for name in [
            "1-a",
            "0-a",
            "-5-a",
            "+12-a",
            "007-a",
            "99999999999999999999-a",
            "4194305-a",
        ] {
            kept.push(format!("camber-mcp-mpl-{name}"));
        }
        for name in [
            "\u{ff11}\u{ff12}-a",
            "",
            "12-",
            "12",
            "12-a.b",
            "12-a b",
            "fresh",
        ] {
            kept.push(format!("camber-mcp-mpl-{name}"));
        }
        kept.extend([".camber-mcp-mpl-fresh", "other-4194304-a"].map(str::to_owned));
        for name in kept.iter().filter(|name| !at(name).exists()) {
            fs::create_dir(at(name)).unwrap();
        }
        let file = format!("camber-mcp-mpl-{}-file", dead_pid());
        let link = format!("camber-mcp-mpl-{}-link", dead_pid());
        fs::write(at(&file), "").unwrap();
        symlink(at("other-4194304-a"), at(&link)).unwrap();
        let not_text = std::ffi::OsStr::from_bytes(b"camber-mcp-mpl-\xff-a");
        fs::create_dir(parent.path().join(not_text)).unwrap();
        kept.extend([file, link, not_text.to_string_lossy().into_owned()]);

        sweep(parent.path());
        kept.sort();
        assert_eq!(names_in(parent.path()), kept);
        sweep(Path::new("/nonexistent"));
    }

    #[test]
    fn a_nameless_directory_is_removed_once_it_is_a_day_old() {
        let parent = tempfile::tempdir().unwrap();
        for name in ["camber-mcp-mpl-old", ".camber-mcp-mpl-old"] {
            let path = parent.path().join(name);
            fs::create_dir(&path).unwrap();
            let yesterday = SystemTime::now() - NAMELESS_AGE - Duration::from_secs(60);
            fs::File::open(&path)
                .unwrap()
                .set_modified(yesterday)
                .unwrap();
        }
        sweep(parent.path());
        assert!(names_in(parent.path()).is_empty());
    }

    #[test]
    fn a_directory_that_cannot_be_made_is_an_error_and_leaves_nothing() {
        let parent = tempfile::tempdir().unwrap();
        assert!(Scratch::create(&parent.path().join("missing")).is_err());
        assert!(Scratch::create(Path::new("")).is_err());
        assert!(names_in(parent.path()).is_empty());
    }
}
