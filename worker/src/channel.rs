//! The worker's end of the socket.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;

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
    pub(crate) fn new(socket: UnixStream) -> Channel {
        Channel {
            socket,
            decoder: Decoder::default(),
            buffer: vec![0; READ],
        }
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
        (&self.socket).write_all(&frame)?;
        Ok(())
    }
}
