//! A part file of any bytes, changed as it stands or below its framing.
#![no_main]

#[path = "../../../../worker/store/tests/support/any_part.rs"]
mod any_part;
mod rebuild;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|bytes: &[u8]| any_part::check(bytes));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let rebuilt = match seed % 4 {
        0 => None,
        _ => rebuild::mutated(&data[..size], seed.into()),
    };
    match rebuilt {
        Some(part) if part.len() <= max_size => {
            data[..part.len()].copy_from_slice(&part);
            part.len()
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
});
