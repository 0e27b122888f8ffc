//! `camber call`: one tool, one answer.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use serde_json::{Map, Value};

use super::args::CallArgs;
use super::client::{Answer, Client};
use super::{refuse, render};

/// The most rows of a table that are printed; `--json` prints all of a page.
const ROWS: usize = 50;

/// Runs the tool and prints its answer; 0, 1 when the tool refused, 2 when the launch was.
pub fn run(args: CallArgs) -> ExitCode {
    match call(&args) {
        Ok(status) => status,
        Err(problem) => {
            eprintln!("camber call: error: {problem:#}");
            ExitCode::FAILURE
        }
    }
}

fn call(args: &CallArgs) -> anyhow::Result<ExitCode> {
    let mut client = Client::start(args.server_arguments(), true)?;
    let tools = client.tools()?;
    let schema = tools
        .iter()
        .find(|tool| tool.get("name") == Some(&Value::from(args.tool.as_str())));
    let properties = schema.and_then(|tool| tool.pointer("/inputSchema/properties"));
    let arguments = match parse_arguments(&args.arguments, properties.unwrap_or(&Value::Null)) {
        Ok(arguments) => arguments,
        Err(problem) => return Ok(refuse(&problem)),
    };
    let answer = client.call(&args.tool, arguments)?;
    client.stop()?;
    let (text, status) = match answer {
        Answer::Refused(reason) => {
            eprintln!("{reason}");
            return Ok(ExitCode::FAILURE);
        }
        Answer::Result(result) if args.json => (
            format!("{}\n", serde_json::to_string_pretty(&result.data)?),
            ExitCode::SUCCESS,
        ),
        Answer::Result(result) => (render::answer(&result, ROWS), ExitCode::SUCCESS),
    };
    std::io::stdout()
        .write_all(text.as_bytes())
        .context("the answer cannot be printed")?;
    Ok(status)
}

/// `KEY=VALUE` words as a tool's arguments, each VALUE read as its property's type asks.
fn parse_arguments(words: &[String], properties: &Value) -> Result<Map<String, Value>, String> {
    let mut arguments = Map::new();
    for word in words {
        let (key, value) = word
            .split_once('=')
            .filter(|(key, _)| !key.is_empty())
            .ok_or_else(|| format!("an argument is KEY=VALUE, not {word:?}"))?;
        let kind = properties
            .get(key)
            .and_then(|p| p.get("type"))
            .and_then(Value::as_str);
        let value = match (kind, serde_json::from_str(value)) {
            (Some("string"), _) => Value::from(value),
            (Some("array"), Err(_)) => value.split(',').map(str::trim).collect::<Value>(),
            (_, Ok(json)) => json,
            (_, Err(_)) => Value::from(value),
        };
        if arguments.insert(key.to_owned(), value).is_some() {
            return Err(format!("the argument {key} is given twice"));
        }
    }
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(words: &[&str]) -> Result<Value, String> {
        let properties = json!({"facility_id": {"type": "string"}, "limit": {"type": "integer"},
            "equips": {"type": "array"}});
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        parse_arguments(&words, &properties).map(Value::Object)
    }

    #[test]
    fn a_value_is_read_as_its_property_asks() {
        assert_eq!(
            parse(&[
                "facility_id=2025",
                "limit=5",
                "equips=AHU-1, AHU-2",
                "other=a=b"
            ]),
            Ok(
                json!({"facility_id": "2025", "limit": 5, "equips": ["AHU-1", "AHU-2"], "other": "a=b"})
            )
        );
        assert_eq!(parse(&["equips=[\"A,B\"]"]), Ok(json!({"equips": ["A,B"]})));
        assert_eq!(parse(&["limit=many"]), Ok(json!({"limit": "many"})));
    }

    #[test]
    fn a_word_that_is_no_argument_is_refused() {
        for words in [&["north"][..], &["=5"], &["a=1", "a=2"]] {
            assert!(parse(words).is_err(), "{words:?}");
        }
    }
}
