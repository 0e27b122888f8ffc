//! Unpacking unsigned numbers of a fixed number of bits, least significant bit first.

/// Unpacks numbers of `width` (at most 32) bits from `bytes` into `out`: as many as fit in `out`,
/// with zero bits after the end of `bytes`.
pub(super) fn unpack(bytes: &[u8], width: u8, out: &mut [u32]) {
    macro_rules! dispatch {
        ($($width:literal)*) => {
            match width {
                $($width => unpack_width::<$width>(bytes, out),)*
                _ => out.fill(0),
            }
        };
    }
    dispatch!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);
}

/// Eight numbers of `WIDTH` bits fill `WIDTH` bytes.
fn unpack_width<const WIDTH: usize>(bytes: &[u8], out: &mut [u32]) {
    let mut rest = bytes;
    for slots in out.chunks_exact_mut(8) {
        match rest.get(..WIDTH + WORD) {
            Some(group) => unpack_group::<WIDTH>(group, slots),
            None => {
                let mut padded = [0; 32 + WORD];
                for (to, from) in padded.iter_mut().zip(rest) {
                    *to = *from;
                }
                unpack_group::<WIDTH>(&padded, slots);
            }
        }
        rest = rest.get(WIDTH..).unwrap_or_default();
    }
}

/// Bytes read at once; a group is followed by as many, so that its last number can be read so too.
const WORD: usize = 8;

fn unpack_group<const WIDTH: usize>(group: &[u8], out: &mut [u32]) {
    let mask = u32::MAX >> (32 - WIDTH);
    for (i, slot) in out.iter_mut().enumerate() {
        let (byte, bit) = (i * WIDTH / 8, i * WIDTH % 8);
        let word = group.get(byte..byte + WORD).and_then(<[u8]>::first_chunk);
        *slot = (u64::from_le_bytes(word.copied().unwrap_or_default()) >> bit) as u32 & mask;
    }
}

/// Reads the number of `width` (at most 64) bits that begins at bit `start` of `bytes`, with zero
/// bits after their end.
pub(super) fn read(bytes: &[u8], start: usize, width: u8) -> u64 {
    let mut word = [0; 16];
    let rest = bytes.get(start / 8..).unwrap_or_default();
    for (to, from) in word.iter_mut().zip(rest) {
        *to = *from;
    }
    let value = (u128::from_le_bytes(word) >> (start % 8)) as u64;
    match width {
        0 => 0,
        width => value & (u64::MAX >> (64 - width.min(64))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(values: &[u64], width: u8) -> Vec<u8> {
        let width = usize::from(width);
        let mut bytes = vec![0; (values.len() * width).div_ceil(8)];
        for (i, value) in values.iter().enumerate() {
            for bit in 0..width {
                bytes[(i * width + bit) / 8] |=
                    ((value >> bit & 1) as u8) << ((i * width + bit) % 8);
            }
        }
        bytes
    }

    #[test]
    fn every_width_unpacks_what_was_packed() {
        for width in 1..=32u8 {
            let mask = u64::from(u32::MAX >> (32 - width));
            let values: Vec<u64> = (0..32)
                .map(|i: u64| i.wrapping_mul(0x9e37_79b9) & mask)
                .collect();
            let bytes = pack(&values, width);
            let mut out = [7; 40];
            unpack(&bytes, width, &mut out);
            let out: Vec<u64> = out.iter().map(|&v| v.into()).collect();
            assert_eq!(&out[..32], values, "{width}");
            assert_eq!(out[32..], [0; 8], "{width}");
        }
    }

    #[test]
    fn bytes_cut_within_a_group_read_as_zero_bits() {
        let mut out = [9; 8];
        unpack(&[0xff, 0xff, 0xff], 10, &mut out);
        assert_eq!(out, [1023, 1023, 15, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn single_numbers_are_read_at_any_bit() {
        for width in 1..=64u8 {
            let values: Vec<u64> = (1..20u64)
                .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) & (u64::MAX >> (64 - width)))
                .collect();
            let bytes = pack(&values, width);
            for (i, value) in values.iter().enumerate() {
                assert_eq!(
                    read(&bytes, i * usize::from(width), width),
                    *value,
                    "{width}"
                );
            }
        }
        assert_eq!(read(&[1], 0, 0), 0);
        assert_eq!(read(&[1], 80, 8), 0);
    }
}
