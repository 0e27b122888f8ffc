//! What a worker does to its own process before it reads its first frame.
//!
//! The parent starts workers with `posix_spawn`, which runs no code between fork and exec. All
//! that a worker must be different in, it therefore makes true itself, first thing in its `main`:
//!
//! - it dies with its parent, and takes its whole process group along;
//! - it keeps no descriptor but its socket: fd 0 is `/dev/null`, fds 1 and 2 are the server's
//!   stderr, on which it never blocks;
//! - no signal is blocked or ignored, so that the programs it starts behave as they do anywhere
//!   else;
//! - what it starts and loses stays below it (child subreaper), so that its parent finds orphans
//!   only once the worker is dead;
//! - the kernel prefers it to the server when memory runs out, and dumps no core of it.
#![allow(
    unsafe_code,
    reason = "signal dispositions and closing foreign descriptors have no safe interface"
)]

use std::fs::{self, OpenOptions};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream;

use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};
use nix::unistd::{dup2_stderr, dup2_stdin, dup2_stdout};

/// How much likelier than its parent a worker is taken when memory runs out.
const OOM_SCORE_RAISE: i32 = 500;

/// Why a process cannot be a worker.
#[derive(Debug, thiserror::Error)]
#[error("the worker cannot {step}: {errno}")]
pub struct EnterError {
    step: &'static str,
    errno: Errno,
}

/// Makes this process a worker and gives the socket to its parent, which it finds as fd 0.
///
/// To be called once, before anything else opens a descriptor or starts a thread. A worker whose
/// parent is gone already never returns from here.
///
/// # Errors
/// The step the system refused; the process should then exit.
pub fn enter() -> Result<UnixStream, EnterError> {
    die_with_parent()?;
    reset_signals()?;
    let socket = take_socket()?;
    leave_if_orphaned(&socket);
    step("become a subreaper", prctl::set_child_subreaper(true))?;
    step(
        "turn off core dumps",
        setrlimit(Resource::RLIMIT_CORE, 0, 0),
    )?;
    unblock_stderr();
    offer_to_oom_killer();
    Ok(socket)
}

fn step<T>(step: &'static str, result: nix::Result<T>) -> Result<T, EnterError> {
    result.map_err(|errno| EnterError { step, errno })
}

/// `PR_SET_PDEATHSIG` alone would spare what the worker started, so the signal is one the
/// worker answers by killing its group.
fn die_with_parent() -> Result<(), EnterError> {
    extern "C" fn kill_own_group(_: libc::c_int) {
        // SAFETY: kill(2) is async-signal-safe; 0 addresses the group of the caller.
        unsafe { libc::kill(0, libc::SIGKILL) };
    }
    let action = SigAction::new(
        SigHandler::Handler(kill_own_group),
        SaFlags::SA_RESTART,
        SigSet::empty(),
    );
    // SAFETY: the handler calls nothing but an async-signal-safe function.
    step("handle SIGTERM", unsafe {
        sigaction(Signal::SIGTERM, &action)
    })?;
    step(
        "be told of its parent's death",
        prctl::set_pdeathsig(Signal::SIGTERM),
    )
}

/// An exec keeps the mask and every ignored signal of the parent.
fn reset_signals() -> Result<(), EnterError> {
    extern "C" fn carry_on(_: libc::c_int) {}
    for signal in Signal::iterator() {
        let handler = match signal {
            // Two that cannot be changed, one set above, two by which Rust reports an overflow
            // of the stack.
            Signal::SIGKILL | Signal::SIGSTOP => continue,
            Signal::SIGTERM | Signal::SIGSEGV | Signal::SIGBUS => continue,
            // A write to a reader that is gone is an error here, and the default in what the
            // worker starts: an exec drops handlers but would keep an ignored signal.
            Signal::SIGPIPE => SigHandler::Handler(carry_on),
            _ => SigHandler::SigDfl,
        };
        let action = SigAction::new(handler, SaFlags::SA_RESTART, SigSet::empty());
        // SAFETY: the only handler among these does nothing.
        step("reset its signals", unsafe { sigaction(signal, &action) })?;
    }
    step("unblock its signals", SigSet::empty().thread_set_mask())
}

/// Moves the socket from fd 0 to a number of its own and drops every other descriptor, so that
/// neither a tool nor a program it starts can read or write the frames.
fn take_socket() -> Result<UnixStream, EnterError> {
    let null = OpenOptions::new().read(true).open("/dev/null");
    let null = step("open /dev/null", null.map_err(errno))?;
    let socket = step(
        "keep its socket",
        io::stdin().as_fd().try_clone_to_owned().map_err(errno),
    )?;
    step("give up fd 0", dup2_stdin(&null))?;
    drop(null);
    close_all_but(&socket);
    Ok(UnixStream::from(socket))
}

fn errno(error: io::Error) -> Errno {
    Errno::from_raw(error.raw_os_error().unwrap_or(libc::EIO))
}

/// Closes everything from fd 3 on but `kept`. A kernel without `close_range` leaves the rest
/// open: the parent's descriptors all close on exec, this is a second lock.
fn close_all_but(kept: &OwnedFd) {
    let Ok(kept) = u32::try_from(kept.as_raw_fd()) else {
        return;
    };
    for (first, last) in [(3, kept.saturating_sub(1)), (kept + 1, u32::MAX)] {
        if first <= last {
            // SAFETY: `main` has just begun; no object of this process owns a descriptor in the range.
            unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) };
        }
    }
}

/// The signal of [`die_with_parent`] is not sent for a parent that died before it was asked for;
/// its end of the socket closed with it.
fn leave_if_orphaned(socket: &UnixStream) {
    let mut fds = [PollFd::new(socket.as_fd(), PollFlags::empty())];
    if poll(&mut fds, PollTimeout::ZERO).is_ok_and(|ready| ready > 0) {
        std::process::exit(0);
    }
}

/// A client that does not read the server's stderr must not hold up a call. The description is
/// shared with the client and others, so its mode is not touched: a pipe or terminal is opened
/// anew.
fn unblock_stderr() {
    let reopened = OpenOptions::new()
        .write(true)
        .custom_flags(OFlag::O_NONBLOCK.bits() | OFlag::O_NOCTTY.bits())
        .open("/proc/self/fd/2");
    if let Ok(stderr) = reopened
        && is_stream(stderr.as_fd())
    {
        let _ = dup2_stderr(&stderr);
        let _ = dup2_stdout(&stderr);
    }
}

/// Whether a description keeps no position, so that a second one is as good as the first.
fn is_stream(fd: BorrowedFd<'_>) -> bool {
    use nix::sys::stat::{SFlag, fstat};
    fstat(fd).is_ok_and(|stat| {
        let kind = SFlag::from_bits_truncate(stat.st_mode) & SFlag::S_IFMT;
        kind == SFlag::S_IFIFO || kind == SFlag::S_IFCHR
    })
}

fn offer_to_oom_killer() {
    let path = "/proc/self/oom_score_adj";
    let now = fs::read_to_string(path)
        .ok()
        .and_then(|text| text.trim().parse::<i32>().ok());
    if let Some(now) = now {
        let _ = fs::write(
            path,
            now.saturating_add(OOM_SCORE_RAISE).min(1000).to_string(),
        );
    }
}
