//! What a worker's process is like.

use std::fs;
use std::process::Stdio;

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, getpgid};

use crate::support::{Server, Setup, children, eventually, is_gone, status_field};

fn descriptors(pid: i32) -> Vec<(u32, String)> {
    let entries = fs::read_dir(format!("/proc/{pid}/fd"))
        .unwrap()
        .map(Result::unwrap);
    let mut found: Vec<(u32, String)> = entries
        .filter_map(|entry| {
            let target = fs::read_link(entry.path())
                .ok()?
                .to_string_lossy()
                .into_owned();
            Some((entry.file_name().to_string_lossy().parse().unwrap(), target))
        })
        .collect();
    found.sort();
    found
}

#[test]
fn a_worker_has_its_socket_and_no_other_descriptor_of_the_server() {
    // Descriptors that a careless client leaves open, too.
    let wrapper = ["sh", "-c", "exec \"$@\" 7</dev/null 9>/dev/null", "sh"];
    let wrapper = wrapper.iter().map(|word| (*word).into()).collect();
    let mut server = Setup {
        wrapper,
        ..Setup::default()
    }
    .open();
    server.call(1, "gate-a");
    server.call(2, "gate-b");
    let workers = server.wait_workers(2);
    server.wait_begun("gate-a");
    server.wait_begun("gate-b");
    let client = [0, 1].map(|fd| fs::read_link(format!("/proc/{}/fd/{fd}", server.pid())).unwrap());
    assert_eq!(client[0].to_string_lossy(), "/dev/null");
    for worker in workers {
        // The scripted worker may still hold the file that says its script began.
        let mut fds = Vec::new();
        eventually("four descriptors", || {
            fds = descriptors(worker);
            fds.len() == 4
        });
        assert_eq!(fds[0], (0, "/dev/null".to_owned()));
        assert_eq!(fds[1].1, fds[2].1, "stdout is stderr");
        assert_eq!(fds[1].1, client[1].to_string_lossy());
        assert!(fds[3].1.starts_with("socket:"), "{fds:?}");
    }
    server.open_gate("gate-a");
    server.open_gate("gate-b");
    server.receive_ids(2);
    server.finish();
}

#[test]
fn no_signal_is_blocked_or_ignored_in_a_worker_or_in_what_it_starts() {
    let setup = Setup {
        ignored: vec![Signal::SIGHUP, Signal::SIGCHLD],
        blocked: vec![Signal::SIGTERM, Signal::SIGINT],
        max_concurrent: 1,
        ..Setup::default()
    };
    let mut server = setup.open();
    server.call(1, "hang-with-children");
    server.wait_begun("hang-with-children");
    eventually("a child", || server.temp.path().join("child").exists());
    let worker = server.wait_workers(1)[0];
    for pid in [worker, children(worker)[0]] {
        for field in ["SigBlk", "SigIgn"] {
            let mask = u64::from_str_radix(&status_field(pid, field).unwrap(), 16).unwrap();
            // Numbers 32 and 33 belong to the C library.
            assert_eq!(mask & !(3 << 31), 0, "{field} of {pid}: {mask:x}");
        }
    }
    server.finish();
}

#[test]
fn a_worker_leads_its_own_group_and_is_the_first_to_go_when_memory_runs_out() {
    let mut server = Setup::default().open();
    server.call(1, "reply");
    server.receive();
    let worker = server.wait_workers(1)[0];
    let group = getpgid(Some(Pid::from_raw(worker))).unwrap();
    assert_eq!(group.as_raw(), worker);
    let score = |pid: i32| -> i32 {
        fs::read_to_string(format!("/proc/{pid}/oom_score_adj"))
            .unwrap()
            .trim()
            .parse()
            .unwrap()
    };
    assert_eq!(score(worker), (score(server.pid()) + 500).min(1000));
    server.finish();
}

#[test]
fn a_workers_environment_holds_nothing_but_what_it_needs() {
    let mut server = Setup {
        env: vec![("A_SECRET", "hush".into())],
        ..Setup::default()
    }
    .open();
    server.call(1, "reply");
    server.receive();
    let worker = server.wait_workers(1)[0];
    let environment = fs::read_to_string(format!("/proc/{worker}/environ")).unwrap();
    assert!(
        environment.contains("PATH=") && !environment.contains("hush"),
        "{environment}"
    );
    server.finish();
}

#[test]
fn a_child_the_server_had_before_it_served_is_none_of_its_business() {
    let wrapper = ["sh", "-c", "sleep 300 & exec \"$@\"", "sh"];
    let wrapper = wrapper.iter().map(|word| (*word).into()).collect();
    let mut server = Setup {
        wrapper,
        max_concurrent: 1,
        ..Setup::default()
    }
    .open();
    let is_sleep = |pid: &i32| status_field(*pid, "Name").is_some_and(|name| name == "sleep");
    let mut sleeper = None;
    eventually("the shell's child", || {
        sleeper = children(server.pid()).into_iter().find(is_sleep);
        sleeper.is_some()
    });
    let sleeper = sleeper.unwrap();
    for id in 0..3 {
        server.call(id, "kill-itself");
        server.receive();
    }
    server.call(4, "reply");
    server.receive();
    assert!(!is_gone(sleeper));
    server.stdin = None;
    assert_eq!(server.wait(), 0);
    assert!(!is_gone(sleeper));
    kill(Pid::from_raw(sleeper), Signal::SIGKILL).unwrap();
}

#[test]
fn too_few_descriptors_are_a_launch_mistake() {
    for (limit, concurrent, status) in [(16, 2, 2), (24, 64, 2), (64, 2, 0), (1024, 64, 0)] {
        let temp = tempfile::tempdir().unwrap();
        let limits = format!("ulimit -n {limit}; exec \"$@\"");
        let wrapper = ["sh", "-c", &limits, "sh"]
            .iter()
            .map(|word| (*word).into())
            .collect();
        let setup = Setup {
            wrapper,
            max_concurrent: concurrent,
            ..Setup::default()
        };
        let mut command = setup.command(temp.path());
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut server = Server::spawned(command.spawn().unwrap(), temp);
        let log = server.log();
        assert_eq!(
            log.matches("open files").count(),
            usize::from(status == 2),
            "{log}"
        );
        assert_eq!(server.wait(), status);
    }
}

#[test]
fn a_soft_limit_is_raised_to_what_the_concurrency_needs() {
    let wrapper = ["sh", "-c", "ulimit -Sn 40; exec \"$@\"", "sh"];
    let wrapper = wrapper.iter().map(|word| (*word).into()).collect();
    let mut server = Setup {
        wrapper,
        max_concurrent: 40,
        ..Setup::default()
    }
    .open();
    (0..40).for_each(|id| server.call(id, "gate-a"));
    server.wait_workers(40);
    server.open_gate("gate-a");
    server.receive_ids(40);
    server.finish();
}
