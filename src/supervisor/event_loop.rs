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
use super::state::{Action, Cause, Event, Exit, Limits, Machine, Request, Task, WorkerId};
use super::stdio::Stdio;
use crate::mcp::{CompletionCall, Handled, Lane, RequestId, Session, ToolCall, reply};

const INPUT: Token = Token(0);
const OUTPUT: Token = Token(1);
const LOG: Token = Token(2);
const SIGNALS: Token = Token(3);
const FIRST_WORKER: usize = 16;

/// What one read from a worker takes.
const WORKER_READ: usize = 64 << 10;
/// How often a dead worker's socket is read, for a whole reply and what a socket holds besides.
const LAST_READS: usize = 4;

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
    /// The children there were before the first worker: a shell may start something, then exec
    /// the server.
    inherited: Vec<i32>,
    buffer: Vec<u8>,
    /// Whether the client closed its end of stdin, read to the end or not.
    hung_up: bool,
    /// Whether the client closed its end of stdout.
    output_closed: bool,
    /// Whether it was told that the workers' memory cannot be read.
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
            inherited: process::children().unwrap_or_default(),
            buffer: vec![0; WORKER_READ],
            hung_up: false,
            output_closed: false,
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

    /// Serves until something stops the server, and says what did; `later` is work that can
    /// wait until the first requests are answered.
    ///
    /// # Errors
    /// The system refused to wait.
    pub fn run(mut self, later: impl FnOnce()) -> io::Result<Cause> {
        let mut later = Some(later);
        let mut events = Events::with_capacity(128);
        let mut timeout = Some(Duration::ZERO);
        loop {
            let asleep = Instant::now();
            match self.poll.poll(&mut events, timeout) {
                Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
                _ => {}
            }
            self.turn(asleep, &events);
            if let Some(later) = later.take() {
                later();
            }
            if self.machine.is_stopping()
                && let Some(cause) = self.machine.verdict(Instant::now(), self.is_quiet())
            {
                return Ok(cause);
            }
            timeout = self.timeout();
        }
    }

    fn watch(&self, fd: RawFd, token: Token, interest: Interest) -> io::Result<()> {
        match self
            .poll
            .registry()
            .register(&mut SourceFd(&fd), token, interest)
        {
            // Regular files and the like are always ready, and epoll says so in this way.
            Err(error) if error.raw_os_error() == Some(libc::EPERM) => Ok(()),
            result => result,
        }
    }

    fn unwatch(&self, link: &Link) {
        let _ = self
            .poll
            .registry()
            .deregister(&mut SourceFd(&link.raw_fd()));
    }

    /// How long the loop may wait for news.
    fn timeout(&self) -> Option<Duration> {
        let lines = self.input.is_pressing() && self.machine.takes_input();
        if lines || self.workers.values().any(|worker| worker.readable) {
            return Some(Duration::ZERO);
        }
        let now = Instant::now();
        let deadline = self.machine.next_deadline(now)?;
        Some(deadline.saturating_duration_since(now))
    }

    /// One turn: the news of one wait that began at `asleep`, and what follows from them.
    ///
    /// A deadline counts only if it was over before the wait began: then no news that could
    /// forestall it is still unseen, even if this process was stopped for an hour meanwhile.
    fn turn(&mut self, asleep: Instant, events: &Events) {
        let asked = self.note(events);
        let now = Instant::now();
        self.hear_workers(now);
        if asked.child {
            self.bury_ended(now);
        }
        self.take_lines(now);
        if let Some(signal) = asked.stop {
            self.tell(now, Event::Signalled(signal));
        }
        self.tell(asleep, Event::Expire);
        self.write_replies(now);
        self.tell(now, Event::Dispatch);
        self.log.flush();
    }

    /// Takes note of what became ready, and reads the signals.
    fn note(&mut self, events: &Events) -> Asked {
        let mut asked = Asked::default();
        for event in events {
            match event.token() {
                INPUT => {
                    self.input.wake();
                    self.hung_up |= event.is_read_closed();
                }
                OUTPUT => {
                    self.output.wake();
                    self.output_closed |= event.is_error() || event.is_write_closed();
                }
                LOG => {}
                SIGNALS => asked = self.signals.read(),
                Token(number) => {
                    let worker = WorkerId(number.saturating_sub(FIRST_WORKER) as u64);
                    if let Some(worker) = self.workers.get_mut(&worker) {
                        worker.readable = worker.linked;
                        worker.link.flush();
                    }
                }
            }
        }
        asked
    }

    fn hear_workers(&mut self, now: Instant) {
        let readable = self.workers.iter().filter(|(_, worker)| worker.readable);
        for id in readable.map(|(&id, _)| id).collect::<Vec<_>>() {
            self.hear(now, id);
        }
    }

    /// Takes the frames a worker sent.
    fn hear(&mut self, now: Instant, id: WorkerId) {
        let mut frames = Vec::new();
        let Some(worker) = self.workers.get_mut(&id).filter(|worker| worker.linked) else {
            return;
        };
        let received = worker.link.receive(&mut self.buffer, &mut frames);
        worker.readable = received == Received::Part;
        for frame in frames {
            let held = self.sample(id, frame.kind);
            self.tell(
                now,
                Event::Frame {
                    worker: id,
                    frame,
                    held,
                },
            );
        }
        if let Received::Lost(reason) = received
            && let Some(worker) = self.workers.get_mut(&id)
        {
            worker.linked = false;
            // The socket of a process that ended is of no interest: its end says more.
            if !worker.process.has_ended() {
                self.tell(now, Event::LinkLost { worker: id, reason });
            }
        }
    }

    /// What a worker holds in memory, when it says that it gave back what it could.
    fn sample(&mut self, id: WorkerId, kind: Kind) -> Option<u64> {
        let worker = self.workers.get(&id).filter(|_| kind == Kind::Idle)?;
        let held = worker.process.held();
        if held.is_none() && !std::mem::replace(&mut self.memory_unknown, true) {
            let text =
                "the memory of workers cannot be read; none is replaced for holding too much";
            self.log.add(&Record::Warning(Cow::Borrowed(text)));
        }
        held
    }

    /// Buries the workers that ended, and kills what dead workers left behind.
    fn bury_ended(&mut self, now: Instant) {
        let mut any = false;
        while let Some((pid, exit)) = process::ended_child() {
            any = true;
            let worker = self
                .workers
                .iter()
                .find(|(_, worker)| worker.process.pid() == pid);
            match worker.map(|(&id, _)| id) {
                Some(id) => self.bury(now, id, exit),
                None => process::reap(pid),
            }
        }
        if any {
            let workers = self.workers.values().map(|worker| worker.process.pid());
            let known: Vec<i32> = workers.chain(self.inherited.iter().copied()).collect();
            process::kill_strangers(&known);
        }
    }

    fn bury(&mut self, now: Instant, id: WorkerId, exit: Exit) {
        // Its last words may still be in the socket. What it started may hold the other end and
        // write for ever, so not everything is read: no more than a whole reply.
        for _ in 0..LAST_READS {
            self.hear(now, id);
        }
        if let Some(worker) = self.workers.remove(&id) {
            self.unwatch(&worker.link);
            worker.process.bury();
        }
        self.tell(now, Event::Exited { worker: id, exit });
    }

    fn take_lines(&mut self, now: Instant) {
        if self.machine.takes_input() && !self.input.backlog {
            self.input.fill();
        }
        while self.input.backlog && self.machine.takes_input() {
            match self.input.lines.next_line() {
                Some(line) => {
                    let handled = self.session.handle(line, self.output.tail());
                    self.act_on(now, handled);
                }
                None => self.input.backlog = false,
            }
        }
        if self.input.ended && !self.input.backlog && self.machine.takes_input() {
            if let Some(line) = self.input.lines.finish() {
                let handled = self.session.handle(line, self.output.tail());
                self.act_on(now, handled);
            }
            self.tell(now, Event::InputEnded);
        } else if self.hung_up || self.input.ended {
            // No event will say so again.
            self.tell(now, Event::InputHungUp);
        }
    }

    fn act_on(&mut self, now: Instant, handled: Handled) {
        match handled {
            Handled::Replied => {}
            Handled::Silent => return,
            Handled::Refused(reason) => self.log.add(&Record::Refused(reason)),
            Handled::Declined { tool, code } => self.log.add(&Record::Call {
                tool: tool.to_owned(),
                outcome: code.into(),
                wait: Duration::ZERO,
                run: None,
                pid: None,
            }),
            Handled::Call(call) => self.submit_call(now, *call),
            Handled::Completion(call) => self.submit_completion(now, *call),
            Handled::Cancel(id) => self.tell(now, Event::Cancelled(id)),
        }
        self.tell(now, Event::OutputQueued(self.output.len()));
    }

    fn submit_call(&mut self, now: Instant, call: ToolCall) {
        let payload = serde_json::to_vec(&call.request);
        let task = Task::Tool {
            name: call.request.tool,
            revision: call.request.revision,
        };
        self.submit(now, call.id, task, call.lane, payload);
    }

    fn submit_completion(&mut self, now: Instant, call: CompletionCall) {
        let payload = serde_json::to_vec(&call.request);
        self.submit(now, call.id, Task::Completion, Lane::Quick, payload);
    }

    fn submit(
        &mut self,
        now: Instant,
        id: RequestId,
        task: Task,
        lane: Lane,
        payload: serde_json::Result<Vec<u8>>,
    ) {
        match payload {
            Ok(payload) => {
                self.tell(
                    now,
                    Event::Submitted(Request {
                        id,
                        task,
                        lane,
                        payload,
                    }),
                );
            }
            Err(_) => reply::internal_error(self.output.tail(), &id),
        }
    }

    fn write_replies(&mut self, now: Instant) {
        // Before and after, so that the machine sees what the client takes.
        self.tell(now, Event::OutputQueued(self.output.len()));
        let broken = match self.output.flush() {
            _ if self.output_closed => Some(Event::OutputClosed),
            Ok(()) => None,
            Err(Broken::Closed) => Some(Event::OutputClosed),
            Err(Broken::Refused(error)) => Some(Event::OutputRefused(error.to_string())),
        };
        if let Some(event) = broken {
            self.output.clear();
            self.tell(now, event);
        }
        self.tell(now, Event::OutputQueued(self.output.len()));
    }

    fn tell(&mut self, now: Instant, event: Event) {
        for action in self.machine.step(now, event) {
            self.carry_out(now, action);
        }
    }

    fn carry_out(&mut self, now: Instant, action: Action) {
        match action {
            Action::Spawn(worker) => {
                let event = match self.spawn(worker) {
                    Ok(pid) => Event::Spawned { worker, pid },
                    Err(error) => Event::SpawnFailed {
                        worker,
                        reason: error.to_string(),
                    },
                };
                self.tell(now, event);
            }
            Action::Send { worker: id, frame } => {
                let worker = self.workers.get_mut(&id);
                if let Some(Err(error)) = worker.map(|worker| worker.link.send(&frame)) {
                    let reason = Cow::Owned(error.to_string());
                    self.tell(now, Event::LinkLost { worker: id, reason });
                }
            }
            Action::Kill(worker) => {
                if let Some(worker) = self.workers.get(&worker) {
                    worker.process.kill();
                }
            }
            Action::Reply { ticket, answer } => {
                replies::answer(self.output.tail(), ticket, &answer);
            }
            Action::Refuse { id, task, refusal } => {
                replies::refuse(self.output.tail(), &id, &task, refusal);
            }
            Action::DropOutput => self.output.clear(),
            Action::Log(record) => self.log.add(&record),
        }
    }

    fn spawn(&mut self, id: WorkerId) -> io::Result<i32> {
        let token = usize::try_from(id.0)
            .map_err(io::Error::other)?
            .saturating_add(FIRST_WORKER);
        let (process, socket) = self.spawner.spawn()?;
        let pid = process.pid();
        let linked = Link::new(socket).and_then(|mut link| {
            self.watch(
                link.raw_fd(),
                Token(token),
                Interest::READABLE | Interest::WRITABLE,
            )?;
            let start = Frame {
                kind: Kind::Start,
                serial: 0,
                payload: self.start.clone(),
            };
            link.send(&start).map_err(io::Error::other)?;
            Ok(link)
        });
        match linked {
            Ok(link) => {
                let worker = Running {
                    process,
                    link,
                    readable: false,
                    linked: true,
                };
                self.workers.insert(id, worker);
                Ok(pid)
            }
            Err(error) => {
                // Nobody's worker now: it is reaped like any other child that is none.
                process.kill();
                Err(error)
            }
        }
    }

    /// Whether nothing is left to do before the exit but what workers still do.
    fn is_quiet(&self) -> bool {
        let childless = match process::children() {
            Some(children) => children.iter().all(|pid| self.inherited.contains(pid)),
            None => !process::has_children(),
        };
        childless && self.output.len() == 0
    }
}
