//! Damaged parts: whatever happens to a part's bytes, reading it ends with rows or an error, and
//! takes little memory.
//!
//! CAMBER_MUTANTS sets the number of mutants and CAMBER_SEED the first seed; `scripts/mutate_parquet`
//! runs many. Every mutant follows from its seed alone.

#![allow(
    clippy::unwrap_used,
    reason = "clippy.toml allows this in test functions; here it is in the tests' helpers too"
)]

#[path = "support/memory.rs"]
mod memory;

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use camber_store::parquet::{Names, PartError, Wanted, part_statistics, scan_part};

/// What a part may cost beyond four times its size: buffers of 32,000 rows and codecs' own state.
const ALLOWANCE: u64 = 16 << 20;

/// One of every encoding, page version and codec, and some stored ones, whose pages' content stays
/// within reach of a mutation.
const BASES: [&str; 20] = [
    "base",
    "plain",
    "none",
    "v2_none",
    "v2_plain_stored",
    "dictionary_fallback",
    "v2_small_pages",
    "small_row_groups",
    "null_keys",
    "delta",
    "v2_delta_nulls",
    "split_float32_pages",
    "int96",
    "v2_bool",
    "extra_columns",
    "gzip",
    "v2_lz4",
    "brotli",
    "duckdb_zstd",
    "fastparquet_int96",
];

/// Sebastiano Vigna's SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// Changes `bytes` in one to three places, a third of them in the footer.
fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    let footer = bytes.last_chunk::<8>().map_or(0, |[a, b, c, d, ..]| {
        bytes.len() - 8 - u32::from_le_bytes([*a, *b, *c, *d]) as usize
    });
    for _ in 0..=random.below(3) {
        let length = bytes.len();
        if length == 0 {
            return;
        }
        let at = match random.below(3) {
            0 | 1 => random.below(length),
            _ => (footer + random.below(length.saturating_sub(footer))).min(length - 1),
        };
        let run = (1 + random.below(12)).min(length - at);
        match random.below(10) {
            0..=2 => bytes[at] ^= 1 << random.below(8),
            3..=4 => bytes[at] = [0, 1, 2, 0x7f, 0x80, 0xfe, 0xff][random.below(7)],
            5 => bytes[at..at + run].fill_with(|| random.next() as u8),
            // A long varint.
            6 => bytes[at..at + run].fill(0xff),
            7 => drop(bytes.drain(at..at + run)),
            8 => {
                let from = random.below(length - run + 1);
                let copied = bytes[from..from + run].to_vec();
                bytes.splice(at..at, copied);
            }
            _ => bytes.truncate(length - random.below(length.min(40))),
        }
    }
}

/// Says which mutant it was when a test panics.
struct Mutant(u64);

impl Drop for Mutant {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!(
                "reading the mutant with CAMBER_SEED={} CAMBER_MUTANTS=1 panicked",
                self.0
            );
        }
    }
}

fn read(bytes: &[u8], wanted: Wanted) -> Result<u64, PartError> {
    let mut rows = 0;
    let summary = scan_part(bytes, &wanted, &mut Names::new(), &mut |batch| {
        let n = batch.ts.len();
        assert_eq!(
            [
                batch.equip.len(),
                batch.equip_class.len(),
                batch.role.len(),
                batch.value.len()
            ],
            [n, n, n, if wanted.values { n } else { 0 }]
        );
        rows += n as u64;
        ControlFlow::Continue(())
    })?;
    assert_eq!(summary.visited, rows);
    assert!(rows <= summary.rows);
    Ok(rows)
}

fn setting(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |value| value.parse().unwrap())
}

#[test]
fn a_damaged_part_gives_rows_or_an_error_and_takes_little_memory() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parquet");
    let bases = BASES.map(|name| fs::read(folder.join(name).with_extension("parquet")).unwrap());
    let all = Wanted {
        range: None,
        values: true,
    };
    for base in &bases {
        read(base, all).unwrap();
    }
    let (held_before, reserved_before) = memory::peak_memory();
    let largest = bases.iter().map(|base| base.len() as u64).max().unwrap();

    let (first, mutants) = (setting("CAMBER_SEED", 0), setting("CAMBER_MUTANTS", 4000));
    let (mut read_whole, mut slowest) = (0, (Duration::ZERO, 0));
    for seed in first..first + mutants {
        let mutant = Mutant(seed);
        let mut random = Random(seed);
        let mut bytes = bases[random.below(bases.len())].clone();
        mutate(&mut bytes, &mut random);
        let range = [
            None,
            Some((1_709_252_000_000_000_000, 1_709_254_000_000_000_000)),
        ];
        let wanted = Wanted {
            range: range[random.below(2)],
            values: random.below(4) > 0,
        };
        let start = Instant::now();
        read_whole += u64::from(read(&bytes, wanted).is_ok());
        slowest = slowest.max((start.elapsed(), seed));
        let _ = part_statistics(&bytes);
        drop(mutant);
    }

    let (held, reserved) = memory::peak_memory();
    let (held, reserved) = (held - held_before, reserved - reserved_before);
    println!(
        "{mutants} mutants: {read_whole} read whole, the others refused; {held} bytes more held, \
         {reserved} more reserved; the slowest (seed {}) took {:?}",
        slowest.1, slowest.0
    );
    assert!(held <= 4 * largest + ALLOWANCE, "{held} bytes");
    assert!(reserved <= 4 * largest + 4 * ALLOWANCE, "{reserved} bytes");
}
