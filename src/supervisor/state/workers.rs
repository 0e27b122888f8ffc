//! What a worker is doing.

use std::collections::BTreeMap;
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

/// Every worker that is not gone.
#[derive(Debug, Default)]
#[cfg_attr(test, derive(Clone))]
pub struct Workers {
    by_id: BTreeMap<WorkerId, Worker>,
    last_id: u64,
}

impl Workers {
    /// Adds a worker that is to be started.
    pub fn add(&mut self, lane: Lane, now: Instant, deadline: Instant) -> WorkerId {
        self.last_id += 1;
        let id = WorkerId(self.last_id);
        let state = State::Starting { deadline };
        let worker = Worker {
            id,
            lane,
            pid: None,
            born: now,
            served: 0,
            state,
        };
        self.by_id.insert(id, worker);
        id
    }

    /// The worker of this name.
    pub fn get(&self, id: WorkerId) -> Option<&Worker> {
        self.by_id.get(&id)
    }

    /// The worker of this name, to be changed.
    pub fn get_mut(&mut self, id: WorkerId) -> Option<&mut Worker> {
        self.by_id.get_mut(&id)
    }

    /// Forgets a worker that is gone.
    pub fn remove(&mut self, id: WorkerId) -> Option<Worker> {
        self.by_id.remove(&id)
    }

    /// How many there are, the dying ones included.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// All of them, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Worker> {
        self.by_id.values()
    }

    /// The names of those for which `wanted` holds.
    pub fn ids(&self, wanted: impl Fn(&Worker) -> bool) -> Vec<WorkerId> {
        self.iter()
            .filter(|worker| wanted(worker))
            .map(|worker| worker.id)
            .collect()
    }

    /// Those of a lane that take a place in it.
    pub fn live(&self, lane: Lane) -> impl Iterator<Item = &Worker> {
        self.iter()
            .filter(move |worker| worker.lane == lane && worker.is_live())
    }

    /// How many of a lane run a call.
    pub fn busy(&self, lane: Lane) -> usize {
        self.live(lane)
            .filter(|worker| matches!(worker.state, State::Busy { .. }))
            .count()
    }

    /// Those of a lane that are not ready yet, the oldest first.
    pub fn starting(&self, lane: Lane) -> impl Iterator<Item = &Worker> {
        self.live(lane)
            .filter(|worker| matches!(worker.state, State::Starting { .. }))
    }

    /// The idle worker of a lane that was used last: its caches are the warmest.
    pub fn warmest(&self, lane: Lane) -> Option<WorkerId> {
        let idle = self.live(lane).filter_map(|worker| match worker.state {
            State::Idle { since, .. } => Some((since, worker.id)),
            _ => None,
        });
        idle.max().map(|(_, id)| id)
    }
}
