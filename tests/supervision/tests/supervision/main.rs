//! The supervisor as its client and its operator see it: a real server, real pipes and signals,
//! and workers that misbehave on command.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "the helpers of tests fail as loudly as the tests"
)]

mod calls;
mod processes;
mod stop;
mod streams;
mod support;
