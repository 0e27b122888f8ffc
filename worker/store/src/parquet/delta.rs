//! DELTA_BINARY_PACKED: integers as bit-packed differences from their predecessors.
//!
//! A header (block size, miniblocks a block, count, first value), then blocks: the least difference,
//! a bit width for each miniblock, the miniblocks. All arithmetic is modulo 2^64, as the format says.

use super::bits;
use super::error::Fault;

/// Where a stream of differences stands. The bytes are passed to every call.
#[derive(Debug, Clone, Default)]
pub(super) struct DeltaDecoder {
    position: usize,
    /// Values in a miniblock and miniblocks in a block.
    miniblock: usize,
    miniblocks: usize,
    /// Values not handed out yet.
    left: usize,
    /// The next value to hand out.
    next: i64,
    least: i64,
    /// Where the widths of the block's miniblocks not begun yet are, and how many they are.
    widths: usize,
    widths_left: usize,
    width: u8,
    /// Differences of the current miniblock already applied; the miniblock begins at `position`.
    applied: usize,
}

impl DeltaDecoder {
    /// Starts on the stream at the beginning of `bytes`.
    pub(super) fn start(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        *self = Self::default();
        let block = self.length(bytes)?;
        self.miniblocks = self.length(bytes)?;
        self.left = self.length(bytes)?;
        let first = self.varint(bytes)?;
        self.next = zigzag(first);
        self.miniblock = match block.checked_div(self.miniblocks) {
            Some(miniblock) if miniblock > 0 && miniblock % 8 == 0 && block <= 1 << 24 => miniblock,
            _ => return Err(Fault::Damaged("a page of differences has a bad block size")),
        };
        self.applied = self.miniblock;
        Ok(())
    }

    /// The next value.
    pub(super) fn next(&mut self, bytes: &[u8]) -> Result<i64, Fault> {
        let value = self.next;
        self.left = self.left.checked_sub(1).ok_or_else(Fault::cut_short)?;
        if self.left > 0 {
            if self.applied == self.miniblock {
                self.next_miniblock(bytes)?;
            }
            let start = self.applied * usize::from(self.width);
            let miniblock = bytes.get(self.position..).unwrap_or_default();
            if (start + usize::from(self.width)).div_ceil(8) > miniblock.len() {
                return Err(Fault::cut_short());
            }
            let difference = bits::read(miniblock, start, self.width) as i64;
            self.next = value.wrapping_add(self.least).wrapping_add(difference);
            self.applied += 1;
        }
        Ok(value)
    }

    /// Where the stream ends, found without unpacking it.
    pub(super) fn end(mut self, bytes: &[u8]) -> Result<usize, Fault> {
        let mut differences = self.left.saturating_sub(1);
        while differences > 0 {
            self.next_miniblock(bytes)?;
            self.applied = self.miniblock;
            differences = differences.saturating_sub(self.miniblock);
        }
        Ok(self.end_of_miniblock())
    }

    /// Goes to the next miniblock, from the end of the current one.
    fn next_miniblock(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.position = self.end_of_miniblock();
        if self.widths_left == 0 {
            self.least = zigzag(self.varint(bytes)?);
            self.widths = self.position;
            self.widths_left = self.miniblocks;
            self.position = self.position.saturating_add(self.miniblocks);
        }
        self.width = *bytes.get(self.widths).ok_or_else(Fault::cut_short)?;
        if self.width > 64 {
            return Err(Fault::Damaged("differences are wider than 64 bits"));
        }
        self.widths += 1;
        self.widths_left -= 1;
        self.applied = 0;
        Ok(())
    }

    fn end_of_miniblock(&self) -> usize {
        // Before the first miniblock the width is 0.
        self.position
            .saturating_add(self.miniblock / 8 * usize::from(self.width))
    }

    fn length(&mut self, bytes: &[u8]) -> Result<usize, Fault> {
        let length = self.varint(bytes)?;
        usize::try_from(length).map_err(|_| Fault::Damaged("a length is too large"))
    }

    fn varint(&mut self, bytes: &[u8]) -> Result<u64, Fault> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let &byte = bytes.get(self.position).ok_or_else(Fault::cut_short)?;
            self.position += 1;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(Fault::Damaged("a number is too long"))
    }
}

fn zigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(bytes: &[u8]) -> Result<Vec<i64>, Fault> {
        let mut decoder = DeltaDecoder::default();
        decoder.start(bytes)?;
        let end = decoder.clone().end(bytes)?;
        let mut values = Vec::new();
        while decoder.left > 0 {
            values.push(decoder.next(bytes)?);
        }
        assert!(end <= bytes.len() + 4 * 32);
        Ok(values)
    }

    /// The specification's first example, blocks of 128 in 4 miniblocks: 1 2 3 4 5.
    const ONE_TO_FIVE: [u8; 10] = [0x80, 1, 4, 5, 2, 2, 0, 0, 0, 0];

    #[test]
    fn the_formats_own_examples() {
        assert_eq!(values(&ONE_TO_FIVE).unwrap(), [1, 2, 3, 4, 5]);
        // 7 5 3 1 2 3 4 5: least difference -2, differences 0 0 0 3 3 3 3 in two bits.
        let bytes = [
            0x80,
            1,
            4,
            8,
            14,
            3,
            2,
            0,
            0,
            0,
            0b1100_0000,
            0b0011_1111,
            0,
            0,
            0,
            0,
            0,
            0,
        ];
        assert_eq!(values(&bytes).unwrap(), [7, 5, 3, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn the_end_is_after_the_last_miniblock_begun() {
        let mut decoder = DeltaDecoder::default();
        decoder.start(&ONE_TO_FIVE).unwrap();
        assert_eq!(decoder.end(&ONE_TO_FIVE).unwrap(), 10);
        let one = [0x80, 1, 4, 1, 2];
        let mut decoder = DeltaDecoder::default();
        decoder.start(&one).unwrap();
        assert_eq!(decoder.end(&one).unwrap(), 5);
        assert_eq!(values(&one).unwrap(), [1]);
    }

    #[test]
    fn several_blocks_and_wrapping_sums() {
        // Blocks of 8 in one miniblock; i64::MAX, then ten times + 1.
        let mut bytes = vec![8, 1, 11];
        bytes.extend([0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]);
        bytes.extend([2, 0, 2, 0]);
        let expected: Vec<i64> = (0..11).map(|i| i64::MAX.wrapping_add(i)).collect();
        assert_eq!(values(&bytes).unwrap(), expected);
    }

    #[test]
    fn damaged_streams_are_errors() {
        for bytes in [
            &ONE_TO_FIVE[..6],
            &[0x80, 1, 0, 5, 2, 2, 0, 0, 0, 0],
            &[4, 1, 5, 2, 2, 0],
            &[0x80, 1, 4, 5, 2, 2, 65, 0, 0, 0],
            &[0x80, 1, 4, 5, 2, 2, 9, 0, 0, 0, 1, 1, 1, 1],
            &[0xff; 20],
            &[],
        ] {
            assert!(values(bytes).is_err(), "{bytes:?}");
        }
    }
}
