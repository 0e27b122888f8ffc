//! From the params of a request to what a worker is asked, every check made that needs no data.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use camber_worker::error::{Code, ToolError};
use camber_worker::tools::{self, Lane, ToolSpec};
use camber_worker::wire::{CallRequest, CompletionRequest, Revision};
use camber_worker::{policy, prompts};
use serde_json::{Map, Value};

use super::message::{Member, Params, Request};
use super::problem::Problem;
use super::scan::Kind;
use super::{ProgressToken, RequestId, reply};

/// A tool call that passed every check that needs no data.
#[derive(Debug)]
pub struct ToolCall {
    /// The request it answers.
    pub id: RequestId,
    /// What the worker gets; the arguments satisfy the tool's schema and the allowlist.
    pub request: CallRequest,
    /// Where progress goes, when the client asked for it.
    pub progress_token: Option<ProgressToken>,
    /// Which workers may take it.
    pub lane: Lane,
}

/// A completion of a prompt argument; prompt and argument exist.
#[derive(Debug)]
pub struct CompletionCall {
    /// The request it answers.
    pub id: RequestId,
    /// What the worker gets.
    pub request: CompletionRequest,
}

/// Why a tool call goes to no worker.
pub(super) enum NoCall {
    /// The request is malformed.
    Problem(Problem),
    /// The model can mend the call.
    Declined {
        /// The tool called.
        tool: &'static str,
        /// What is wrong.
        error: ToolError,
    },
}

impl From<Problem> for NoCall {
    fn from(problem: Problem) -> NoCall {
        NoCall::Problem(problem)
    }
}

/// Reads a `tools/call`.
pub(super) fn tool_call(
    request: &Request<'_>,
    revision: Revision,
    allowed: &BTreeSet<String>,
) -> Result<ToolCall, NoCall> {
    let params = &request.params;
    let name = name_of(params)?;
    let given = arguments_text(params)?;
    let tool = tools::find(&name).ok_or_else(|| Problem::unknown("tool", &name))?;
    let arguments = checked_arguments(tool, given, allowed).map_err(|error| NoCall::Declined {
        tool: tool.name,
        error,
    })?;
    // Progress is a courtesy: a token of another type is as good as none.
    let token = params.meta.progress_token.as_ref();
    let progress_token = token.and_then(ProgressToken::from_raw);
    Ok(ToolCall {
        id: RequestId::from_canonical(&request.id),
        request: CallRequest {
            tool: name.into_owned(),
            arguments,
            revision,
            envelope_bytes: reply::envelope_length(&request.id),
            progress: progress_token.is_some(),
        },
        progress_token,
        lane: tool.lane,
    })
}

/// Reads a `completion/complete`.
pub(super) fn completion_call(
    request: &Request<'_>,
    revision: Revision,
) -> Result<CompletionCall, Problem> {
    let params = &request.params;
    let reference = object(params.reference, "ref")?;
    if reference.get("type").and_then(Value::as_str) != Some("ref/prompt") {
        let detail = "only the arguments of prompts are completed: the type of \"ref\" must be \"ref/prompt\"";
        return Err(Problem::invalid_params(detail));
    }
    let name = string(&reference, "ref", "name")?;
    let prompt = prompts::find(&name).ok_or_else(|| Problem::unknown("prompt", &name))?;
    let argument = object(params.argument, "argument")?;
    let argument_name = string(&argument, "argument", "name")?;
    let mut known = prompt.arguments.iter().map(|argument| argument.name);
    if !known.any(|known| known == argument_name) {
        return Err(Problem::unknown("prompt argument", &argument_name));
    }
    Ok(CompletionCall {
        id: RequestId::from_canonical(&request.id),
        request: CompletionRequest {
            prompt: name,
            argument: argument_name,
            value: string(&argument, "argument", "value")?,
            chosen: chosen_arguments(params)?,
            revision,
        },
    })
}

/// Fills in the prompt a `prompts/get` asks for; the members of its result.
pub(super) fn prompt(params: &Params<'_>) -> Result<String, Problem> {
    let name = name_of(params)?;
    let arguments = match arguments_text(params)? {
        None => Map::new(),
        Some(text) => strings(text).ok_or_else(|| {
            Problem::invalid_params("the \"arguments\" of a prompt must be strings")
        })?,
    };
    if prompts::find(&name).is_none() {
        return Err(Problem::unknown("prompt", &name));
    }
    let filled = prompts::get(&name, &arguments)
        .map_err(|error| Problem::invalid_params(error.to_string()))?;
    serde_json::to_string(&filled).map_err(|_| Problem::internal())
}

/// The required `name`.
fn name_of<'a>(params: &Params<'a>) -> Result<Cow<'a, str>, Problem> {
    let name = params.name.and_then(|name| name.string());
    name.ok_or_else(|| Problem::invalid_params("\"name\" must be a string"))
}

/// The text of the object `arguments`, if there is one.
fn arguments_text<'a>(params: &Params<'a>) -> Result<Option<&'a str>, Problem> {
    match params.arguments {
        None => Ok(None),
        Some(value) if value.kind == Kind::Object => Ok(Some(value.text)),
        Some(_) => Err(Problem::invalid_params("\"arguments\" must be an object")),
    }
}

/// The arguments as a worker gets them: they satisfy the tool's schema and the allowlist.
fn checked_arguments(
    tool: &ToolSpec,
    given: Option<&str>,
    allowed: &BTreeSet<String>,
) -> Result<Map<String, Value>, ToolError> {
    let mut arguments = match given {
        None => Map::new(),
        // The text is JSON: only its depth or the size of a number can be too much.
        Some(text) => serde_json::from_str(text).map_err(|_| {
            let message = "the arguments nest too deeply or hold a number too large to read";
            ToolError::new(Code::InvalidParams, message)
        })?,
    };
    tools::check_arguments(tool, &mut arguments)
        .map_err(|problems| ToolError::invalid_params(&problems))?;
    policy::check_allowlist(allowed, &arguments)?;
    Ok(arguments)
}

/// An object whose values are all strings.
fn strings(text: &str) -> Option<Map<String, Value>> {
    let members: Map<String, Value> = serde_json::from_str(text).ok()?;
    members.values().all(Value::is_string).then_some(members)
}

/// The arguments already chosen, from the optional `context.arguments`.
fn chosen_arguments(params: &Params<'_>) -> Result<BTreeMap<String, String>, Problem> {
    if params.context.is_none() {
        return Ok(BTreeMap::new());
    }
    let malformed =
        || Problem::invalid_params("\"context.arguments\" must be an object of strings");
    match object(params.context, "context")?.remove("arguments") {
        None | Some(Value::Null) => Ok(BTreeMap::new()),
        Some(arguments) => serde_json::from_value(arguments).map_err(|_| malformed()),
    }
}

fn object(member: Member<'_>, name: &str) -> Result<Map<String, Value>, Problem> {
    let parsed = member.and_then(|value| serde_json::from_str(value.text).ok());
    parsed.ok_or_else(|| Problem::invalid_params(format!("\"{name}\" must be an object")))
}

fn string(object: &Map<String, Value>, place: &str, name: &str) -> Result<String, Problem> {
    let text = object.get(name).and_then(Value::as_str).map(str::to_owned);
    text.ok_or_else(|| Problem::invalid_params(format!("\"{place}.{name}\" must be a string")))
}
