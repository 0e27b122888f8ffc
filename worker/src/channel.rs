//! The worker's end of the socket.

use std::io::{self, Read};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;

use nix::errno::Errno;
use nix::sys::socket::{MsgFlags, send};

use crate::serve::ServeError;
use crate::wire::{self, Decoder, Frame, Kind};

/// Bytes asked for at once.
const READ: usize = 64 << 10;

/// A blocking socket of frames.
#[derive(Debug)]
pub(crate) struct Channel {
    socket: UnixStream,
    decoder: Decoder,
    buffer: Vec<u8>,
}

impl Channel {
    /// Takes the socket over.
    ///
    /// # Errors
    /// When the descriptor cannot be made blocking.
    pub(crate) fn new(socket: OwnedFd) -> io::Result<Channel> {
        let socket = UnixStream::from(socket);
        socket.set_nonblocking(false)?;
        Ok(Channel {
            socket,
            decoder: Decoder::default(),
            buffer: vec![0; READ],
        })
    }

    /// Waits for the next frame; `None` when the parent closed its end.
    ///
    /// # Errors
    /// When the socket fails or what arrives are no frames.
    pub(crate) fn receive(&mut self) -> Result<Option<Frame>, ServeError> {
        loop {
            if let Some(frame) = self.decoder.next_frame()? {
                return Ok(Some(frame));
            }
            match self.socket.read(&mut self.buffer) {
                Ok(0) => return Ok(None),
                Ok(read) => self
                    .decoder
                    .push(self.buffer.get(..read).unwrap_or_default()),
                // A parent that died with unread bytes in its socket resets the connection.
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return Ok(None),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Sends one frame.
    ///
    /// # Errors
    /// When the socket fails, or the payload is longer than a frame's may be.
    pub(crate) fn send(&self, kind: Kind, serial: u64, payload: &[u8]) -> Result<(), ServeError> {
        let mut frame = Vec::new();
        wire::encode(&mut frame, kind, serial, payload)?;
        let mut rest = frame.as_slice();
        while !rest.is_empty() {
            // Without MSG_NOSIGNAL a parent that is gone would end the worker by SIGPIPE.
            match send(self.socket.as_raw_fd(), rest, MsgFlags::MSG_NOSIGNAL) {
                Ok(sent) => rest = rest.get(sent..).unwrap_or_default(),
                Err(Errno::EINTR) => {}
                Err(error) => return Err(io::Error::from(error).into()),
            }
        }
        Ok(())
    }
}
