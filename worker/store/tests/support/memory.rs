//! How much memory a test takes.

use std::fs;

/// The most memory this process has held, and the most addresses it has reserved, in bytes.
pub fn peak_memory() -> (u64, u64) {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let field = |name: &str| {
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix(name))
            .unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    };
    (field("VmHWM:"), field("VmPeak:"))
}
