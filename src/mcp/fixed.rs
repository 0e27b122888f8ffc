//! Results that are the same for every request, written once.

use std::sync::LazyLock;

use camber_worker::wire::Revision;
use camber_worker::{identity, prompts, tools};
use serde_json::{Value, json};

use super::{SESSION_VERSIONS, STATELESS_VERSION};

/// What a client may tell its model about this server.
const INSTRUCTIONS: &str = "CAMBER analyses stored building-automation data: which facilities and points there are, \
    how complete and how trustworthy their data is, what the fault-detection rules find, how performance drifts, \
    what was saved, and the retro-commissioning report. Call facilities first, then points or coverage for the one \
    in question. Every tool only reads, and only facilities this server was started for; do not try to get around a \
    refusal (not_allowed, refused_licence). Results are analyses, counts and time spans, never raw samples. When you \
    repeat a figure, cite the fact it came from by its id, exactly as the result gives it, like \
    [F1@points-1a2b3c4d5e]. A line that starts with NOTICE: is about licences, trust or what was left out: always \
    show it to the user.";

/// How long a client may keep a list, in milliseconds. The lists are fixed for the life of the
/// process, so this only bounds how long a client trusts one across a restart.
const TTL_MS: u32 = 300_000;

/// The result of `ping`.
pub(super) const PONG: &[u8] = b"{}";

/// The result of `server/discover`.
pub(super) fn discover() -> &'static [u8] {
    static RESULT: LazyLock<String> = LazyLock::new(|| {
        let versions = supported_versions();
        let members = json!({
            "supportedVersions": versions,
            "capabilities": capabilities(),
            "instructions": INSTRUCTIONS,
        });
        cacheable(unbraced(&members.to_string()))
    });
    RESULT.as_bytes()
}

/// The result of `initialize` for the version agreed on.
pub(super) fn initialize(version: &str) -> Vec<u8> {
    let result = json!({
        "protocolVersion": version,
        "capabilities": capabilities(),
        "serverInfo": identity::server_info(),
        "instructions": INSTRUCTIONS,
    });
    result.to_string().into_bytes()
}

/// The result of `tools/list`.
pub(super) fn tools_list(revision: Revision) -> &'static [u8] {
    static MEMBERS: LazyLock<String> = LazyLock::new(|| format!("\"tools\":{}", tools::listing()));
    static STATELESS: LazyLock<String> = LazyLock::new(|| cacheable(&MEMBERS));
    static SESSION: LazyLock<String> = LazyLock::new(|| format!("{{{}}}", *MEMBERS));
    match revision {
        Revision::Stateless => STATELESS.as_bytes(),
        Revision::Session => SESSION.as_bytes(),
    }
}

/// The result of `prompts/list`.
pub(super) fn prompts_list(revision: Revision) -> &'static [u8] {
    static MEMBERS: LazyLock<String> =
        LazyLock::new(|| format!("\"prompts\":{}", prompts::listing()));
    static STATELESS: LazyLock<String> = LazyLock::new(|| cacheable(&MEMBERS));
    static SESSION: LazyLock<String> = LazyLock::new(|| format!("{{{}}}", *MEMBERS));
    match revision {
        Revision::Stateless => STATELESS.as_bytes(),
        Revision::Session => SESSION.as_bytes(),
    }
}

/// The result object with these members, as the revision has it.
pub(super) fn complete(members: &str, revision: Revision) -> String {
    match revision {
        Revision::Session => format!("{{{members}}}"),
        Revision::Stateless => format!(
            "{{{members},\"resultType\":\"complete\",\"_meta\":{}}}",
            json!({ (identity::META_KEY): identity::server_info() })
        ),
    }
}

/// The versions this server speaks, newest first.
pub(super) fn supported_versions() -> Vec<&'static str> {
    [STATELESS_VERSION]
        .into_iter()
        .chain(SESSION_VERSIONS)
        .collect()
}

/// The members of a JSON object without its braces.
pub(super) fn unbraced(object: &str) -> &str {
    let inner = object
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'));
    inner.unwrap_or(object)
}

/// A result of the stateless revision that a client may keep: for itself only, as a launch is one
/// user's choice of data.
fn cacheable(members: &str) -> String {
    let members = format!("{members},\"ttlMs\":{TTL_MS},\"cacheScope\":\"private\"");
    complete(&members, Revision::Stateless)
}

fn capabilities() -> Value {
    json!({ "tools": {}, "prompts": {}, "completions": {} })
}
