//! How long the message layer takes for a line, framing included: `cargo bench --bench messages`.

use std::hint::black_box;
use std::time::Instant;

use camber::mcp::Session;
use camber::mcp::framing::Lines;

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"}}"#;

/// How often each line is measured.
const RUNS: usize = 200;

fn main() {
    let request = |method: &str, params: String| {
        format!(r#"{{"jsonrpc":"2.0","id":123456,"method":"{method}"{params}}}"#)
    };
    let long = "x".repeat((1 << 20) - 100);
    let wide: Vec<String> = (0..60_000).map(|key| format!("\"{key:x}\":0")).collect();
    let wide = wide.join(",");
    let lines = [
        ("ping", request("ping", String::new())),
        ("refused: not JSON", "{bad".to_owned()),
        (
            "tools/list, 2026-07-28",
            request("tools/list", format!(r#","params":{{{META}}}"#)),
        ),
        (
            "tools/call",
            request(
                "tools/call",
                format!(
                    r#","params":{{{META},"name":"points","arguments":{{"facility_id":"north-campus","limit":25}}}}"#
                ),
            ),
        ),
        (
            "1 MiB string",
            request("ping", format!(r#","params":{{"a":"{long}"}}"#)),
        ),
        (
            "60,000 keys",
            request("ping", format!(r#","params":{{{wide}}}"#)),
        ),
        (
            "too long, 4 MiB",
            request("ping", format!(r#","params":{{"a":"{}"}}"#, long.repeat(4))),
        ),
    ];
    for (name, line) in lines {
        // The best of many short runs: on a busy machine a long run measures its neighbours.
        let nanoseconds = (0..RUNS)
            .map(|_| measure(&line))
            .fold(f64::INFINITY, f64::min);
        let rate = line.len() as f64 / nanoseconds;
        println!(
            "{name:24} {:>9} bytes {nanoseconds:>12.0} ns {rate:>7.2} GB/s",
            line.len()
        );
    }
}

/// Nanoseconds a line, over enough lines to take about a millisecond.
fn measure(line: &str) -> f64 {
    let line = format!("{line}\n");
    let per_batch = ((1 << 16) / line.len()).max(1);
    let batch = line.repeat(per_batch);
    let batches = ((1 << 18) / batch.len()).max(1);
    let mut session = Session::new(["north-campus".to_owned()].into());
    let mut lines = Lines::default();
    let mut out = Vec::new();
    let started = Instant::now();
    for _ in 0..batches {
        for part in batch.as_bytes().chunks(1 << 16) {
            lines.space()[..part.len()].copy_from_slice(part);
            lines.filled(part.len());
            while let Some(line) = lines.next_line() {
                let _ = black_box(session.handle(line, &mut out));
            }
            out.clear();
        }
    }
    started.elapsed().as_nanos() as f64 / (batches * per_batch) as f64
}
