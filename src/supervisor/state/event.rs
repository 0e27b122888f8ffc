//! What the machine is told and what it asks for: the whole vocabulary between the pure state
//! and the loop that touches the system.

use std::borrow::Cow;
use std::time::Duration;

use camber_worker::wire::{Frame, Kind, Revision};

use super::calls::ReplyTicket;
use crate::mcp::{Lane, RequestId};
use crate::supervisor::record::Record;

/// A worker, by a number that is never given again: a late word about a dead worker names nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkerId(pub u64);

/// A request that a worker has to answer.
#[derive(Clone, Debug)]
pub struct Request {
    /// The id its reply carries.
    pub id: RequestId,
    /// What it asks for.
    pub task: Task,
    /// The workers that may take it.
    pub lane: Lane,
    /// Its frame's content.
    pub payload: Vec<u8>,
}

/// What a request asks for, as far as the parent cares: how to word a reply of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// `tools/call`.
    Tool {
        /// The tool.
        name: String,
        /// The protocol revision of the reply.
        revision: Revision,
    },
    /// `completion/complete`.
    Completion,
}

impl Task {
    /// The kind of the frame that brings it to a worker.
    pub fn frame(&self) -> Kind {
        match self {
            Task::Tool { .. } => Kind::Call,
            Task::Completion => Kind::Complete,
        }
    }
}

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// The client sent a request that needs a worker.
    Submitted(Request),
    /// The client no longer wants the reply to this request.
    Cancelled(RequestId),
    /// A worker's process exists; it is not ready yet.
    Spawned {
        /// The worker asked for.
        worker: WorkerId,
        /// Its process.
        pid: i32,
    },
    /// The system refused a worker's process.
    SpawnFailed {
        /// The worker asked for.
        worker: WorkerId,
        /// What the system said.
        reason: String,
    },
    /// A worker sent a frame.
    Frame {
        /// Who.
        worker: WorkerId,
        /// What.
        frame: Frame,
        /// The bytes the worker holds in memory; sampled with [`Kind::Idle`] where it can be.
        held: Option<u64>,
    },
    /// A worker's socket ended or carried something that is not a frame.
    LinkLost {
        /// Whose.
        worker: WorkerId,
        /// In what way.
        reason: Cow<'static, str>,
    },
    /// A worker's process ended, its group was killed and it was reaped.
    Exited {
        /// Who.
        worker: WorkerId,
        /// How.
        exit: Exit,
    },
    /// This many bytes of output wait for the client.
    OutputQueued(usize),
    /// The client closed stdin; every line before that was handed over.
    InputEnded,
    /// The client closed stdin, but bytes it sent before are still unread.
    InputHungUp,
    /// The client closed its end of stdout.
    OutputClosed,
    /// The system refused a write to stdout.
    OutputRefused(String),
    /// A signal asks the server to stop.
    Signalled(StopSignal),
    /// Time passed: act on the deadlines that are over.
    Expire,
    /// The turn's news are in: hand out calls and start workers.
    Dispatch,
}

/// A signal that stops the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopSignal {
    /// SIGTERM.
    Term,
    /// SIGHUP.
    Hup,
    /// SIGINT.
    Int,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By itself, with this status.
    Status(i32),
    /// By this signal.
    Signal(i32),
}

/// Something the loop has to do, in the order given.
#[derive(Debug)]
pub enum Action {
    /// Start a worker; report [`Event::Spawned`] or [`Event::SpawnFailed`].
    Spawn(WorkerId),
    /// Send a frame to a worker that waits for one.
    Send {
        /// To whom.
        worker: WorkerId,
        /// What.
        frame: Frame,
    },
    /// Kill a worker's process group; report [`Event::Exited`] once it is gone.
    Kill(WorkerId),
    /// Answer an accepted request, once and for all.
    Reply {
        /// The right to answer it.
        ticket: ReplyTicket,
        /// The answer.
        answer: Answer,
    },
    /// Answer a request that was not accepted.
    Refuse {
        /// The request.
        id: RequestId,
        /// What it asked for.
        task: Task,
        /// Why not.
        refusal: Refusal,
    },
    /// Forget the output that waits for the client.
    DropOutput,
    /// Write a line to the log.
    Log(Record),
}

/// The answer to an accepted request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The worker's: the payload of its [`Kind::Result`] frame.
    Finished(Vec<u8>),
    /// It ran past this time cap and was stopped.
    TimedOut(Duration),
    /// The worker running it ended under it.
    WorkerEnded,
    /// No worker could be started for it.
    NoWorker,
}

/// Why a request is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// As many calls run and wait as the server was started for.
    Busy {
        /// How many may run at once.
        max_concurrent: usize,
        /// How many more may wait.
        max_queued: usize,
    },
    /// A request with its id is still in progress.
    DuplicateId,
}
