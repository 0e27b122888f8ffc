//! What can be typed on the command line. Parsing touches no file; [`crate::launch`] does.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::launch::{LaunchOptions, Serve};

/// Retro-commissioning analyses of buildings for AI clients.
#[derive(Debug, Parser)]
#[command(
    name = "camber",
    version,
    about,
    after_help = "Example:\n  camber demo                                       see it work on an invented campus\n  camber mcp --store /data/store --allow north      serve one facility to an MCP client\n  camber call coverage facility_id=north --store /data/store"
)]
pub struct Camber {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve a store to an MCP client over stdin and stdout
    Mcp(McpArgs),
    /// Run one tool and print its answer
    Call(CallArgs),
    /// Write an invented campus, serve it, and show what the tools answer
    Demo(DemoArgs),
    /// A worker process of a running server
    #[command(hide = true)]
    Worker,
}

/// The options of `camber mcp`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  camber mcp --store /data/store --allow north-campus --config north.yaml\n\nThe client starts this command itself; see docs/MCP.md for its configuration."
)]
pub struct McpArgs {
    #[command(flatten)]
    store: StoreArgs,
    /// How many tool calls run at once, each in a worker process (1 to 64)
    #[arg(long, value_name = "N", default_value = "2", value_parser = whole_number::<1, 64>)]
    max_concurrent: usize,
    /// How many more calls may wait for a free worker (0 to 1024)
    #[arg(long, value_name = "N", default_value = "8", value_parser = whole_number::<0, 1024>)]
    max_queued: usize,
    /// How long a call may run, in seconds (1 to 3600)
    #[arg(long, value_name = "S", default_value = "120", value_parser = whole_number::<1, 3600>)]
    call_timeout: usize,
}

/// The options that say what may be read, shared by `camber mcp` and `camber call`.
#[derive(Debug, Args)]
pub struct StoreArgs {
    /// The ParquetStore directory the tools read, or a portfolio workspace (its store)
    #[arg(long, value_name = "PATH")]
    store: PathBuf,
    /// A facility the tools may read; repeat it for more
    #[arg(long, value_name = "FACILITY", conflicts_with = "allow_all_active")]
    allow: Vec<String>,
    /// Allow every facility that is active in the store now
    #[arg(long)]
    allow_all_active: bool,
    /// A run or report config (.json, .yaml) for one facility; repeat it for more
    #[arg(long, value_name = "PATH")]
    config: Vec<PathBuf>,
    /// The data-trust score below which an input declines a check (0 to 1)
    #[arg(long, value_name = "X", default_value = "0.5", value_parser = unit_interval)]
    min_trust: f64,
}

/// The options of `camber call`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  camber call points facility_id=north role=oat --store /data/store\n\nA list is written with commas (equips=AHU-1,AHU-2) or as JSON.\nWithout --allow every active facility may be read."
)]
pub struct CallArgs {
    /// The tool to run
    pub tool: String,
    /// Its arguments
    #[arg(value_name = "KEY=VALUE")]
    pub arguments: Vec<String>,
    #[command(flatten)]
    store: StoreArgs,
    /// Print the result as JSON instead of tables
    #[arg(long)]
    pub json: bool,
}

/// The options of `camber demo`.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Where to write the demo store [default: camber-demo in the system's temporary directory]
    #[arg(value_name = "DIR")]
    pub directory: Option<PathBuf>,
}

impl McpArgs {
    /// What the server is asked to do, unchecked against the store.
    pub fn into_options(self) -> LaunchOptions {
        LaunchOptions {
            max_concurrent: self.max_concurrent,
            max_queued: self.max_queued,
            call_timeout: Duration::from_secs(self.call_timeout as u64),
            ..self.store.into_options()
        }
    }
}

impl CallArgs {
    /// The options of the server that runs the call.
    pub fn server_arguments(&self) -> Vec<std::ffi::OsString> {
        self.store.to_arguments()
    }
}

impl StoreArgs {
    fn into_options(self) -> LaunchOptions {
        let serve = if self.allow_all_active {
            Some(Serve::AllActive)
        } else if self.allow.is_empty() {
            None
        } else {
            Some(Serve::Named(self.allow))
        };
        LaunchOptions {
            store: self.store,
            serve,
            configs: self.config,
            min_trust: self.min_trust,
            ..LaunchOptions::default()
        }
    }

    /// The same options as arguments of `camber mcp`; all active facilities unless some are named.
    fn to_arguments(&self) -> Vec<std::ffi::OsString> {
        let mut arguments = vec!["--store".into(), self.store.clone().into_os_string()];
        for facility in &self.allow {
            arguments.extend(["--allow".into(), facility.into()]);
        }
        if self.allow.is_empty() {
            arguments.push("--allow-all-active".into());
        }
        for config in &self.config {
            arguments.extend(["--config".into(), config.clone().into_os_string()]);
        }
        arguments.extend(["--min-trust".into(), self.min_trust.to_string().into()]);
        arguments
    }
}

/// A whole number in plain digits, from `MIN` to `MAX`.
fn whole_number<const MIN: usize, const MAX: usize>(typed: &str) -> Result<usize, String> {
    let digits = !typed.is_empty() && typed.bytes().all(|b| b.is_ascii_digit());
    match typed.parse() {
        Ok(n) if digits && (MIN..=MAX).contains(&n) => Ok(n),
        _ => Err(format!("must be a whole number from {MIN} to {MAX}")),
    }
}

/// A number from 0 to 1.
fn unit_interval(typed: &str) -> Result<f64, String> {
    match typed.parse::<f64>() {
        Ok(x) if (0.0..=1.0).contains(&x) => Ok(x),
        _ => Err("must be a number from 0 to 1".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn mcp(extra: &[&str]) -> Result<LaunchOptions, String> {
        let argv = ["camber", "mcp", "--store", "s"].iter().chain(extra);
        match Camber::try_parse_from(argv)
            .map_err(|e| e.to_string())?
            .command
        {
            Command::Mcp(args) => Ok(args.into_options()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Camber::command().debug_assert();
    }

    #[test]
    fn the_defaults_are_those_of_the_product() {
        let options = mcp(&["--allow", "a", "--allow", "b"]).unwrap();
        assert_eq!(options.max_concurrent, 2);
        assert_eq!(options.max_queued, 8);
        assert_eq!(options.call_timeout, Duration::from_secs(120));
        assert_eq!(options.min_trust, 0.5);
        assert_eq!(
            options.serve,
            Some(Serve::Named(vec!["a".into(), "b".into()]))
        );
    }

    #[test]
    fn numbers_take_plain_digits_in_range_only() {
        for (option, good, bad) in [
            (
                "--max-concurrent",
                ["1", "64"],
                ["0", "65", "+2", " 2", "2.0", "٣", ""],
            ),
            (
                "--max-queued",
                ["0", "1024"],
                ["1025", "-1", "1e2", "0x1", "²", "8 ", "x"],
            ),
            (
                "--call-timeout",
                ["1", "3600"],
                ["0", "3601", "1.5", "+1", "-5", "60s", ""],
            ),
            (
                "--min-trust",
                ["0", "1.0"],
                ["1.01", "-0.1", "nan", "inf", "half", "", "0,5"],
            ),
        ] {
            for value in good {
                assert!(
                    mcp(&[&format!("{option}={value}")]).is_ok(),
                    "{option} {value}"
                );
            }
            for value in bad {
                assert!(
                    mcp(&[&format!("{option}={value}")]).is_err(),
                    "{option} {value:?}"
                );
            }
        }
    }

    #[test]
    fn the_two_ways_to_allow_exclude_each_other() {
        assert!(mcp(&["--allow", "a", "--allow-all-active"]).is_err());
        assert_eq!(mcp(&[]).unwrap().serve, None);
    }
}
