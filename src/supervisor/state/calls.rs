//! The accepted requests: one entry each from acceptance to its one end.

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use super::event::{Request, Task, WorkerId};
use crate::mcp::{Lane, RequestId};

/// An accepted request.
#[derive(Debug)]
#[cfg_attr(test, derive(Clone))]
pub struct Call {
    /// What it asks for.
    pub task: Task,
    /// The workers that may take it.
    pub lane: Lane,
    /// When it was accepted.
    pub accepted: Instant,
    /// Where it is.
    pub phase: Phase,
    id: RequestId,
}

/// Where an accepted request is.
#[derive(Debug)]
#[cfg_attr(test, derive(Clone))]
pub enum Phase {
    /// It waits for a worker.
    Waiting {
        /// The content of the frame that will take it there.
        payload: Vec<u8>,
        /// How many workers died while starting for it.
        failed_starts: u8,
    },
    /// A worker runs it.
    Running {
        /// Which.
        worker: WorkerId,
        /// Since when.
        since: Instant,
    },
}

impl Call {
    /// Gives a waiting request to a worker; its frame's content comes back to be sent.
    pub fn start(&mut self, worker: WorkerId, now: Instant) -> Option<Vec<u8>> {
        let Phase::Waiting { payload, .. } = &mut self.phase else {
            return None;
        };
        let payload = std::mem::take(payload);
        self.phase = Phase::Running { worker, since: now };
        Some(payload)
    }

    /// Counts a worker that died while starting for a waiting request; how many there were.
    pub fn charge(&mut self) -> u8 {
        let Phase::Waiting { failed_starts, .. } = &mut self.phase else {
            return 0;
        };
        *failed_starts = failed_starts.saturating_add(1);
        *failed_starts
    }
}

/// The right to answer one accepted request.
///
/// There is one for each, made when its entry is removed: that is why no request is ever
/// answered twice.
#[must_use = "an accepted request has to be answered, or its ticket forfeited"]
#[derive(Debug)]
pub struct ReplyTicket {
    id: RequestId,
    task: Task,
    spent: bool,
}

impl ReplyTicket {
    /// Uses the ticket up for a reply to this request.
    pub fn redeem(mut self) -> (RequestId, Task) {
        self.spent = true;
        (self.id.clone(), self.task.clone())
    }

    /// Gives the reply up: the client does not want it any more.
    pub fn forfeit(mut self) {
        self.spent = true;
    }
}

impl Drop for ReplyTicket {
    fn drop(&mut self) {
        debug_assert!(
            self.spent || std::thread::panicking(),
            "request {} was neither answered nor given up",
            self.id
        );
    }
}

/// Every accepted request that has not come to its end.
#[derive(Debug, Default)]
#[cfg_attr(test, derive(Clone))]
pub struct Calls {
    by_serial: BTreeMap<u64, Call>,
    by_id: HashMap<RequestId, u64>,
    last_serial: u64,
}

impl Calls {
    /// Accepts a request, whose id no other in progress has, and gives the serial its frames carry.
    pub fn accept(&mut self, request: Request, now: Instant) -> u64 {
        self.last_serial += 1;
        let serial = self.last_serial;
        self.by_id.insert(request.id.clone(), serial);
        self.by_serial.insert(
            serial,
            Call {
                task: request.task,
                lane: request.lane,
                accepted: now,
                phase: Phase::Waiting {
                    payload: request.payload,
                    failed_starts: 0,
                },
                id: request.id,
            },
        );
        serial
    }

    /// Whether a request with this id is in progress.
    pub fn contains(&self, id: &RequestId) -> bool {
        self.by_id.contains_key(id)
    }

    /// The serial of the request with this id.
    pub fn serial_of(&self, id: &RequestId) -> Option<u64> {
        self.by_id.get(id).copied()
    }

    /// The request with this serial.
    pub fn get(&self, serial: u64) -> Option<&Call> {
        self.by_serial.get(&serial)
    }

    /// The request with this serial, to be changed.
    pub fn get_mut(&mut self, serial: u64) -> Option<&mut Call> {
        self.by_serial.get_mut(&serial)
    }

    /// Ends a request: its entry, and the right to answer it.
    pub fn end(&mut self, serial: u64) -> Option<(Call, ReplyTicket)> {
        let call = self.by_serial.remove(&serial)?;
        self.by_id.remove(&call.id);
        let ticket = ReplyTicket {
            id: call.id.clone(),
            task: call.task.clone(),
            spent: false,
        };
        Some((call, ticket))
    }

    /// Ends the oldest request.
    pub fn end_oldest(&mut self) -> Option<(Call, ReplyTicket)> {
        let (&serial, _) = self.by_serial.first_key_value()?;
        self.end(serial)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.by_serial.len()
    }
}
