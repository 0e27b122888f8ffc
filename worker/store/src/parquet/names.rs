//! The strings of a facility's key columns, each kept once.

use std::collections::HashMap;
use std::sync::Arc;

use super::PartError;

/// The code of a null name.
pub const NULL_CODE: u32 = u32::MAX;

const MAX_NAMES: usize = 1 << 20;
const MAX_BYTES: usize = 64 << 20;

/// A table of distinct strings and their codes, 0 upwards in order of first sight. One table serves
/// all the parts of a facility, so that a code means the same in each.
///
/// It holds at most 2^20 names of 64 MiB together: far beyond any facility, and a bound on what a
/// hostile part can make it grow to.
#[derive(Debug, Clone, Default)]
pub struct Names {
    codes: HashMap<Arc<str>, u32>,
    names: Vec<Arc<str>>,
    bytes: usize,
}

impl Names {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The code of `name`, which is added when new.
    ///
    /// # Errors
    /// [`PartError::TooLarge`] when the table is full.
    pub fn intern(&mut self, name: &str) -> Result<u32, PartError> {
        if let Some(&code) = self.codes.get(name) {
            return Ok(code);
        }
        let bytes = self.bytes.saturating_add(name.len());
        let code = u32::try_from(self.names.len()).unwrap_or(NULL_CODE);
        if self.names.len() >= MAX_NAMES || bytes > MAX_BYTES {
            return Err(PartError::TooLarge {
                what: format!("{} distinct names ({bytes} bytes)", self.names.len() + 1),
                limit: MAX_NAMES as u64,
            });
        }
        let name: Arc<str> = Arc::from(name);
        self.codes.insert(Arc::clone(&name), code);
        self.names.push(name);
        self.bytes = bytes;
        Ok(code)
    }

    /// The code of `name`, if it is in the table.
    pub fn code(&self, name: &str) -> Option<u32> {
        self.codes.get(name).copied()
    }

    /// The name with this code; `None` for [`NULL_CODE`] and for a code never given out.
    pub fn name(&self, code: u32) -> Option<&str> {
        self.names
            .get(usize::try_from(code).ok()?)
            .map(|name| &**name)
    }

    /// How many names the table holds.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether the table holds no name.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names in order of their codes.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_code() {
        let mut names = Names::new();
        assert_eq!(names.intern("AHU-1").unwrap(), 0);
        assert_eq!(names.intern("").unwrap(), 1);
        assert_eq!(names.intern("AHU-1").unwrap(), 0);
        assert_eq!(names.code(""), Some(1));
        assert_eq!(names.code("AHU-2"), None);
        assert_eq!(names.name(0), Some("AHU-1"));
        assert_eq!(names.name(2), None);
        assert_eq!(names.name(NULL_CODE), None);
        assert_eq!(names.iter().collect::<Vec<_>>(), ["AHU-1", ""]);
    }

    #[test]
    fn the_table_is_bounded_in_bytes() {
        let mut names = Names::new();
        names.intern(&"a".repeat(MAX_BYTES)).unwrap();
        assert!(matches!(names.intern("b"), Err(PartError::TooLarge { .. })));
        assert_eq!(names.len(), 1);
    }

    #[test]
    fn the_table_is_bounded_in_names() {
        let mut names = Names::new();
        for i in 0..MAX_NAMES {
            names.intern(&i.to_string()).unwrap();
        }
        assert!(matches!(
            names.intern("one more"),
            Err(PartError::TooLarge { .. })
        ));
        assert_eq!(names.intern("7").unwrap(), 7);
    }
}
