//! Signals, read from a descriptor like everything else.

#![allow(unsafe_code, reason = "signal dispositions have no safe interface")]

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, RawFd};

use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};
use nix::sys::signalfd::{SfdFlags, SignalFd};

use super::state::StopSignal;

/// The signals the server reacts to.
#[derive(Debug)]
pub struct Signals {
    fd: SignalFd,
    /// Whether SIGHUP was ignored when the server was started (`nohup`), and so still is.
    pub hup_ignored: bool,
}

/// What the signals read at once ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Asked {
    /// To stop. Of several signals read at once nobody knows which came first: SIGTERM counts,
    /// then SIGINT.
    pub stop: Option<StopSignal>,
    /// To look for children that ended.
    pub child: bool,
}

impl Signals {
    /// Blocks the signals the server reacts to and reads them from now on. The mask is set, not
    /// added to: one inherited from a careless parent would make the server deaf.
    ///
    /// # Errors
    /// What the system said.
    pub fn take() -> io::Result<Signals> {
        let hup_ignored = is_ignored(Signal::SIGHUP)?;
        // An ignored SIGCHLD has the system reap the children by itself, unseen.
        let default = SigAction::new(SigHandler::SigDfl, SaFlags::empty(), SigSet::empty());
        // SAFETY: a default disposition runs no code of this process.
        unsafe { sigaction(Signal::SIGCHLD, &default) }?;
        let mut mask = SigSet::empty();
        for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGCHLD] {
            mask.add(signal);
        }
        // A signal that is ignored but blocked would still be read from the descriptor.
        if !hup_ignored {
            mask.add(Signal::SIGHUP);
        }
        mask.thread_set_mask()?;
        let fd = SignalFd::with_flags(&mask, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC)?;
        Ok(Signals { fd, hup_ignored })
    }

    /// Reads every signal that arrived.
    pub fn read(&self) -> Asked {
        let mut asked = Asked::default();
        while let Ok(Some(signal)) = self.fd.read_signal() {
            let stop = match i32::try_from(signal.ssi_signo) {
                Ok(libc::SIGTERM) => StopSignal::Term,
                Ok(libc::SIGINT) => StopSignal::Int,
                Ok(libc::SIGHUP) => StopSignal::Hup,
                _ => {
                    asked.child = true;
                    continue;
                }
            };
            if asked.stop != Some(StopSignal::Term) && stop != StopSignal::Hup
                || asked.stop.is_none()
            {
                asked.stop = Some(stop);
            }
        }
        asked
    }

    /// The descriptor to wait for.
    pub fn raw_fd(&self) -> RawFd {
        self.fd.as_fd().as_raw_fd()
    }
}

fn is_ignored(signal: Signal) -> io::Result<bool> {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: with no new action, sigaction(2) only writes the present one to `action`.
    let result = unsafe { libc::sigaction(signal as i32, std::ptr::null(), action.as_mut_ptr()) };
    if result != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call succeeded and so filled `action`; zeroes would be a valid value too.
    let action = unsafe { action.assume_init() };
    Ok(action.sa_sigaction == libc::SIG_IGN)
}
