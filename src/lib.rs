//! `camber`: the parent process of a native MCP server for building analyses.
