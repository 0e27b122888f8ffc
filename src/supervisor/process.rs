//! Worker processes: started, killed with all they started, and buried.
//!
//! A worker's number and its group's stay taken until the worker is reaped. So a group is killed
//! only by whoever holds its [`Process`], and [`Process::bury`] consumes that: a signal to a
//! number that meanwhile means somebody else cannot be written down.

#![allow(
    unsafe_code,
    reason = "execveat, waitid for any signal and the path of the executable have no safe interface"
)]

use std::ffi::{CStr, CString, OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::sys::prctl;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use super::state::{Exit, Machine};

/// The executable of this very process, however often the file is replaced meanwhile.
const SELF_EXE: &str = "/proc/self/exe";

/// What a worker's environment keeps of the server's: what a program needs to find files, words
/// and the time, and nothing that could be a secret.
const KEPT_ENVIRONMENT: [&str; 9] = [
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "TZ",
    "TZDIR",
    "TMPDIR",
    "RUST_BACKTRACE",
    "LD_LIBRARY_PATH",
];

/// The descriptors a server has open besides those of its workers, with room for passing ones:
/// the standard streams and their copies, `epoll`, signals, the scratch directory, files of
/// `/proc`, a spawn under way.
const BASE_DESCRIPTORS: u64 = 32;

/// How to start a worker.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    program: Option<PathBuf>,
    args: Vec<OsString>,
}

impl WorkerCommand {
    /// This executable itself, with these arguments.
    pub fn this_program(args: impl IntoIterator<Item = impl Into<OsString>>) -> WorkerCommand {
        WorkerCommand {
            program: None,
            args: args.into_iter().map(Into::into).collect(),
        }
    }

    /// Another program, with these arguments.
    pub fn program(
        path: impl Into<PathBuf>,
        args: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> WorkerCommand {
        WorkerCommand {
            program: Some(path.into()),
            ..WorkerCommand::this_program(args)
        }
    }
}

/// Raises the soft limit of open descriptors to what the asked concurrency needs; gives the
/// number needed when the hard limit is lower.
pub fn provide_descriptors(max_concurrent: usize) -> Result<(), u64> {
    let needed = BASE_DESCRIPTORS + Machine::worker_bound(max_concurrent) as u64;
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).map_err(|_| needed)?;
    if soft >= needed {
        return Ok(());
    }
    setrlimit(Resource::RLIMIT_NOFILE, needed, hard).map_err(|_| needed)
}

/// Makes the orphans of dead workers children of this process, so that it can find them, and
/// lets no descriptor it was started with pass on to workers.
pub fn prepare() -> io::Result<()> {
    prctl::set_child_subreaper(true)?;
    // SAFETY: descriptors are only marked to close on exec, nothing is closed. A kernel that
    // does not know the call or the flag leaves them as they are.
    unsafe {
        libc::syscall(
            libc::SYS_close_range,
            3u32,
            u32::MAX,
            libc::CLOSE_RANGE_CLOEXEC,
        );
    }
    Ok(())
}

/// Starts workers.
#[derive(Debug)]
pub struct Spawner {
    command: WorkerCommand,
    environment: Vec<(OsString, OsString)>,
    /// The executable where `/proc` cannot name it.
    executable: Option<OwnedFd>,
}

impl Spawner {
    /// Makes ready to start workers with `command`.
    ///
    /// # Errors
    /// The executable of this process cannot be found.
    pub fn new(command: WorkerCommand) -> io::Result<Spawner> {
        let executable = match command.program {
            None if fs::symlink_metadata(SELF_EXE).is_err() => Some(open_own_executable()?),
            _ => None,
        };
        let kept = KEPT_ENVIRONMENT
            .iter()
            .filter_map(|&name| Some((name.into(), std::env::var_os(name)?)));
        Ok(Spawner {
            command,
            environment: kept.collect(),
            executable,
        })
    }

    /// Starts a worker in its own process group: its stdin is one end of the socket whose other
    /// end is given back, its stdout is our stderr.
    ///
    /// # Errors
    /// What the system said.
    pub fn spawn(&self) -> io::Result<(Process, UnixStream)> {
        let (ours, theirs) = UnixStream::pair()?;
        let program = self
            .command
            .program
            .as_deref()
            .map_or(OsStr::new(SELF_EXE), |path| path.as_os_str());
        let mut command = Command::new(program);
        command
            .arg0("camber")
            .args(&self.command.args)
            .env_clear()
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(OwnedFd::from(theirs))
            .stdout(Stdio::from(io::stderr().as_fd().try_clone_to_owned()?))
            .process_group(0);
        if let Some(executable) = &self.executable {
            self.exec_descriptor(&mut command, executable)?;
        }
        let child = command.spawn()?;
        let pid = i32::try_from(child.id()).map_err(io::Error::other)?;
        let group =
            Group::of(pid).ok_or_else(|| io::Error::other("a child cannot be process 1"))?;
        Ok((Process { group }, ours))
    }

    /// Makes `command` run an open executable instead of a path.
    fn exec_descriptor(&self, command: &mut Command, executable: &OwnedFd) -> io::Result<()> {
        let executable = executable.try_clone()?;
        let text = |bytes: &OsStr| CString::new(bytes.as_bytes());
        let mut args = vec![CString::from(c"camber")];
        for arg in &self.command.args {
            args.push(text(arg)?);
        }
        let mut environment = Vec::new();
        for (name, value) in &self.environment {
            environment.push(text(&[name.as_os_str(), value].join(OsStr::new("=")))?);
        }
        let exec = move || {
            let pointers = |texts: &[CString]| -> Vec<*const libc::c_char> {
                texts
                    .iter()
                    .map(|text| text.as_ptr())
                    .chain([std::ptr::null()])
                    .collect()
            };
            let (argv, envp) = (pointers(&args), pointers(&environment));
            // SAFETY: both arrays end in a null pointer and point to C strings that outlive the
            // call; it does not return when it succeeds.
            unsafe {
                libc::execveat(
                    executable.as_raw_fd(),
                    c"".as_ptr(),
                    argv.as_ptr().cast(),
                    envp.as_ptr().cast(),
                    libc::AT_EMPTY_PATH,
                );
            }
            Err(io::Error::last_os_error())
        };
        // SAFETY: this process has one thread, so the child of the fork may allocate as ever.
        unsafe { command.pre_exec(exec) };
        Ok(())
    }
}

fn open_own_executable() -> io::Result<OwnedFd> {
    // SAFETY: getauxval only reads what the kernel gave this process.
    let address = unsafe { libc::getauxval(libc::AT_EXECFN) };
    if address == 0 {
        return Err(io::ErrorKind::NotFound.into());
    }
    // SAFETY: the kernel put a C string there that lives as long as the process.
    let path = unsafe { CStr::from_ptr(address as *const libc::c_char) };
    let path = OsString::from_vec(path.to_bytes().to_vec());
    let flags = OFlag::O_PATH | OFlag::O_CLOEXEC;
    let file: File = OpenOptions::new()
        .read(true)
        .custom_flags(flags.bits())
        .open(path)?;
    Ok(file.into())
}

/// A process group of a worker: never this process's own, never everyone's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Group(Pid);

impl Group {
    /// The group led by `pid`. 0, 1 and negative numbers would mean others to `kill`.
    fn of(pid: i32) -> Option<Group> {
        (pid > 1).then(|| Group(Pid::from_raw(pid)))
    }

    fn kill(self) {
        // It fails only when nobody is left to kill.
        let _ = killpg(self.0, Signal::SIGKILL);
    }
}

/// A worker's process, not reaped yet, and so sure to be the one its number names.
#[derive(Debug)]
pub struct Process {
    group: Group,
}

impl Process {
    /// The process id, which is its group's too.
    pub fn pid(&self) -> i32 {
        self.group.0.as_raw()
    }

    /// Whether it ended.
    pub fn has_ended(&self) -> bool {
        let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        let info = wait(libc::P_PID, self.pid().unsigned_abs(), flags);
        // SAFETY: a successful waitid fills this member, with 0 when the child did not end.
        info.is_ok_and(|info| unsafe { info.si_pid() } != 0)
    }

    /// Kills the worker and everything in its group.
    pub fn kill(&self) {
        self.group.kill();
    }

    /// Kills what is left of the group of a worker that ended, then reaps the worker: only while
    /// it is not reaped is the group's number its own.
    pub fn bury(self) {
        self.group.kill();
        reap(self.pid());
    }

    /// The bytes the worker holds in memory; `None` where the system does not say.
    ///
    /// The resident size, not the peak: a worker that gave everything back is as good as new.
    pub fn held(&self) -> Option<u64> {
        let statm = fs::read_to_string(format!("/proc/{}/statm", self.pid())).ok()?;
        let pages: u64 = statm.split_ascii_whitespace().nth(1)?.parse().ok()?;
        (pages > 0).then(|| pages.saturating_mul(page_size()))
    }
}

fn page_size() -> u64 {
    nix::unistd::sysconf(nix::unistd::SysconfVar::PAGE_SIZE)
        .ok()
        .flatten()
        .and_then(|size| u64::try_from(size).ok())
        .unwrap_or(4096)
}

/// A child that ended and is not reaped yet; the truth about exits, whatever became of SIGCHLD.
pub fn ended_child() -> Option<(i32, Exit)> {
    let info = wait(
        libc::P_ALL,
        0,
        libc::WEXITED | libc::WNOHANG | libc::WNOWAIT,
    )
    .ok()?;
    // SAFETY: a successful waitid fills these members, with a pid of 0 when no child ended.
    let (pid, status) = unsafe { (info.si_pid(), info.si_status()) };
    let exit = match info.si_code {
        libc::CLD_EXITED => Exit::Status(status),
        _ => Exit::Signal(status),
    };
    (pid > 0).then_some((pid, exit))
}

/// Whether this process has any child, ended ones included.
pub fn has_children() -> bool {
    wait(
        libc::P_ALL,
        0,
        libc::WEXITED | libc::WNOHANG | libc::WNOWAIT,
    )
    .is_ok()
}

/// Lets go of a child that ended.
pub fn reap(pid: i32) {
    let _ = wait(
        libc::P_PID,
        pid.unsigned_abs(),
        libc::WEXITED | libc::WNOHANG,
    );
}

/// waitid(2). The wrapper in `nix` fails on a child killed by a real-time signal.
fn wait(kind: libc::idtype_t, id: libc::id_t, flags: libc::c_int) -> nix::Result<libc::siginfo_t> {
    // SAFETY: all zeroes is a valid siginfo_t, and one says "no child" as waitid may leave it.
    let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
    // SAFETY: `info` is a siginfo_t of our own for the system to fill.
    Errno::result(unsafe { libc::waitid(kind, id, &mut info, flags) })?;
    Ok(info)
}

/// This process's children, ended ones included; `None` where the system does not say.
pub fn children() -> Option<Vec<i32>> {
    let mut children = Vec::new();
    for task in fs::read_dir("/proc/self/task").ok()? {
        let list = fs::read_to_string(task.ok()?.path().join("children")).ok()?;
        children.extend(
            list.split_ascii_whitespace()
                .filter_map(|pid| pid.parse::<i32>().ok()),
        );
    }
    Some(children)
}

/// Kills every child that is none of `known`, the workers and those there were before the first.
/// Each is something a dead worker started, for a live worker keeps its own orphans. What it
/// leaves behind in turn is found when it is reaped.
pub fn kill_strangers(known: &[i32]) {
    let children = children().unwrap_or_default();
    for pid in children
        .into_iter()
        .filter(|pid| *pid > 1 && !known.contains(pid))
    {
        let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader};
    use std::time::{Duration, Instant};

    /// Whether a process is gone, or dead and only not reaped.
    fn is_gone(pid: &str) -> bool {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let state = stat.rsplit(") ").next().unwrap_or_default();
        state.is_empty() || state.starts_with(['Z', 'X'])
    }

    #[test]
    fn a_kill_takes_the_group_and_a_burial_what_is_left_of_it() {
        for ends_by_itself in [false, true] {
            let end = if ends_by_itself { "exit 5" } else { "wait" };
            let script = format!("sleep 300 & echo $! >&0; {end}");
            let command = WorkerCommand::program("/bin/sh", ["-c", &script]);
            let (process, socket) = Spawner::new(command).unwrap().spawn().unwrap();
            let mut member = String::new();
            BufReader::new(socket).read_line(&mut member).unwrap();
            let member = member.trim();
            assert!(!is_gone(member));
            if !ends_by_itself {
                process.kill();
            }
            let pid = process.pid();
            let deadline = Instant::now() + Duration::from_secs(30);
            while !process.has_ended() || !ends_by_itself && !is_gone(member) {
                assert!(Instant::now() < deadline);
                std::thread::yield_now();
            }
            process.bury();
            while !is_gone(member) {
                assert!(Instant::now() < deadline);
                std::thread::yield_now();
            }
            assert!(
                fs::metadata(format!("/proc/{pid}")).is_err(),
                "the worker is reaped"
            );
        }
    }

    #[test]
    fn a_group_is_never_our_own_or_everyones() {
        for pid in [i32::MIN, -1, 0, 1] {
            assert_eq!(Group::of(pid), None);
        }
        assert_eq!(Group::of(2).map(|group| group.0), Some(Pid::from_raw(2)));
    }
}
