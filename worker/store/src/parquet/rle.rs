//! The RLE / bit-packing hybrid of definition levels, dictionary indices and booleans.
//!
//! A stream is a sequence of runs: one value repeated, or groups of eight values packed with a
//! fixed number of bits. It never yields a value that is not in its bytes.

use super::error::Fault;

/// How many packed values are unpacked at once.
const BLOCK: usize = 512;

/// Where a stream of runs stands. The bytes are passed to every call, since they lie in a page
/// that is kept beside this.
#[derive(Debug)]
pub(super) struct HybridDecoder {
    width: u8,
    /// The first byte not yet taken.
    position: usize,
    run: Run,
    block: Box<[u32; BLOCK]>,
    /// Which part of the block is still to be handed out.
    block_start: usize,
    block_end: usize,
}

#[derive(Debug, Clone, Copy)]
enum Run {
    Repeated { value: u32, left: usize },
    Packed { left: usize },
}

/// Some values of a stream.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Values<'a> {
    Repeated(u32, usize),
    Distinct(&'a [u32]),
}

impl HybridDecoder {
    pub(super) fn new() -> Self {
        Self {
            width: 0,
            position: 0,
            run: Run::Packed { left: 0 },
            block: Box::new([0; BLOCK]),
            block_start: 0,
            block_end: 0,
        }
    }

    /// Starts on a stream of values of `width` bits.
    pub(super) fn start(&mut self, width: u8) -> Result<(), Fault> {
        if width > 32 {
            return Err(Fault::Damaged("packed values are wider than 32 bits"));
        }
        self.width = width;
        self.position = 0;
        self.run = Run::Packed { left: 0 };
        (self.block_start, self.block_end) = (0, 0);
        Ok(())
    }

    /// Starts on a stream that is nothing but values packed in one bit each.
    pub(super) fn start_bits(&mut self, bytes: &[u8]) {
        self.width = 1;
        self.position = 0;
        self.run = Run::Packed {
            left: bytes.len().saturating_mul(8),
        };
        (self.block_start, self.block_end) = (0, 0);
    }

    /// Whether all the next `n` values are `value`, found without taking any.
    pub(super) fn repeats(&mut self, bytes: &[u8], value: u32, n: usize) -> Result<bool, Fault> {
        if self.block_start == self.block_end {
            self.next_run(bytes)?;
        }
        Ok(matches!(self.run, Run::Repeated { value: v, left } if v == value && left >= n))
    }

    /// The next values, at least one and at most `n`, which is not 0.
    pub(super) fn next(&mut self, bytes: &[u8], n: usize) -> Result<Values<'_>, Fault> {
        if self.block_start == self.block_end {
            self.next_run(bytes)?;
            match &mut self.run {
                Run::Repeated { value, left } => {
                    let taken = n.min(*left);
                    *left -= taken;
                    return Ok(Values::Repeated(*value, taken));
                }
                Run::Packed { .. } => self.unpack(bytes)?,
            }
        }
        let start = self.block_start;
        let end = self.block_end.min(start.saturating_add(n));
        self.block_start = end;
        Ok(Values::Distinct(
            self.block.get(start..end).unwrap_or_default(),
        ))
    }

    /// Goes to the next run unless the current one has values left.
    fn next_run(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        while let Run::Repeated { left: 0, .. } | Run::Packed { left: 0 } = self.run {
            let header = self.varint(bytes)?;
            let length = usize::try_from(header >> 1).map_err(|_| too_long())?;
            self.run = if header & 1 == 1 {
                Run::Packed {
                    left: length.checked_mul(8).ok_or_else(too_long)?,
                }
            } else {
                Run::Repeated {
                    value: self.value(bytes)?,
                    left: length,
                }
            };
        }
        Ok(())
    }

    /// A repeated value: as many whole bytes as its width needs.
    fn value(&mut self, bytes: &[u8]) -> Result<u32, Fault> {
        let end = self.position + usize::from(self.width.div_ceil(8));
        let taken = bytes.get(self.position..end).ok_or_else(Fault::cut_short)?;
        self.position = end;
        let value = taken
            .iter()
            .rev()
            .fold(0, |value, &byte| value << 8 | u64::from(byte));
        match value >> self.width {
            0 => Ok(value as u32),
            _ => Err(Fault::Damaged("a repeated value is wider than its bits")),
        }
    }

    fn varint(&mut self, bytes: &[u8]) -> Result<u64, Fault> {
        let mut value = 0;
        for shift in (0..35).step_by(7) {
            let &byte = bytes.get(self.position).ok_or_else(Fault::cut_short)?;
            self.position += 1;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(too_long())
    }

    /// Fills the block from the current packed run. The last run of a stream may lack the bytes
    /// of values that nobody asks for.
    fn unpack(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let Run::Packed { left } = &mut self.run else {
            return Ok(());
        };
        let width = usize::from(self.width);
        let rest = bytes.get(self.position..).unwrap_or_default();
        let wanted = BLOCK.min(*left);
        // BLOCK values fill whole bytes, so only the last block of a run is affected.
        let (values, length) = match rest.len().checked_mul(8).and_then(|b| b.checked_div(width)) {
            None => (wanted, 0),
            Some(0) => return Err(Fault::cut_short()),
            Some(at_hand) => {
                let values = wanted.min(at_hand);
                (values, (values * width).div_ceil(8))
            }
        };
        super::bits::unpack(
            rest.get(..length).unwrap_or_default(),
            self.width,
            &mut self.block[..],
        );
        self.position += length;
        *left = if values < wanted { 0 } else { *left - values };
        (self.block_start, self.block_end) = (0, values);
        Ok(())
    }
}

fn too_long() -> Fault {
    Fault::Damaged("a run is too long")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The next `n` values, taken `step` at a time.
    fn take(
        decoder: &mut HybridDecoder,
        bytes: &[u8],
        n: usize,
        step: usize,
    ) -> Result<Vec<u32>, Fault> {
        let mut taken = Vec::new();
        while taken.len() < n {
            match decoder.next(bytes, step.min(n - taken.len()))? {
                Values::Repeated(value, times) => taken.extend(std::iter::repeat_n(value, times)),
                Values::Distinct(values) => taken.extend(values),
            }
        }
        Ok(taken)
    }

    fn decoder(width: u8) -> HybridDecoder {
        let mut decoder = HybridDecoder::new();
        decoder.start(width).unwrap();
        decoder
    }

    #[test]
    fn the_formats_own_example() {
        // 0 to 7 in three bits each, from the specification of the encoding, after 10 fives.
        let bytes = [20, 5, 0b11, 0b1000_1000, 0b1100_0110, 0b1111_1010];
        let expected = [vec![5; 10], (0..8).collect()].concat();
        for step in [1, 3, 18] {
            assert_eq!(take(&mut decoder(3), &bytes, 18, step).unwrap(), expected);
        }
        assert!(take(&mut decoder(3), &bytes, 19, 19).is_err());
    }

    #[test]
    fn long_packed_runs_cross_blocks() {
        // 1040 values of nine bits, each its own ordinal modulo 512.
        let expected: Vec<u32> = (0..1040).map(|i| i % 512).collect();
        let mut bits = vec![0u8; 1040 * 9 / 8];
        for (i, value) in expected.iter().enumerate() {
            for bit in 0..9 {
                bits[(i * 9 + bit) / 8] |= ((value >> bit & 1) as u8) << ((i * 9 + bit) % 8);
            }
        }
        // 130 groups, an odd header of two bytes: 130 << 1 | 1 = 261.
        let bytes = [&[0x85, 0x02], &bits[..]].concat();
        for step in [7, 512, 2000] {
            assert_eq!(take(&mut decoder(9), &bytes, 1040, step).unwrap(), expected);
        }
    }

    #[test]
    fn the_last_run_may_leave_out_padding_but_no_value() {
        // One group of five-bit values, of which only the first three are there (15 of 16 bits).
        let bytes = [0b11, 0b0100_0001, 0b0000_1100];
        assert_eq!(take(&mut decoder(5), &bytes, 3, 3).unwrap(), [1, 2, 3]);
        assert!(take(&mut decoder(5), &bytes, 4, 4).is_err());
    }

    #[test]
    fn values_of_no_bits_are_zero() {
        assert_eq!(take(&mut decoder(0), &[6, 0b11], 11, 4).unwrap(), [0; 11]);
    }

    #[test]
    fn a_repeated_run_can_be_seen_without_taking_it() {
        let bytes = [20, 1, 4, 0];
        let mut levels = decoder(1);
        assert!(levels.repeats(&bytes, 1, 10).unwrap());
        assert!(!levels.repeats(&bytes, 1, 11).unwrap());
        assert!(!levels.repeats(&bytes, 0, 10).unwrap());
        assert_eq!(
            take(&mut levels, &bytes, 12, 12).unwrap(),
            [[1; 10].as_slice(), &[0, 0]].concat()
        );
    }

    #[test]
    fn damaged_streams_are_errors() {
        assert!(HybridDecoder::new().start(33).is_err());
        for bytes in [
            &[][..],
            &[20],
            &[0x80; 9],
            &[0, 0, 0, 0],
            &[0xff, 0xff, 0xff, 0xff, 0x0f],
        ] {
            assert!(take(&mut decoder(3), bytes, 1, 1).is_err(), "{bytes:?}");
        }
        // A repeated 8 in three bits.
        assert!(take(&mut decoder(3), &[2, 8], 1, 1).is_err());
        // A repeated value of 32 bits with three bytes left.
        assert!(take(&mut decoder(32), &[2, 1, 1, 1], 1, 1).is_err());
    }
}
