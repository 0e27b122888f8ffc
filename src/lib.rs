//! `camber`: the parent process of a native MCP server for building analyses.

pub mod mcp;
pub mod supervisor;
