//! Which revision serves a request, and which methods it has.

use serde_json::{Value, json};

use super::*;

#[test]
fn the_handshake_agrees_on_a_version_once() {
    for (asked, agreed) in [
        ("2025-11-25", "2025-11-25"),
        ("2025-06-18", "2025-06-18"),
        ("2025-03-26", "2025-11-25"),
        ("2024-11-05", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("x", "2025-11-25"),
    ] {
        let mut session = fresh();
        let answer = result(&mut session, INITIALIZE.replace("2025-11-25", asked));
        assert_eq!(answer["protocolVersion"], agreed);
        assert_eq!(
            answer["capabilities"],
            json!({"tools": {}, "prompts": {}, "completions": {}})
        );
        assert_eq!(
            answer["serverInfo"],
            json!({"name": "camber", "title": "CAMBER", "version": env!("CARGO_PKG_VERSION")})
        );
        assert!(answer["instructions"].as_str().unwrap().contains("NOTICE:"));
        assert_eq!(answer.as_object().unwrap().len(), 4);
        let (handled, out) = handle(&mut session, INITIALIZE);
        assert!(matches!(handled, Handled::Refused(_)));
        assert!(
            out.starts_with(r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32600,"#),
            "{out}"
        );
        assert!(
            result(&mut session, request("tools/list", "{}"))
                .get("resultType")
                .is_none()
        );
    }
}

#[test]
fn a_malformed_initialize_opens_no_session() {
    let mut session = fresh();
    for params in [
        r#"{}"#,
        r#"null"#,
        r#"{"protocolVersion":5,"capabilities":{}}"#,
        r#"{"protocolVersion":null,"capabilities":{}}"#,
        r#"{"protocolVersion":"2025-11-25"}"#,
        r#"{"protocolVersion":"2025-11-25","capabilities":null}"#,
        r#"{"protocolVersion":"2025-11-25","capabilities":[]}"#,
        r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":5}"#,
        r#"{"protocolVersion":"2025-11-25","capabilities":{},"_meta":5}"#,
        r#"[]"#,
    ] {
        let error = error(&mut session, request("initialize", params));
        assert!(
            error.starts_with("1 -32602 Invalid params: "),
            "{params}: {error}"
        );
    }
    assert!(error(&mut session, request("tools/list", "{}")).starts_with("1 -32602"));
    let with_info =
        r#"{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"p"}}"#;
    assert_eq!(
        result(&mut session, request("initialize", with_info))["protocolVersion"],
        "2025-11-25"
    );
}

#[test]
fn initialize_with_a_stateless_meta_is_the_handshake() {
    let mut session = fresh();
    let line = stateless(
        "initialize",
        r#""protocolVersion":"2025-06-18","capabilities":{}"#,
    );
    let answer = result(&mut session, line);
    assert_eq!(answer["protocolVersion"], "2025-06-18");
    assert!(answer.get("resultType").is_none());
    assert!(
        result(&mut session, request("prompts/list", "{}"))
            .get("ttlMs")
            .is_none()
    );
}

#[test]
fn a_request_without_era_is_refused_and_a_ping_is_not() {
    let mut session = fresh();
    let no_era = "1 -32602 Invalid params: \"_meta\" has no io.modelcontextprotocol/protocolVersion (2026-07-28), \
                  and no initialize opened a session (2025-11-25)";
    for method in [
        "tools/list",
        "server/discover",
        "tools/call",
        "resources/list",
        "notifications/cancelled",
    ] {
        for params in ["{}", "null", r#"{"_meta":{}}"#, r#"{"_meta":null}"#] {
            assert_eq!(error(&mut session, request(method, params)), no_era);
        }
    }
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.to_owned(),
        request("ping", "null"),
        request("ping", "{}"),
    ] {
        assert_eq!(reply(&mut session, line).unwrap(), PONG);
    }
    assert_eq!(
        error(&mut session, request("ping", "[]")),
        "1 -32602 Invalid params: \"params\" must be an object"
    );
}

#[test]
fn the_stateless_meta_is_checked() {
    let meta = |members: &str| request("tools/list", &format!("{{\"_meta\":{members}}}"));
    let version = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28""#;
    let capabilities = r#""io.modelcontextprotocol/clientCapabilities":{}"#;
    let info = r#""io.modelcontextprotocol/clientInfo""#;
    for mut session in [fresh(), open()] {
        for members in [
            format!("{{{version}}}"),
            format!(r#"{{{version},"io.modelcontextprotocol/clientCapabilities":null}}"#),
            format!(r#"{{{version},"io.modelcontextprotocol/clientCapabilities":[]}}"#),
            format!("{{{version},{capabilities},{info}:5}}"),
            format!("{{{version},{capabilities},{info}:\"me\"}}"),
            format!(r#"{{"io.modelcontextprotocol/protocolVersion":20260728,{capabilities}}}"#),
            "5".to_owned(),
            "[]".to_owned(),
            "\"2026-07-28\"".to_owned(),
        ] {
            let error = error(&mut session, meta(&members));
            assert!(
                error.starts_with("1 -32602 Invalid params: "),
                "{members}: {error}"
            );
        }
        for members in [
            format!("{{{version},{capabilities}}}"),
            format!("{{{capabilities},{version},{info}:{{}}}}"),
            format!("{{{version},{capabilities},{info}:{{\"name\":\"c\",\"version\":\"1\"}}}}"),
            format!(
                r#"{{{version},{capabilities},"io.modelcontextprotocol/logLevel":5,"progressToken":1.5,"x/y":[]}}"#
            ),
        ] {
            assert_eq!(
                result(&mut session, meta(&members))["resultType"],
                "complete",
                "{members}"
            );
        }
    }
}

#[test]
fn an_unknown_version_is_told_which_are_known() {
    for mut session in [fresh(), open()] {
        for requested in ["1900-01-01", "2024-11-05", "2025-03-26", "", "é\"\\u0041"] {
            // Whatever else the request lacks.
            let line = request(
                "no/such",
                &format!(
                    r#"{{"_meta":{{"io.modelcontextprotocol/protocolVersion":{}}}}}"#,
                    json!(requested)
                ),
            );
            let reply: Value = serde_json::from_str(&reply(&mut session, line).unwrap()).unwrap();
            assert_eq!(
                reply["error"],
                json!({
                    "code": -32022,
                    "message": "Unsupported protocol version",
                    "data": {"supported": ["2026-07-28", "2025-11-25", "2025-06-18"], "requested": requested},
                })
            );
        }
    }
}

#[test]
fn a_session_version_in_meta_needs_the_session() {
    let line = stateless("tools/list", "").replace("2026-07-28", "2025-11-25");
    assert_eq!(
        error(&mut fresh(), &line),
        "1 -32602 Invalid params: protocol version 2025-11-25 needs the initialize handshake first"
    );
    assert!(result(&mut open(), &line).get("resultType").is_none());
}

#[test]
fn each_revision_has_its_own_methods() {
    let absent = |method: &str| format!("1 -32601 Method not found: {method}");
    for mut session in [fresh(), open()] {
        for method in [
            "ping",
            "logging/setLevel",
            "resources/list",
            "subscriptions/listen",
            "notifications/cancelled",
            "notifications/initialized",
            "Tools/list",
        ] {
            assert_eq!(error(&mut session, stateless(method, "")), absent(method));
        }
        assert!(
            result(&mut session, stateless("server/discover", ""))
                .get("instructions")
                .is_some()
        );
    }
    let mut session = open();
    for method in [
        "server/discover",
        "logging/setLevel",
        "resources/list",
        "roots/list",
        "notifications/cancelled",
    ] {
        assert_eq!(error(&mut session, request(method, "{}")), absent(method));
    }
    let long = request(&"x".repeat(5000), "{}");
    assert!(error(&mut session, long).len() < 200);
}

#[test]
fn discover_describes_the_server() {
    let answer = result(&mut fresh(), stateless("server/discover", ""));
    assert_eq!(
        answer["supportedVersions"],
        json!(["2026-07-28", "2025-11-25", "2025-06-18"])
    );
    assert_eq!(
        answer["capabilities"],
        json!({"tools": {}, "prompts": {}, "completions": {}})
    );
    assert_eq!(
        (&answer["ttlMs"], &answer["cacheScope"]),
        (&json!(300_000), &json!("private"))
    );
    assert_eq!(answer["resultType"], "complete");
    let info = &answer["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(
        info,
        &json!({"name": "camber", "title": "CAMBER", "version": env!("CARGO_PKG_VERSION")})
    );
}

#[test]
fn the_lists_are_the_same_in_each_revision_but_for_its_marks() {
    for (method, member) in [("tools/list", "tools"), ("prompts/list", "prompts")] {
        let modern = result(&mut fresh(), stateless(method, ""));
        let session = result(&mut open(), request(method, "{}"));
        assert_eq!(
            session.as_object().unwrap().keys().collect::<Vec<_>>(),
            [member]
        );
        assert_eq!(modern[member], session[member]);
        assert_eq!(
            (&modern["ttlMs"], &modern["cacheScope"]),
            (&json!(300_000), &json!("private"))
        );
        assert_eq!(modern["resultType"], "complete");
        assert_eq!(
            modern["_meta"]["io.modelcontextprotocol/serverInfo"]["name"],
            "camber"
        );
        assert_eq!(modern.as_object().unwrap().len(), 5);
        let names: Vec<&str> = modern[member]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["name"].as_str().unwrap())
            .collect();
        assert!(names.is_sorted() && names.len() >= 3, "{names:?}");
    }
}
