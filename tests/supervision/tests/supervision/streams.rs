//! Whatever the client's streams are, the server neither blocks on them nor changes them.

use std::fs::{self, File};
use std::io::{Read, Seek, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::Stdio;

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::signal::Signal;
use serde_json::{Value, json};

use crate::support::{Server, Setup, status_field};

fn pings(count: usize) -> Vec<u8> {
    let lines =
        (0..count).map(|id| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n"));
    lines.collect::<String>().into_bytes()
}

/// Runs a server to its end with these streams.
fn run(stdin: impl Into<Stdio>, stdout: impl Into<Stdio>) -> i32 {
    let temp = tempfile::tempdir().unwrap();
    let mut command = Setup::default().command(temp.path());
    command.stdin(stdin).stdout(stdout).stderr(Stdio::null());
    Server::spawned(command.spawn().unwrap(), temp).wait()
}

#[test]
fn files_serve_as_streams() {
    let mut input = tempfile::tempfile().unwrap();
    input.write_all(&pings(5000)).unwrap();
    input.rewind().unwrap();
    let mut output = tempfile::tempfile().unwrap();
    assert_eq!(run(input, output.try_clone().unwrap()), 0);
    let mut text = String::new();
    output.rewind().unwrap();
    output.read_to_string(&mut text).unwrap();
    let ids: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].clone())
        .collect();
    assert_eq!(ids, (0..5000).map(Value::from).collect::<Vec<_>>());
}

#[test]
fn nothing_to_read_and_nowhere_to_write_is_an_end() {
    assert_eq!(run(Stdio::null(), Stdio::null()), 0);
    assert_eq!(run(Stdio::null(), Stdio::piped()), 0);
    assert_eq!(run(File::open("/").unwrap(), Stdio::null()), 0);
}

#[test]
fn a_flood_that_is_read_slowly_is_answered_whole_in_bounded_memory() {
    let mut server = Setup::default().open();
    let mut stdin = File::from(server.stdin.take().unwrap());
    // About 30 MB of replies to a client that does not begin to read until all else stands still.
    let count: u32 = 800_000;
    let writer = std::thread::spawn(move || stdin.write_all(&pings(count as usize)));
    let mut peak = 0;
    for id in 0..count {
        let reply = server.receive_line().expect("a reply to every ping");
        assert_eq!(
            reply,
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}\n").as_bytes()
        );
        if id % 10_000 == 0 {
            let rss = status_field(server.pid(), "VmHWM").unwrap();
            peak = peak.max(rss.trim_end_matches(" kB").parse::<u64>().unwrap());
        }
    }
    writer.join().unwrap().unwrap();
    assert!(peak < 40_000, "{peak} kB");
    server.finish();
}

#[test]
fn a_stderr_that_nobody_reads_holds_up_nothing() {
    let mut server = Setup::default().open();
    for id in 0..3000 {
        server.send_bytes(b"{bad\n");
        server.call(id, "reply");
        assert_eq!(server.receive()["error"]["code"], -32700);
        assert_eq!(server.receive()["id"], id);
    }
    server.finish();
}

#[test]
fn what_a_worker_prints_goes_to_stderr_and_what_it_reads_is_nothing() {
    let mut server = Setup::default().open();
    server.call(1, "print");
    server.ping(2);
    let mut ids = server.receive_ids(2);
    ids.sort_by_key(Value::as_u64);
    assert_eq!(ids, [1, 2]);
    server.stdin = None;
    let log = server.log();
    assert!(
        log.contains("not a message") && log.contains("not a log line"),
        "{log}"
    );
    assert_eq!(server.receive_line(), None);
    server.finish();
}

fn is_nonblocking(fd: impl AsFd) -> bool {
    OFlag::from_bits_truncate(fcntl(fd, FcntlArg::F_GETFL).unwrap()).contains(OFlag::O_NONBLOCK)
}

#[test]
fn the_modes_of_the_clients_descriptions_are_left_alone() {
    let terminal = nix::pty::openpty(None, None).unwrap();
    let (pipe_out, pipe_in) = std::io::pipe().unwrap();
    let (reply_out, reply_in) = std::io::pipe().unwrap();
    let log = tempfile::tempfile().unwrap();
    let terminals =
        [&terminal.slave, &terminal.slave, &terminal.slave].map(|fd| fd.try_clone().unwrap());
    let pipes = [pipe_out.into(), reply_in.into(), OwnedFd::from(log)];
    for [stdin, stdout, stderr] in [terminals, pipes] {
        let copies = [&stdin, &stdout, &stderr].map(|fd| fd.try_clone().unwrap());
        let temp = tempfile::tempdir().unwrap();
        let mut command = Setup::default().command(temp.path());
        command.stdin(stdin).stdout(stdout).stderr(stderr);
        let mut server = Server::spawned(command.spawn().unwrap(), temp);
        server.wait_workers(1);
        assert!(!copies.iter().any(is_nonblocking));
        server.signal(Signal::SIGTERM);
        assert_eq!(server.wait(), 143);
        assert!(!copies.iter().any(is_nonblocking));
    }
    drop((pipe_in, reply_out));
}

#[test]
fn a_terminal_is_served_line_by_line() {
    let terminal = nix::pty::openpty(None, None).unwrap();
    let temp = tempfile::tempdir().unwrap();
    let mut command = Setup::default().command(temp.path());
    command
        .stdin(terminal.slave)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut server = Server::spawned(command.spawn().unwrap(), temp);
    drop(command);
    server.stdin = Some(terminal.master);
    for id in 0..20 {
        server.ping_pong(id);
    }
    // Ctrl-D at the beginning of a line.
    server.send_bytes(&[4]);
    assert_eq!(server.wait(), 0);
}

#[test]
fn a_scratch_directory_that_cannot_be_had_is_a_warning() {
    for temp in ["/nonexistent/temp", "relative/temp", "/proc"] {
        let setup = Setup {
            env: vec![("TMPDIR", temp.into())],
            ..Setup::default()
        };
        let mut server = setup.open();
        server.ping_pong(1);
        server.stdin = None;
        let log = server.log();
        assert_eq!(log.matches("no scratch directory").count(), 1, "{log}");
        assert!(log.contains(temp), "{log}");
        server.finish();
    }
}

#[test]
fn an_operators_matplotlib_directory_makes_the_scratch_directory_needless() {
    let setup = Setup {
        env: vec![("MPLCONFIGDIR", "/somewhere".into())],
        ..Setup::default()
    };
    let mut server = setup.open();
    server.wait_workers(1);
    assert_eq!(
        crate::support::scratch_directories(server.temp.path()),
        Vec::<String>::new()
    );
    server.finish();
}

#[test]
fn a_start_removes_what_dead_servers_left() {
    let mut killed = Setup::default().open();
    let temp = killed.temp.path().to_path_buf();
    killed.signal(Signal::SIGKILL);
    assert_eq!(killed.wait_only(), -9);
    let left = crate::support::scratch_directories(&temp);
    assert_eq!(left.len(), 1);
    fs::write(temp.join(&left[0]).join("fonts"), "").unwrap();

    let setup = Setup {
        env: vec![("TMPDIR", temp.clone().into())],
        ..Setup::default()
    };
    let mut next = setup.open();
    next.call(1, "reply");
    assert_eq!(
        next.receive(),
        json!({"jsonrpc": "2.0", "id": 1, "result": {"script": "reply"}})
    );
    crate::support::eventually("the sweep", || !temp.join(&left[0]).exists());
    assert_eq!(crate::support::scratch_directories(&temp).len(), 1);
    next.finish();
    assert_eq!(crate::support::scratch_directories(&temp).len(), 0);
}
