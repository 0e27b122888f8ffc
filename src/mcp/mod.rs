//! The message layer of the server: bytes of one line in, a decision or a reply out. No I/O.
//!
//! ```text
//! bytes -> framing::Lines -> Line -> Session::handle -> Handled
//!                                          |              Replied / Refused: the reply is in `out`
//!                                          |              Call, Completion: for a worker; its answer
//!                                          v              goes out through `reply`
//!                                    message::decode      Cancel, Silent
//! ```
//!
//!

pub mod framing;
mod id;
mod message;
mod overlong;
pub mod reply;
mod scan;
mod session;

pub use id::{ProgressToken, RequestId};
pub use session::{CompletionCall, Handled, Lane, Session, ToolCall};

/// The longest line accepted, its line end included.
pub const MAX_LINE: usize = 1 << 20;
/// The revision served statelessly: each request names it in its `_meta`.
pub const STATELESS_VERSION: &str = "2026-07-28";
/// The revisions `initialize` negotiates; the first is offered to a client that asks for another.
pub const SESSION_VERSIONS: [&str; 2] = ["2025-11-25", "2025-06-18"];
