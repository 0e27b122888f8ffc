//! The parent's end of a worker's socket.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;

use camber_worker::wire::{self, Decoder, Frame};

use super::outbox::Outbox;

/// What one turn reads from one worker at most, so that none keeps the loop to itself.
const READ_PER_TURN: usize = 1 << 20;

/// The parent's end of a worker's socket; neither reads nor writes ever wait.
#[derive(Debug)]
pub struct Link {
    socket: UnixStream,
    decoder: Decoder,
    outbox: Outbox,
}

/// How far [`Link::receive`] came.
#[derive(Debug, PartialEq)]
pub enum Received {
    /// Nothing more is there now.
    All,
    /// More may be there; come back in the next turn.
    Part,
    /// Nothing more will come.
    Lost(Cow<'static, str>),
}

impl Link {
    /// Takes one end of a socket pair.
    ///
    /// # Errors
    /// What the system said.
    pub fn new(socket: UnixStream) -> io::Result<Link> {
        socket.set_nonblocking(true)?;
        Ok(Link {
            socket,
            decoder: Decoder::default(),
            outbox: Outbox::default(),
        })
    }

    /// The descriptor to wait for.
    pub fn raw_fd(&self) -> RawFd {
        self.socket.as_raw_fd()
    }

    /// Queues a frame and sends what fits now. A worker that is gone is noticed by
    /// [`Link::receive`].
    pub fn send(&mut self, frame: &Frame) -> Result<(), wire::WireError> {
        wire::encode(self.outbox.tail(), frame.kind, frame.serial, &frame.payload)?;
        self.flush();
        Ok(())
    }

    /// Sends what fits now.
    pub fn flush(&mut self) {
        while !self.outbox.is_empty() {
            match self.socket.write(self.outbox.pending()) {
                Ok(count) => self.outbox.advance(count),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => return self.outbox.clear(),
            }
        }
    }

    /// Reads what is there and appends its whole frames to `frames`.
    pub fn receive(&mut self, buffer: &mut [u8], frames: &mut Vec<Frame>) -> Received {
        let mut total = 0;
        while total < READ_PER_TURN {
            match self.socket.read(buffer) {
                Ok(0) => return Received::Lost(Cow::Borrowed("closed its socket")),
                Ok(count) => {
                    total += count;
                    self.decoder.push(buffer.get(..count).unwrap_or_default());
                    if let Err(error) = self.decode(frames) {
                        return Received::Lost(Cow::Owned(format!("broke its socket: {error}")));
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Received::All,
                Err(_) => return Received::Lost(Cow::Borrowed("reset its socket")),
            }
        }
        Received::Part
    }

    fn decode(&mut self, frames: &mut Vec<Frame>) -> Result<(), wire::WireError> {
        while let Some(frame) = self.decoder.next_frame()? {
            frames.push(frame);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use camber_worker::wire::Kind;

    fn frame(kind: Kind, serial: u64, length: usize) -> Frame {
        Frame {
            kind,
            serial,
            payload: vec![b'x'; length],
        }
    }

    #[test]
    fn a_worker_that_does_not_read_holds_up_nothing_and_gets_all_later() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let mut link = Link::new(ours).unwrap();
        let sent = frame(Kind::Call, 1, wire::MAX_PAYLOAD);
        link.send(&sent).unwrap();
        assert!(!link.outbox.is_empty());

        let mut worker = Link::new(theirs).unwrap();
        let (mut buffer, mut frames) = (vec![0; 65536], Vec::new());
        while frames.is_empty() {
            assert_ne!(
                worker.receive(&mut buffer, &mut frames),
                Received::Lost("".into())
            );
            link.flush();
        }
        assert_eq!(frames, [sent]);
        assert!(link.outbox.is_empty());
    }

    #[test]
    fn frames_before_the_end_are_kept_and_half_a_frame_is_not() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut link = Link::new(ours).unwrap();
        let mut bytes = Vec::new();
        wire::encode(&mut bytes, Kind::Result, 3, b"whole").unwrap();
        wire::encode(&mut bytes, Kind::Result, 4, &[0; 1000]).unwrap();
        bytes.truncate(bytes.len() - 990);
        theirs.write_all(&bytes).unwrap();
        drop(theirs);
        let mut frames = Vec::new();
        let received = link.receive(&mut [0; 100], &mut frames);
        assert_eq!(received, Received::Lost("closed its socket".into()));
        assert_eq!(frames.len(), 1);
        assert_eq!(frames[0].payload, b"whole");
    }

    #[test]
    fn bytes_that_are_no_frame_lose_the_link() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut link = Link::new(ours).unwrap();
        theirs.write_all(&[b'x'; wire::HEADER]).unwrap();
        let received = link.receive(&mut [0; 100], &mut Vec::new());
        assert_eq!(
            received,
            Received::Lost("broke its socket: not a frame".into())
        );
    }
}
