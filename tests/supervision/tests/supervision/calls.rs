//! What becomes of a call.

use std::time::Duration;

use camber_supervision_tests::script::Mode;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};

use crate::support::{Server, Setup, eventually, is_gone};

/// The code of a tool error.
fn code(reply: &Value) -> &str {
    assert_eq!(reply["result"]["isError"], true, "{reply}");
    reply["result"]["_meta"]["camber/error"]["code"]
        .as_str()
        .unwrap()
}

#[track_caller]
fn assert_unavailable(reply: &Value) {
    assert_eq!(code(reply), "unavailable");
    assert_eq!(
        reply["result"]["_meta"]["camber/error"]["data"],
        json!({"retryable": true})
    );
}

/// Calls `script` and receives what must be its reply.
#[track_caller]
fn ask(server: &mut Server, id: u32, script: &str) -> Value {
    server.call(id, script);
    let reply = server.receive();
    assert_eq!(reply["id"], id);
    reply
}

#[track_caller]
fn assert_answers(server: &mut Server, id: u32) {
    assert_eq!(ask(server, id, "reply")["result"]["script"], "reply");
}

#[test]
fn a_result_is_passed_on_byte_for_byte() {
    let mut server = Setup::default().open();
    server.call(1, "reply");
    let line = server.receive_line().unwrap();
    assert_eq!(
        line,
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"script\":\"reply\"}}\n"
    );
    let big = ask(&mut server, 2, "reply-2mb");
    assert_eq!(big["result"]["text"].as_str().unwrap().len(), 2_000_000);
    server.finish();
}

#[test]
fn calls_run_side_by_side_and_replies_come_as_they_are_ready() {
    let mut server = Setup::default().open();
    server.call(1, "gate-a");
    server.call(2, "gate-b");
    server.wait_begun("gate-a");
    server.wait_begun("gate-b");
    server.ping_pong(3);
    server.open_gate("gate-b");
    assert_eq!(server.receive()["id"], 2);
    server.open_gate("gate-a");
    assert_eq!(server.receive()["id"], 1);
    server.finish();
}

#[test]
fn waiting_calls_start_in_the_order_they_came() {
    let mut server = Setup {
        max_concurrent: 1,
        ..Setup::default()
    }
    .open();
    server.call(1, "gate-a");
    (2..=9).for_each(|id| server.call(id, "reply"));
    server.wait_begun("gate-a");
    server.open_gate("gate-a");
    assert_eq!(
        server.receive_ids(9),
        (1..=9).map(Value::from).collect::<Vec<_>>()
    );
    server.finish();
}

#[test]
fn a_call_beyond_what_the_server_was_started_for_is_busy() {
    let mut server = Setup {
        max_concurrent: 1,
        max_queued: 1,
        ..Setup::default()
    }
    .open();
    server.call(1, "gate-a");
    server.call(2, "reply");
    let reply = ask(&mut server, 3, "reply");
    assert_eq!(code(&reply), "busy");
    assert_eq!(
        reply["result"]["_meta"]["camber/error"]["data"],
        json!({"retryable": true, "max_concurrent": 1, "max_queued": 1})
    );
    server.open_gate("gate-a");
    assert_eq!(server.receive_ids(2), [1, 2]);
    server.finish();
}

#[test]
fn the_id_of_a_call_in_progress_is_refused() {
    let mut server = Setup::default().open();
    server.call(1, "gate-a");
    server.call(1, "reply");
    let refusal = server.receive();
    assert_eq!(
        (&refusal["id"], &refusal["error"]["code"]),
        (&json!(1), &json!(-32600))
    );
    server.open_gate("gate-a");
    assert_eq!(server.receive()["result"]["script"], "gate-a");
    assert_answers(&mut server, 1);
    server.finish();
}

#[test]
fn a_cancelled_call_that_waits_never_runs() {
    let mut server = Setup {
        max_concurrent: 1,
        ..Setup::default()
    }
    .open();
    server.call(1, "gate-a");
    server.call(2, "gate-b");
    server.call(3, "reply");
    server.cancel(2);
    server.cancel(77);
    server.wait_begun("gate-a");
    let workers = server.wait_workers(1);
    server.open_gate("gate-a");
    assert_eq!(server.receive_ids(2), [1, 3]);
    assert_eq!(
        server.wait_workers(1),
        workers,
        "nothing was killed for a call that waited"
    );
    server.finish();
}

#[test]
fn a_cancelled_call_that_runs_is_stopped_with_all_it_started_and_not_answered() {
    for script in [
        "hang",
        "hang-ignoring-sigterm",
        "hang-with-children",
        "hang-with-escaped-children",
        "hang-while-forking",
    ] {
        let mut server = Setup {
            max_concurrent: 1,
            ..Setup::default()
        }
        .open();
        server.call(1, script);
        server.wait_begun(script);
        // Let the children be there.
        match script {
            "hang" => {}
            "hang-while-forking" => eventually("forks", || server.descendants().len() > 20),
            _ => eventually("children", || server.temp.path().join("child").exists()),
        }
        let running = server.descendants();
        server.cancel(1);
        for pid in running {
            eventually("a process of the call is gone", || is_gone(pid));
        }
        assert_answers(&mut server, 2);
        server.finish();
    }
}

#[test]
fn a_cancellation_and_a_reply_that_cross_make_one_reply_or_none() {
    let mut server = Setup {
        max_concurrent: 1,
        ..Setup::default()
    }
    .open();
    for id in 0..200 {
        server.call(id, "reply");
        server.cancel(id);
        server.ping(10_000 + id);
        let mut reply = server.receive();
        if reply["id"] == id {
            reply = server.receive();
        }
        assert_eq!(reply["id"], 10_000 + id);
    }
    assert_answers(&mut server, 5_000);
    server.finish();
}

#[test]
fn a_call_past_its_cap_is_answered_and_stopped() {
    let call_timeout = Duration::from_millis(100);
    let mut server = Setup {
        max_concurrent: 1,
        call_timeout,
        ..Setup::default()
    }
    .open();
    server.call(1, "hang-with-children");
    server.wait_begun("hang-with-children");
    eventually("children", || server.temp.path().join("child").exists());
    let running = server.descendants();
    let reply = server.receive();
    assert_eq!((&reply["id"], code(&reply)), (&json!(1), "timeout"));
    for pid in running {
        eventually("a process of the call is gone", || is_gone(pid));
    }
    // A stopped worker is no different.
    server.call(2, "hang");
    server.wait_begun("hang");
    let workers = server.wait_workers(1);
    kill(Pid::from_raw(workers[0]), Signal::SIGSTOP).unwrap();
    assert_eq!(code(&server.receive()), "timeout");
    server.finish();
}

#[test]
fn a_worker_that_ends_under_its_call_makes_it_unavailable() {
    for script in [
        "exit",
        "kill-itself",
        "half-a-frame",
        "half-a-frame-held-open",
        "no-frame",
        "wrong-serial",
        "close-socket",
    ] {
        let mut server = Setup {
            max_concurrent: 1,
            ..Setup::default()
        }
        .open();
        let reply = ask(&mut server, 1, script);
        assert_unavailable(&reply);
        assert_answers(&mut server, 2);
        server.finish();
    }
}

#[test]
fn a_worker_killed_from_outside_makes_its_call_unavailable_and_leaves_nothing() {
    let mut server = Setup {
        max_concurrent: 1,
        ..Setup::default()
    }
    .open();
    server.call(1, "hang-with-escaped-children");
    server.wait_begun("hang-with-escaped-children");
    eventually("children", || server.temp.path().join("child").exists());
    let running = server.descendants();
    kill(Pid::from_raw(server.workers()[0]), Signal::SIGKILL).unwrap();
    assert_unavailable(&server.receive());
    for pid in running {
        eventually("a process of the call is gone", || is_gone(pid));
    }
    assert_answers(&mut server, 2);
    server.finish();
}

#[test]
fn a_whole_reply_counts_though_the_worker_dies_with_it() {
    let mut server = Setup {
        max_concurrent: 1,
        ..Setup::default()
    }
    .open();
    for id in 0..20 {
        let reply = ask(&mut server, id, "kill-itself-after-reply");
        assert_eq!(reply["result"]["script"], "kill-itself-after-reply");
    }
    server.finish();
}

#[test]
fn an_idle_worker_that_is_killed_is_replaced_before_the_next_call() {
    let mut server = Setup {
        max_concurrent: 1,
        ..Setup::default()
    }
    .open();
    for id in 0..10 {
        let worker = server.wait_workers(1)[0];
        kill(Pid::from_raw(worker), Signal::SIGKILL).unwrap();
        eventually("a replacement", || {
            server.workers().iter().any(|pid| *pid != worker)
        });
        assert_answers(&mut server, id);
    }
    server.finish();
}

#[test]
fn workers_killed_while_the_server_is_stopped_are_all_replaced() {
    let mut server = Setup {
        max_concurrent: 8,
        ..Setup::default()
    }
    .open();
    (0..8).for_each(|id| server.call(id, "gate-a"));
    let workers = server.wait_workers(8);
    server.open_gate("gate-a");
    server.receive_ids(8);
    server.signal(Signal::SIGSTOP);
    for worker in &workers {
        kill(Pid::from_raw(*worker), Signal::SIGKILL).unwrap();
    }
    server.signal(Signal::SIGCONT);
    eventually("new workers", || {
        let now = server.workers();
        now.len() == 8 && now.iter().all(|pid| !workers.contains(pid))
    });
    (10..18).for_each(|id| server.call(id, "reply"));
    server.receive_ids(8);
    server.finish();
}

#[test]
fn a_reply_that_came_while_the_server_was_stopped_beats_the_cap() {
    let call_timeout = Duration::from_millis(300);
    let mut server = Setup {
        max_concurrent: 1,
        call_timeout,
        ..Setup::default()
    }
    .open();
    server.call(1, "gate-a");
    server.wait_begun("gate-a");
    server.signal(Signal::SIGSTOP);
    server.open_gate("gate-a");
    // Past the cap. The worker needs far less to see its gate open.
    std::thread::sleep(Duration::from_millis(1000));
    server.signal(Signal::SIGCONT);
    assert_eq!(server.receive()["result"]["script"], "gate-a");
    server.finish();
}

#[test]
fn workers_that_cannot_start_make_calls_unavailable_and_hold_up_nothing_else() {
    for mode in [Mode::Exit, Mode::Fatal] {
        let mut server = Setup {
            mode,
            ..Setup::default()
        }
        .open();
        for id in 0..4 {
            server.call(id, "reply");
            server.ping(100 + id);
        }
        let (mut pings, mut calls) = (0, 0);
        for _ in 0..8 {
            let reply = server.receive();
            if reply["result"] == json!({}) {
                pings += 1;
            } else {
                assert_unavailable(&reply);
                calls += 1;
            }
        }
        assert_eq!((pings, calls), (4, 4));
        server.finish();
    }
}

#[test]
fn a_worker_program_that_cannot_be_run_is_the_same() {
    let mut server = Setup {
        worker: "/nonexistent/worker".into(),
        ..Setup::default()
    }
    .open();
    assert_unavailable(&ask(&mut server, 1, "reply"));
    server.ping_pong(2);
    server.stdin = None;
    let log = server.log();
    assert!(log.contains("no worker could be started"), "{log}");
    server.finish();
}

#[test]
fn the_server_recovers_when_workers_can_start_again() {
    let mut server = Setup {
        mode: Mode::ExitUntilCured,
        ..Setup::default()
    }
    .open();
    assert_unavailable(&ask(&mut server, 1, "reply"));
    server.open_gate("cured");
    let mut id = 2;
    eventually("a call is answered", || {
        id += 1;
        ask(&mut server, id, "reply")["result"]["script"] == "reply"
    });
    server.finish();
}

#[test]
fn the_quick_lane_answers_while_every_slot_hangs() {
    let mut server = Setup {
        max_concurrent: 2,
        max_queued: 2,
        ..Setup::default()
    }
    .open();
    (0..4).for_each(|id| server.call(id, "hang"));
    for id in 10..20 {
        server.complete(id, "reply");
        let reply = server.receive();
        assert_eq!(
            (&reply["id"], &reply["result"]["script"]),
            (&json!(id), &json!("reply"))
        );
    }
    server.complete(20, "kill-itself");
    assert_eq!(server.receive()["error"]["code"], -32603);
    server.complete(21, "hang");
    server.wait_begun("hang");
    server.cancel(21);
    server.complete(22, "reply");
    assert_eq!(server.receive()["id"], 22);
    server.finish();
}

#[test]
fn a_worker_that_keeps_its_memory_does_not_keep_the_reply() {
    let mut server = Setup {
        max_concurrent: 1,
        max_queued: 0,
        ..Setup::default()
    }
    .open();
    assert_eq!(ask(&mut server, 1, "never-idle")["result"], json!({}));
    // The next call waits for the worker, in a place of its own: it is not busy.
    server.call(2, "reply");
    server.ping_pong(3);
    server.cancel(2);
    server.finish();
}
