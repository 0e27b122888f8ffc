//! The one place that waits: facts of the system in, events to the machine, its actions out.
//!
//! Each turn takes the news in a fixed order, which decides what wins when several things
//! happened at once: the workers' frames, the ends of processes, the client's lines, signals,
//! deadlines; then replies are written, and calls handed out. So a reply that was there in time
//! beats a deadline, a cancellation and the death of its worker.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::os::fd::RawFd;
use std::time::{Duration, Instant};

use camber_worker::wire::{Frame, Kind};
use mio::unix::SourceFd;
use mio::{Events, Interest, Poll, Token};

use super::client::{Broken, Input, Output};
use super::link::{Link, Received};
use super::log::Log;
use super::process::{self, Process, Spawner};
use super::record::Record;
use super::replies;
use super::signals::{Asked, Signals};
use super::state::{Action, Event, Exit, Limits, Machine, Request, Task, WorkerId};
use super::stdio::Stdio;
use crate::mcp::{CompletionCall, Handled, Lane, Session, ToolCall, reply};

const INPUT: Token = Token(0);
const OUTPUT: Token = Token(1);
const LOG: Token = Token(2);
const SIGNALS: Token = Token(3);
const FIRST_WORKER: usize = 16;

/// What one read from a worker takes.
const WORKER_READ: usize = 64 << 10;

/// A running server.
pub struct EventLoop {
    poll: Poll,
    machine: Machine,
    session: Session,
    input: Input,
    output: Output,
    log: Log,
    signals: Signals,
    spawner: Spawner,
    /// The content of the first frame of every worker.
    start: Vec<u8>,
    workers: BTreeMap<WorkerId, Running>,
    buffer: Vec<u8>,
    memory_unknown: bool,
}

/// A worker that was not buried yet.
#[derive(Debug)]
struct Running {
    process: Process,
    link: Link,
    /// Whether a read may find something.
    readable: bool,
    /// Whether the link is of use.
    linked: bool,
}

impl EventLoop {
    /// A server that has not served yet.
    ///
    /// # Errors
    /// What the system said to waiting for its descriptors.
    pub fn new(
        limits: Limits,
        session: Session,
        stdio: Stdio,
        signals: Signals,
        spawner: Spawner,
        start: Vec<u8>,
    ) -> io::Result<EventLoop> {
        let this = EventLoop {
            poll: Poll::new()?,
            machine: Machine::new(limits, u64::from(std::process::id())),
            session,
            input: Input::new(stdio.input),
            output: Output::new(stdio.output),
            log: Log::new(stdio.log),
            signals,
            spawner,
            start,
            workers: BTreeMap::new(),
            buffer: vec![0; WORKER_READ],
            memory_unknown: false,
        };
        this.watch(this.input.port().raw_fd(), INPUT, Interest::READABLE)?;
        this.watch(this.output.port().raw_fd(), OUTPUT, Interest::WRITABLE)?;
        this.watch(this.log.port().raw_fd(), LOG, Interest::WRITABLE)?;
        this.watch(this.signals.raw_fd(), SIGNALS, Interest::READABLE)?;
        Ok(this)
    }

    /// The server's log.
    pub fn log(&mut self) -> &mut Log {
        &mut self.log
    }

    /// Serves until something stops the server; `rest` is what can wait until after the first
    /// turn. Gives the machine's last word.
    ///
    /// # Errors
    /// The system refused to wait.
    pub fn run(mut self, rest: impl FnOnce()) -> io::Result<Ended> {
        let mut rest = Some(rest);
        let mut events = Events::with_capacity(128);
        let mut first = true;
        loop {
            let asleep = Instant::now();
            let timeout = if first { Some(Duration::ZERO) } else { self.timeout(asleep) };
            match self.poll.poll(&mut events, timeout) {
                Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
                _ => {}
            }
            self.turn(asleep, &events);
            if self.machine.may_exit(Instant::now(), self.is_quiet()) {
                self.log.flush();
                return Ok(self.machine);
            }
            if let Some(rest) = rest.take() {
                rest();
            }
        }
    }
}
