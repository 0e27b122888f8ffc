//! The worker process: its loop, the tools, the prompts and the policy.
//!
//! The parent links this crate for what it answers by itself: the tables of [`tools`] and
//! [`prompts`], the check of arguments and allowlist, and the shape of a tool error. Only the
//! worker process ([`serve()`]) reads a store.

pub mod cache;
pub mod call;
mod channel;
pub mod completion;
pub mod error;
pub mod identity;
pub mod launch;
mod memory;
pub mod policy;
pub mod process;
pub mod prompts;
pub mod results;
pub mod schema;
mod serve;
pub mod tools;
pub mod wire;
pub mod worker;

pub use serve::{ServeError, serve};
