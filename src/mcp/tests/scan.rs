//! What the scanner takes for JSON, and what it finds wrong in it.

use std::borrow::Cow;

use proptest::prelude::*;

use crate::mcp::scan::{Flaw, Kind, MAX_DEPTH, NotJson, Scanner, Scratch};

/// The kind of the one value in `text` and its flaw.
fn scan(text: &str) -> Result<(Kind, Option<Flaw>), NotJson> {
    let mut scratch = Scratch::default();
    let mut scanner = Scanner::new(text, &mut scratch);
    let value = scanner.value()?;
    scanner.end()?;
    assert_eq!(value.text, text.trim_matches([' ', '\t', '\r', '\n']));
    Ok((value.kind, scanner.flaw()))
}

fn flaw(text: &str) -> Option<Flaw> {
    scan(text).unwrap().1
}

#[test]
fn each_kind_is_told_apart() {
    for (text, kind) in [
        ("{}", Kind::Object),
        (" [ ]\t\r", Kind::Array),
        (r#""\n""#, Kind::EscapedString),
        ("\"\u{2028}\u{7f}😀\"", Kind::PlainString),
        ("-0", Kind::Integer),
        ("120", Kind::Integer),
        ("1.0", Kind::Real),
        ("1e0", Kind::Real),
        ("-0.5E-2", Kind::Real),
        ("true", Kind::Boolean),
        ("false", Kind::Boolean),
        ("null", Kind::Null),
    ] {
        assert_eq!(scan(text), Ok((kind, None)), "{text}");
    }
}

#[test]
fn what_the_grammar_does_not_know_is_not_json() {
    let cases = [
        "",
        " ",
        "nul",
        "nulll",
        "True",
        "NaN",
        "Infinity",
        "-Infinity",
        "-",
        "+1",
        "01",
        "-01",
        "1.",
        ".5",
        "1e",
        "1e+",
        "0x10",
        "1_000",
        "'a'",
        "\"a",
        "\"\u{1}\"",
        "\"\t\"",
        r#""\x""#,
        r#""\u12g4""#,
        r#""\u123""#,
        r#""\"#,
        "[1,]",
        "[,1]",
        "[1 2]",
        "[",
        "]",
        "[}",
        "{]",
        "{1:2}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{\"a\":1 \"b\":2}",
        "{\"a\" 1}",
        "{} {}",
        "[] 1",
        "\u{feff}{}",
        "{\"a\":1}x",
        "// a\n1",
        "\u{a0}1",
        "{a:1}",
    ];
    for text in cases {
        assert_eq!(scan(text), Err(NotJson::Grammar), "{text:?}");
        let inside = format!("{{\"a\":{text}}}");
        assert_eq!(scan(&inside), Err(NotJson::Grammar), "{inside:?}");
    }
}

#[test]
fn no_control_character_stands_in_a_string() {
    for control in '\0'..' ' {
        for text in [
            format!("\"{control}\""),
            format!("\"long enough {control} for words\""),
        ] {
            assert_eq!(scan(&text), Err(NotJson::Grammar), "{text:?}");
        }
    }
}

#[test]
fn a_repeated_key_is_found_at_any_depth_and_in_any_spelling() {
    let many = |last: &str| {
        let keys: Vec<String> = (0..40).map(|n| format!("\"k{n}\":{n}")).collect();
        format!("{{{},\"{last}\":0}}", keys.join(","))
    };
    for text in [
        r#"{"a":1,"a":1}"#,
        r#"[{"b":{"a":1,"c":{"a":1},"a":2}}]"#,
        r#"{"a":1,"\u0061":2}"#,
        r#"{"\u0061":1,"\u0061":2}"#,
        r#"{"":1,"":2}"#,
        &many("k7"),
        &many(r"k\u0037"),
    ] {
        assert_eq!(flaw(text), Some(Flaw::RepeatedKey), "{text}");
    }
    for text in [
        r#"{"a":{"a":1},"A":1,"b":[{"a":1},{"a":1}],"ab":1}"#,
        r#"{"\u0061":{"\u0061":1},"b":{"\u0061":1}}"#,
        &many("k40"),
    ] {
        assert_eq!(flaw(text), None, "{text}");
    }
}

#[test]
fn half_a_surrogate_pair_is_no_character() {
    for text in [
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\ud800\ud800""#,
        r#""\ud800x\udc00""#,
        r#""\ud800\n""#,
        r#""\udc00\ud800""#,
        r#"{"\ud800":1}"#,
    ] {
        assert_eq!(flaw(text), Some(Flaw::LoneSurrogate), "{text}");
    }
    assert_eq!(flaw(r#""\ud83d\ude00 \uD83D\uDE00 \\ud800 \u0000""#), None);
    assert_eq!(scan(r#""\ud800\u12""#), Err(NotJson::Grammar));
}

#[test]
fn numbers_no_reader_holds_are_flaws() {
    assert_eq!(flaw(&"9".repeat(4300)), None);
    assert_eq!(flaw(&"9".repeat(4301)), Some(Flaw::LongInteger));
    assert_eq!(flaw(&format!("-{}", "9".repeat(4300))), None);
    for text in [
        "1e999",
        "-1e999",
        "1.8e308",
        &format!("{}.5", "9".repeat(400)),
    ] {
        assert_eq!(flaw(text), Some(Flaw::HugeNumber), "{text}");
    }
    for text in [
        "1e-999",
        "1.7e308",
        "0e999",
        &format!("{}.5", "9".repeat(300)),
    ] {
        assert_eq!(flaw(text), None, "{text}");
    }
}

#[test]
fn nesting_is_bounded_without_recursion() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert_eq!(scan(&nested(MAX_DEPTH)), Ok((Kind::Array, None)));
    assert_eq!(scan(&nested(MAX_DEPTH + 1)), Err(NotJson::TooDeep));
    assert_eq!(scan(&"{\"a\":".repeat(1_000_000)), Err(NotJson::TooDeep));
}

#[test]
fn equal_scalars_have_one_canonical_text() {
    let canonical = |text: &str| {
        let mut scratch = Scratch::default();
        let value = Scanner::new(text, &mut scratch).value().unwrap();
        value.canonical().map(Cow::into_owned)
    };
    for (text, expected) in [
        ("-0", "0"),
        ("0", "0"),
        ("-12", "-12"),
        (r#""""#, r#""""#),
        (r#""\u0061\/\u00e9\ud83d\ude00""#, "\"a/é😀\""),
        (r#""\u0000\u000a\"\\""#, r#""\u0000\n\"\\""#),
    ] {
        assert_eq!(canonical(text).as_deref(), Some(expected), "{text}");
    }
    for text in ["1.0", "1e0", "true", "null", "[]", "{}"] {
        assert_eq!(canonical(text), None, "{text}");
    }
    assert_eq!(canonical(&"1".repeat(4301)), None);
    assert_eq!(canonical(r#""\ud800""#), None);
}

/// JSON with a little damage.
fn nearly_json() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[\\[\\]{}:,\" ]",
        r#""[a-c]{0,2}""#,
        r#""(\\[\\"nux]|\\u[0-9a-fD]{4}|[a-z ]){0,9}""#,
        r"-?[0-9]{1,3}(\.[0-9]+)?([eE][+-]?[0-9]{1,2})?",
        "true|false|null|NaN|\\\\",
        any::<char>().prop_map(String::from),
    ];
    let valid = any::<u64>().prop_map(|seed| sample(seed, 4).to_string());
    prop_oneof![
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat()),
        valid.clone(),
        (valid, any::<prop::sample::Index>(), any::<char>()).prop_map(|(mut text, at, c)| {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            text.insert(places[at.index(places.len())], c);
            text
        }),
    ]
}

/// Some JSON value of at most `depth` levels.
fn sample(seed: u64, depth: u32) -> serde_json::Value {
    let inner = |n: u64| sample(seed / 7 + n * 131, depth - 1);
    match seed % if depth == 0 { 4 } else { 7 } {
        0 => serde_json::json!(seed as f64 / 3.0),
        1 => serde_json::json!(format!("s\n{seed}\"")),
        2 => serde_json::json!(seed),
        3 => serde_json::Value::Null,
        4 => serde_json::json!([inner(1), inner(2), true]),
        5 => serde_json::json!({"a": inner(1), "\u{e9}\t": inner(2)}),
        _ => serde_json::json!({}),
    }
}

proptest! {
    #[test]
    fn it_takes_what_serde_json_takes(text in nearly_json()) {
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        match scan(&text) {
            Ok((_, Some(Flaw::RepeatedKey) | None)) => prop_assert!(theirs.is_ok(), "{}", text),
            Ok((_, Some(_))) | Err(_) => prop_assert!(theirs.is_err(), "{}", text),
        }
    }
}
