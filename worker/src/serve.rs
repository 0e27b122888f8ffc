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
