//! A client that waits for events, each with a deadline far beyond what a loaded machine needs.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use camber_supervision_tests::script::Mode;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{SigHandler, SigSet, Signal, kill, signal};
use nix::unistd::Pid;
use serde_json::{Value, json};

/// How long anything may take before a test fails.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Waits until `condition` holds.
#[track_caller]
pub fn eventually(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !condition() {
        assert!(Instant::now() < deadline, "never: {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// How a server is to be started.
pub struct Setup {
    pub max_concurrent: usize,
    pub max_queued: usize,
    pub call_timeout: Duration,
    pub mode: Mode,
    pub worker: PathBuf,
    pub env: Vec<(&'static str, OsString)>,
    /// Signals to ignore and to block before the server's exec.
    pub ignored: Vec<Signal>,
    pub blocked: Vec<Signal>,
    pub wrapper: Vec<OsString>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            max_concurrent: 2,
            max_queued: 8,
            call_timeout: Duration::from_secs(120),
            mode: Mode::Ready,
            worker: env!("CARGO_BIN_EXE_fake-worker").into(),
            env: Vec::new(),
            ignored: Vec::new(),
            blocked: Vec::new(),
            wrapper: Vec::new(),
        }
    }
}

impl Setup {
    /// The server's command, its temporary directory being `temp`.
    pub fn command(&self, temp: &Path) -> Command {
        let mut words: Vec<OsString> = self.wrapper.clone();
        words.push(env!("CARGO_BIN_EXE_supervised-server").into());
        words.push(self.max_concurrent.to_string().into());
        words.push(self.max_queued.to_string().into());
        words.push(self.call_timeout.as_millis().to_string().into());
        words.push(self.worker.clone().into());
        words.push(self.mode.name().into());
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .env_remove("MPLCONFIGDIR")
            .env("TMPDIR", temp);
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        let (ignored, blocked) = (self.ignored.clone(), self.blocked.clone());
        let reset = move || {
            let mut mask = SigSet::empty();
            blocked.iter().for_each(|signal| mask.add(*signal));
            mask.thread_set_mask()?;
            for signal_ in [
                Signal::SIGHUP,
                Signal::SIGINT,
                Signal::SIGTERM,
                Signal::SIGCHLD,
            ] {
                let handler = match ignored.contains(&signal_) {
                    true => SigHandler::SigIgn,
                    false => SigHandler::SigDfl,
                };
                // SAFETY: neither of the two runs code of this process.
                #[allow(unsafe_code, reason = "signal dispositions have no safe interface")]
                unsafe { signal(signal_, handler) }?;
            }
            Ok(())
        };
        // SAFETY: the closure only makes system calls; its data was allocated before the fork.
        #[allow(unsafe_code, reason = "a test must not hand on its own dispositions")]
        unsafe {
            command.pre_exec(reset)
        };
        command
    }

    /// Starts the server with pipes on all three streams.
    pub fn start(self) -> Server {
        let temp = tempfile::tempdir().unwrap();
        let mut command = self.command(temp.path());
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Server::spawned(command.spawn().unwrap(), temp)
    }

    /// Starts it and shakes hands.
    pub fn open(self) -> Server {
        let mut server = self.start();
        server.shake_hands();
        server
    }
}

/// A running server and the client's ends of its streams.
pub struct Server {
    pub child: Child,
    pub temp: tempfile::TempDir,
    pub stdin: Option<OwnedFd>,
    pub stdout: Option<OwnedFd>,
    pub stderr: Option<OwnedFd>,
    received: Vec<u8>,
    /// Every process ever seen below the server.
    seen: Vec<i32>,
}

impl Server {
    pub fn spawned(mut child: Child, temp: tempfile::TempDir) -> Server {
        Server {
            stdin: child.stdin.take().map(OwnedFd::from),
            stdout: child.stdout.take().map(OwnedFd::from),
            stderr: child.stderr.take().map(OwnedFd::from),
            child,
            temp,
            received: Vec::new(),
            seen: Vec::new(),
        }
    }

    pub fn shake_hands(&mut self) {
        self.send(json!({"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}));
        assert_eq!(self.receive()["id"], "init");
        self.send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    }

    pub fn pid(&self) -> i32 {
        i32::try_from(self.child.id()).unwrap()
    }

    pub fn send(&mut self, message: Value) {
        self.send_bytes(format!("{message}\n").as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_ref().unwrap().try_clone().unwrap();
        fs::File::from(stdin).write_all(bytes).unwrap();
    }

    /// Sends a call that the worker answers as `script` says.
    pub fn call(&mut self, id: u32, script: &str) {
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": {"name": "coverage", "arguments": {"facility_id": script}}}));
    }

    /// Sends a completion, which the quick lane answers as `script` says.
    pub fn complete(&mut self, id: u32, script: &str) {
        self.send(
            json!({"jsonrpc": "2.0", "id": id, "method": "completion/complete", "params": {
            "ref": {"type": "ref/prompt", "name": "triage_ahu"},
            "argument": {"name": "facility_id", "value": script}}}),
        );
    }

    pub fn cancel(&mut self, id: u32) {
        self.send(
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": {"requestId": id}}),
        );
    }

    pub fn ping(&mut self, id: u32) {
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": "ping"}));
    }

    /// Pings and receives the answer, which must come next.
    #[track_caller]
    pub fn ping_pong(&mut self, id: u32) {
        self.ping(id);
        assert_eq!(
            self.receive(),
            json!({"jsonrpc": "2.0", "id": id, "result": {}})
        );
    }

    /// The next message of the server.
    #[track_caller]
    pub fn receive(&mut self) -> Value {
        let line = self.receive_line().expect("the server closed stdout");
        serde_json::from_slice(&line).unwrap_or_else(|error| {
            panic!("not a message: {error}: {}", String::from_utf8_lossy(&line))
        })
    }

    /// The next line of stdout; `None` at its end.
    #[track_caller]
    pub fn receive_line(&mut self) -> Option<Vec<u8>> {
        loop {
            if let Some(end) = self.received.iter().position(|byte| *byte == b'\n') {
                let rest = self.received.split_off(end + 1);
                return Some(std::mem::replace(&mut self.received, rest));
            }
            let mut buffer = [0; 65536];
            let stdout = self.stdout.as_ref().unwrap();
            match read_by(stdout, &mut buffer, Instant::now() + PATIENCE) {
                Ok(0) => {
                    assert_eq!(self.received, b"", "half a message");
                    return None;
                }
                Ok(count) => self.received.extend_from_slice(&buffer[..count]),
                Err(error) => panic!("no message: {error}"),
            }
        }
    }

    /// Receives `count` messages and gives their ids in order.
    #[track_caller]
    pub fn receive_ids(&mut self, count: usize) -> Vec<Value> {
        (0..count).map(|_| self.receive()["id"].clone()).collect()
    }

    /// Makes a file that a script waits for.
    pub fn open_gate(&self, name: &str) {
        fs::write(self.temp.path().join(name), "").unwrap();
    }

    /// Waits until a worker performs this script.
    #[track_caller]
    pub fn wait_begun(&self, script: &str) {
        let path = self.temp.path().join(format!("began-{script}"));
        eventually(script, || path.exists());
        fs::remove_file(path).unwrap();
    }

    /// The server's children now; zombies are none.
    pub fn workers(&mut self) -> Vec<i32> {
        let workers = children(self.pid());
        self.seen.extend(&workers);
        workers
    }

    /// Every process below the server now.
    pub fn descendants(&mut self) -> Vec<i32> {
        let mut found = children(self.pid());
        let mut next = 0;
        while let Some(pid) = found.get(next).copied() {
            found.extend(children(pid));
            next += 1;
        }
        self.seen.extend(&found);
        found
    }

    /// Waits until the server has this many workers, all of them ready.
    #[track_caller]
    pub fn wait_workers(&mut self, count: usize) -> Vec<i32> {
        let mut workers = Vec::new();
        eventually("workers", || {
            workers = self.workers();
            workers.len() == count
        });
        workers
    }

    pub fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.pid()), signal).unwrap();
    }

    /// Waits for the server's end; its exit status, or the number of the signal that ended it
    /// as a negative one. Nothing it ever started may be left, nor its scratch directory.
    #[track_caller]
    pub fn wait(mut self) -> i32 {
        let status = self.wait_only();
        for pid in std::mem::take(&mut self.seen) {
            eventually("a process is left behind", || is_gone(pid));
        }
        assert_eq!(scratch_directories(self.temp.path()), Vec::<String>::new());
        status
    }

    #[track_caller]
    pub fn wait_only(&mut self) -> i32 {
        use std::os::unix::process::ExitStatusExt;
        let mut status = None;
        eventually("the server ends", || {
            status = self.child.try_wait().unwrap();
            status.is_some()
        });
        let status = status.unwrap();
        status.code().unwrap_or_else(|| -status.signal().unwrap())
    }

    /// Closes stdin and waits for the end.
    #[track_caller]
    pub fn finish(mut self) {
        self.descendants();
        self.stdin = None;
        assert_eq!(self.wait(), 0);
    }

    /// Reads the log to its end; the server has to be gone or going.
    pub fn log(&mut self) -> String {
        let mut text = String::new();
        let stderr = self.stderr.take().unwrap();
        fs::File::from(stderr).read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads what is there, or waits for it until `deadline`.
pub fn read_by(fd: &OwnedFd, buffer: &mut [u8], deadline: Instant) -> io::Result<usize> {
    let left = deadline.saturating_duration_since(Instant::now());
    let mut fds = [PollFd::new(fd.as_fd(), PollFlags::POLLIN)];
    if poll(&mut fds, PollTimeout::try_from(left).unwrap())? == 0 {
        return Err(io::ErrorKind::TimedOut.into());
    }
    Ok(nix::unistd::read(fd, buffer)?)
}

pub fn children(pid: i32) -> Vec<i32> {
    let mut found = Vec::new();
    for task in fs::read_dir(format!("/proc/{pid}/task"))
        .into_iter()
        .flatten()
        .flatten()
    {
        let text = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        found.extend(
            text.split_ascii_whitespace()
                .map(|pid| pid.parse::<i32>().unwrap()),
        );
    }
    found.retain(|pid| !is_gone(*pid));
    found
}

/// Whether a process is gone, or dead and only not reaped by whoever has to.
pub fn is_gone(pid: i32) -> bool {
    match fs::read_to_string(format!("/proc/{pid}/stat")) {
        Err(_) => true,
        Ok(stat) => {
            let state = stat.rsplit(')').next().unwrap().trim_start().chars().next();
            matches!(state, Some('Z' | 'X'))
        }
    }
}

/// A field of /proc/PID/status.
pub fn status_field(pid: i32, field: &str) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(field)?.strip_prefix(':'))?;
    Some(line.trim().to_owned())
}

pub fn scratch_directories(temp: &Path) -> Vec<String> {
    let names = fs::read_dir(temp)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name.contains("camber-mcp")).collect()
}
