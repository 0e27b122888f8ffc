//! The scripted worker. It speaks the frames as a worker should, until a script says otherwise.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::zombie_processes,
    reason = "a test's helper fails loudly, and leaves processes behind on purpose"
)]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use camber_supervision_tests::script::Mode;
use camber_worker::process;
use camber_worker::wire::{self, CallRequest, CompletionRequest, Decoder, Frame, Kind, Outcome};
use nix::sys::signal::{SigSet, SigmaskHow, Signal, raise};

fn main() {
    let mode = std::env::args().nth(1).unwrap();
    let mode = Mode::ALL
        .into_iter()
        .find(|known| known.name() == mode)
        .unwrap();
    let mut parent = Parent {
        socket: process::enter().unwrap(),
        decoder: Decoder::default(),
    };
    let Some(start) = parent.receive() else {
        return;
    };
    assert_eq!(start.kind, Kind::Start);
    match mode {
        Mode::Ready => {}
        Mode::ExitUntilCured if temp_file("cured").exists() => {}
        Mode::Exit | Mode::ExitUntilCured => std::process::exit(3),
        Mode::Mute => hang(),
        Mode::Fatal => {
            parent.send(Kind::Fatal, 0, b"told to");
            return;
        }
    }
    parent.send(Kind::Ready, 0, b"");
    while let Some(frame) = parent.receive() {
        match frame.kind {
            Kind::Call => {
                let request: CallRequest = serde_json::from_slice(&frame.payload).unwrap();
                let script = request.arguments["facility_id"]
                    .as_str()
                    .unwrap()
                    .to_owned();
                perform(&mut parent, &script, frame.serial);
            }
            Kind::Complete => {
                let request: CompletionRequest = serde_json::from_slice(&frame.payload).unwrap();
                perform(&mut parent, &request.value, frame.serial);
            }
            kind => panic!("{kind:?} to a ready worker"),
        }
    }
}

struct Parent {
    socket: UnixStream,
    decoder: Decoder,
}

impl Parent {
    fn receive(&mut self) -> Option<Frame> {
        let mut buffer = [0; 4096];
        loop {
            if let Some(frame) = self.decoder.next_frame().unwrap() {
                return Some(frame);
            }
            match self.socket.read(&mut buffer).unwrap_or(0) {
                0 => return None,
                count => self.decoder.push(&buffer[..count]),
            }
        }
    }

    fn send(&mut self, kind: Kind, serial: u64, payload: &[u8]) {
        let mut bytes = Vec::new();
        wire::encode(&mut bytes, kind, serial, payload).unwrap();
        // The parent may be gone; then so is this process, in a moment.
        let _ = self.socket.write_all(&bytes);
    }

    fn result(&mut self, serial: u64, result: &[u8]) {
        self.send(
            Kind::Result,
            serial,
            &Outcome { name: "ok", result }.to_payload(),
        );
    }

    fn reply(&mut self, serial: u64, script: &str) {
        self.result(serial, format!("{{\"script\":{script:?}}}").as_bytes());
        self.send(Kind::Idle, serial, b"");
    }

    /// Sends the beginning of a frame of a thousand bytes.
    fn half_a_frame(&mut self, serial: u64) {
        let mut bytes = Vec::new();
        wire::encode(&mut bytes, Kind::Result, serial, &[b' '; 1000]).unwrap();
        self.socket.write_all(&bytes[..wire::HEADER + 10]).unwrap();
    }
}

fn perform(parent: &mut Parent, script: &str, serial: u64) {
    File::create(temp_file(&format!("began-{script}"))).unwrap();
    match script {
        "reply-2mb" => {
            let text = "x".repeat(2_000_000);
            parent.result(serial, format!("{{\"text\":\"{text}\"}}").as_bytes());
            parent.send(Kind::Idle, serial, b"");
        }
        gate if gate.starts_with("gate-") => {
            wait_for(gate);
            parent.reply(serial, script);
        }
        "hang" => hang(),
        "hang-ignoring-sigterm" => {
            // A blocked signal is as good as an ignored one.
            nix::sys::signal::sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::all()), None)
                .unwrap();
            start_child(false);
            hang();
        }
        "hang-with-children" => {
            start_child(false);
            hang();
        }
        "hang-with-escaped-children" => {
            // One in its own session, and one whose parent is gone besides.
            start_child(true);
            shell("setsid sleep 300 & exit 0");
            hang();
        }
        "hang-while-forking" => {
            shell("while :; do sleep 300 & done");
            hang();
        }
        "exit" => std::process::exit(7),
        "kill-itself" => die(),
        "kill-itself-after-reply" => {
            parent.result(serial, b"{\"script\":\"kill-itself-after-reply\"}");
            die();
        }
        "half-a-frame" => {
            parent.half_a_frame(serial);
            die();
        }
        "half-a-frame-held-open" => {
            parent.half_a_frame(serial);
            let socket = parent.socket.as_fd().try_clone_to_owned().unwrap();
            Command::new("setsid")
                .args(["sleep", "300"])
                .stdin(Stdio::from(socket))
                .spawn()
                .unwrap();
            die();
        }
        "no-frame" => {
            parent.socket.write_all(&[b'{'; 64]).unwrap();
            hang();
        }
        "wrong-serial" => {
            parent.reply(serial + 1000, script);
            hang();
        }
        "close-socket" => {
            parent.socket.shutdown(std::net::Shutdown::Both).unwrap();
            hang();
        }
        "never-idle" => parent.result(serial, b"{}"),
        "print" => {
            println!("not a message");
            eprintln!("not a log line");
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).unwrap();
            parent.reply(serial, script);
        }
        _ => parent.reply(serial, script),
    }
}

fn temp_file(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(name)
}

fn wait_for(name: &str) {
    while !temp_file(name).exists() {
        sleep(Duration::from_millis(1));
    }
}

fn hang() -> ! {
    loop {
        sleep(Duration::from_secs(3600));
    }
}

fn die() -> ! {
    raise(Signal::SIGKILL).unwrap();
    hang()
}

fn start_child(escaped: bool) {
    let mut command = Command::new(if escaped { "setsid" } else { "sleep" });
    command.args(if escaped {
        &["sleep", "300"][..]
    } else {
        &["300"][..]
    });
    let child = command.stdin(Stdio::null()).spawn().unwrap();
    fs::write(temp_file("child"), child.id().to_string()).unwrap();
}

fn shell(script: &str) {
    Command::new("sh")
        .args(["-c", script])
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
}
