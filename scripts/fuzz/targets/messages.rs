//! A client's stream of any bytes, cut anywhere.
#![no_main]

#[path = "../../../tests/support/any_stream.rs"]
mod any_stream;

libfuzzer_sys::fuzz_target!(|stream: &[u8]| any_stream::check(stream));
