//! Reads every part of the stores given, with the store's reader and with the `parquet` crate, and
//! compares the times taken: to decode the rows only, and to put them into series of times and values.
//!
//!     bench-parquet [--rounds N] [--only ours|crate] STORE...
//!
//! Times are of this process on the processor, which other load disturbs least. The files come from the
//! page cache (a first round warms it and is not counted). The `parquet`
//! crate is used at its quickest: 32,768 rows a batch, only the five columns, the keys as dictionary
//! arrays, each dictionary looked up once.

mod crate_reader;
mod our_reader;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs};

use camber_store::parquet::{Batch, SeriesIndex};

/// What becomes of the rows of a facility.
enum Sink {
    /// They are only counted.
    Count(usize),
    /// They go into their series.
    Series(Series),
}

#[derive(Default)]
struct Series {
    index: SeriesIndex,
    rows: Vec<u32>,
    columns: Vec<(Vec<i64>, Vec<f64>)>,
}

impl Sink {
    fn push(&mut self, batch: &Batch<'_>) {
        match self {
            Self::Count(rows) => *rows += batch.ts.len(),
            Self::Series(series) => series.push(batch),
        }
    }

    /// Rows, series and a checksum that both readers must agree on.
    fn digest(&self) -> (usize, usize, u64) {
        match self {
            Self::Count(rows) => (*rows, 0, 0),
            Self::Series(series) => series.digest(),
        }
    }
}

impl Series {
    fn push(&mut self, batch: &Batch<'_>) {
        self.index.assign(batch, &mut self.rows).unwrap();
        self.columns
            .resize_with(self.index.keys().len(), Default::default);
        for ((&series, &ts), &value) in self.rows.iter().zip(batch.ts).zip(batch.value) {
            let (times, values) = &mut self.columns[series as usize];
            times.push(ts);
            values.push(value);
        }
    }

    fn digest(&self) -> (usize, usize, u64) {
        let mut rows = 0;
        let mut sum = 0u64;
        for (times, values) in &self.columns {
            rows += times.len();
            for (time, value) in times.iter().zip(values) {
                sum = sum.wrapping_add((*time as u64).wrapping_mul(value.to_bits() | 1));
            }
        }
        (rows, self.columns.len(), sum)
    }
}

/// The parts of each facility of a store.
fn facilities(store: &Path) -> Vec<Vec<PathBuf>> {
    let mut parts: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    let mut folders = vec![store.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if name.starts_with(['_', '.']) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".parquet") {
                let relative = path.strip_prefix(store).unwrap();
                let facility = relative.iter().next().unwrap().to_str().unwrap().to_owned();
                parts.entry(facility).or_default().push(path);
            }
        }
    }
    parts.into_values().collect()
}

type Reader = fn(&[PathBuf], &mut Sink);

/// Reads a store once: the time taken, and what was read.
fn read(
    facilities: &[Vec<PathBuf>],
    reader: Reader,
    sink: fn() -> Sink,
) -> (Duration, Vec<(usize, usize, u64)>) {
    let mut taken = Duration::ZERO;
    let mut digests = Vec::new();
    for parts in facilities {
        let start = on_processor();
        let mut rows = sink();
        reader(parts, &mut rows);
        taken += on_processor() - start;
        digests.push(rows.digest());
    }
    (taken, digests)
}

/// How long this process has been on the processor.
fn on_processor() -> Duration {
    let status = fs::read_to_string("/proc/self/schedstat").unwrap();
    Duration::from_nanos(status.split(' ').next().unwrap().parse().unwrap())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let mut rounds = 9;
    let mut readers: Vec<(&str, Reader)> =
        vec![("ours", our_reader::read), ("crate", crate_reader::read)];
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--rounds" => rounds = arguments.next().unwrap().parse().unwrap(),
            "--only" => {
                let only = arguments.next().unwrap();
                readers.retain(|(name, _)| *name == only);
            }
            store => compare(Path::new(store), &readers, rounds),
        }
    }
}

fn compare(store: &Path, readers: &[(&str, Reader)], rounds: usize) {
    let facilities = facilities(store);
    let into_series = || Sink::Series(Series::default());
    let digests: Vec<_> = readers
        .iter()
        .map(|(_, reader)| read(&facilities, *reader, into_series).1)
        .collect();
    assert!(
        digests.iter().all(|digest| *digest == digests[0]),
        "the readers disagree"
    );
    let rows: usize = digests[0].iter().map(|digest| digest.0).sum();
    let files: usize = facilities.iter().map(Vec::len).sum();
    println!("{}: {rows} rows in {files} files", store.display());

    let sinks: [(&str, fn() -> Sink); 2] = [
        ("decoding only", || Sink::Count(0)),
        ("into series", into_series),
    ];
    for (what, sink) in sinks {
        let mut times = vec![Vec::new(); readers.len()];
        for _ in 0..rounds {
            for ((_, reader), times) in readers.iter().zip(&mut times) {
                times.push(read(&facilities, *reader, sink).0.as_secs_f64());
            }
        }
        for ((name, _), times) in readers.iter().zip(&times) {
            let time = median(times.clone());
            let a_row = time * 1e9 / rows as f64;
            println!(
                "  {what}, {name:>5}: {:8.1} ms, {a_row:.1} ns a row",
                time * 1e3
            );
        }
        if let [ours, others] = &times[..] {
            let ratios = ours
                .iter()
                .zip(others)
                .map(|(ours, others)| ours / others)
                .collect();
            println!(
                "  {what}, ours / crate, median of {rounds} rounds: {:.2}",
                median(ratios)
            );
        }
    }
}
