//! The machine: every decision of the supervisor.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use camber_worker::wire::{Frame, Kind, Outcome};

use super::backoff::Backoff;
use super::calls::{Call, Calls, Phase, ReplyTicket};
use super::event::{Action, Answer, Event, Exit, Refusal, Request, StopSignal, Task, WorkerId};
use super::flow::Flow;
use super::pool::{LANES, Pools};
use super::workers::{State, Why, Worker, Workers};
use crate::mcp::{Lane, RequestId};
use crate::supervisor::record::Record;

/// How long the server takes to stop at most...
const SHUTDOWN_GRACE: Duration = Duration::from_millis(900);
/// ... and how long when the client closed stdin but still takes the replies it asked for.
const LONGEST_FLUSH: Duration = Duration::from_secs(10);

/// How long a worker may take to get ready.
const READY_WITHIN: Duration = Duration::from_secs(30);
/// How long a worker may take to give a call's memory back.
const SETTLE_WITHIN: Duration = Duration::from_secs(10);
/// How long a completion may run; a person waits for it at a keyboard.
const COMPLETE_WITHIN: Duration = Duration::from_secs(10);
/// A worker that ends sooner than this after it got ready, with no call served, failed to start.
const PROVED_AFTER: Duration = Duration::from_secs(1);
/// Held memory up to this is never too much.
const HELD_FLOOR: u64 = 1 << 30;
/// A longer wait for a worker is told when it is over.
const LONG_WAIT: Duration = Duration::from_secs(1);

/// What the server was started for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many calls run at once.
    pub max_concurrent: usize,
    /// How many more may wait.
    pub max_queued: usize,
    /// How long a call may run.
    pub call_timeout: Duration,
}

/// Why the server stops. The first cause counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The client closed stdin.
    InputEnded,
    /// The client closed its end of stdout.
    OutputClosed,
    /// The system refused a write to stdout.
    OutputRefused(String),
    /// A signal.
    Signal(StopSignal),
}

#[derive(Clone, Debug)]
enum Mode {
    Serving,
    Stopping { cause: Cause, since: Instant },
}

/// The supervisor's state. See the [module](super) for its invariants.
#[derive(Debug)]
#[cfg_attr(test, derive(Clone))]
pub struct Machine {
    limits: Limits,
    mode: Mode,
    calls: Calls,
    pools: Pools,
    workers: Workers,
    backoff: Backoff,
    flow: Flow,
}

impl Machine {
    /// A machine that has seen nothing yet. `seed` spreads its delays.
    pub fn new(limits: Limits, seed: u64) -> Machine {
        Machine {
            limits,
            mode: Mode::Serving,
            calls: Calls::default(),
            pools: Pools::new(limits.max_concurrent, limits.max_queued),
            workers: Workers::default(),
            backoff: Backoff::new(seed),
            flow: Flow::default(),
        }
    }

    /// How many workers there are at most at a time, those that are dying included.
    pub fn worker_bound(max_concurrent: usize) -> usize {
        max_concurrent
            .saturating_add(1)
            .saturating_mul(2)
            .saturating_add(2)
    }

    /// Takes one event and says what has to be done, in order.
    pub fn step(&mut self, now: Instant, event: Event) -> Vec<Action> {
        let mut actions = Vec::new();
        let out = &mut actions;
        match event {
            Event::Submitted(request) => self.submit(now, request, out),
            Event::Cancelled(id) => self.cancel(now, &id, out),
            Event::Spawned { worker, pid } => self.spawned(worker, pid, out),
            Event::SpawnFailed { worker, reason } => self.spawn_failed(now, worker, reason, out),
            Event::Frame {
                worker,
                frame,
                held,
            } => self.frame(now, worker, frame, held, out),
            Event::LinkLost { worker, reason } => {
                self.abandon(now, worker, Why::Broken(reason.into_owned()), out);
            }
            Event::Exited { worker, exit } => self.exited(now, worker, exit, out),
            Event::OutputQueued(bytes) => self.flow.gauge(now, bytes),
            Event::InputEnded => self.stop(now, Cause::InputEnded, out),
            Event::InputHungUp => self.flow.hang_up(now),
            Event::OutputClosed => self.stop(now, Cause::OutputClosed, out),
            Event::OutputRefused(reason) => self.stop(now, Cause::OutputRefused(reason), out),
            Event::Signalled(signal) => self.stop(now, Cause::Signal(signal), out),
            Event::Expire => self.expire(now, out),
            Event::Dispatch => self.dispatch(now, out),
        }
        actions
    }

    /// Whether lines may be taken from the client.
    pub fn takes_input(&self) -> bool {
        !self.flow.is_choked() && !self.is_stopping()
    }

    /// Whether the server stops.
    pub fn is_stopping(&self) -> bool {
        matches!(self.mode, Mode::Stopping { .. })
    }

    /// How many calls wait for a worker of this lane.
    #[cfg(test)]
    pub fn waiting(&self, lane: Lane) -> usize {
        self.pools.of(lane).queue.len()
    }

    /// Why the server stopped, once it may exit: its workers are gone and everything else is
    /// done (`quiet`), or its time to stop is over.
    pub fn verdict(&self, now: Instant, quiet: bool) -> Option<Cause> {
        let Mode::Stopping { cause, since } = &self.mode else {
            return None;
        };
        let done = quiet && self.workers.len() == 0;
        (done || self.exit_by(cause, *since) <= now).then(|| cause.clone())
    }

    /// When a server that stops exits whatever is left to do. Replies to a client that reads on
    /// though it closed stdin are worth a longer wait.
    fn exit_by(&self, cause: &Cause, since: Instant) -> Instant {
        match cause {
            Cause::InputEnded => self.flow.patience(since).min(since + LONGEST_FLUSH),
            _ => since + SHUTDOWN_GRACE,
        }
    }

    /// The next time to send [`Event::Expire`] and [`Event::Dispatch`] though nothing happened.
    pub fn next_deadline(&self, now: Instant) -> Option<Instant> {
        if let Mode::Stopping { cause, since } = &self.mode {
            return Some(self.exit_by(cause, *since));
        }
        let is_short = |lane| self.workers.live(lane).count() < self.pools.of(lane).size;
        let start = self
            .backoff
            .until()
            .filter(|&at| at > now && LANES.into_iter().any(is_short));
        let stranded = LANES
            .into_iter()
            .filter_map(|lane| self.stranded_until(lane, now));
        let workers = self.workers.iter().filter_map(Worker::deadline);
        workers
            .chain(start)
            .chain(stranded)
            .chain(self.flow.gives_up_at())
            .min()
    }

    fn submit(&mut self, now: Instant, request: Request, out: &mut Vec<Action>) {
        if self.is_stopping() {
            return;
        }
        let lane = request.lane;
        let pool = self.pools.of(lane);
        let Limits {
            max_concurrent,
            max_queued,
            ..
        } = self.limits;
        let refusal = if self.calls.contains(&request.id) {
            Refusal::DuplicateId
        } else if pool.queue.len() + self.workers.busy(lane) >= pool.limit {
            Refusal::Busy {
                max_concurrent,
                max_queued,
            }
        } else {
            let serial = self.calls.accept(request, now);
            self.pools.of_mut(lane).queue.push_back(serial);
            return;
        };
        let Request { id, task, .. } = request;
        if let (Task::Tool { name, .. }, Refusal::Busy { .. }) = (&task, refusal) {
            out.push(Action::Log(Record::Call {
                tool: name.clone(),
                outcome: Cow::Borrowed("busy"),
                wait: Duration::ZERO,
                run: None,
                pid: None,
            }));
        }
        out.push(Action::Refuse { id, task, refusal });
    }

    fn cancel(&mut self, now: Instant, id: &RequestId, out: &mut Vec<Action>) {
        let Some(serial) = self.calls.serial_of(id) else {
            return;
        };
        let Some((call, ticket)) = self.end(now, serial, Cow::Borrowed("cancelled"), out) else {
            return;
        };
        ticket.forfeit();
        if let Phase::Running { worker, .. } = call.phase {
            self.kill(worker, Why::Cancelled, out);
        }
    }

    fn spawned(&mut self, worker: WorkerId, pid: i32, out: &mut Vec<Action>) {
        let Some(worker) = self.workers.get_mut(worker) else {
            return;
        };
        worker.pid = Some(pid);
        if !worker.is_live() {
            out.push(Action::Kill(worker.id));
        }
    }

    fn spawn_failed(
        &mut self,
        now: Instant,
        worker: WorkerId,
        reason: String,
        out: &mut Vec<Action>,
    ) {
        out.push(Action::Log(Record::SpawnFailed(reason)));
        self.release(now, worker, out);
        self.workers.remove(worker);
    }

    fn frame(
        &mut self,
        now: Instant,
        id: WorkerId,
        frame: Frame,
        held: Option<u64>,
        out: &mut Vec<Action>,
    ) {
        let Some(worker) = self.workers.get_mut(id) else {
            return;
        };
        match (&worker.state, frame.kind) {
            (State::Dying(_), _) => {}
            (State::Starting { .. }, Kind::Ready) => {
                worker.state = State::Idle {
                    since: now,
                    level: None,
                };
                let took = now.saturating_duration_since(worker.born);
                let pid = worker.pid.unwrap_or_default();
                self.backoff.ready();
                out.push(Action::Log(Record::WorkerReady { pid, took }));
            }
            (&State::Busy { serial, level, .. }, Kind::Result) if serial == frame.serial => {
                let Some(outcome) = Outcome::from_payload(&frame.payload) else {
                    let why = Why::Broken("sent a result without an outcome".to_owned());
                    return self.abandon(now, id, why, out);
                };
                let outcome = outcome.name.to_owned();
                worker.served += 1;
                worker.state = State::Settling {
                    serial,
                    deadline: now + SETTLE_WITHIN,
                    level,
                };
                self.backoff.proved();
                self.answer(
                    now,
                    serial,
                    outcome.into(),
                    Answer::Finished(frame.payload),
                    out,
                );
            }
            (&State::Busy { serial, .. }, Kind::Progress) if serial == frame.serial => {}
            (&State::Settling { serial, level, .. }, Kind::Idle) if serial == frame.serial => {
                let level = level.or(held);
                worker.state = State::Idle { since: now, level };
                if let (Some(held), Some(level)) = (held, level)
                    && held > HELD_FLOOR
                    && held > level.saturating_mul(2)
                {
                    self.kill(id, Why::Recycled { held, level }, out);
                }
            }
            (_, Kind::Fatal) => {
                let reason = String::from_utf8_lossy(&frame.payload);
                self.abandon(now, id, Why::Broken(format!("said: {reason}")), out);
            }
            (_, kind) => {
                let why = Why::Broken(format!("sent a {kind:?} frame out of turn"));
                self.abandon(now, id, why, out);
            }
        }
    }

    fn exited(&mut self, now: Instant, id: WorkerId, exit: Exit, out: &mut Vec<Action>) {
        self.release(now, id, out);
        let Some(worker) = self.workers.remove(id) else {
            return;
        };
        out.push(Action::Log(Record::WorkerEnded {
            pid: worker.pid.unwrap_or_default(),
            served: worker.served,
            why: match worker.state {
                State::Dying(why) => Some(why),
                _ => None,
            },
            exit,
        }));
    }

    fn stop(&mut self, now: Instant, cause: Cause, out: &mut Vec<Action>) {
        if cause != Cause::InputEnded {
            // Nobody reads it any more, or somebody wants the server gone.
            out.push(Action::DropOutput);
        }
        if self.is_stopping() {
            return;
        }
        self.mode = Mode::Stopping {
            cause: cause.clone(),
            since: now,
        };
        out.push(Action::Log(Record::Stopping {
            cause,
            calls: self.calls.len(),
        }));
        for lane in LANES {
            self.pools.of_mut(lane).queue.clear();
        }
        while let Some((_, ticket)) = self.calls.end_oldest() {
            ticket.forfeit();
        }
        for id in self.workers.ids(Worker::is_live) {
            self.kill(id, Why::Stopping, out);
        }
    }

    fn expire(&mut self, now: Instant, out: &mut Vec<Action>) {
        if self.is_stopping() {
            return;
        }
        for id in self
            .workers
            .ids(|worker| worker.deadline().is_some_and(|at| at <= now))
        {
            self.overrun(now, id, out);
        }
        for lane in LANES {
            self.answer_stranded(now, lane, out);
        }
        if self.flow.gives_up_at().is_some_and(|at| at <= now) {
            out.push(Action::DropOutput);
            self.stop(now, Cause::InputEnded, out);
        }
    }

    fn overrun(&mut self, now: Instant, id: WorkerId, out: &mut Vec<Action>) {
        match self.workers.get(id).map(|worker| &worker.state) {
            Some(State::Starting { .. }) => self.abandon(now, id, Why::Unready, out),
            Some(&State::Busy { serial, .. }) => {
                let cap = self.cap_of(serial);
                self.answer(
                    now,
                    serial,
                    Cow::Borrowed("timeout"),
                    Answer::TimedOut(cap),
                    out,
                );
                self.kill(id, Why::TimedOut, out);
            }
            Some(State::Settling { .. }) => self.kill(id, Why::Unsettled, out),
            _ => {}
        }
    }

    /// While no worker can be had, a call waits no longer than the present delay between tries.
    fn answer_stranded(&mut self, now: Instant, lane: Lane, out: &mut Vec<Action>) {
        while self.stranded_until(lane, now).is_some_and(|at| at <= now)
            && let Some(&serial) = self.pools.of(lane).queue.front()
        {
            self.answer(
                now,
                serial,
                Cow::Borrowed("unavailable"),
                Answer::NoWorker,
                out,
            );
        }
    }

    fn dispatch(&mut self, now: Instant, out: &mut Vec<Action>) {
        if self.is_stopping() {
            return;
        }
        for lane in LANES {
            if !self.flow.is_choked() {
                self.hand_out(now, lane, out);
            }
            self.staff(now, lane, out);
        }
    }

    /// Gives the oldest waiting calls to idle workers.
    fn hand_out(&mut self, now: Instant, lane: Lane, out: &mut Vec<Action>) {
        while let Some(&serial) = self.pools.of(lane).queue.front()
            && let Some(id) = self.workers.warmest(lane)
        {
            self.pools.of_mut(lane).queue.pop_front();
            let deadline = now + self.cap_of(serial);
            let (Some(worker), Some(call)) = (self.workers.get_mut(id), self.calls.get_mut(serial))
            else {
                continue;
            };
            let (State::Idle { level, .. }, Some(payload)) = (&worker.state, call.start(id, now))
            else {
                continue;
            };
            worker.state = State::Busy {
                serial,
                deadline,
                level: *level,
            };
            let wait = now.saturating_duration_since(call.accepted);
            if let (Task::Tool { name, .. }, true) = (&call.task, wait > LONG_WAIT) {
                out.push(Action::Log(Record::Waited {
                    tool: name.clone(),
                    wait,
                }));
            }
            let frame = Frame {
                kind: call.task.frame(),
                serial,
                payload,
            };
            out.push(Action::Send { worker: id, frame });
        }
    }

    /// Starts the workers a lane lacks, as far as the backoff lets it.
    fn staff(&mut self, now: Instant, lane: Lane, out: &mut Vec<Action>) {
        let bound = Machine::worker_bound(self.limits.max_concurrent);
        let busy = self.workers.busy(lane);
        let pool = self.pools.of_mut(lane);
        pool.grow(pool.queue.len().saturating_add(busy));
        for _ in self.workers.live(lane).count()..pool.size {
            let probed = self.backoff.probing() && self.workers.starting(lane).next().is_some();
            if !self.backoff.allows(now) || probed || self.workers.len() >= bound {
                return;
            }
            out.push(Action::Spawn(self.workers.add(
                lane,
                now,
                now + READY_WITHIN,
            )));
        }
    }

    /// A worker is no use any more: its duties end, and it is killed.
    fn abandon(&mut self, now: Instant, id: WorkerId, why: Why, out: &mut Vec<Action>) {
        self.release(now, id, out);
        self.kill(id, why, out);
    }

    fn kill(&mut self, id: WorkerId, why: Why, out: &mut Vec<Action>) {
        let Some(worker) = self.workers.get_mut(id).filter(|worker| worker.is_live()) else {
            return;
        };
        worker.state = State::Dying(why);
        // One that was asked for a moment ago is killed when its process is there.
        if worker.pid.is_some() {
            out.push(Action::Kill(id));
        }
    }

    /// What a worker's end means for others: to the call it ran or was starting for, and to the
    /// pace of new starts.
    fn release(&mut self, now: Instant, id: WorkerId, out: &mut Vec<Action>) {
        let Some(worker) = self.workers.get(id) else {
            return;
        };
        let born = worker.born;
        match worker.state {
            State::Starting { .. } => {
                let call = self.starting_for(worker);
                self.slow_down(born, now, out);
                if let Some(serial) = call
                    && self
                        .calls
                        .get_mut(serial)
                        .is_some_and(|call| call.charge() > 1)
                {
                    self.answer(
                        now,
                        serial,
                        Cow::Borrowed("unavailable"),
                        Answer::NoWorker,
                        out,
                    );
                }
            }
            State::Idle { since, .. } => {
                let age = now.saturating_duration_since(since);
                if worker.served == 0 && age < PROVED_AFTER {
                    self.slow_down(born, now, out);
                }
            }
            State::Busy { serial, .. } => {
                self.answer(
                    now,
                    serial,
                    Cow::Borrowed("unavailable"),
                    Answer::WorkerEnded,
                    out,
                );
            }
            State::Settling { .. } | State::Dying(_) => {}
        }
    }

    fn slow_down(&mut self, born: Instant, now: Instant, out: &mut Vec<Action>) {
        let before = self.backoff.until();
        self.backoff.failed(born, now);
        if self.backoff.until() != before && !self.backoff.delay().is_zero() {
            out.push(Action::Log(Record::BackingOff(self.backoff.delay())));
        }
    }

    /// The waiting call a starting worker is for: the one at its place in the line.
    fn starting_for(&self, worker: &Worker) -> Option<u64> {
        let place = self
            .workers
            .starting(worker.lane)
            .position(|other| other.id == worker.id)?;
        self.pools.of(worker.lane).queue.get(place).copied()
    }

    fn answer(
        &mut self,
        now: Instant,
        serial: u64,
        outcome: Cow<'static, str>,
        answer: Answer,
        out: &mut Vec<Action>,
    ) {
        if let Some((_, ticket)) = self.end(now, serial, outcome, out) {
            out.push(Action::Reply { ticket, answer });
        }
    }

    /// Ends a call and logs how.
    fn end(
        &mut self,
        now: Instant,
        serial: u64,
        outcome: Cow<'static, str>,
        out: &mut Vec<Action>,
    ) -> Option<(Call, ReplyTicket)> {
        let (call, ticket) = self.calls.end(serial)?;
        let (started, worker) = match call.phase {
            Phase::Running { worker, since } => (Some(since), self.workers.get(worker)),
            Phase::Waiting { .. } => {
                self.pools
                    .of_mut(call.lane)
                    .queue
                    .retain(|&waiting| waiting != serial);
                (None, None)
            }
        };
        if let Task::Tool { name, .. } = &call.task {
            out.push(Action::Log(Record::Call {
                tool: name.clone(),
                outcome,
                wait: started
                    .unwrap_or(now)
                    .saturating_duration_since(call.accepted),
                run: started.map(|started| now.saturating_duration_since(started)),
                pid: worker.and_then(|worker| worker.pid),
            }));
        }
        Some((call, ticket))
    }

    /// How long a call may run.
    fn cap_of(&self, serial: u64) -> Duration {
        let cap = self.limits.call_timeout;
        match self.calls.get(serial).map(|call| &call.task) {
            Some(Task::Completion) => cap.min(COMPLETE_WITHIN),
            _ => cap,
        }
    }

    /// When the oldest waiting call of a lane is answered because no worker can be had.
    fn stranded_until(&self, lane: Lane, now: Instant) -> Option<Instant> {
        let oldest = self.calls.get(*self.pools.of(lane).queue.front()?)?;
        let alive = self.workers.live(lane).next().is_some();
        (!alive && !self.backoff.allows(now)).then(|| oldest.accepted + self.backoff.delay())
    }
}
