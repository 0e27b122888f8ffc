//! What the server tells its operator: one record a line.

use std::borrow::Cow;
use std::time::Duration;

use super::state::{Cause, Exit, Why};

/// One line of the log.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// The server serves.
    Started {
        /// What it serves, in the words of the launch.
        serving: String,
    },
    /// Something the operator may want to know about what is served.
    Note(String),
    /// Something the operator should know and can live with.
    Warning(Cow<'static, str>),
    /// A message of the client was refused as a whole.
    Refused(&'static str),
    /// A tool call came to its end.
    Call {
        /// The tool.
        tool: String,
        /// `ok`, an error code, or `cancelled`.
        outcome: Cow<'static, str>,
        /// How long it waited for a worker.
        wait: Duration,
        /// How long a worker ran it, if one did.
        run: Option<Duration>,
        /// That worker's process.
        pid: Option<i32>,
    },
    /// A tool call reached a worker after a wait worth telling.
    Waited {
        /// The tool.
        tool: String,
        /// How long it waited.
        wait: Duration,
    },
    /// A worker takes calls.
    WorkerReady {
        /// Its process.
        pid: i32,
        /// How long it took to get ready.
        took: Duration,
    },
    /// A worker is gone.
    WorkerEnded {
        /// Its process.
        pid: i32,
        /// How many calls it answered.
        served: u64,
        /// Why it was killed; `None` when it ended by itself.
        why: Option<Why>,
        /// How its process ended.
        exit: Exit,
    },
    /// The system started no process for a worker.
    SpawnFailed(String),
    /// Workers fail; the next one is started after this delay.
    BackingOff(Duration),
    /// The server stops.
    Stopping {
        /// Why.
        cause: Cause,
        /// How many calls it gives up.
        calls: usize,
    },
}
