//! Random conversations: whatever a client sends, the session lives and answers at most once.

use proptest::prelude::*;
use serde_json::Value;

use super::*;

/// Lines like those of clients, whole and damaged.
fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let method = prop::sample::select(vec![
        "ping",
        "initialize",
        "tools/list",
        "tools/call",
        "prompts/get",
        "prompts/list",
        "completion/complete",
        "server/discover",
        "notifications/cancelled",
        "x",
    ]);
    let params = prop::sample::select(vec![
        "{}",
        "[]",
        "null",
        r#"{"name":"points","arguments":{"facility_id":"hq"}}"#,
        r#"{"cursor":"a"}"#,
        r#"{"protocolVersion":"2025-06-18","capabilities":{}}"#,
        r#"{"requestId":1}"#,
        r#"{"name":"triage_ahu","arguments":{"facility_id":"h\u0000q\u202e","equip":"\""}}"#,
    ]);
    let id = prop::sample::select(vec![
        r#""id":1,"#,
        r#""id":"\u00e9\n","#,
        r#""id":1.5,"#,
        "",
    ]);
    let message = (method, params, id, any::<bool>()).prop_map(|(method, params, id, modern)| {
        let params = match params.strip_prefix('{') {
            Some("}") if modern => format!("{{{META}}}"),
            Some(rest) if modern => format!("{{{META},{rest}"),
            _ => params.to_owned(),
        };
        format!(r#"{{"jsonrpc":"2.0",{id}"method":"{method}","params":{params}}}"#).into_bytes()
    });
    prop_oneof![
        4 => message.clone(),
        2 => (message, any::<prop::sample::Index>(), any::<u8>()).prop_map(|(mut line, at, byte)| {
            let at = at.index(line.len());
            line[at] = byte;
            line
        }),
        1 => prop::collection::vec(any::<u8>(), 0..60),
        1 => "[\\[\\]{}:,\"a-z0-9\\\\]{0,60}".prop_map(String::into_bytes),
    ]
}

proptest! {
    #[test]
    fn no_conversation_breaks_the_session(lines in prop::collection::vec(any_line(), 1..20)) {
        let mut session = fresh();
        for line in lines {
            let mut out = Vec::new();
            let handled = session.handle(Line::Whole(&line), &mut out);
            if is_answered(&handled) {
                let text = String::from_utf8(out).unwrap();
                let body = text.strip_suffix('\n').unwrap();
                prop_assert!(!body.contains('\n'));
                let reply: Value = serde_json::from_str(body).unwrap();
                prop_assert!(reply.get("result").is_some() != reply.get("error").is_some());
                prop_assert_eq!(&reply["jsonrpc"], "2.0");
                if let Some(error) = reply.get("error") {
                    let code = error["code"].as_i64().unwrap();
                    prop_assert!([-32700, -32600, -32601, -32602, -32022].contains(&code), "{}", code);
                }
            } else {
                prop_assert!(out.is_empty());
            }
        }
        prop_assert_eq!(reply(&mut session, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).unwrap(), PONG);
    }
}
