//! The `camber` executable: one binary for the server, its workers and the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    camber::cli::main()
}
