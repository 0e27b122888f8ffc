//! `camber worker`: a worker process; only a running server starts one.

use std::process::ExitCode;

/// Serves calls over the socket on fd 0 until the parent closes it.
pub fn run() -> ExitCode {
    match camber_worker::serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("camber worker: error: {problem}");
            ExitCode::FAILURE
        }
    }
}
