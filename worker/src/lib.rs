//! The worker process: its loop, the tools, the prompts and the policy.

pub mod launch;
pub mod process;
pub mod wire;
