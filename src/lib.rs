//! `camber`: the parent process of a native MCP server for building analyses.
//!
//! The executable is thin; everything it does is here, so that tests and embedders reach it:
//!
//! - [`cli`]: the command line, one file per subcommand;
//! - [`launch`]: launch options checked into an immutable context, or one line of refusal;
//! - [`mcp`]: the message layer, without I/O;
//! - [`supervisor`]: the process that talks to the client and keeps the workers.

pub mod cli;
pub mod launch;
pub mod mcp;
pub mod supervisor;
