//! `camber demo`: an invented campus, served as a client would have it served.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use camber_demo::campus::{self, CAMPUS_ID, Campus, FoundBy};
use serde_json::{Map, Value, json};

use super::args::DemoArgs;
use super::client::{Answer, Client};
use super::render;

/// The most rows of a table that are shown.
const ROWS: usize = 8;

/// Writes the campus, shows what the tools answer on it, and how to connect a client to it.
pub fn run(args: DemoArgs) -> ExitCode {
    match show(args.directory, &mut std::io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("camber demo: error: {problem:#}");
            ExitCode::FAILURE
        }
    }
}

fn show(directory: Option<PathBuf>, out: &mut impl Write) -> anyhow::Result<()> {
    let directory = match directory {
        Some(directory) => std::path::absolute(directory)?,
        None => tempfile::Builder::new()
            .prefix("camber-demo-")
            .tempdir()?
            .keep(),
    };
    let started = Instant::now();
    let campus = campus::write(&directory)?;
    writeln!(
        out,
        "An invented campus is in {} ({:.2} s to write):",
        directory.display(),
        started.elapsed().as_secs_f64()
    )?;
    for facility in &campus.facilities {
        writeln!(
            out,
            "  {:<14} {:<14} {} equipment, {} points, {} readings",
            facility.id, facility.name, facility.equipment, facility.points, facility.readings
        )?;
    }
    writeln!(out, "\nWhat is wrong with it on purpose:")?;
    for fault in &campus.faults {
        writeln!(
            out,
            "  {:<10} {} ({})",
            fault.equip,
            fault.what,
            expected(fault.found_by)
        )?;
    }
    show_tools(&directory, out)?;
    show_connection(&directory, &campus, out)
}

fn expected(found_by: &[FoundBy]) -> String {
    let names = found_by.iter().map(|by| match by {
        FoundBy::Rule(name) => *name,
        FoundBy::Coverage => "coverage",
        FoundBy::SensorTrust => "sensor_trust",
    });
    names.collect::<Vec<_>>().join(", ")
}

/// Calls the tools one after the other, as a client does.
fn show_tools(directory: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let arguments = vec![
        "--store".into(),
        directory.into(),
        "--allow-all-active".into(),
    ];
    let started = Instant::now();
    let mut client = Client::start(arguments, false)?;
    let tools = client.tools()?;
    let names: Vec<&str> = tools
        .iter()
        .filter_map(|tool| tool.get("name")?.as_str())
        .collect();
    writeln!(
        out,
        "\nA server on it, ready after {:.1} ms, has the tools {}.",
        started.elapsed().as_secs_f64() * 1e3,
        names.join(", ")
    )?;
    for (tool, arguments) in [
        ("facilities", json!({})),
        (
            "points",
            json!({"facility_id": CAMPUS_ID, "equip_class": "AHU"}),
        ),
        (
            "coverage",
            json!({"facility_id": CAMPUS_ID, "min_gap_hours": 2}),
        ),
    ] {
        let Value::Object(arguments) = arguments else {
            continue;
        };
        writeln!(out, "\n> {tool}{}", spelled(&arguments))?;
        let started = Instant::now();
        let answer = client.call(tool, arguments)?;
        let elapsed = started.elapsed().as_secs_f64() * 1e3;
        match answer {
            Answer::Result(result) => write!(out, "{}", render::answer(&result, ROWS))?,
            Answer::Refused(reason) => writeln!(out, "{reason}")?,
        }
        writeln!(out, "  ({elapsed:.1} ms)")?;
    }
    client.stop()
}

/// Arguments as `camber call` takes them.
fn spelled(arguments: &Map<String, Value>) -> String {
    let word = |(key, value): (&String, &Value)| match value {
        Value::String(text) => format!(" {key}={text}"),
        other => format!(" {key}={other}"),
    };
    arguments.iter().map(word).collect()
}

fn show_connection(directory: &Path, campus: &Campus, out: &mut impl Write) -> anyhow::Result<()> {
    let program = std::env::current_exe().context("this program's path cannot be found")?;
    let allowed: Vec<String> = campus
        .facilities
        .iter()
        .map(|facility| format!("--allow {}", facility.id))
        .collect();
    writeln!(
        out,
        "\nTo ask Claude about it:\n  claude mcp add camber-demo -- {} mcp --store {} {}",
        program.display(),
        directory.display(),
        allowed.join(" ")
    )?;
    writeln!(
        out,
        "then, in a new session: \"What data is missing on {CAMPUS_ID}, and since when?\"\n\
         To ask from this terminal:\n  {} call coverage facility_id={CAMPUS_ID} --store {}",
        program.display(),
        directory.display()
    )?;
    Ok(())
}
