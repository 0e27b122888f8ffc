//! The product's rules, one scenario each.

use std::time::Duration;

use camber_worker::wire::Kind;

use super::event::{Answer, Event, Refusal, StopSignal, WorkerId};
use super::machine::Cause;
use super::model::{Doing, Step, World};
use super::workers::Why;
use crate::mcp::Lane::{Data, Quick};
use crate::supervisor::record::Record;

const SECOND: Duration = Duration::from_secs(1);
const GIB: u64 = 1 << 30;

/// A server with one ready worker.
fn ready(max_concurrent: usize, max_queued: usize) -> World {
    let mut world = World::new(max_concurrent, max_queued);
    world.run([Step::Turn, Step::Proceed(0)]);
    world
}

/// Starts a call and lets every worker asked for get ready.
fn begin(world: &mut World, id: u8) {
    world.run([Step::Submit(id, Data), Step::Turn]);
    while let Some(place) = world
        .workers
        .values()
        .position(|doing| *doing == Doing::Starting)
    {
        world.run([Step::Proceed(place), Step::Turn]);
    }
}

fn whys(world: &World) -> Vec<Option<Why>> {
    let ended = world.log.iter().filter_map(|record| match record {
        Record::WorkerEnded { why, .. } => Some(why.clone()),
        _ => None,
    });
    ended.collect()
}

#[test]
fn one_worker_is_started_with_the_server_and_more_on_demand() {
    let mut world = ready(3, 8);
    assert_eq!(world.workers.len(), 1);
    world.apply(Step::Turn);
    assert_eq!(world.workers.len(), 1);
    for id in 0..5 {
        begin(&mut world, id);
    }
    assert_eq!((world.workers.len(), world.running(Data)), (3, 3));
}

#[test]
fn calls_one_after_the_other_keep_to_one_worker() {
    let mut world = ready(4, 0);
    for id in 0..20 {
        world.run([
            Step::Submit(id, Data),
            Step::Turn,
            Step::Proceed(0),
            Step::Turn,
        ]);
        // The next call may come before the worker gave this one's memory back.
        world.run([Step::Proceed(0), Step::Turn]);
    }
    assert_eq!((world.workers.len(), world.answers.len()), (1, 20));
}

#[test]
fn the_worker_used_last_is_used_next() {
    let mut world = ready(2, 0);
    begin(&mut world, 1);
    begin(&mut world, 2);
    for place in [0, 0, 1, 1] {
        world.run([Step::Pass(SECOND), Step::Proceed(place)]);
    }
    world.run([Step::Submit(3, Data), Step::Turn]);
    assert!(matches!(world.workers[&WorkerId(2)], Doing::Running(3)));
}

#[test]
fn a_call_beyond_running_and_queue_is_busy_at_once() {
    let mut world = ready(1, 2);
    begin(&mut world, 1);
    world.run([2, 3, 4].map(|id| Step::Submit(id, Data)));
    assert_eq!(
        world.refusals,
        [(
            4,
            Refusal::Busy {
                max_concurrent: 1,
                max_queued: 2
            }
        )]
    );
}

#[test]
fn without_a_queue_a_call_after_a_reply_is_not_busy() {
    let mut world = ready(1, 0);
    begin(&mut world, 1);
    // Answered, but the worker did not say Idle yet.
    world.run([Step::Proceed(0), Step::Submit(2, Data)]);
    assert_eq!(world.refusals, []);
    // Killed for a cancellation: the replacement is on its way.
    world.run([
        Step::Proceed(0),
        Step::Turn,
        Step::Cancel(2),
        Step::Submit(3, Data),
    ]);
    assert_eq!(world.refusals, []);
}

#[test]
fn the_id_of_a_call_in_progress_is_refused_and_free_again_afterwards() {
    let mut world = ready(1, 2);
    begin(&mut world, 1);
    world.run([Step::Submit(1, Data), Step::Complete(1)]);
    assert_eq!(world.refusals, [(1, Refusal::DuplicateId); 2]);
    world.run([Step::Proceed(0), Step::Submit(1, Data)]);
    world.settle();
    assert_eq!(world.answers.len(), 2);
}

#[test]
fn a_call_past_its_cap_is_answered_and_its_worker_replaced() {
    let mut world = ready(1, 1);
    world.apply(Step::Submit(1, Data));
    // The cap counts from the worker, not from the client.
    world.run([
        Step::Pass(100 * SECOND),
        Step::Turn,
        Step::Pass(119 * SECOND),
        Step::Turn,
    ]);
    assert_eq!(world.answers, []);
    world.run([Step::Pass(SECOND), Step::Turn]);
    assert_eq!(world.answers, [(1, Answer::TimedOut(120 * SECOND))]);
    let doings: Vec<_> = world.workers.values().collect();
    assert_eq!(doings, [&Doing::Killed, &Doing::Starting]);
    world.settle();
    assert_eq!(whys(&world), [Some(Why::TimedOut)]);
}

#[test]
fn a_reply_that_was_there_in_time_beats_the_cap() {
    let mut world = ready(1, 1);
    begin(&mut world, 1);
    world.run([Step::Pass(121 * SECOND), Step::Proceed(0), Step::Turn]);
    assert!(matches!(world.answers[..], [(1, Answer::Finished(_))]));
}

#[test]
fn a_cancelled_call_that_runs_kills_its_worker_and_one_that_waits_kills_none() {
    let mut world = ready(1, 2);
    begin(&mut world, 1);
    world.run([Step::Submit(2, Data), Step::Cancel(2), Step::Turn]);
    assert_eq!(
        world.workers.values().collect::<Vec<_>>(),
        [&Doing::Running(1)]
    );
    world.run([Step::Cancel(1), Step::Turn]);
    assert_eq!(
        world.workers.values().collect::<Vec<_>>(),
        [&Doing::Killed, &Doing::Starting]
    );
    world.settle();
    assert_eq!(world.answers, []);
}

#[test]
fn a_worker_that_ends_under_a_call_makes_it_unavailable_and_is_replaced() {
    for end in [Step::Exit(0), Step::Unlink(0), Step::Babble(0, Kind::Ready)] {
        let mut world = ready(1, 2);
        begin(&mut world, 1);
        world.run([end, Step::Turn]);
        assert_eq!(world.answers, [(1, Answer::WorkerEnded)]);
        assert!(
            world
                .workers
                .values()
                .any(|doing| *doing == Doing::Starting)
        );
    }
}

#[test]
fn an_idle_worker_that_ends_is_replaced_before_the_next_call() {
    let mut world = ready(1, 2);
    world.run([
        Step::Pass(10 * SECOND),
        Step::Exit(0),
        Step::Submit(1, Data),
        Step::Turn,
    ]);
    assert_eq!(
        world.workers.values().collect::<Vec<_>>(),
        [&Doing::Starting]
    );
    world.settle();
    assert!(matches!(world.answers[..], [(1, Answer::Finished(_))]));
}

#[test]
fn a_call_gets_one_more_worker_when_its_first_dies_while_starting() {
    let mut world = World::new(1, 2);
    world.run([Step::Submit(1, Data), Step::Turn, Step::Exit(0), Step::Turn]);
    assert_eq!(world.workers.len(), 1, "the second try is immediate");
    assert_eq!(world.answers, []);
    world.run([Step::Exit(0), Step::Turn]);
    assert_eq!(world.answers, [(1, Answer::NoWorker)]);

    let mut world = World::new(1, 2);
    world.run([
        Step::Submit(1, Data),
        Step::RefuseSpawn,
        Step::Turn,
        Step::Turn,
    ]);
    world.settle();
    assert!(matches!(world.answers[..], [(1, Answer::Finished(_))]));
}

#[test]
fn a_worker_that_never_gets_ready_is_given_up() {
    let mut world = World::new(1, 2);
    world.run([Step::Submit(1, Data), Step::Turn]);
    world.run([Step::Pass(30 * SECOND), Step::Turn]);
    assert_eq!(
        world.workers.values().collect::<Vec<_>>(),
        [&Doing::Killed, &Doing::Starting]
    );
    world.run([Step::Pass(30 * SECOND), Step::Turn]);
    assert_eq!(world.answers, [(1, Answer::NoWorker)]);
}

#[test]
fn while_workers_fail_a_call_waits_no_longer_than_the_delay() {
    let mut world = World::new(1, 8);
    for _ in 0..12 {
        world.run([Step::Turn, Step::Pass(10 * SECOND / 1000)]);
        while !world.workers.is_empty() {
            world.apply(Step::Exit(0));
        }
        world.run([Step::Turn, Step::Pass(5 * SECOND)]);
    }
    world.run([Step::Turn, Step::Exit(0), Step::Submit(1, Data), Step::Turn]);
    world.run([Step::Pass(SECOND), Step::Turn]);
    assert_eq!(world.answers, []);
    world.run([Step::Pass(4 * SECOND), Step::Turn]);
    assert_eq!(
        world.answers.len() + world.workers.len(),
        1,
        "answered, or tried again"
    );
    // The cause goes away.
    world.settle();
    world.apply(Step::Submit(2, Data));
    world.settle();
    assert!(matches!(
        world.answers.last(),
        Some((2, Answer::Finished(_)))
    ));
}

#[test]
fn a_call_whose_worker_died_is_answered_when_it_waited_for_the_delay() {
    let mut world = World::new(1, 8);
    for _ in 0..12 {
        world.run([
            Step::Turn,
            Step::Exit(0),
            Step::Turn,
            Step::Pass(5 * SECOND),
        ]);
    }
    // A worker is tried for the call, and dies a second later.
    let accepted = world.now;
    world.run([
        Step::Submit(1, Data),
        Step::Turn,
        Step::Pass(SECOND),
        Step::Exit(0),
        Step::Turn,
    ]);
    let wake = world.machine.next_deadline(world.now).unwrap();
    assert!(wake > world.now && wake <= accepted + 5 * SECOND);
    world.run([Step::Pass(wake - world.now), Step::Turn]);
    assert_eq!(world.answers, [(1, Answer::NoWorker)]);
}

#[test]
fn workers_killed_together_are_replaced_together() {
    let mut world = World::new(8, 0);
    (0..8).for_each(|id| begin(&mut world, id));
    for _ in 0..2 {
        (0..8).for_each(|place| world.apply(Step::Proceed(place)));
    }
    (0..8).for_each(|_| world.apply(Step::Exit(0)));
    world.apply(Step::Turn);
    assert_eq!(
        world
            .workers
            .values()
            .filter(|doing| **doing == Doing::Starting)
            .count(),
        8
    );
}

#[test]
fn the_quick_lane_does_not_wait_behind_hung_calls() {
    let mut world = ready(2, 2);
    (0..4).for_each(|id| begin(&mut world, id));
    assert_eq!(world.running(Data), 2);
    world.run([Step::Submit(10, Quick), Step::Complete(11), Step::Turn]);
    let place = world
        .workers
        .values()
        .position(|doing| *doing == Doing::Starting)
        .unwrap();
    for _ in 0..2 {
        world.run([
            Step::Proceed(place),
            Step::Turn,
            Step::Proceed(place),
            Step::Turn,
        ]);
    }
    world.run([Step::Proceed(place), Step::Turn]);
    assert_eq!(
        world.answers.iter().map(|(id, _)| *id).collect::<Vec<_>>(),
        [10, 11]
    );
}

#[test]
fn a_completion_is_given_ten_seconds() {
    let mut world = ready(1, 0);
    world.run([Step::Complete(1), Step::Turn, Step::Proceed(1), Step::Turn]);
    world.run([Step::Pass(10 * SECOND), Step::Turn]);
    assert_eq!(world.answers, [(1, Answer::TimedOut(10 * SECOND))]);
}

/// Runs calls after each of which the worker holds so many bytes; whether it was replaced.
fn recycled(held: &[Option<u64>]) -> bool {
    let mut world = ready(1, 0);
    for (call, held) in held.iter().enumerate() {
        world.run([Step::Submit(1, Data), Step::Turn, Step::Proceed(0)]);
        let (&worker, _) = world.workers.first_key_value().unwrap();
        world.workers.insert(worker, Doing::Waiting);
        world.send(worker, Kind::Idle, call as u64 + 1, *held);
        world.apply(Step::Turn);
    }
    world.workers.values().any(|doing| *doing == Doing::Killed)
}

#[test]
fn a_worker_is_replaced_when_it_holds_a_gib_and_twice_its_first_level() {
    assert!(recycled(&[Some(GIB / 4), Some(GIB + 1)]));
    assert!(!recycled(&[Some(GIB / 4), Some(GIB)]), "no more than a GiB");
    assert!(!recycled(&[Some(3 * GIB)]), "the first call sets the level");
    assert!(
        !recycled(&[Some(3 * GIB), Some(6 * GIB)]),
        "no more than twice the level"
    );
    assert!(recycled(&[Some(3 * GIB), Some(6 * GIB + 1)]));
    assert!(
        !recycled(&[Some(GIB / 4), None, Some(GIB)]),
        "an unknown size is no reason"
    );
    assert!(
        recycled(&[None, Some(GIB / 4), Some(GIB + 1)]),
        "the first known size is the level"
    );
}

#[test]
fn while_output_waits_nothing_is_read_or_handed_out_but_running_calls_end() {
    let mut world = ready(1, 4);
    begin(&mut world, 1);
    world.run([Step::Submit(2, Data), Step::Output((8 << 20) + 1)]);
    assert!(!world.machine.takes_input());
    world.run([Step::Proceed(0), Step::Proceed(0), Step::Turn]);
    assert_eq!((world.answers.len(), world.running(Data)), (1, 0));
    world.run([Step::Output((1 << 20) + 1), Step::Turn]);
    assert!(!world.machine.takes_input());
    world.run([Step::Output(1 << 20), Step::Turn]);
    assert!(world.machine.takes_input());
    assert_eq!(world.running(Data), 1);
}

#[test]
fn a_client_that_hung_up_and_reads_nothing_is_given_up() {
    let mut world = ready(1, 1);
    world.run([
        Step::Output(9 << 20),
        Step::Pass(SECOND),
        Step::HangUp,
        Step::Turn,
    ]);
    assert!(!world.is_stopped());
    world.run([Step::Pass(SECOND), Step::Turn]);
    assert!(world.is_stopped());
    assert_eq!(world.output, 0, "nothing is written for it any more");

    // One that reads on is served to the end.
    let mut world = ready(1, 1);
    world.run([
        Step::Output(9 << 20),
        Step::HangUp,
        Step::Output(0),
        Step::Pass(SECOND),
        Step::Turn,
    ]);
    assert!(!world.is_stopped());
}

#[test]
fn a_client_that_closed_stdin_and_reads_on_is_waited_for_within_reason() {
    let part = Duration::from_millis(500);
    let verdict = |world: &World| world.machine.verdict(world.now, false).is_some();
    let mut world = ready(1, 1);
    world.run([Step::Output(4000), Step::End]);
    for left in (0..15).rev() {
        assert!(!verdict(&world));
        world.run([Step::Pass(part), Step::Output(left * 100 + 1)]);
    }
    world.run([Step::Pass(2 * part)]);
    assert!(verdict(&world), "it takes nothing any more");

    let mut world = ready(1, 1);
    world.run([Step::Output(4000), Step::End]);
    for left in (0..30).rev() {
        world.run([Step::Pass(part), Step::Output(left * 100 + 1)]);
    }
    assert!(verdict(&world), "it takes too long");
}

#[test]
fn the_first_cause_of_a_stop_counts() {
    for (steps, cause) in [
        (
            vec![Step::End, Step::Signal(StopSignal::Term)],
            Cause::InputEnded,
        ),
        (
            vec![Step::Signal(StopSignal::Term), Step::End],
            Cause::Signal(StopSignal::Term),
        ),
        (vec![Step::CloseOutput, Step::End], Cause::OutputClosed),
        (
            vec![Step::Signal(StopSignal::Hup), Step::Signal(StopSignal::Int)],
            Cause::Signal(StopSignal::Hup),
        ),
    ] {
        let mut world = ready(1, 1);
        begin(&mut world, 1);
        world.run(steps);
        world.apply(Step::Proceed(0));
        assert_eq!(world.machine.verdict(world.now, true), Some(cause));
        assert_eq!(world.answers, []);
    }
}

#[test]
fn the_server_stops_in_time_though_a_worker_does_not_end() {
    let mut world = ready(1, 1);
    world.apply(Step::Signal(StopSignal::Term));
    assert_eq!(world.machine.verdict(world.now, true), None);
    world.apply(Step::Pass(900 * SECOND / 1000));
    assert!(world.machine.verdict(world.now, false).is_some());
}

#[test]
fn a_late_word_of_a_forgotten_worker_changes_nothing() {
    let mut world = ready(1, 1);
    let before = world.actions;
    let worker = WorkerId(99);
    world.send(worker, Kind::Result, 1, None);
    for event in [
        Event::LinkLost {
            worker,
            reason: "gone".into(),
        },
        Event::Exited {
            worker,
            exit: super::Exit::Status(0),
        },
        Event::Spawned { worker, pid: 5 },
    ] {
        assert_eq!(format!("{:?}", world.machine.step(world.now, event)), "[]");
    }
    assert_eq!(world.actions, before);
}
