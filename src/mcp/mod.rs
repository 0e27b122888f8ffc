//! The message layer of the server: bytes of one line in, a decision or a reply out. No I/O.
//!
//! 1. [`framing::Lines`] cuts the byte stream into lines of at most [`MAX_LINE`] bytes.
//! 2. [`Session::handle`] reads a line strictly, in one pass over its bytes, and decides: it appends
//!    the reply to what needs no data, or hands out a [`ToolCall`] or [`CompletionCall`] for a
//!    worker, whose finished result [`reply::result`] makes a message of.
//!
//! A program with a transport of its own embeds [`McpServer`] instead, which takes whole messages.

mod calls;
mod fixed;
pub mod framing;
mod id;
mod message;
mod overlong;
mod problem;
pub mod reply;
mod scan;
mod server;
mod session;
#[cfg(test)]
mod tests;

pub use calls::{CompletionCall, ToolCall};
pub use camber_worker::tools::Lane;
pub use id::{ProgressToken, RequestId};
pub use server::{Answer, McpServer};
pub use session::{Handled, Session};

/// The longest line accepted, its line end included.
pub const MAX_LINE: usize = 1 << 20;
/// The revision served statelessly: each request names it in its `_meta`.
pub const STATELESS_VERSION: &str = "2026-07-28";
/// The revisions `initialize` negotiates; the first is offered to a client that asks for another.
pub const SESSION_VERSIONS: [&str; 2] = ["2025-11-25", "2025-06-18"];
