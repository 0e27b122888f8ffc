//! A server with workers of the test's choice: `supervised-server MAX_CONCURRENT MAX_QUEUED
//! CALL_TIMEOUT_MS WORKER ARG...`.

use std::process::ExitCode;
use std::time::Duration;

use camber::mcp::Session;
use camber::supervisor::{self, Options, WorkerCommand};
use camber_supervision_tests::script::SCRIPTS;
use camber_worker::launch::LaunchContext;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [concurrent, queued, timeout, worker, worker_args @ ..] = args.as_slice() else {
        return ExitCode::from(64);
    };
    let (Ok(max_concurrent), Ok(max_queued), Ok(timeout)) =
        (concurrent.parse(), queued.parse(), timeout.parse())
    else {
        return ExitCode::from(64);
    };
    let allowed = SCRIPTS.iter().map(|script| (*script).to_owned()).collect();
    let launch = LaunchContext {
        store: "/nonexistent".into(),
        allowed,
        min_trust: 0.5,
        configs: Vec::new(),
        scratch: None,
    };
    let session = Session::new(launch.allowed.clone());
    let options = Options {
        worker: WorkerCommand::program(worker, worker_args),
        launch,
        max_concurrent,
        max_queued,
        call_timeout: Duration::from_millis(timeout),
        announcement: "test server".to_owned(),
        notes: Vec::new(),
        warnings: Vec::new(),
    };
    match supervisor::run(options, session) {
        Ok(status) => ExitCode::from(status.code()),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
