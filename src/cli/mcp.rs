//! `camber mcp`: serve a store to one client over stdin and stdout.

use std::process::ExitCode;

use super::args::McpArgs;
use super::refuse;
use crate::launch::{self, Launch, LaunchOptions};
use crate::mcp::Session;
use crate::supervisor::{self, Options, WorkerCommand};

/// Checks the launch and serves until the client leaves or a signal stops the server.
pub fn run(args: McpArgs) -> ExitCode {
    let options = args.into_options();
    let launch = match launch::check(&options) {
        Ok(launch) => launch,
        Err(problem) => return refuse(&problem.to_string()),
    };
    let session = Session::new(launch.context.allowed.clone());
    match supervisor::run(server(options, launch), session) {
        Ok(status) => ExitCode::from(status.code()),
        Err(problem) => refuse(&problem.to_string()),
    }
}

fn server(options: LaunchOptions, launch: Launch) -> Options {
    Options {
        worker: WorkerCommand::this_program(["worker"]),
        announcement: launch.announcement(),
        launch: launch.context,
        max_concurrent: options.max_concurrent,
        max_queued: options.max_queued,
        call_timeout: options.call_timeout,
        notes: launch.notes,
        warnings: launch.warnings,
    }
}
