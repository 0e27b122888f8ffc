//! One line to one JSON-RPC message, or to the refusal of the whole line.

use std::borrow::Cow;

use super::reply::code;
use super::scan::{Flaw, Kind, NotJson, Raw, Scanner, Scratch};

/// What a line holds.
#[derive(Debug)]
pub(super) enum Decoded<'a> {
    Request(Request<'a>),
    Notification {
        method: Cow<'a, str>,
        params: Params<'a>,
    },
    /// A response. The server sends no requests, so it answers nothing, and answering it would let
    /// two peers refuse each other's refusals for ever.
    Response,
    Refused(Refusal<'a>),
}

/// A request whose outer shape is right.
#[derive(Debug)]
pub(super) struct Request<'a> {
    /// A string or integer as canonical JSON text.
    pub id: Cow<'a, str>,
    pub method: Cow<'a, str>,
    pub params: Params<'a>,
}

/// A line that is answered with an error whatever it asks.
#[derive(Debug)]
pub(super) struct Refusal<'a> {
    /// The request's id where it could be read, as canonical JSON text.
    pub id: Option<Cow<'a, str>>,
    pub code: i32,
    pub reason: &'static str,
}

/// Whether a member that must be an object is one. `null` counts as absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shape {
    #[default]
    Absent,
    Object,
    Other,
}

/// A member of `params`, where it stands in the line; `None` when absent or `null`.
pub(super) type Member<'a> = Option<Raw<'a>>;

/// The members of `params` that some method reads.
#[derive(Debug, Default)]
pub(super) struct Params<'a> {
    pub shape: Shape,
    pub meta: Meta<'a>,
    pub name: Member<'a>,
    pub arguments: Member<'a>,
    pub cursor: Member<'a>,
    pub protocol_version: Member<'a>,
    pub capabilities: Member<'a>,
    pub client_info: Member<'a>,
    pub request_id: Member<'a>,
    pub reference: Member<'a>,
    pub argument: Member<'a>,
    pub context: Member<'a>,
}

/// The members of `params._meta` that the server reads.
#[derive(Debug, Default)]
pub(super) struct Meta<'a> {
    pub shape: Shape,
    pub protocol_version: Member<'a>,
    pub client_capabilities: Member<'a>,
    pub client_info: Member<'a>,
    pub progress_token: Member<'a>,
}

/// The outer members of a message.
#[derive(Default)]
struct Envelope<'a> {
    version: Option<Raw<'a>>,
    id: Option<Raw<'a>>,
    /// How many members are called `id`.
    ids: usize,
    method: Option<Raw<'a>>,
    params: Params<'a>,
    is_response: bool,
}

/// Decodes one line.
pub(super) fn decode<'a>(line: &'a [u8], scratch: &mut Scratch) -> Decoded<'a> {
    let Ok(text) = std::str::from_utf8(line) else {
        return refused(
            None,
            code::PARSE_ERROR,
            "Parse error: the line is not UTF-8",
        );
    };
    let mut scanner = Scanner::new(text, scratch);
    if scanner.peek() != Some(b'{') {
        return not_an_object(&mut scanner);
    }
    let mut envelope = Envelope::default();
    if let Err(problem) = read_envelope(&mut scanner, &mut envelope) {
        return not_json(problem);
    }
    // Of two ids neither is the request's.
    let id = match envelope.id {
        Some(id) if envelope.ids == 1 => id.canonical(),
        _ => None,
    };
    if let Some(flaw) = scanner.flaw() {
        return flawed(id, flaw);
    }
    classify(envelope, id)
}

fn classify<'a>(envelope: Envelope<'a>, id: Option<Cow<'a, str>>) -> Decoded<'a> {
    if envelope.method.is_none() && envelope.is_response {
        return Decoded::Response;
    }
    let version = envelope.version.and_then(|version| version.string());
    if version.as_deref() != Some("2.0") {
        let reason = "Invalid Request: \"jsonrpc\" must be the string \"2.0\"";
        return refused(id, code::INVALID_REQUEST, reason);
    }
    let method = envelope.method.and_then(|method| method.string());
    let Some(method) = method.filter(|method| !method.is_empty()) else {
        let reason = "Invalid Request: \"method\" must be the name of a method";
        return refused(id, code::INVALID_REQUEST, reason);
    };
    let params = envelope.params;
    match (envelope.id, id) {
        (_, Some(id)) => Decoded::Request(Request { id, method, params }),
        (None, None) => Decoded::Notification { method, params },
        (Some(_), None) => {
            let reason = "Invalid Request: \"id\" must be a string or an integer";
            refused(None, code::INVALID_REQUEST, reason)
        }
    }
}

fn read_envelope<'a>(
    scanner: &mut Scanner<'a, '_>,
    envelope: &mut Envelope<'a>,
) -> Result<(), NotJson> {
    scanner.object(|scanner, key| {
        match key {
            "jsonrpc" => envelope.version = Some(scanner.value()?),
            "id" => {
                envelope.id = Some(scanner.value()?);
                envelope.ids += 1;
            }
            "method" => envelope.method = Some(scanner.value()?),
            "params" => envelope.params = read_params(scanner)?,
            "result" | "error" => {
                scanner.value()?;
                envelope.is_response = true;
            }
            _ => {
                scanner.value()?;
            }
        }
        Ok(())
    })?;
    scanner.end()
}

fn read_params<'a>(scanner: &mut Scanner<'a, '_>) -> Result<Params<'a>, NotJson> {
    let mut params = Params {
        shape: Shape::Object,
        ..Params::default()
    };
    if scanner.peek() != Some(b'{') {
        params.shape = other_shape(scanner.value()?);
        return Ok(params);
    }
    scanner.object(|scanner, key| {
        let member = match key {
            "_meta" => {
                params.meta = read_meta(scanner)?;
                return Ok(());
            }
            "name" => &mut params.name,
            "arguments" => &mut params.arguments,
            "cursor" => &mut params.cursor,
            "protocolVersion" => &mut params.protocol_version,
            "capabilities" => &mut params.capabilities,
            "clientInfo" => &mut params.client_info,
            "requestId" => &mut params.request_id,
            "ref" => &mut params.reference,
            "argument" => &mut params.argument,
            "context" => &mut params.context,
            _ => {
                scanner.value()?;
                return Ok(());
            }
        };
        *member = scanner.value()?.present();
        Ok(())
    })?;
    Ok(params)
}

fn read_meta<'a>(scanner: &mut Scanner<'a, '_>) -> Result<Meta<'a>, NotJson> {
    let mut meta = Meta {
        shape: Shape::Object,
        ..Meta::default()
    };
    if scanner.peek() != Some(b'{') {
        meta.shape = other_shape(scanner.value()?);
        return Ok(meta);
    }
    scanner.object(|scanner, key| {
        let member = match key {
            "io.modelcontextprotocol/protocolVersion" => &mut meta.protocol_version,
            "io.modelcontextprotocol/clientCapabilities" => &mut meta.client_capabilities,
            "io.modelcontextprotocol/clientInfo" => &mut meta.client_info,
            "progressToken" => &mut meta.progress_token,
            _ => {
                scanner.value()?;
                return Ok(());
            }
        };
        *member = scanner.value()?.present();
        Ok(())
    })?;
    Ok(meta)
}

fn other_shape(value: Raw<'_>) -> Shape {
    match value.kind {
        Kind::Null => Shape::Absent,
        _ => Shape::Other,
    }
}

fn not_an_object<'a>(scanner: &mut Scanner<'a, '_>) -> Decoded<'a> {
    let value = scanner.value().and_then(|value| {
        scanner.end()?;
        Ok(value)
    });
    match (value, scanner.flaw()) {
        (Err(problem), _) => not_json(problem),
        (Ok(_), Some(flaw)) => flawed(None, flaw),
        (Ok(value), None) if value.kind == Kind::Array => refused(
            None,
            code::INVALID_REQUEST,
            "Invalid Request: batches are not supported; send one message a line",
        ),
        (Ok(_), None) => refused(
            None,
            code::INVALID_REQUEST,
            "Invalid Request: a message is a JSON object",
        ),
    }
}

fn not_json<'a>(problem: NotJson) -> Decoded<'a> {
    let reason = match problem {
        NotJson::Grammar => "Parse error: the line is not one JSON value",
        NotJson::TooDeep => "Parse error: the line nests deeper than any message",
    };
    refused(None, code::PARSE_ERROR, reason)
}

/// A flaw is answered with -32600: the line is JSON, but not a message every reader takes alike.
fn flawed<'a>(id: Option<Cow<'a, str>>, flaw: Flaw) -> Decoded<'a> {
    let reason = match flaw {
        Flaw::RepeatedKey => "Invalid Request: an object repeats a key",
        Flaw::LoneSurrogate => "Invalid Request: a string holds a lone surrogate escape",
        Flaw::LongInteger => "Invalid Request: an integer is too long to read",
        Flaw::HugeNumber => "Invalid Request: a number is too large to read",
    };
    refused(id, code::INVALID_REQUEST, reason)
}

fn refused<'a>(id: Option<Cow<'a, str>>, code: i32, reason: &'static str) -> Decoded<'a> {
    Decoded::Refused(Refusal { id, code, reason })
}
