//! What makes a line a message, and what each other line gets.

use serde_json::json;

use super::*;
use crate::mcp::framing::Lines;

#[test]
fn what_is_not_json_gets_a_parse_error_and_the_next_line_is_served() {
    let mut session = fresh();
    let grammar = "null -32700 Parse error: the line is not one JSON value";
    for line in [
        &b"{bad"[..],
        b"\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}",
        br#"{"jsonrpc":"2.0","id":"","method":"ping"}"#.replace_id(b"\"\x01\"").as_slice(),
        br#"{"jsonrpc":"2.0","id":NaN,"method":"ping"}"#,
        br#"{"jsonrpc":"2.0","id":8,"method":"ping","params":{"x":NaN}}"#,
        br#"{"jsonrpc":"2.0","id":8,"method":"ping","params":{"x":-Infinity}}"#,
        br#"{"jsonrpc":"2.0","id":01,"method":"ping"}"#,
        br#"{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
        br#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[1,]}}"#,
        br#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping""#,
        br#"[{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        br#"[1,1],"#,
    ] {
        assert_eq!(error(&mut session, line), grammar);
    }
    for line in [
        &b"\xff\xfe"[..],
        b"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"ping\"}",
        b"\"\xed\xa0\x80\"",
    ] {
        assert_eq!(
            error(&mut session, line),
            "null -32700 Parse error: the line is not UTF-8"
        );
    }
    let deep = |levels: usize| {
        request(
            "ping",
            &format!("{{\"a\":{}{}}}", "[".repeat(levels), "]".repeat(levels)),
        )
    };
    assert_eq!(
        error(&mut session, deep(100_000)),
        "null -32700 Parse error: the line nests deeper than any message"
    );
    assert_eq!(reply(&mut session, deep(500)).unwrap(), PONG);
}

/// Puts raw bytes where a line has `""`.
trait ReplaceId {
    fn replace_id(&self, id: &[u8]) -> Vec<u8>;
}

impl ReplaceId for [u8] {
    fn replace_id(&self, id: &[u8]) -> Vec<u8> {
        let at = self.windows(2).position(|pair| pair == b"\"\"").unwrap();
        [&self[..at], id, &self[at + 2..]].concat()
    }
}

#[test]
fn what_is_json_but_no_request_is_refused_as_a_whole() {
    let mut session = fresh();
    let cases = [
        (
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
            "null",
            "batches are not supported; send one message a line",
        ),
        (
            "[]",
            "null",
            "batches are not supported; send one message a line",
        ),
        ("5", "null", "a message is a JSON object"),
        ("\"ping\"", "null", "a message is a JSON object"),
        ("null", "null", "a message is a JSON object"),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","id":2}"#,
            "null",
            "an object repeats a key",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","\u0069d":2}"#,
            "null",
            "an object repeats a key",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}"#,
            "1",
            "an object repeats a key",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[{"b":1,"b":1}]}}"#,
            "1",
            "an object repeats a key",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"a":1,"a":1}}}"#,
            "1",
            "an object repeats a key",
        ),
        (
            r#"{"jsonrpc":"2.0","method":"notifications/x","method":"y"}"#,
            "null",
            "an object repeats a key",
        ),
        (
            r#"{"jsonrpc":"2.0","id":"\ud800","method":"ping"}"#,
            "null",
            "a string holds a lone surrogate escape",
        ),
        (
            r#"{"jsonrpc":"2.0","id":"a","method":"ping","params":{"a":"\udc00"}}"#,
            "\"a\"",
            "a string holds a lone surrogate escape",
        ),
        (
            r#"{"jsonrpc":"2.0","id":"a","method":"ping","params":{"\ud800\ud800":1}}"#,
            "\"a\"",
            "a string holds a lone surrogate escape",
        ),
        (
            r#"{"jsonrpc":"2.0","id":8,"method":"ping","params":{"x":1e999}}"#,
            "8",
            "a number is too large to read",
        ),
        (
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            "1",
            r#""jsonrpc" must be the string "2.0""#,
        ),
        (
            r#"{"jsonrpc":2.0,"method":"x"}"#,
            "null",
            r#""jsonrpc" must be the string "2.0""#,
        ),
        (
            r#"{"id":"a","method":"ping"}"#,
            "\"a\"",
            r#""jsonrpc" must be the string "2.0""#,
        ),
        (
            r#"{"JSONRPC":"2.0","id":1,"method":"ping"}"#,
            "1",
            r#""jsonrpc" must be the string "2.0""#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1}"#,
            "1",
            r#""method" must be the name of a method"#,
        ),
        (
            r#"{"jsonrpc":"2.0"}"#,
            "null",
            r#""method" must be the name of a method"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"Method":"ping"}"#,
            "1",
            r#""method" must be the name of a method"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":null}"#,
            "1",
            r#""method" must be the name of a method"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":null,"result":{}}"#,
            "1",
            r#""method" must be the name of a method"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":5}"#,
            "1",
            r#""method" must be the name of a method"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":""}"#,
            "1",
            r#""method" must be the name of a method"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.0,"method":"ping"}"#,
            "null",
            r#""id" must be a string or an integer"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1e0,"method":"ping"}"#,
            "null",
            r#""id" must be a string or an integer"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#,
            "null",
            r#""id" must be a string or an integer"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            "null",
            r#""id" must be a string or an integer"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#,
            "null",
            r#""id" must be a string or an integer"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
            "null",
            r#""id" must be a string or an integer"#,
        ),
    ];
    for (line, id, reason) in cases {
        let (handled, out) = handle(&mut session, line);
        let message = json!(format!("Invalid Request: {reason}"));
        let expected = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":-32600,\"message\":{message}}}}}\n"
        );
        assert_eq!(out, expected, "{line}");
        assert!(
            matches!(handled, Handled::Refused(told) if told.ends_with(reason)),
            "{line}"
        );
    }
}

#[test]
fn an_integer_of_more_than_4300_digits_is_too_long_to_read() {
    let mut session = fresh();
    let digits = "7".repeat(4300);
    assert_eq!(
        reply(
            &mut session,
            format!(r#"{{"jsonrpc":"2.0","id":{digits},"method":"ping"}}"#)
        )
        .unwrap(),
        format!(r#"{{"jsonrpc":"2.0","id":{digits},"result":{{}}}}"#)
    );
    let reason = "-32600 Invalid Request: an integer is too long to read";
    let id = format!(r#"{{"jsonrpc":"2.0","id":{digits}1,"method":"ping"}}"#);
    assert_eq!(error(&mut session, id), format!("null {reason}"));
    let argument = request("ping", &format!("{{\"a\":-{digits}1}}"));
    assert_eq!(error(&mut session, argument), format!("1 {reason}"));
}

#[test]
fn a_line_that_was_too_long_is_refused_with_the_id_that_was_found() {
    let mut lines = Lines::default();
    let mut session = fresh();
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":77,"method":"ping","params":{{"a":"{}"}}}}"#,
        "x".repeat(2 << 20)
    );
    let mut out = Vec::new();
    for part in [
        line.as_bytes(),
        b"\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n",
    ]
    .into_iter()
    .flat_map(|part| part.chunks(1 << 15))
    {
        lines.space()[..part.len()].copy_from_slice(part);
        lines.filled(part.len());
        while let Some(line) = lines.next_line() {
            let _ = session.handle(line, &mut out);
        }
    }
    let refusal = r#"{"jsonrpc":"2.0","id":77,"error":{"code":-32600,"message":"Invalid Request: the line is longer than 1048576 bytes"}}"#;
    assert_eq!(
        String::from_utf8(out).unwrap(),
        format!("{refusal}\n{PONG}\n")
    );
    let (_, out) = {
        let mut out = Vec::new();
        (
            session.handle(Line::TooLong(None), &mut out),
            String::from_utf8(out).unwrap(),
        )
    };
    assert!(
        out.starts_with(r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#),
        "{out}"
    );
}

#[test]
fn an_id_comes_back_as_it_was_sent() {
    let mut session = fresh();
    for (sent, echoed) in [
        ("0", "0"),
        ("-0", "0"),
        ("-7", "-7"),
        (
            "123456789012345678901234567890",
            "123456789012345678901234567890",
        ),
        (r#""""#, r#""""#),
        (r#""0""#, r#""0""#),
        (r#""init-1""#, r#""init-1""#),
        ("\"a\u{2028}b\u{85}c\"", "\"a\u{2028}b\u{85}c\""),
        (r#""\ud83d\ude00""#, "\"😀\""),
        (r#""\u0000\/\"""#, r#""\u0000/\"""#),
        (r#""a\nb""#, r#""a\nb""#),
    ] {
        let line =
            format!("  {{\"method\":\"p\\u0069ng\" ,\t\"id\":{sent},\"jsonrpc\":\"2.0\"}} \r\n");
        assert_eq!(
            reply(&mut session, line).unwrap(),
            format!(r#"{{"jsonrpc":"2.0","id":{echoed},"result":{{}}}}"#)
        );
    }
}

#[test]
fn responses_and_notifications_are_never_answered() {
    for mut session in [fresh(), open()] {
        for line in [
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#,
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#,
            r#"{"id":1,"result":null}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/foo","params":[]}"#,
            r#"{"jsonrpc":"2.0","method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1.0}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}"#,
        ] {
            let (handled, out) = handle(&mut session, line);
            assert!(matches!(handled, Handled::Silent), "{line}");
            assert_eq!(out, "", "{line}");
        }
    }
    // None of them opened a session, `initialize` as a notification included.
    let mut session = fresh();
    let notification = INITIALIZE.replace(r#""id":0,"#, "");
    assert_eq!(reply(&mut session, notification), None);
    assert!(error(&mut session, request("tools/list", "{}")).starts_with("1 -32602"));
}
