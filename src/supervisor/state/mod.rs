//! The supervisor as a pure state machine: events in, actions out, the clock passed in.
//!
//! ```text
//!  a worker:   Starting --Ready--> Idle --Call--> Busy --Result--> Settling --Idle--> Idle
//!                 |                 |              |                  |
//!                 +-----------------+------+-------+------------------+
//!                                          | killed, or it ended
//!                                          v
//!                                        Dying --reaped--> gone
//!
//!  a call:     accepted: Waiting --Call--> Running --> its one end: answered, cancelled,
//!                            |                ^         or given up because the server stops
//!                            +----------------|-------->
//! ```
//!
//! What holds at all times, whatever comes in whatever order (the property tests beside this
//! file check each):
//!
//! - an accepted call is answered once, unless it is cancelled or the server stops; never twice;
//! - at most `max_concurrent` calls run and `max_queued` more wait; calls start in the order they
//!   came in;
//! - a frame goes only to a worker that waits for one;
//! - workers that fail at once are started ever more slowly, and the calls waiting for them are
//!   answered rather than parked;
//! - once the server stops, nothing is started and nothing is answered.

mod backoff;
mod calls;
mod event;
mod flow;
mod machine;
mod pool;
mod workers;

#[cfg(test)]
mod model;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod scenarios;

pub use calls::ReplyTicket;
pub use event::{Action, Answer, Event, Exit, Refusal, Request, StopSignal, Task, WorkerId};
pub use machine::{Cause, Limits, Machine};
pub use workers::Why;
