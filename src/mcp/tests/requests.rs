//! The lists, calls, prompts and completions.

use serde_json::{Value, json};

use super::*;
use crate::mcp::ToolCall;

#[test]
fn a_cancellation_names_the_request_exactly() {
    let mut session = open();
    let cancelled = |session: &mut Session, id: &str| {
        let line = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"reason":"x","requestId":{id}}}}}"#
        );
        match handle(session, line).0 {
            Handled::Cancel(id) => id,
            other => panic!("{other:?}"),
        }
    };
    let call = |session: &mut Session, id: &str| {
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"facilities"}}}}"#
        );
        match handle(session, line).0 {
            Handled::Call(call) => call.id,
            other => panic!("{other:?}"),
        }
    };
    for (called, named, same) in [
        ("1", "1", true),
        ("\"1\"", "\"1\"", true),
        ("1", "\"1\"", false),
        ("0", "-0", true),
        (r#""é""#, r#""\u00e9""#, true),
    ] {
        assert_eq!(
            call(&mut session, called) == cancelled(&mut session, named),
            same,
            "{called} {named}"
        );
    }
}

#[test]
fn every_cursor_is_unknown() {
    for method in ["tools/list", "prompts/list"] {
        for cursor in ["\"zz\"", "\"\"", "5"] {
            let expected = "1 -32602 Invalid params: unknown cursor";
            assert_eq!(
                error(
                    &mut open(),
                    request(method, &format!("{{\"cursor\":{cursor}}}"))
                ),
                expected
            );
            assert_eq!(
                error(
                    &mut fresh(),
                    stateless(method, &format!("\"cursor\":{cursor}"))
                ),
                expected
            );
        }
        assert!(result(&mut open(), request(method, r#"{"cursor":null}"#)).is_object());
    }
}

fn call(session: &mut Session, line: impl AsRef<[u8]>) -> ToolCall {
    match handle(session, line) {
        (Handled::Call(call), out) if out.is_empty() => *call,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_call_in_order_is_handed_out_with_its_checked_arguments() {
    use camber_worker::wire::Revision;
    let mut session = open();
    let line = stateless(
        "tools/call",
        r#""name":"p\u006fints","arguments":{"facility_id":"hq","limit":5.0},"task":{"ttl":1},"requestState":1"#,
    );
    let modern = call(&mut session, &line);
    assert_eq!(modern.request.tool, "points");
    assert_eq!(
        Value::from(modern.request.arguments),
        json!({"facility_id": "hq", "limit": 5})
    );
    assert_eq!(modern.request.revision, Revision::Stateless);
    assert_eq!(modern.id.as_json(), "1");
    assert_eq!(
        modern.request.envelope_bytes,
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":}\n".len()
    );
    assert!(!modern.request.progress && modern.progress_token.is_none());
    for arguments in ["", r#","arguments":null"#, r#","arguments":{}"#] {
        let line = request(
            "tools/call",
            &format!("{{\"name\":\"facilities\"{arguments}}}"),
        );
        let call = call(&mut session, line);
        assert!(call.request.arguments.is_empty());
        assert_eq!(call.request.revision, Revision::Session);
    }
}

#[test]
fn a_progress_token_is_a_string_or_an_integer_or_ignored() {
    let mut session = open();
    for (token, kept) in [
        ("\"p1\"", Some("\"p1\"")),
        ("7", Some("7")),
        ("\"\\u0070\"", Some("\"p\"")),
        ("1.5", None),
        ("true", None),
        ("null", None),
        ("{}", None),
    ] {
        let line = request(
            "tools/call",
            &format!(r#"{{"name":"facilities","_meta":{{"progressToken":{token}}}}}"#),
        );
        let call = call(&mut session, line);
        assert_eq!(
            call.progress_token.as_ref().map(|token| token.as_json()),
            kept
        );
        assert_eq!(call.request.progress, kept.is_some());
    }
}

#[test]
fn a_call_of_the_wrong_shape_is_a_request_error() {
    let mut session = open();
    for (params, message) in [
        (
            r#"{"arguments":{}}"#,
            "Invalid params: \"name\" must be a string",
        ),
        (r#"{"name":5}"#, "Invalid params: \"name\" must be a string"),
        (
            r#"{"name":null}"#,
            "Invalid params: \"name\" must be a string",
        ),
        (
            r#"{"name":"facilities","arguments":[]}"#,
            "Invalid params: \"arguments\" must be an object",
        ),
        (
            r#"{"name":"facilities","arguments":"{}"}"#,
            "Invalid params: \"arguments\" must be an object",
        ),
        (r#"{"name":"nope","arguments":{}}"#, "Unknown tool: nope"),
        (r#"{"name":"Facilities"}"#, "Unknown tool: Facilities"),
        (r#"{"name":""}"#, "Unknown tool: "),
    ] {
        assert_eq!(
            error(&mut session, request("tools/call", params)),
            format!("1 -32602 {message}")
        );
    }
}

#[test]
fn arguments_the_model_can_mend_are_a_tool_error() {
    let deep = "[".repeat(300) + &"]".repeat(300);
    let long = "9".repeat(400);
    for (arguments, code) in [
        (r#"{"facility_id":"hq","zz":1}"#, "invalid_params"),
        (r#"{"facility_id":"hq","limit":5.5}"#, "invalid_params"),
        (r#"{"facility_id":5}"#, "invalid_params"),
        (r#"{}"#, "invalid_params"),
        (&format!(r#"{{"facility_id":{deep}}}"#), "invalid_params"),
        (
            &format!(r#"{{"facility_id":"hq","limit":{long}}}"#),
            "invalid_params",
        ),
        (r#"{"facility_id":"elsewhere"}"#, "not_allowed"),
    ] {
        let params = format!(r#""name":"points","arguments":{arguments}"#);
        let (handled, _) = handle(&mut fresh(), stateless("tools/call", &params));
        assert!(
            matches!(handled, Handled::Declined { tool: "points", code: told } if told == code),
            "{arguments}: {handled:?}"
        );
        for (answer, modern) in [
            (result(&mut fresh(), stateless("tools/call", &params)), true),
            (
                result(&mut open(), request("tools/call", &format!("{{{params}}}"))),
                false,
            ),
        ] {
            assert_eq!(answer["isError"], true, "{arguments}");
            assert_eq!(answer["_meta"]["camber/error"]["code"], code, "{arguments}");
            let text = answer["content"][0]["text"].as_str().unwrap();
            assert!(text.starts_with(&format!("{code}: ")), "{text}");
            assert!(answer.get("structuredContent").is_none());
            assert_eq!(answer.get("resultType").is_some(), modern);
            assert_eq!(
                answer["_meta"]
                    .get("io.modelcontextprotocol/serverInfo")
                    .is_some(),
                modern
            );
        }
    }
}

#[test]
fn a_prompt_is_filled_in() {
    let params = r#""name":"data_quality_review","arguments":{"facility_id":"hq"}"#;
    let modern = result(&mut fresh(), stateless("prompts/get", params));
    let session = result(
        &mut open(),
        request("prompts/get", &format!("{{{params}}}")),
    );
    assert_eq!(modern["messages"], session["messages"]);
    assert_eq!(session["messages"][0]["role"], "user");
    assert!(
        session["messages"][0]["content"]["text"]
            .as_str()
            .unwrap()
            .contains("hq")
    );
    assert_eq!(modern["resultType"], "complete");
    assert!(session.get("resultType").is_none());
}

#[test]
fn a_prompt_that_cannot_be_filled_in_is_a_request_error() {
    let mut session = open();
    for (params, part) in [
        (r#"{}"#, "\"name\" must be a string"),
        (r#"{"name":"nope"}"#, "Unknown prompt: nope"),
        (r#"{"name":"triage_ahu"}"#, "facility_id"),
        (r#"{"name":"triage_ahu","arguments":null}"#, "facility_id"),
        (
            r#"{"name":"triage_ahu","arguments":[]}"#,
            "\"arguments\" must be an object",
        ),
        (
            r#"{"name":"triage_ahu","arguments":{"facility_id":"hq","equip":5}}"#,
            "strings",
        ),
        (
            r#"{"name":"triage_ahu","arguments":{"facility_id":"hq","equip":"a","x":"b"}}"#,
            "x",
        ),
        (
            &format!(
                r#"{{"name":"data_quality_review","arguments":{{"facility_id":"{}"}}}}"#,
                "a".repeat(201)
            ),
            "200",
        ),
    ] {
        let error = error(&mut session, request("prompts/get", params));
        assert!(
            error.starts_with("1 -32602 ") && error.contains(part),
            "{params}: {error}"
        );
    }
}

#[test]
fn a_completion_is_handed_out_when_its_prompt_and_argument_exist() {
    let mut session = open();
    let params = r#""ref":{"type":"ref/prompt","name":"triage_ahu"},"argument":{"name":"equip","value":"A"},"context":{"arguments":{"facility_id":"hq"}}"#;
    let (handled, out) = handle(
        &mut session,
        request("completion/complete", &format!("{{{params}}}")),
    );
    let Handled::Completion(call) = handled else {
        panic!("{handled:?}");
    };
    assert_eq!(out, "");
    let asked = serde_json::to_value(&call.request).unwrap();
    assert_eq!(
        asked,
        json!({"prompt": "triage_ahu", "argument": "equip", "value": "A", "chosen": {"facility_id": "hq"}, "revision": "Session"})
    );
    let whole = [
        r#""ref":{"type":"ref/prompt","name":"triage_ahu"}"#,
        r#""argument":{"name":"equip","value":""}"#,
    ];
    for context in [
        "",
        r#","context":null"#,
        r#","context":{}"#,
        r#","context":{"arguments":null}"#,
    ] {
        let line = stateless("completion/complete", &(whole.join(",") + context));
        assert!(
            matches!(handle(&mut session, line).0, Handled::Completion(_)),
            "{context}"
        );
    }
    for (reference, argument, context) in [
        ("", whole[1], ""),
        (r#""ref":5"#, whole[1], ""),
        (r#""ref":{"type":"ref/resource","uri":"x"}"#, whole[1], ""),
        (r#""ref":{"name":"triage_ahu"}"#, whole[1], ""),
        (r#""ref":{"type":"ref/prompt"}"#, whole[1], ""),
        (r#""ref":{"type":"ref/prompt","name":"nope"}"#, whole[1], ""),
        (whole[0], r#""argument":null"#, ""),
        (whole[0], r#""argument":{"name":"equip"}"#, ""),
        (whole[0], r#""argument":{"name":"equip","value":5}"#, ""),
        (whole[0], r#""argument":{"name":"claim","value":""}"#, ""),
        (whole[0], whole[1], r#""context":5"#),
        (whole[0], whole[1], r#""context":{"arguments":[]}"#),
        (
            whole[0],
            whole[1],
            r#""context":{"arguments":{"facility_id":1}}"#,
        ),
    ] {
        let members: Vec<&str> = [reference, argument, context]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        let line = request("completion/complete", &format!("{{{}}}", members.join(",")));
        let error = error(&mut session, line);
        assert!(error.starts_with("1 -32602 "), "{members:?}: {error}");
    }
}
