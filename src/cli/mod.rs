//! The command line: one file per subcommand.

mod args;
mod call;
mod client;
mod demo;
mod mcp;
mod render;
mod worker;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use args::{Camber, Command};

/// The exit status of a launch that was refused.
pub const USAGE: u8 = 2;

/// Runs the subcommand the process was started with.
pub fn main() -> ExitCode {
    match parse(std::env::args_os()) {
        Ok(Command::Mcp(args)) => mcp::run(args),
        Ok(Command::Call(args)) => call::run(args),
        Ok(Command::Demo(args)) => demo::run(args),
        Ok(Command::Worker) => worker::run(),
        Err(status) => status,
    }
}

/// The command to run; or, with the reason or the help already printed, the exit status.
fn parse(argv: impl IntoIterator<Item = OsString>) -> Result<Command, ExitCode> {
    let error = match Camber::try_parse_from(argv) {
        Ok(camber) => return Ok(camber.command),
        Err(error) => error,
    };
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let printed = write!(std::io::stdout(), "{error}");
            Err(if printed.is_ok() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            })
        }
        _ => Err(refuse(&one_line(&error.to_string()))),
    }
}

/// Prints why the launch is refused, as one line, and gives the status to exit with.
fn refuse(problem: &str) -> ExitCode {
    eprintln!(
        "camber: error: {}",
        problem.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    ExitCode::from(USAGE)
}

/// The sentences of a clap error up to its usage section.
fn one_line(rendered: &str) -> String {
    let problem: Vec<&str> = rendered
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    let problem = problem.join(" ");
    problem
        .strip_prefix("error: ")
        .unwrap_or(&problem)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usage_error_is_one_line_without_the_usage_section() {
        let rendered = "error: the following required arguments were not provided:\n  --store <PATH>\n\nUsage: camber mcp --store <PATH>\n\nFor more information, try '--help'.\n";
        assert_eq!(
            one_line(rendered),
            "the following required arguments were not provided: --store <PATH>"
        );
    }
}
