//! Dictionary encoding: values given by their place in a table at the start of the chunk.

use super::error::Fault;
use super::rle::{HybridDecoder, Values};

/// A chunk's dictionary and where the current page's indices stand.
#[derive(Debug)]
pub(super) struct Dictionary<T> {
    values: Vec<T>,
    /// Whether the chunk's dictionary page was met.
    loaded: bool,
    indices: HybridDecoder,
}

impl<T: Copy> Dictionary<T> {
    pub(super) fn new() -> Self {
        Self {
            values: Vec::new(),
            loaded: false,
            indices: HybridDecoder::new(),
        }
    }

    /// Forgets the dictionary of the chunk before.
    pub(super) fn forget(&mut self) {
        self.loaded = false;
    }

    /// The empty table to put the chunk's dictionary into.
    pub(super) fn load(&mut self) -> Result<&mut Vec<T>, Fault> {
        if self.loaded {
            return Err(Fault::Damaged("it has two dictionaries in a row group"));
        }
        self.loaded = true;
        self.values.clear();
        Ok(&mut self.values)
    }

    /// Starts on a page: the indices' width in one byte, then their runs.
    pub(super) fn start(&mut self, page: &[u8]) -> Result<(), Fault> {
        if !self.loaded {
            return Err(Fault::Damaged(
                "a page refers to a dictionary that is not there",
            ));
        }
        // A page of nulls only may be empty.
        self.indices.start(page.first().copied().unwrap_or(0))
    }

    /// Appends the next `n` values to `out`.
    pub(super) fn read(&mut self, page: &[u8], n: usize, out: &mut Vec<T>) -> Result<(), Fault> {
        let runs = page.get(1..).unwrap_or_default();
        let values = self.values.as_slice();
        let mut left = n;
        while left > 0 {
            match self.indices.next(runs, left)? {
                Values::Repeated(index, times) => {
                    let &value = values.get(index as usize).ok_or_else(outside)?;
                    out.extend(std::iter::repeat_n(value, times));
                    left -= times;
                }
                Values::Distinct(indices) => {
                    let last = indices.iter().fold(0, |last, &index| last.max(index));
                    let &filler = values.get(last as usize).ok_or_else(outside)?;
                    out.extend(
                        indices
                            .iter()
                            .map(|&i| values.get(i as usize).copied().unwrap_or(filler)),
                    );
                    left -= indices.len();
                }
            }
        }
        Ok(())
    }
}

fn outside() -> Fault {
    Fault::Damaged("a page refers to a value that its dictionary does not have")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Indices of two bits: 3 times 2, then 0 1 2 0 0 0 0 0 packed.
    const PAGE: [u8; 6] = [2, 6, 2, 3, 0b0010_0100, 0];

    fn read(values: &[char], n: usize) -> Result<String, Fault> {
        let mut dictionary = Dictionary::<char>::new();
        dictionary.load().unwrap().extend(values);
        dictionary.start(&PAGE)?;
        let mut out = Vec::new();
        dictionary.read(&PAGE, 2, &mut out)?;
        dictionary.read(&PAGE, n - 2, &mut out)?;
        Ok(out.iter().collect())
    }

    #[test]
    fn indices_become_values() {
        assert_eq!(read(&['a', 'b', 'c'], 8).unwrap(), "cccabcaa");
    }

    #[test]
    fn an_index_beyond_the_dictionary_is_an_error() {
        assert!(read(&['a', 'b'], 2).is_err());
        let mut dictionary = Dictionary::new();
        dictionary.load().unwrap().push('a');
        let page = [1, 3, 0b0000_0100];
        dictionary.start(&page).unwrap();
        assert!(dictionary.read(&page, 8, &mut Vec::new()).is_err());
    }

    #[test]
    fn a_page_without_a_dictionary_is_an_error() {
        assert!(Dictionary::<u32>::new().start(&PAGE).is_err());
    }

    #[test]
    fn each_chunk_has_one_dictionary() {
        let mut dictionary = Dictionary::<char>::new();
        dictionary.load().unwrap().push('a');
        assert!(dictionary.load().is_err());
        dictionary.forget();
        assert!(dictionary.start(&PAGE).is_err());
        assert!(dictionary.load().unwrap().is_empty());
    }
}
