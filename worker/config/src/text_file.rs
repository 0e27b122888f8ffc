//! The text of a file that an operator named.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The longest file that is read, in bytes: far above any config and what one refers to.
const MAX_BYTES: u64 = 16 << 20;

/// The text of the file at `path`, or `None` when it is longer than 16 MiB.
pub(crate) fn read(path: &Path) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Ok(None);
    }
    String::from_utf8(bytes)
        .map(Some)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}
