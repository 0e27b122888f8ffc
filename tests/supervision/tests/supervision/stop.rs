//! How the server ends, and what it leaves: nothing.

use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::Stdio;

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, getpgid};
use serde_json::json;

use crate::support::{
    PATIENCE, Server, Setup, eventually, is_gone, read_by, scratch_directories, status_field,
};

/// Three calls that hang and more that wait.
fn crowd(server: &mut Server) {
    for (id, script) in ["hang", "hang-with-children", "hang-with-escaped-children"]
        .into_iter()
        .enumerate()
    {
        server.call(id as u32, script);
    }
    (10..18).for_each(|id| server.call(id, "reply"));
    for script in ["hang", "hang-with-children", "hang-with-escaped-children"] {
        server.wait_begun(script);
    }
    eventually("children", || server.temp.path().join("child").exists());
    assert_eq!(scratch_directories(server.temp.path()).len(), 1);
    server.descendants();
}

fn three() -> Setup {
    Setup {
        max_concurrent: 3,
        ..Setup::default()
    }
}

#[test]
fn the_end_of_stdin_stops_every_call() {
    Setup::default().open().finish();
    let mut server = three().open();
    crowd(&mut server);
    server.finish();
}

#[test]
fn lines_before_the_end_of_stdin_are_answered_and_the_last_needs_no_line_end() {
    let mut server = Setup::default().start();
    server.send_bytes(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
    server.stdin = None;
    assert_eq!(server.receive_ids(2), [1, 2]);
    assert_eq!(server.receive_line(), None);
    assert_eq!(server.wait(), 0);
}

#[test]
fn a_client_that_closes_stdout_has_left() {
    let mut idle = Setup::default().open();
    idle.descendants();
    idle.stdout = None;
    assert_eq!(idle.wait(), 0);

    let mut server = three().open();
    crowd(&mut server);
    server.stdout = None;
    assert_eq!(server.wait(), 0);
}

#[test]
fn stop_signals_set_the_exit_status() {
    for (signal, status) in [
        (Signal::SIGTERM, 143),
        (Signal::SIGHUP, 129),
        (Signal::SIGINT, 130),
    ] {
        let mut idle = Setup::default().open();
        idle.descendants();
        idle.signal(signal);
        assert_eq!(idle.wait(), status);

        let mut server = three().open();
        crowd(&mut server);
        server.signal(signal);
        assert_eq!(server.wait(), status);
    }
}

#[test]
fn a_second_signal_does_not_interrupt_the_first() {
    for _ in 0..10 {
        let mut server = three().open();
        crowd(&mut server);
        server.signal(Signal::SIGTERM);
        server.signal(Signal::SIGINT);
        server.signal(Signal::SIGHUP);
        assert_eq!(server.wait(), 143);
    }
}

#[test]
fn signals_blocked_or_ignored_by_the_parent_work() {
    let all = [
        Signal::SIGTERM,
        Signal::SIGHUP,
        Signal::SIGINT,
        Signal::SIGCHLD,
    ];
    for (signal, status) in [
        (Signal::SIGTERM, 143),
        (Signal::SIGHUP, 129),
        (Signal::SIGINT, 130),
    ] {
        let setup = Setup {
            blocked: all.to_vec(),
            ignored: vec![Signal::SIGCHLD],
            ..three()
        };
        let mut server = setup.open();
        crowd(&mut server);
        server.signal(signal);
        assert_eq!(server.wait(), status);
    }
}

#[test]
fn a_hangup_ignored_from_the_start_stays_ignored() {
    let mut server = Setup {
        ignored: vec![Signal::SIGHUP],
        ..Setup::default()
    }
    .open();
    server.signal(Signal::SIGHUP);
    server.call(1, "reply");
    assert_eq!(server.receive()["id"], 1);
    server.stdin = None;
    assert!(server.log().contains("SIGHUP was ignored"));
    server.finish();
}

/// Sends pings and reads no answer, until the server reads no more.
fn choke(server: &mut Server) {
    let stdin = server.stdin.take().unwrap();
    let mut pipe = std::fs::File::from(stdin.try_clone().unwrap());
    server.stdin = Some(stdin);
    let lines = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n".repeat(1000);
    let writer = std::thread::spawn(move || while pipe.write_all(&lines).is_ok() {});
    // The writer is stuck, and the server asleep: neither makes progress any more.
    let asleep = |pid| status_field(pid, "State").is_some_and(|state| state.starts_with('S'));
    let mut before = None;
    eventually("the server stops reading", || {
        std::thread::sleep(std::time::Duration::from_millis(20));
        let switches = status_field(server.pid(), "voluntary_ctxt_switches");
        let settled = asleep(server.pid()) && switches == before;
        before = switches;
        settled
    });
    assert!(!writer.is_finished());
}

#[test]
fn a_server_blocked_on_its_client_stops_on_a_signal() {
    let mut server = Setup::default().open();
    choke(&mut server);
    server.descendants();
    server.signal(Signal::SIGTERM);
    assert_eq!(server.wait(), 143);
}

#[test]
fn a_server_blocked_on_its_client_stops_when_stdout_closes() {
    let mut server = Setup::default().open();
    choke(&mut server);
    server.descendants();
    server.stdout = None;
    assert_eq!(server.wait(), 0);
}

#[test]
fn a_client_that_closes_stdin_and_reads_nothing_is_given_up() {
    let mut server = Setup::default().open();
    server.descendants();
    // Far more replies than a pipe holds, and far fewer requests than one does.
    server.send_bytes(&b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n".repeat(1000));
    server.stdin = None;
    assert_eq!(server.wait(), 0);
}

#[test]
fn a_client_that_closes_stdin_and_reads_on_gets_every_reply() {
    let mut server = Setup::default().open();
    server.send_bytes(&b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n".repeat(1000));
    server.descendants();
    server.stdin = None;
    assert_eq!(server.receive_ids(1000), vec![json!(1); 1000]);
    assert_eq!(server.receive_line(), None);
    assert_eq!(server.wait(), 0);
}

#[test]
fn a_socket_whose_client_closes_it_with_bytes_unread_is_an_end() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let temp = tempfile::tempdir().unwrap();
    let mut command = Setup::default().command(temp.path());
    command
        .stdin(OwnedFd::from(theirs.try_clone().unwrap()))
        .stdout(OwnedFd::from(theirs))
        .stderr(Stdio::null());
    let mut server = Server::spawned(command.spawn().unwrap(), temp);
    drop(command);
    server.stdin = Some(ours.try_clone().unwrap().into());
    server.stdout = Some(ours.into());
    server.shake_hands();
    server.call(1, "hang");
    server.wait_begun("hang");
    server.descendants();
    server.ping(2);
    // The answer is there and stays unread: closing now resets the connection.
    let mut byte = [0];
    read_by(
        server.stdout.as_ref().unwrap(),
        &mut byte,
        std::time::Instant::now() + PATIENCE,
    )
    .unwrap();
    server.ping(3);
    (server.stdin, server.stdout) = (None, None);
    assert_eq!(server.wait(), 0);
}

#[test]
fn workers_die_with_a_server_that_is_killed() {
    let mut server = three().open();
    crowd(&mut server);
    let workers = server.wait_workers(3);
    // Two left their worker's group. They are beyond a server that cannot act any more.
    let mut escaped = Vec::new();
    eventually("two processes escape", || {
        escaped = server.descendants();
        escaped.retain(|pid| leads_a_group(*pid) && !workers.contains(pid));
        escaped.len() == 2
    });
    let mut bound = server.descendants();
    bound.retain(|pid| !escaped.contains(pid));
    assert!(bound.len() > workers.len());
    server.signal(Signal::SIGKILL);
    assert_eq!(server.wait_only(), -9);
    for pid in bound {
        eventually("a process of a worker's group is gone", || is_gone(pid));
    }
    // Nobody else holds the server's stdout: the client sees its end.
    assert_eq!(server.receive_line(), None);
    for pid in escaped {
        kill(Pid::from_raw(pid), Signal::SIGKILL).unwrap();
    }
}

fn leads_a_group(pid: i32) -> bool {
    getpgid(Some(Pid::from_raw(pid))) == Ok(Pid::from_raw(pid))
}

#[test]
fn stdout_that_cannot_be_written_is_an_error() {
    let temp = tempfile::tempdir().unwrap();
    let mut command = Setup::default().command(temp.path());
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    command
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped());
    let mut server = Server::spawned(command.spawn().unwrap(), temp);
    server.send(json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}));
    let mut log = String::new();
    std::fs::File::from(server.stderr.take().unwrap())
        .read_to_string(&mut log)
        .unwrap();
    assert!(log.contains("stdout cannot be written"), "{log}");
    assert_eq!(server.wait(), 1);
}
