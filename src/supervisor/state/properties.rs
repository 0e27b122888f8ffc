//! What holds for any sequence of events. The checks themselves are in [`super::model`].

use std::collections::HashSet;
use std::time::{Duration, Instant};

use camber_worker::wire::Kind;
use proptest::prelude::*;

use super::event::{Answer, StopSignal};
use super::machine::{Limits, Machine};
use super::model::{Doing, Step, World};
use crate::mcp::Lane;

const MIB: usize = 1 << 20;

fn lane() -> impl Strategy<Value = Lane> {
    prop_oneof![4 => Just(Lane::Data), 1 => Just(Lane::Quick)]
}

fn kind() -> impl Strategy<Value = Kind> {
    proptest::sample::select(vec![
        Kind::Start,
        Kind::Call,
        Kind::Ready,
        Kind::Result,
        Kind::Progress,
        Kind::Idle,
        Kind::Fatal,
    ])
}

/// Anything but the end of the server.
fn step() -> impl Strategy<Value = Step> {
    let id = 0..12u8;
    let place = 0..8usize;
    let time =
        prop_oneof![0..50u64, 50..5_000u64, 5_000..130_000u64].prop_map(Duration::from_millis);
    prop_oneof![
        6 => (id.clone(), lane()).prop_map(|(id, lane)| Step::Submit(id, lane)),
        1 => id.clone().prop_map(Step::Complete),
        3 => id.prop_map(Step::Cancel),
        9 => place.clone().prop_map(Step::Proceed),
        1 => (place.clone(), kind()).prop_map(|(place, kind)| Step::Babble(place, kind)),
        1 => place.clone().prop_map(Step::Unlink),
        2 => place.prop_map(Step::Exit),
        1 => Just(Step::RefuseSpawn),
        1 => proptest::sample::select(vec![0, MIB / 2, 4 * MIB, 9 * MIB]).prop_map(Step::Output),
        4 => time.prop_map(Step::Pass),
        9 => Just(Step::Turn),
    ]
}

fn stop() -> impl Strategy<Value = Step> {
    proptest::sample::select(vec![
        Step::HangUp,
        Step::End,
        Step::CloseOutput,
        Step::Signal(StopSignal::Term),
        Step::Signal(StopSignal::Hup),
        Step::Signal(StopSignal::Int),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 100,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_call_comes_to_one_end(
        concurrent in 1..5usize,
        queued in 0..5usize,
        steps in proptest::collection::vec(step(), 1..300),
    ) {
        let mut world = World::new(concurrent, queued);
        world.run(steps);
        world.settle();
        prop_assert_eq!(world.open(), 0);
    }

    #[test]
    fn a_stopped_server_does_nothing_but_bury_its_workers(
        before in proptest::collection::vec(step(), 0..100),
        stop in stop(),
        after in proptest::collection::vec(prop_oneof![9 => step(), 1 => stop()], 0..50),
    ) {
        let mut world = World::new(2, 3);
        world.run(before);
        world.apply(stop);
        world.run(after);
        if world.is_stopped() {
            for place in 0..world.workers.len() {
                prop_assert_eq!(*world.workers.values().nth(place).unwrap(), Doing::Killed);
            }
            while !world.workers.is_empty() {
                world.apply(Step::Proceed(0));
            }
            prop_assert!(world.machine.verdict(world.now, true).is_some());
        }
    }

    #[test]
    fn a_replay_gives_the_same_actions(steps in proptest::collection::vec(step(), 1..200)) {
        let mut world = World::new(2, 3);
        world.transcript = Some(Vec::new());
        world.run(steps);
        let limits =
            Limits { max_concurrent: 2, max_queued: 3, call_timeout: Duration::from_secs(120) };
        let mut machine = Machine::new(limits, 1);
        let mut actions = Vec::new();
        for (at, event) in world.events.iter().cloned() {
            for action in machine.step(at, event) {
                actions.push(format!("{action:?}"));
                if let super::event::Action::Reply { ticket, .. } = action {
                    ticket.forfeit();
                }
            }
        }
        // The world's own order is that of carrying out: what an action led to comes before the
        // next one.
        actions.sort();
        let mut carried_out = world.transcript.unwrap();
        carried_out.sort();
        prop_assert_eq!(actions, carried_out);
    }

    #[test]
    fn the_next_deadline_is_never_missed_and_never_spins(
        steps in proptest::collection::vec(step(), 1..150),
    ) {
        let mut world = World::new(2, 3);
        world.run(steps);
        for _ in 0..200 {
            // A turn may end in news, of a worker that cannot be started; a few leave nothing due.
            let due = |world: &World| {
                world.machine.next_deadline(world.now).is_some_and(|at| at <= world.now)
            };
            let turns = (0..10).take_while(|turn| {
                world.apply(Step::Turn);
                *turn == 0 || due(&world)
            });
            prop_assert!(turns.count() < 10, "something is never done");
            let Some(at) = world.machine.next_deadline(world.now) else { break };
            world.apply(Step::Pass(at - world.now));
        }
    }

    #[test]
    fn a_loop_that_sleeps_until_the_next_deadline_wakes_in_time(
        steps in proptest::collection::vec(step(), 1..150),
    ) {
        let mut world = World::new(2, 3);
        world.run(steps);
        world.run([Step::Output(0), Step::Turn]);
        while world.open() > 0 {
            let before = world.actions;
            for place in 0..world.workers.len() {
                world.apply(Step::Proceed(place));
            }
            world.apply(Step::Turn);
            if world.actions == before {
                let at = world.machine.next_deadline(world.now).expect("it would sleep for ever");
                world.apply(Step::Pass(at.saturating_duration_since(world.now)));
                world.apply(Step::Turn);
            }
        }
    }

    #[test]
    fn workers_that_never_get_ready_are_started_ever_more_slowly(
        lifetime in 1..2_000u64,
        pause in 1..3_000u64,
    ) {
        let mut world = World::new(4, 8);
        let begin = world.now;
        let mut id = 0u8;
        while world.now - begin < Duration::from_secs(300) {
            id = (id + 1) % 12;
            world.apply(Step::Submit(id, Lane::Data));
            world.apply(Step::Turn);
            let last_minute = |at: &&Instant| world.now - **at < Duration::from_secs(60);
            let starts = world.spawns.iter().rev().take_while(last_minute).count();
            prop_assert!(starts <= 30, "{starts} starts in a minute");
            world.apply(Step::Pass(Duration::from_millis(lifetime)));
            while !world.workers.is_empty() {
                world.apply(Step::Exit(0));
            }
            world.apply(Step::Turn);
            world.apply(Step::Pass(Duration::from_millis(pause)));
        }
        let ends = world.answers.iter().map(|(_, answer)| answer);
        prop_assert!(ends.clone().all(|answer| *answer == Answer::NoWorker));
        prop_assert!(ends.count() > 20);
    }
}

/// Every order of everything that two workers, three calls and their client can do in eight
/// steps. States that differ in nothing but the time are looked at once.
#[test]
fn a_small_world_is_right_in_every_order() {
    let steps: Vec<Step> = (0..3)
        .map(|id| Step::Submit(id, Lane::Data))
        .chain((0..3).map(Step::Cancel))
        .chain((0..2).flat_map(|place| [Step::Proceed(place), Step::Exit(place)]))
        .chain([Step::Turn, Step::Pass(Duration::from_secs(121))])
        .collect();
    let mut start = World::new(2, 1);
    start.run([Step::Turn, Step::Proceed(0)]);
    let mut seen = HashSet::new();
    let mut front = vec![start];
    for _ in 0..8 {
        let mut next = Vec::new();
        for world in &front {
            for step in &steps {
                let mut world = world.clone();
                world.apply(*step);
                if seen.insert(world.digest()) {
                    next.push(world);
                }
            }
        }
        front = next;
    }
    assert!(seen.len() > 1_000, "{} states", seen.len());
    for mut world in front {
        world.settle();
    }
}
