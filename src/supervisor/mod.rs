//! The supervisor: one process without threads that talks to the client and keeps the workers.
//!
//! ```text
//!             stdin --> client::Input --> mcp::Session --> state::Machine --> Action
//!  client                                     |                 ^               |
//!             stdout <-- client::Output <-----+---------- Event |               v
//!                                                         event_loop::EventLoop (the one that waits)
//!                                                               |               |
//!                                          link::Link, signals, process --- workers
//! ```
//!
//! Every decision is the pure state machine (`state`)'s; the event loop (`event_loop`) turns what
//! the system says into its events and its actions into system calls. See `DESIGN.md` beside
//! this file for the invariants and how each is kept.

mod client;
mod event_loop;
mod link;
mod log;
mod outbox;
mod process;
mod record;
mod replies;
mod scratch;
mod signals;
mod state;
mod stdio;

use std::borrow::Cow;
use std::io;
use std::time::Duration;

use camber_worker::launch::LaunchContext;

use crate::mcp::Session;
use event_loop::EventLoop;
use process::Spawner;
use record::Record;
use scratch::Scratch;
use signals::Signals;
use state::{Cause, Limits, StopSignal};
use stdio::Stdio;

pub use process::WorkerCommand;

/// What a server is started for.
#[derive(Debug)]
pub struct Options {
    /// How its workers are started.
    pub worker: WorkerCommand,
    /// What its workers serve; the scratch directory is filled in here.
    pub launch: LaunchContext,
    /// How many tool calls run at once.
    pub max_concurrent: usize,
    /// How many more may wait.
    pub max_queued: usize,
    /// How long a call may run.
    pub call_timeout: Duration,
    /// The first line of the log.
    pub announcement: String,
    /// What the operator should know and can live with.
    pub warnings: Vec<String>,
}

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The hard limit of open descriptors is too low for the concurrency asked for.
    #[error(
        "--max-concurrent {max_concurrent} needs {needed} open files, more than the limit allows; \
         raise it (ulimit -n) or lower --max-concurrent"
    )]
    Descriptors {
        /// What was asked for.
        max_concurrent: usize,
        /// What it takes.
        needed: u64,
    },
    /// The system refused something no server can do without.
    #[error("cannot {attempt}: {source}")]
    System {
        /// What was attempted.
        attempt: &'static str,
        /// What the system said.
        source: io::Error,
    },
}

/// Why a server ended, as its exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// The client closed stdin, or its end of stdout.
    ClientLeft,
    /// The system refused a write to stdout, or to wait for events.
    Failed,
    /// SIGTERM.
    Terminated,
    /// SIGHUP.
    HungUp,
    /// SIGINT.
    Interrupted,
}

impl ExitStatus {
    /// The number for the parent process; that of a signal is 128 more than the signal's.
    pub fn code(self) -> u8 {
        match self {
            ExitStatus::ClientLeft => 0,
            ExitStatus::Failed => 1,
            ExitStatus::HungUp => 129,
            ExitStatus::Interrupted => 130,
            ExitStatus::Terminated => 143,
        }
    }
}

impl From<Cause> for ExitStatus {
    fn from(cause: Cause) -> ExitStatus {
        match cause {
            Cause::InputEnded | Cause::OutputClosed => ExitStatus::ClientLeft,
            Cause::OutputRefused(_) => ExitStatus::Failed,
            Cause::Signal(StopSignal::Term) => ExitStatus::Terminated,
            Cause::Signal(StopSignal::Hup) => ExitStatus::HungUp,
            Cause::Signal(StopSignal::Int) => ExitStatus::Interrupted,
        }
    }
}

/// Serves one client over stdin and stdout until it leaves or a signal stops the server.
///
/// Takes the process over: its standard streams, its signals and its children. To be called from
/// a process with one thread.
///
/// # Errors
/// Nothing was served; nothing is left behind.
pub fn run(options: Options, session: Session) -> Result<ExitStatus, StartError> {
    let attempt = |attempt| move |source| StartError::System { attempt, source };
    let Options {
        worker,
        mut launch,
        max_concurrent,
        max_queued,
        call_timeout,
        ..
    } = options;
    process::provide_descriptors(max_concurrent).map_err(|needed| StartError::Descriptors {
        max_concurrent,
        needed,
    })?;
    process::prepare().map_err(attempt("become the reaper of its workers' children"))?;
    let spawner = Spawner::new(worker).map_err(attempt("find its own executable"))?;
    // Before the scratch directory exists: a signal in between would leave it behind.
    let signals = Signals::take().map_err(attempt("take its signals"))?;
    let stdio = Stdio::take().map_err(attempt("take its standard streams"))?;

    let mut records = vec![Record::Started {
        serving: options.announcement,
    }];
    records.extend(
        options
            .warnings
            .into_iter()
            .map(|text| Record::Warning(Cow::Owned(text))),
    );
    if signals.hup_ignored {
        let text = "SIGHUP was ignored at the start and stays so";
        records.push(Record::Warning(Cow::Borrowed(text)));
    }
    let parent = scratch::parent();
    // An operator who names a directory for Matplotlib's caches wants no other.
    let wanted = std::env::var_os("MPLCONFIGDIR").is_none_or(|path| path.is_empty());
    let scratch = match wanted.then(|| Scratch::create(&parent)).transpose() {
        Ok(scratch) => scratch,
        Err(error) => {
            let text = format!("no scratch directory in {}: {error}", parent.display());
            records.push(Record::Warning(Cow::Owned(text)));
            None
        }
    };
    launch.scratch = scratch.as_ref().map(|scratch| scratch.path().to_path_buf());

    let limits = Limits {
        max_concurrent,
        max_queued,
        call_timeout,
    };
    let ended = serde_json::to_vec(&launch)
        .map_err(io::Error::other)
        .and_then(|start| EventLoop::new(limits, session, stdio, signals, spawner, start))
        .map(|mut server| {
            records.iter().for_each(|record| server.log().add(record));
            server.run(|| scratch::sweep(&parent))
        });
    if let Some(scratch) = scratch {
        scratch.remove();
    }
    let cause = ended.map_err(attempt("wait for its client"))?;
    Ok(cause.map_or(ExitStatus::Failed, ExitStatus::from))
}
