//! The client's two streams: lines in, replies out.

use std::io;

use super::outbox::Outbox;
use super::stdio::Port;
use crate::mcp::framing::Lines;

/// Requests on their way in.
#[derive(Debug)]
pub struct Input {
    port: Port,
    /// Cuts what was read.
    pub lines: Lines,
    /// Whether a read may find something.
    readable: bool,
    /// Whether whole lines may be left of what was read.
    pub backlog: bool,
    /// Whether the stream ended.
    pub ended: bool,
}

impl Input {
    /// The input on `port`.
    pub fn new(port: Port) -> Input {
        Input {
            port,
            lines: Lines::default(),
            readable: true,
            backlog: false,
            ended: false,
        }
    }

    /// Where it comes from.
    pub fn port(&self) -> &Port {
        &self.port
    }

    /// Takes note that a read may find something.
    pub fn wake(&mut self) {
        self.readable = true;
    }

    /// Whether there is something to do now.
    pub fn is_pressing(&self) -> bool {
        self.backlog || self.readable && !self.ended
    }

    /// Reads once, if there is something. A client that is gone has ended its requests, in
    /// whatever way the system puts it.
    pub fn fill(&mut self) {
        while self.readable && !self.ended {
            match self.port.read(self.lines.space()) {
                Ok(0) => self.ended = true,
                Ok(count) => {
                    self.lines.filled(count);
                    self.backlog = true;
                    return;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.readable = false,
                Err(_) => self.ended = true,
            }
        }
    }
}

/// Replies on their way out.
#[derive(Debug)]
pub struct Output {
    port: Port,
    outbox: Outbox,
    writable: bool,
}

/// Why no reply can be written any more.
#[derive(Debug)]
pub enum Broken {
    /// The client closed its end.
    Closed,
    /// The system refused.
    Refused(io::Error),
}

impl Output {
    /// The output on `port`.
    pub fn new(port: Port) -> Output {
        Output {
            port,
            outbox: Outbox::default(),
            writable: true,
        }
    }

    /// Where it goes.
    pub fn port(&self) -> &Port {
        &self.port
    }

    /// Takes note that a write may succeed.
    pub fn wake(&mut self) {
        self.writable = true;
    }

    /// Where the next reply is appended.
    pub fn tail(&mut self) -> &mut Vec<u8> {
        self.outbox.tail()
    }

    /// How much waits.
    pub fn len(&self) -> usize {
        self.outbox.len()
    }

    /// Forgets what waits.
    pub fn clear(&mut self) {
        self.outbox.clear();
    }

    /// Writes what fits now.
    ///
    /// # Errors
    /// Nothing can be written any more.
    pub fn flush(&mut self) -> Result<(), Broken> {
        while self.writable && !self.outbox.is_empty() {
            match self.port.write(self.outbox.pending()) {
                Ok(count) => self.outbox.advance(count),
                Err(error) => match error.kind() {
                    io::ErrorKind::Interrupted => {}
                    io::ErrorKind::WouldBlock => self.writable = false,
                    io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset => {
                        return Err(Broken::Closed);
                    }
                    _ => return Err(Broken::Refused(error)),
                },
            }
        }
        Ok(())
    }
}
