//! A model of everything around the machine: client, workers and system. It carries out the
//! machine's actions and checks at each of them what has to hold at all times.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use camber_worker::wire::{Frame, Kind, Outcome, Revision};

use super::calls::ReplyTicket;
use super::event::{Action, Answer, Event, Exit, Refusal, Request, StopSignal, Task, WorkerId};
use super::machine::{Limits, Machine};
use crate::mcp::{Lane, RequestId};
use crate::supervisor::record::Record;

/// What a worker is doing, as the world outside the machine knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Doing {
    Starting,
    Waiting,
    /// Runs the call with this serial.
    Running(u64),
    /// Answered the call with this serial.
    Settling(u64),
    /// Was killed and has not ended yet.
    Killed,
}

/// How one accepted call stands.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Open,
    Answered,
    Cancelled,
}

/// What can happen around the machine. A worker is named by its place among the present ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Submit(u8, Lane),
    Complete(u8),
    Cancel(u8),
    /// A worker does what it should do next.
    Proceed(usize),
    /// A worker sends a frame of this kind, whether it should or not.
    Babble(usize, Kind),
    Unlink(usize),
    Exit(usize),
    /// The next worker asked for cannot be started.
    RefuseSpawn,
    Output(usize),
    Pass(Duration),
    /// The end of a turn: deadlines, then calls are handed out.
    Turn,
    HangUp,
    End,
    CloseOutput,
    Signal(StopSignal),
}

/// The machine and the world around it.
#[derive(Clone)]
pub struct World {
    pub machine: Machine,
    pub now: Instant,
    limits: Limits,
    pub workers: BTreeMap<WorkerId, Doing>,
    calls: BTreeMap<u8, Vec<Fate>>,
    lanes: BTreeMap<u64, Lane>,
    /// The serial given to a worker last, by lane.
    last_started: [u64; 2],
    pub output: usize,
    refuse_spawns: usize,
    stopped: bool,
    /// What was answered, by id.
    pub answers: Vec<(u8, Answer)>,
    pub refusals: Vec<(u8, Refusal)>,
    pub spawns: Vec<Instant>,
    pub log: Vec<Record>,
    /// Every event so far, to be replayed, where a transcript is wanted.
    pub events: Vec<(Instant, Event)>,
    /// How many actions there were.
    pub actions: usize,
    /// Every action so far in words, where they are wanted.
    pub transcript: Option<Vec<String>>,
}

pub fn id_of(id: u8) -> RequestId {
    RequestId::from_canonical(&id.to_string())
}

fn number_of(id: &RequestId) -> u8 {
    id.as_json().parse().unwrap()
}

fn index(lane: Lane) -> usize {
    match lane {
        Lane::Data => 0,
        Lane::Quick => 1,
    }
}

impl World {
    pub fn new(max_concurrent: usize, max_queued: usize) -> World {
        let limits = Limits {
            max_concurrent,
            max_queued,
            call_timeout: Duration::from_secs(120),
        };
        World {
            machine: Machine::new(limits, 1),
            now: Instant::now(),
            limits,
            workers: BTreeMap::new(),
            calls: BTreeMap::new(),
            lanes: BTreeMap::new(),
            last_started: [0; 2],
            output: 0,
            refuse_spawns: 0,
            stopped: false,
            answers: Vec::new(),
            refusals: Vec::new(),
            spawns: Vec::new(),
            log: Vec::new(),
            events: Vec::new(),
            actions: 0,
            transcript: None,
        }
    }

    /// Makes one thing happen; nothing where it cannot.
    pub fn apply(&mut self, step: Step) {
        match step {
            Step::Submit(id, lane) => {
                let name = "coverage".to_owned();
                self.submit(
                    id,
                    lane,
                    Task::Tool {
                        name,
                        revision: Revision::Session,
                    },
                );
            }
            Step::Complete(id) => self.submit(id, Lane::Quick, Task::Completion),
            Step::Cancel(id) => self.cancel(id),
            Step::Proceed(place) => self.proceed(place),
            Step::Babble(place, kind) => match self.worker(place) {
                Some((_, Doing::Starting)) if kind == Kind::Ready => self.proceed(place),
                Some((_, Doing::Running(_))) if kind == Kind::Result => self.proceed(place),
                Some((_, Doing::Settling(_))) if kind == Kind::Idle => self.proceed(place),
                Some((worker, Doing::Running(serial) | Doing::Settling(serial))) => {
                    self.send(worker, kind, serial, None);
                }
                Some((worker, _)) => self.send(worker, kind, 0, None),
                None => {}
            },
            Step::Unlink(place) => {
                if let Some((worker, _)) = self.worker(place) {
                    self.tell(Event::LinkLost {
                        worker,
                        reason: "gone".into(),
                    });
                }
            }
            Step::Exit(place) => {
                if let Some((worker, _)) = self.worker(place) {
                    self.workers.remove(&worker);
                    self.tell(Event::Exited {
                        worker,
                        exit: Exit::Signal(9),
                    });
                }
            }
            Step::RefuseSpawn => self.refuse_spawns += 1,
            Step::Output(bytes) => {
                self.output = bytes;
                self.tell(Event::OutputQueued(bytes));
            }
            Step::Pass(time) => self.now += time,
            Step::Turn => {
                self.tell(Event::Expire);
                self.tell(Event::Dispatch);
            }
            Step::HangUp => self.tell(Event::InputHungUp),
            Step::End => self.stop(Event::InputEnded),
            Step::CloseOutput => self.stop(Event::OutputClosed),
            Step::Signal(signal) => self.stop(Event::Signalled(signal)),
        }
        self.check();
    }

    pub fn run(&mut self, steps: impl IntoIterator<Item = Step>) {
        for step in steps {
            self.apply(step);
        }
    }

    /// Lets everybody do what they should until no call is open; panics if that never comes.
    pub fn settle(&mut self) {
        self.refuse_spawns = 0;
        for _ in 0..2_000 {
            self.apply(Step::Output(0));
            self.apply(Step::Turn);
            for place in 0..self.workers.len() {
                self.apply(Step::Proceed(place));
            }
            if self.open() == 0 && self.workers.values().all(|doing| *doing == Doing::Waiting) {
                return;
            }
            self.apply(Step::Pass(Duration::from_millis(100)));
        }
        panic!("{} calls never end: {:#?}", self.open(), self.machine);
    }

    /// How many calls are accepted and neither answered nor cancelled.
    pub fn open(&self) -> usize {
        self.calls
            .values()
            .flatten()
            .filter(|fate| **fate == Fate::Open)
            .count()
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The calls a lane's workers run.
    pub fn running(&self, lane: Lane) -> usize {
        let serials = self.workers.values().filter_map(|doing| match doing {
            Doing::Running(serial) => Some(serial),
            _ => None,
        });
        serials
            .filter(|serial| self.lanes.get(serial) == Some(&lane))
            .count()
    }

    /// The state that decides what can happen from here on, times taken out.
    pub fn digest(&self) -> String {
        let machine = format!("{:?}", self.machine);
        let mut digest = String::with_capacity(machine.len());
        // An Instant prints as `Instant { tv_sec: .., tv_nsec: .. }`.
        let mut parts = machine.split("Instant { ");
        digest.push_str(parts.next().unwrap());
        for part in parts {
            digest.push_str(part.split_once('}').unwrap().1);
        }
        format!("{digest}{:?}{:?}{}", self.workers, self.calls, self.output)
    }

    fn worker(&self, place: usize) -> Option<(WorkerId, Doing)> {
        let count = self.workers.len();
        let (&id, &doing) = self.workers.iter().nth(place.checked_rem(count)?)?;
        Some((id, doing))
    }

    fn proceed(&mut self, place: usize) {
        let Some((worker, doing)) = self.worker(place) else {
            return;
        };
        match doing {
            Doing::Starting => {
                self.workers.insert(worker, Doing::Waiting);
                self.send(worker, Kind::Ready, 0, None);
            }
            Doing::Running(serial) => {
                self.workers.insert(worker, Doing::Settling(serial));
                self.send(worker, Kind::Result, serial, None);
            }
            Doing::Settling(serial) => {
                self.workers.insert(worker, Doing::Waiting);
                self.send(worker, Kind::Idle, serial, Some(1 << 20));
            }
            Doing::Killed => {
                self.workers.remove(&worker);
                self.tell(Event::Exited {
                    worker,
                    exit: Exit::Signal(9),
                });
            }
            Doing::Waiting => {}
        }
    }

    pub fn send(&mut self, worker: WorkerId, kind: Kind, serial: u64, held: Option<u64>) {
        let payload = match kind {
            Kind::Result => Outcome {
                name: "ok",
                result: b"{}",
            }
            .to_payload(),
            _ => Vec::new(),
        };
        self.tell(Event::Frame {
            worker,
            frame: Frame {
                kind,
                serial,
                payload,
            },
            held,
        });
    }

    fn submit(&mut self, id: u8, lane: Lane, task: Task) {
        let duplicate = self.is_open(id);
        let in_lane = self.lane_load(lane);
        let limit = match lane {
            Lane::Data => self.limits.max_concurrent + self.limits.max_queued,
            Lane::Quick => 64,
        };
        let refused = self.refusals.len();
        let request = Request {
            id: id_of(id),
            task,
            lane,
            payload: vec![id],
        };
        // Accepted until the machine says otherwise: it may not, once the server stops.
        if !duplicate && in_lane < limit && !self.stopped {
            self.calls.entry(id).or_default().push(Fate::Open);
            let serial = self.lanes.len() as u64 + 1;
            self.lanes.insert(serial, lane);
        }
        self.tell(Event::Submitted(request));
        let refusal = self.refusals.get(refused).map(|(_, refusal)| *refusal);
        let expected = match (self.stopped, duplicate) {
            (true, _) => None,
            (false, true) => Some(Refusal::DuplicateId),
            (false, false) if in_lane >= limit => Some(Refusal::Busy {
                max_concurrent: self.limits.max_concurrent,
                max_queued: self.limits.max_queued,
            }),
            _ => None,
        };
        assert_eq!(refusal, expected);
    }

    fn cancel(&mut self, id: u8) {
        let known = self.is_open(id);
        if known && !self.stopped {
            *self.calls.get_mut(&id).unwrap().last_mut().unwrap() = Fate::Cancelled;
        }
        let actions = self.actions;
        self.tell(Event::Cancelled(id_of(id)));
        if !known {
            assert_eq!(
                self.actions, actions,
                "a cancelled stranger changes nothing"
            );
        }
    }

    fn stop(&mut self, event: Event) {
        self.stopped = true;
        self.tell(event);
    }

    fn is_open(&self, id: u8) -> bool {
        self.calls.get(&id).and_then(|fates| fates.last()) == Some(&Fate::Open)
    }

    fn lane_load(&self, lane: Lane) -> usize {
        self.machine.waiting(lane) + self.running(lane)
    }

    fn tell(&mut self, event: Event) {
        if self.transcript.is_some() {
            self.events.push((self.now, event.clone()));
        }
        for action in self.machine.step(self.now, event) {
            self.actions += 1;
            if let Some(transcript) = &mut self.transcript {
                transcript.push(format!("{action:?}"));
            }
            self.carry_out(action);
        }
    }

    fn carry_out(&mut self, action: Action) {
        match action {
            Action::Spawn(worker) => {
                assert!(!self.stopped, "a worker is started though the server stops");
                self.spawns.push(self.now);
                if self.refuse_spawns > 0 {
                    self.refuse_spawns -= 1;
                    self.tell(Event::SpawnFailed {
                        worker,
                        reason: "EAGAIN".to_owned(),
                    });
                } else {
                    let pid = i32::try_from(worker.0).unwrap() + 100;
                    self.workers.insert(worker, Doing::Starting);
                    self.tell(Event::Spawned { worker, pid });
                }
            }
            Action::Send { worker, frame } => {
                assert!(
                    !self.stopped && self.machine.takes_input(),
                    "{frame:?} at a bad time"
                );
                assert_eq!(
                    self.workers[&worker],
                    Doing::Waiting,
                    "{frame:?} to a worker"
                );
                let last = &mut self.last_started[index(self.lanes[&frame.serial])];
                assert!(
                    *last < frame.serial,
                    "{} was started before {}",
                    *last,
                    frame.serial
                );
                *last = frame.serial;
                self.workers.insert(worker, Doing::Running(frame.serial));
            }
            Action::Kill(worker) => {
                let doing = self
                    .workers
                    .get_mut(&worker)
                    .expect("only what lives is killed");
                assert_ne!(*doing, Doing::Killed, "a worker is killed twice");
                *doing = Doing::Killed;
            }
            Action::Reply { ticket, answer } => self.answered(ticket, answer),
            Action::Refuse { id, refusal, .. } => {
                assert!(!self.stopped);
                self.refusals.push((number_of(&id), refusal));
            }
            Action::DropOutput => self.output = 0,
            Action::Log(record) => {
                // No step asks for the stop of a server whose client hung up and reads nothing.
                self.stopped |= matches!(record, Record::Stopping { .. });
                self.log.push(record);
            }
        }
    }

    fn answered(&mut self, ticket: ReplyTicket, answer: Answer) {
        assert!(!self.stopped, "a call is answered though the server stops");
        let (id, _) = ticket.redeem();
        let id = number_of(&id);
        let fate = self.calls.get_mut(&id).and_then(|fates| fates.last_mut());
        let fate = fate.expect("only an accepted call is answered");
        assert_eq!(
            *fate,
            Fate::Open,
            "call {id} is answered twice, or was cancelled"
        );
        *fate = Fate::Answered;
        self.answers.push((id, answer));
    }

    /// What holds between any two events.
    fn check(&self) {
        let Limits {
            max_concurrent,
            max_queued,
            ..
        } = self.limits;
        assert!(self.running(Lane::Data) <= max_concurrent);
        assert!(self.running(Lane::Quick) <= 1);
        assert!(self.lane_load(Lane::Data) <= max_concurrent + max_queued);
        assert!(self.workers.len() <= Machine::worker_bound(max_concurrent));
        if !self.stopped {
            assert_eq!(
                self.lane_load(Lane::Data) + self.lane_load(Lane::Quick),
                self.open(),
                "an open call neither waits nor runs"
            );
        }
    }
}
