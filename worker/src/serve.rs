//! The worker process's loop: one frame in, its answer out, until the parent closes the socket.

use std::io;

use serde::de::DeserializeOwned;

use crate::channel::Channel;
use crate::launch::LaunchContext;
use crate::memory;
use crate::process::{self, EnterError};
use crate::wire::{CallRequest, CompletionRequest, Frame, Kind, Progress, WireError};
use crate::worker::Worker;

/// Why a worker's conversation with its parent ended early.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The process cannot be a worker.
    #[error(transparent)]
    Enter(#[from] EnterError),
    /// The socket failed.
    #[error("the socket to the parent failed: {0}")]
    Socket(#[from] io::Error),
    /// The parent sent something other than frames.
    #[error("the parent sent a broken frame: {0}")]
    Wire(#[from] WireError),
    /// The parent sent a frame that does not belong where it came.
    #[error("the parent sent {0}")]
    Unexpected(String),
    /// The store the worker was started with cannot be opened.
    #[error(transparent)]
    Open(#[from] camber_store::OpenError),
}

/// Serves the parent over the socket that is this process's standard input, until it is closed.
///
/// To be called first in `main`: it begins with [`process::enter`].
///
/// # Errors
/// When this process cannot be a worker, the socket fails, the parent breaks the protocol, or the
/// store cannot be opened; the parent was then told with a [`Kind::Fatal`] frame, as far as it
/// could be.
pub fn serve() -> Result<(), ServeError> {
    let mut channel = Channel::new(process::enter()?);
    let outcome = converse(&mut channel);
    if let Err(error) = &outcome {
        // The parent may be the one that is gone; what ended the worker is returned either way.
        let _ = channel.send(Kind::Fatal, 0, error.to_string().as_bytes());
    }
    outcome
}

fn converse(channel: &mut Channel) -> Result<(), ServeError> {
    let Some(start) = channel.receive()? else {
        return Ok(());
    };
    if start.kind != Kind::Start {
        return Err(ServeError::Unexpected(format!(
            "{:?} before Start",
            start.kind
        )));
    }
    let mut worker = Worker::new(decoded::<LaunchContext>(&start)?)?;
    channel.send(Kind::Ready, 0, b"")?;
    while let Some(frame) = channel.receive()? {
        let serial = frame.serial;
        let reply = match frame.kind {
            Kind::Call => {
                let request = decoded::<CallRequest>(&frame)?;
                worker.call(request, &mut |progress| report(channel, serial, &progress))
            }
            Kind::Complete => worker.complete(&decoded::<CompletionRequest>(&frame)?),
            kind => {
                return Err(ServeError::Unexpected(format!(
                    "{kind:?} to a ready worker"
                )));
            }
        };
        channel.send(Kind::Result, serial, &reply.to_payload())?;
        drop(reply);
        memory::release();
        channel.send(Kind::Idle, serial, b"")?;
    }
    Ok(())
}

/// Progress is a courtesy: when it cannot be sent, the result's frame will say so.
fn report(channel: &Channel, serial: u64, progress: &Progress) {
    if let Ok(payload) = serde_json::to_vec(progress) {
        let _ = channel.send(Kind::Progress, serial, &payload);
    }
}

fn decoded<T: DeserializeOwned>(frame: &Frame) -> Result<T, ServeError> {
    serde_json::from_slice(&frame.payload).map_err(|error| {
        ServeError::Unexpected(format!("a {:?} that cannot be read: {error}", frame.kind))
    })
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::Shutdown;
    use std::os::unix::net::UnixStream;

    use serde_json::{Value, json};

    use super::*;
    use crate::wire::{Decoder, Outcome, encode};

    /// What a worker sends back on these frames and the end of the stream.
    fn conversation(frames: &[(Kind, u64, Value)]) -> (Result<(), ServeError>, Vec<Frame>) {
        let (mut parent, worker) = UnixStream::pair().unwrap();
        let mut bytes = Vec::new();
        for (kind, serial, payload) in frames {
            encode(&mut bytes, *kind, *serial, payload.to_string().as_bytes()).unwrap();
        }
        parent.write_all(&bytes).unwrap();
        parent.shutdown(Shutdown::Write).unwrap();
        let mut channel = Channel::new(worker);
        let ended = converse(&mut channel);
        drop(channel);
        let mut answer = Vec::new();
        parent.read_to_end(&mut answer).unwrap();
        let mut decoder = Decoder::default();
        decoder.push(&answer);
        let frames = std::iter::from_fn(|| decoder.next_frame().unwrap()).collect();
        (ended, frames)
    }

    fn start(store: &std::path::Path) -> (Kind, u64, Value) {
        let context = json!({"store": store, "allowed": [], "min_trust": 0.5, "configs": [], "scratch": null});
        (Kind::Start, 0, context)
    }

    #[test]
    fn each_request_gets_its_result_and_then_the_worker_is_idle() {
        let store = tempfile::tempdir().unwrap();
        std::fs::write(store.path().join("_facilities.json"), "{}").unwrap();
        let call = json!({
            "tool": "facilities", "arguments": {}, "revision": "Session", "envelope_bytes": 40, "progress": true,
        });
        let complete = json!({
            "prompt": "triage_ahu", "argument": "equip", "value": "", "chosen": {}, "revision": "Stateless",
        });
        let (ended, frames) = conversation(&[
            start(store.path()),
            (Kind::Call, 7, call),
            (Kind::Complete, 9, complete),
        ]);
        ended.unwrap();
        let kinds: Vec<_> = frames
            .iter()
            .map(|frame| (frame.kind, frame.serial))
            .collect();
        assert_eq!(
            kinds,
            [
                (Kind::Ready, 0),
                (Kind::Result, 7),
                (Kind::Idle, 7),
                (Kind::Result, 9),
                (Kind::Idle, 9)
            ]
        );
        let outcome = Outcome::from_payload(&frames[1].payload).unwrap();
        assert_eq!(outcome.name, "ok");
        let result: Value = serde_json::from_slice(outcome.result).unwrap();
        assert_eq!(result["structuredContent"]["count"], 0);
    }

    #[test]
    fn a_parent_that_closes_at_once_is_no_error() {
        let (ended, frames) = conversation(&[]);
        ended.unwrap();
        assert_eq!(frames, []);
    }

    #[test]
    fn frames_out_of_place_or_unreadable_end_the_worker() {
        let store = tempfile::tempdir().unwrap();
        for frames in [
            vec![(Kind::Call, 1, json!({}))],
            vec![(Kind::Start, 0, json!({"store": 5}))],
            vec![start(store.path()), start(store.path())],
            vec![
                start(store.path()),
                (Kind::Call, 1, json!({"tool": "points"})),
            ],
        ] {
            let (ended, _) = conversation(&frames);
            assert!(
                matches!(ended, Err(ServeError::Unexpected(_))),
                "{frames:?}: {ended:?}"
            );
        }
        let (ended, _) = conversation(&[start(&store.path().join("nowhere"))]);
        assert!(matches!(ended, Err(ServeError::Open(_))), "{ended:?}");
    }
}
