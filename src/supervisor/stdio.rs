//! The descriptors the client gave us, read and written without ever blocking on them.
//!
//! `O_NONBLOCK` belongs to the open file description, which we share with the client, its
//! terminal and whoever else holds it: setting it would break their reads and writes. So each
//! kind of file is handled in a way that leaves the description alone:
//!
//! | file | way |
//! |---|---|
//! | pipe, terminal | opened anew through `/proc/self/fd`: a description of our own |
//! | socket | `MSG_DONTWAIT` on each call (a socket cannot be opened anew) |
//! | regular file, `/dev/null` | plain calls; they do not block, and `epoll` refuses them |
//! | any, where that fails | `poll` before each call, and writes that fit what `poll` promises |

use std::fs::OpenOptions;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::os::unix::fs::OpenOptionsExt;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::socket::{MsgFlags, recv, send};
use nix::sys::stat::{SFlag, fstat};
use nix::unistd::{dup2_stdin, dup2_stdout, isatty, read, write};

/// What a pipe that polls as writable takes without blocking.
const POLLED_WRITE: usize = 4096;

/// One end of a stream of the client's.
#[derive(Debug)]
pub struct Port {
    fd: OwnedFd,
    way: Way,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Direct,
    Socket,
    Polled,
}

/// Which way bytes flow.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Flow {
    In,
    Out,
}

/// The server's three streams.
#[derive(Debug)]
pub struct Stdio {
    /// Requests.
    pub input: Port,
    /// Replies, and nothing else.
    pub output: Port,
    /// The log.
    pub log: Port,
}

impl Stdio {
    /// Takes the standard streams for the server alone: fd 0 becomes `/dev/null` and fd 1 a
    /// second stderr, so that nothing in this process or below it reads a request or writes
    /// into the replies.
    ///
    /// # Errors
    /// What the system said to duplicating a descriptor.
    pub fn take() -> io::Result<Stdio> {
        let stdio = Stdio {
            input: Port::adopt(io::stdin().as_fd(), Flow::In)?,
            output: Port::adopt(io::stdout().as_fd(), Flow::Out)?,
            log: Port::adopt(io::stderr().as_fd(), Flow::Out)?,
        };
        dup2_stdin(OpenOptions::new().read(true).open("/dev/null")?)?;
        dup2_stdout(io::stderr())?;
        Ok(stdio)
    }
}

impl Port {
    fn adopt(fd: BorrowedFd<'_>, flow: Flow) -> io::Result<Port> {
        let kept = |way| fd.try_clone_to_owned().map(|fd| Port { fd, way });
        if !permits(fd, flow)? {
            // Every call on it fails at once, and says why.
            return kept(Way::Direct);
        }
        let mode = fstat(fd)?.st_mode;
        match SFlag::from_bits_truncate(mode) & SFlag::S_IFMT {
            SFlag::S_IFSOCK => kept(Way::Socket),
            SFlag::S_IFIFO => reopen(fd, flow).or_else(|_| kept(Way::Polled)),
            SFlag::S_IFCHR if isatty(fd)? => reopen(fd, flow).or_else(|_| kept(Way::Polled)),
            SFlag::S_IFCHR => kept(Way::Polled),
            _ => kept(Way::Direct),
        }
    }

    /// Reads what is there; [`io::ErrorKind::WouldBlock`] when there is nothing yet.
    ///
    /// # Errors
    /// What the system said.
    pub fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = match self.way {
            Way::Direct => read(&self.fd, buffer),
            Way::Socket => recv(self.fd.as_raw_fd(), buffer, MsgFlags::MSG_DONTWAIT),
            Way::Polled => self
                .ready(PollFlags::POLLIN)
                .and_then(|()| read(&self.fd, buffer)),
        };
        Ok(count?)
    }

    /// Writes what fits now; [`io::ErrorKind::WouldBlock`] when nothing does.
    ///
    /// # Errors
    /// What the system said.
    pub fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let count = match self.way {
            Way::Direct => write(&self.fd, bytes),
            Way::Socket => {
                let flags = MsgFlags::MSG_DONTWAIT | MsgFlags::MSG_NOSIGNAL;
                send(self.fd.as_raw_fd(), bytes, flags)
            }
            Way::Polled => self.ready(PollFlags::POLLOUT).and_then(|()| {
                let fits = bytes.get(..POLLED_WRITE).unwrap_or(bytes);
                write(&self.fd, fits)
            }),
        };
        Ok(count?)
    }

    /// The descriptor to wait for.
    pub fn raw_fd(&self) -> RawFd {
        self.fd.as_raw_fd()
    }

    fn ready(&self, flow: PollFlags) -> nix::Result<()> {
        let mut fds = [PollFd::new(self.fd.as_fd(), flow)];
        match poll(&mut fds, PollTimeout::ZERO)? {
            0 => Err(Errno::EAGAIN),
            _ => Ok(()),
        }
    }
}

/// Whether a description is one for this direction. A new one of the same file could do what the
/// one we were given may not.
fn permits(fd: BorrowedFd<'_>, flow: Flow) -> nix::Result<bool> {
    let mode = OFlag::from_bits_truncate(fcntl(fd, FcntlArg::F_GETFL)?) & OFlag::O_ACCMODE;
    Ok(match flow {
        Flow::In => mode != OFlag::O_WRONLY,
        Flow::Out => mode != OFlag::O_RDONLY,
    })
}

/// Opens a pipe or terminal anew. Never for both directions: a reader of a pipe that also holds it
/// open for writing would wait for itself at the end of the stream.
fn reopen(fd: BorrowedFd<'_>, flow: Flow) -> io::Result<Port> {
    let file = OpenOptions::new()
        .read(flow == Flow::In)
        .write(flow == Flow::Out)
        .custom_flags(OFlag::O_NONBLOCK.bits() | OFlag::O_NOCTTY.bits())
        .open(format!("/proc/self/fd/{}", fd.as_raw_fd()))?;
    Ok(Port {
        fd: file.into(),
        way: Way::Direct,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{ErrorKind, Read, Write};
    use std::os::unix::net::UnixStream;

    fn is_nonblocking(fd: impl AsFd) -> bool {
        let flags = fcntl(fd, FcntlArg::F_GETFL).unwrap();
        OFlag::from_bits_truncate(flags).contains(OFlag::O_NONBLOCK)
    }

    fn read_kind(port: &Port) -> Result<usize, ErrorKind> {
        port.read(&mut [0; 64]).map_err(|error| error.kind())
    }

    /// Writes until nothing fits and says how much did.
    fn fill(port: &Port) -> usize {
        let mut total = 0;
        loop {
            match port.write(&[b'x'; 70_000]) {
                Ok(count) => total += count,
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::WouldBlock);
                    return total;
                }
            }
        }
    }

    #[test]
    fn a_pipe_is_read_without_blocking_and_its_description_is_left_alone() {
        let (reader, mut writer) = io::pipe().unwrap();
        let reopened = Port::adopt(reader.as_fd(), Flow::In).unwrap();
        assert_eq!(reopened.way, Way::Direct);
        let polled = Port {
            fd: reader.as_fd().try_clone_to_owned().unwrap(),
            way: Way::Polled,
        };
        for port in [&reopened, &polled] {
            assert_eq!(read_kind(port), Err(ErrorKind::WouldBlock));
            writer.write_all(b"line").unwrap();
            assert_eq!(read_kind(port), Ok(4));
        }
        assert!(!is_nonblocking(&reader));
        drop(writer);
        assert_eq!((read_kind(&reopened), read_kind(&polled)), (Ok(0), Ok(0)));
    }

    #[test]
    fn a_full_pipe_takes_no_more_and_a_pipe_without_reader_is_broken() {
        let (mut reader, writer) = io::pipe().unwrap();
        let reopened = Port::adopt(writer.as_fd(), Flow::Out).unwrap();
        let polled = Port {
            fd: writer.as_fd().try_clone_to_owned().unwrap(),
            way: Way::Polled,
        };
        let mut taken = vec![0; fill(&polled) + fill(&reopened)];
        reader.read_exact(&mut taken).unwrap();
        assert!(fill(&reopened) > 0);
        assert!(!is_nonblocking(&writer));
        drop(reader);
        for port in [&reopened, &polled] {
            assert_eq!(port.write(b"x").unwrap_err().kind(), ErrorKind::BrokenPipe);
        }
        let gone = Port::adopt(writer.as_fd(), Flow::Out).unwrap();
        assert_eq!(gone.write(b"x").unwrap_err().kind(), ErrorKind::BrokenPipe);
    }

    #[test]
    fn a_socket_is_used_without_blocking_and_its_description_is_left_alone() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let port = Port::adopt(ours.as_fd(), Flow::In).unwrap();
        assert_eq!(read_kind(&port), Err(ErrorKind::WouldBlock));
        theirs.write_all(b"line").unwrap();
        assert_eq!(read_kind(&port), Ok(4));
        assert!(fill(&Port::adopt(ours.as_fd(), Flow::Out).unwrap()) > 0);
        assert!(!is_nonblocking(&ours));
    }

    #[test]
    fn the_wrong_end_of_a_pipe_fails_and_does_not_wait() {
        let (reader, writer) = io::pipe().unwrap();
        let bad = Some(Errno::EBADF as i32);
        let output = Port::adopt(reader.as_fd(), Flow::Out).unwrap();
        assert_eq!(output.write(b"x").unwrap_err().raw_os_error(), bad);
        let input = Port::adopt(writer.as_fd(), Flow::In).unwrap();
        assert_eq!(input.read(&mut [0]).unwrap_err().raw_os_error(), bad);
    }

    #[test]
    fn a_file_keeps_its_position() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"before").unwrap();
        Port::adopt(file.as_fd(), Flow::Out)
            .unwrap()
            .write(b" after")
            .unwrap();
        let mut text = String::new();
        io::Seek::rewind(&mut file).unwrap();
        file.read_to_string(&mut text).unwrap();
        assert_eq!(text, "before after");
    }
}
