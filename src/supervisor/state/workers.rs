//! What a worker is doing.

use std::time::Instant;

use super::event::WorkerId;
use crate::mcp::Lane;

/// A worker from the wish for it to its burial.
#[derive(Debug)]
#[cfg_attr(test, derive(Clone))]
pub struct Worker {
    /// Its name.
    pub id: WorkerId,
    /// The calls it may take.
    pub lane: Lane,
    /// Its process, once there is one.
    pub pid: Option<i32>,
    /// When it was asked for.
    pub born: Instant,
    /// How many calls it answered.
    pub served: u64,
    /// What it is doing.
    pub state: State,
}

/// What a worker is doing. `level` is the memory it held after its first call, in bytes.
#[derive(Debug)]
#[cfg_attr(test, derive(Clone))]
pub enum State {
    /// It was asked for and is not ready yet.
    Starting {
        /// When it is given up.
        deadline: Instant,
    },
    /// It waits for a call.
    Idle {
        /// Since when.
        since: Instant,
        level: Option<u64>,
    },
    /// It runs a call.
    Busy {
        /// The call's serial.
        serial: u64,
        /// When the call's time is over.
        deadline: Instant,
        level: Option<u64>,
    },
    /// It answered and gives the call's memory back.
    Settling {
        /// The serial of the call it answered.
        serial: u64,
        /// When it is given up.
        deadline: Instant,
        level: Option<u64>,
    },
    /// It was killed; its end is awaited.
    Dying(Why),
}

/// Why a worker was killed, or is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Its call was cancelled.
    Cancelled,
    /// Its call ran past the cap.
    TimedOut,
    /// It did not get ready in time.
    Unready,
    /// It did not give its call's memory back in time.
    Unsettled,
    /// It held too much memory after a call.
    Recycled {
        /// The bytes it held.
        held: u64,
        /// The bytes it held after its first call.
        level: u64,
    },
    /// It said that it cannot work, or broke the rules of its socket.
    Broken(String),
    /// The server stops.
    Stopping,
}

impl Worker {
    /// Whether it takes a place among its lane's workers.
    pub fn is_live(&self) -> bool {
        !matches!(self.state, State::Dying(_))
    }

    /// Whether it is starting.
    pub fn is_starting(&self) -> bool {
        matches!(self.state, State::Starting { .. })
    }

    /// Whether it runs a call.
    pub fn is_busy(&self) -> bool {
        matches!(self.state, State::Busy { .. })
    }

    /// Since when it waits for a call, if it does.
    pub fn idle_since(&self) -> Option<Instant> {
        match self.state {
            State::Idle { since, .. } => Some(since),
            _ => None,
        }
    }

    /// When its present state has lasted too long.
    pub fn deadline(&self) -> Option<Instant> {
        match self.state {
            State::Starting { deadline }
            | State::Busy { deadline, .. }
            | State::Settling { deadline, .. } => Some(deadline),
            State::Idle { .. } | State::Dying(_) => None,
        }
    }
}
