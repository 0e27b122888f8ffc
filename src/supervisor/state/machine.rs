//! The machine: every decision of the supervisor.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use camber_worker::wire::{Frame, Kind, Outcome};

use super::backoff::Backoff;
use super::calls::{Call, Calls, Phase, ReplyTicket};
use super::event::{Action, Answer, Event, Exit, Refusal, Request, StopSignal, Task, WorkerId};
use super::workers::{State, Why, Worker};
use crate::mcp::{Lane, RequestId};
use crate::supervisor::record::Record;

/// How long the server takes to stop at most.
pub const SHUTDOWN_GRACE: Duration = Duration::from_millis(900);

/// How long a worker may take to get ready.
const READY_WITHIN: Duration = Duration::from_secs(30);
/// How long a worker may take to give a call's memory back.
const SETTLE_WITHIN: Duration = Duration::from_secs(10);
/// How long a completion may run; a person waits for it at a keyboard.
const COMPLETE_WITHIN: Duration = Duration::from_secs(10);
/// A worker that ends sooner than this after it got ready, with no call served, failed to start.
const PROVED_AFTER: Duration = Duration::from_secs(1);
/// How many requests the quick lane holds.
const QUICK_LIMIT: usize = 64;
/// Held memory up to this is never too much.
const HELD_FLOOR: u64 = 1 << 30;
/// Above this much waiting output nothing more is read or handed out...
const OUTPUT_HIGH: usize = 8 << 20;
/// ... until no more than this waits.
const OUTPUT_LOW: usize = 1 << 20;
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

/// The workers of one lane and the calls that wait for them.
#[derive(Debug)]
#[cfg_attr(test, derive(Clone))]
struct Pool {
    lane: Lane,
    /// How many workers there may be.
    max: usize,
    /// How many there should be: it grows with demand, and what dies is replaced.
    size: usize,
    /// How many calls may be in progress.
    limit: usize,
    /// The serials of the calls that wait, the oldest first.
    queue: VecDeque<u64>,
}

#[derive(Debug)]
#[cfg_attr(test, derive(Clone))]
enum Mode {
    Serving,
    Stopping { cause: Cause, deadline: Instant },
}

/// The supervisor's state. See the [module](super) for its invariants.
#[derive(Debug)]
#[cfg_attr(test, derive(Clone))]
pub struct Machine {
    limits: Limits,
    mode: Mode,
    calls: Calls,
    pools: [Pool; 2],
    workers: BTreeMap<WorkerId, Worker>,
    last_worker: u64,
    backoff: Backoff,
    /// Since when too much output waits.
    choked: Option<Instant>,
    /// When the client closed stdin with bytes still unread.
    hung_up: Option<Instant>,
}

impl Machine {
    /// A machine that has seen nothing yet. `seed` spreads its delays.
    pub fn new(limits: Limits, seed: u64) -> Machine {
        let in_progress = limits.max_concurrent.saturating_add(limits.max_queued);
        let pool = |lane, max, size, limit| Pool {
            lane,
            max,
            size,
            limit,
            queue: VecDeque::new(),
        };
        Machine {
            limits,
            mode: Mode::Serving,
            calls: Calls::default(),
            pools: [
                pool(Lane::Data, limits.max_concurrent, 1, in_progress),
                pool(Lane::Quick, 1, 0, QUICK_LIMIT),
            ],
            workers: BTreeMap::new(),
            last_worker: 0,
            backoff: Backoff::new(seed),
            choked: None,
            hung_up: None,
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
            Event::OutputQueued(bytes) => self.gauge_output(now, bytes),
            Event::InputEnded => self.stop(now, Cause::InputEnded, out),
            Event::InputHungUp => self.hung_up = self.hung_up.or(Some(now)),
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
        self.choked.is_none() && !self.is_stopping()
    }

    /// Whether the server stops.
    pub fn is_stopping(&self) -> bool {
        matches!(self.mode, Mode::Stopping { .. })
    }

    /// How many calls wait for a worker of this lane.
    #[cfg(test)]
    pub fn waiting(&self, lane: Lane) -> usize {
        self.pools
            .iter()
            .filter(|pool| pool.lane == lane)
            .map(|pool| pool.queue.len())
            .sum()
    }

    /// Why the server stopped, once it may exit: its workers are gone and everything else is
    /// done (`quiet`), or its time to stop is over.
    pub fn verdict(&self, now: Instant, quiet: bool) -> Option<Cause> {
        match &self.mode {
            Mode::Stopping { cause, deadline }
                if *deadline <= now || quiet && self.workers.is_empty() =>
            {
                Some(cause.clone())
            }
            _ => None,
        }
    }

    /// The next time to send [`Event::Expire`] and [`Event::Dispatch`] though nothing happened.
    pub fn next_deadline(&self, now: Instant) -> Option<Instant> {
        if let Mode::Stopping { deadline, .. } = self.mode {
            return Some(deadline);
        }
        let workers = self.workers.values().filter_map(Worker::deadline);
        let start = self
            .backoff
            .until()
            .filter(|&until| until > now && self.is_short());
        let stranded = self
            .pools
            .iter()
            .filter_map(|pool| self.stranded_until(pool, now));
        workers
            .chain(start)
            .chain(stranded)
            .chain(self.stalled_until())
            .min()
    }

    fn submit(&mut self, now: Instant, request: Request, out: &mut Vec<Action>) {
        if self.is_stopping() {
            return;
        }
        let Some(pool) = self.pools.iter().position(|pool| pool.lane == request.lane) else {
            return;
        };
        let full = self
            .pools
            .get(pool)
            .is_some_and(|pool| self.in_progress(pool) >= pool.limit);
        let refusal = if self.calls.contains(&request.id) {
            Some(Refusal::DuplicateId)
        } else if full {
            let Limits {
                max_concurrent,
                max_queued,
                ..
            } = self.limits;
            Some(Refusal::Busy {
                max_concurrent,
                max_queued,
            })
        } else {
            None
        };
        if let Some(refusal) = refusal {
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
        } else if let Some(serial) = self.calls.accept(request, now)
            && let Some(pool) = self.pools.get_mut(pool)
        {
            pool.queue.push_back(serial);
        }
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
        let Some(worker) = self.workers.get_mut(&worker) else {
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
        self.workers.remove(&worker);
    }

    fn frame(
        &mut self,
        now: Instant,
        id: WorkerId,
        frame: Frame,
        held: Option<u64>,
        out: &mut Vec<Action>,
    ) {
        let Some(worker) = self.workers.get_mut(&id) else {
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
        let Some(worker) = self.workers.remove(&id) else {
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

    fn gauge_output(&mut self, now: Instant, bytes: usize) {
        if bytes > OUTPUT_HIGH {
            self.choked = self.choked.or(Some(now));
        } else if bytes <= OUTPUT_LOW {
            self.choked = None;
        }
    }

    fn stop(&mut self, now: Instant, cause: Cause, out: &mut Vec<Action>) {
        if self.is_stopping() {
            return;
        }
        self.mode = Mode::Stopping {
            cause: cause.clone(),
            deadline: now + SHUTDOWN_GRACE,
        };
        if cause != Cause::InputEnded {
            out.push(Action::DropOutput);
        }
        out.push(Action::Log(Record::Stopping {
            cause,
            calls: self.calls.len(),
        }));
        for pool in &mut self.pools {
            pool.queue.clear();
        }
        while let Some((_, ticket)) = self.calls.end_oldest() {
            ticket.forfeit();
        }
        for id in self.workers.keys().copied().collect::<Vec<_>>() {
            self.kill(id, Why::Stopping, out);
        }
    }

    fn expire(&mut self, now: Instant, out: &mut Vec<Action>) {
        if self.is_stopping() {
            return;
        }
        let overdue = self
            .workers
            .values()
            .filter(|w| w.deadline().is_some_and(|at| at <= now));
        for id in overdue.map(|worker| worker.id).collect::<Vec<_>>() {
            self.overrun(now, id, out);
        }
        for pool in 0..self.pools.len() {
            self.answer_stranded(now, pool, out);
        }
        if self.stalled_until().is_some_and(|at| at <= now) {
            self.stop(now, Cause::InputEnded, out);
        }
    }

    fn overrun(&mut self, now: Instant, id: WorkerId, out: &mut Vec<Action>) {
        match self.workers.get(&id).map(|worker| &worker.state) {
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
    fn answer_stranded(&mut self, now: Instant, pool: usize, out: &mut Vec<Action>) {
        while let Some(pool) = self.pools.get(pool)
            && self.stranded_until(pool, now).is_some_and(|at| at <= now)
            && let Some(&serial) = pool.queue.front()
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
        for pool in 0..self.pools.len() {
            if self.choked.is_none() {
                self.hand_out(now, pool, out);
            }
            self.staff(now, pool, out);
        }
    }

    /// Gives the oldest waiting calls to the idle workers, the one used last first: its caches
    /// are warm.
    fn hand_out(&mut self, now: Instant, pool: usize, out: &mut Vec<Action>) {
        loop {
            let Some(pool) = self.pools.get_mut(pool) else {
                return;
            };
            let lane = pool.lane;
            let idle = self
                .workers
                .values_mut()
                .filter(|worker| worker.lane == lane);
            let Some(worker) = idle
                .filter(|worker| worker.idle_since().is_some())
                .max_by_key(|worker| worker.idle_since())
            else {
                return;
            };
            let Some(serial) = pool.queue.pop_front() else {
                return;
            };
            let Some(payload) = self.calls.start(serial, worker.id, now) else {
                continue;
            };
            let level = match worker.state {
                State::Idle { level, .. } => level,
                _ => None,
            };
            let id = worker.id;
            let deadline = now + self.cap_of(serial);
            if let Some(worker) = self.workers.get_mut(&id) {
                worker.state = State::Busy {
                    serial,
                    deadline,
                    level,
                };
            }
            let Some(call) = self.calls.get(serial) else {
                continue;
            };
            let wait = now.saturating_duration_since(call.accepted);
            if let (Task::Tool { name, .. }, true) = (&call.task, wait > LONG_WAIT) {
                out.push(Action::Log(Record::Waited {
                    tool: name.clone(),
                    wait,
                }));
            }
            let kind = call.task.frame();
            out.push(Action::Send {
                worker: id,
                frame: Frame {
                    kind,
                    serial,
                    payload,
                },
            });
        }
    }

    /// Starts the workers a lane lacks, as far as the backoff lets it.
    fn staff(&mut self, now: Instant, pool: usize, out: &mut Vec<Action>) {
        let bound = Machine::worker_bound(self.limits.max_concurrent);
        let Some(pool) = self.pools.get_mut(pool) else {
            return;
        };
        let of_lane = |worker: &&Worker| worker.lane == pool.lane && worker.is_live();
        let live = self.workers.values().filter(of_lane).count();
        let busy = self
            .workers
            .values()
            .filter(of_lane)
            .filter(|worker| worker.is_busy())
            .count();
        pool.size = pool
            .size
            .max(pool.max.min(pool.queue.len().saturating_add(busy)));
        for _ in live..pool.size {
            let starting = |worker: &Worker| worker.lane == pool.lane && worker.is_starting();
            let probed = self.backoff.probing() && self.workers.values().any(starting);
            if !self.backoff.allows(now) || probed || self.workers.len() >= bound {
                return;
            }
            self.last_worker += 1;
            let id = WorkerId(self.last_worker);
            self.workers.insert(
                id,
                Worker {
                    id,
                    lane: pool.lane,
                    pid: None,
                    born: now,
                    served: 0,
                    state: State::Starting {
                        deadline: now + READY_WITHIN,
                    },
                },
            );
            out.push(Action::Spawn(id));
        }
    }

    /// A worker is no use any more: its duties end, and it is killed.
    fn abandon(&mut self, now: Instant, id: WorkerId, why: Why, out: &mut Vec<Action>) {
        self.release(now, id, out);
        self.kill(id, why, out);
    }

    fn kill(&mut self, id: WorkerId, why: Why, out: &mut Vec<Action>) {
        let Some(worker) = self.workers.get_mut(&id).filter(|worker| worker.is_live()) else {
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
        let Some(worker) = self.workers.get(&id) else {
            return;
        };
        let born = worker.born;
        match worker.state {
            State::Starting { .. } => {
                let call = self.starting_for(worker);
                self.slow_down(born, now, out);
                if let Some(serial) = call
                    && self.calls.charge(serial) > 1
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
        let starting = |other: &&Worker| other.lane == worker.lane && other.is_starting();
        let place = self
            .workers
            .values()
            .filter(starting)
            .position(|w| w.id == worker.id)?;
        let pool = self.pools.iter().find(|pool| pool.lane == worker.lane)?;
        pool.queue.get(place).copied()
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
            Phase::Running { worker, since } => (Some(since), self.workers.get(&worker)),
            Phase::Waiting { .. } => {
                if let Some(pool) = self.pools.iter_mut().find(|pool| pool.lane == call.lane) {
                    pool.queue.retain(|&waiting| waiting != serial);
                }
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

    fn in_progress(&self, pool: &Pool) -> usize {
        let busy = self
            .workers
            .values()
            .filter(|w| w.lane == pool.lane && w.is_busy())
            .count();
        pool.queue.len().saturating_add(busy)
    }

    /// Whether a lane has fewer workers than it should.
    fn is_short(&self) -> bool {
        self.pools.iter().any(|pool| {
            let live = |worker: &&Worker| worker.lane == pool.lane && worker.is_live();
            self.workers.values().filter(live).count() < pool.size
        })
    }

    /// When the oldest waiting call of a lane is answered because no worker can be had.
    fn stranded_until(&self, pool: &Pool, now: Instant) -> Option<Instant> {
        let oldest = self.calls.get(*pool.queue.front()?)?;
        let alive = self
            .workers
            .values()
            .any(|w| w.lane == pool.lane && w.is_live());
        (!alive && !self.backoff.allows(now)).then(|| oldest.accepted + self.backoff.delay())
    }

    /// When the server stops because the client closed stdin and reads no output either.
    fn stalled_until(&self) -> Option<Instant> {
        Some(self.choked?.max(self.hung_up?) + SHUTDOWN_GRACE)
    }
}
