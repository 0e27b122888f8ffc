//! From the three codes of a row to one series number.

use std::collections::HashMap;

use super::{Batch, PartError};

/// The codes of one series: `(equip, equip_class, role)`.
pub type SeriesKey = (u32, u32, u32);

const MAX_SERIES: usize = 1 << 20;

/// Numbers the distinct `(equip, equip_class, role)` of a facility 0 upwards in order of first
/// sight, so that rows can be pushed into a `Vec` of series. At most 2^20 series.
///
/// Parts are mostly written time by time, the same series following one another at every time: the
/// index remembers which series followed which and so mostly answers with one comparison per row.
#[derive(Debug, Clone, Default)]
pub struct SeriesIndex {
    numbers: HashMap<SeriesKey, u32>,
    keys: Vec<SeriesKey>,
    /// The series that last followed each series.
    next: Vec<u32>,
    last: u32,
}

impl SeriesIndex {
    /// An empty index.
    pub fn new() -> Self {
        Self::default()
    }

    /// The keys of the series, in order of their numbers.
    pub fn keys(&self) -> &[SeriesKey] {
        &self.keys
    }

    /// Puts the series number of each row of `batch` into `rows` (cleared first).
    ///
    /// # Errors
    /// [`PartError::TooLarge`] when the facility has more than 2^20 series.
    pub fn assign(&mut self, batch: &Batch<'_>, rows: &mut Vec<u32>) -> Result<(), PartError> {
        rows.clear();
        rows.reserve(batch.ts.len());
        let codes = batch.equip.iter().zip(batch.equip_class).zip(batch.role);
        for ((&equip, &class), &role) in codes {
            let key = (equip, class, role);
            let guess = self.next.get(self.last as usize).copied().unwrap_or(0);
            let number = if self.keys.get(guess as usize) == Some(&key) {
                guess
            } else {
                let number = self.number(key)?;
                if let Some(next) = self.next.get_mut(self.last as usize) {
                    *next = number;
                }
                number
            };
            self.last = number;
            rows.push(number);
        }
        Ok(())
    }

    fn number(&mut self, key: SeriesKey) -> Result<u32, PartError> {
        if let Some(&number) = self.numbers.get(&key) {
            return Ok(number);
        }
        let number = self.keys.len();
        if number >= MAX_SERIES {
            return Err(PartError::TooLarge {
                what: format!("{} series", number + 1),
                limit: MAX_SERIES as u64,
            });
        }
        let number = number as u32;
        self.numbers.insert(key, number);
        self.keys.push(key);
        self.next.push(number);
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assign(index: &mut SeriesIndex, keys: &[SeriesKey]) -> Result<Vec<u32>, PartError> {
        let equip: Vec<u32> = keys.iter().map(|k| k.0).collect();
        let class: Vec<u32> = keys.iter().map(|k| k.1).collect();
        let role: Vec<u32> = keys.iter().map(|k| k.2).collect();
        let ts = vec![0; keys.len()];
        let batch = Batch {
            ts: &ts,
            equip: &equip,
            equip_class: &class,
            role: &role,
            value: &[],
        };
        let mut rows = vec![9];
        index.assign(&batch, &mut rows).map(|()| rows)
    }

    #[test]
    fn each_distinct_key_has_one_number() {
        let mut index = SeriesIndex::new();
        let (a, b, c) = ((0, 1, 2), (0, 1, 3), (4, 1, 2));
        assert_eq!(
            assign(&mut index, &[a, b, a, b, c, c, a]).unwrap(),
            [0, 1, 0, 1, 2, 2, 0]
        );
        assert_eq!(
            assign(&mut index, &[c, a, (0, 9, 2), b]).unwrap(),
            [2, 0, 3, 1]
        );
        assert_eq!(index.keys(), [a, b, c, (0, 9, 2)]);
    }

    #[test]
    fn the_index_is_bounded() {
        let mut index = SeriesIndex::new();
        let keys: Vec<SeriesKey> = (0..MAX_SERIES as u32).map(|i| (i, 0, 0)).collect();
        assign(&mut index, &keys).unwrap();
        assert!(matches!(
            assign(&mut index, &[(0, 1, 0)]),
            Err(PartError::TooLarge { .. })
        ));
        assert_eq!(assign(&mut index, &[(7, 0, 0)]).unwrap(), [7]);
    }
}
