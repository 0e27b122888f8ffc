//! Values as `f64`.

use super::error::Fault;
use super::numbers::{Number, append_chunks};

/// How a part stores its values. 64-bit integers beyond 2^53 are rounded to the nearest `f64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueType {
    /// 64-bit floating point.
    Double,
    /// 32-bit floating point.
    Float,
    /// Signed integers of at most 32 bits.
    Int32,
    /// Unsigned integers of at most 32 bits.
    UInt32,
    /// Signed 64-bit integers.
    Int64,
    /// Unsigned 64-bit integers.
    UInt64,
    /// False is 0, true 1.
    Boolean,
}

impl Number for ValueType {
    type Item = f64;
    const NULL: f64 = f64::NAN;

    fn width(self) -> usize {
        match self {
            Self::Double | Self::Int64 | Self::UInt64 => 8,
            Self::Float | Self::Int32 | Self::UInt32 => 4,
            Self::Boolean => 0,
        }
    }

    fn append(self, bytes: &[u8], out: &mut Vec<f64>) -> Result<(), Fault> {
        match self {
            Self::Double => append_chunks(bytes, out, f64::from_le_bytes),
            Self::Float => append_chunks(bytes, out, |b| f32::from_le_bytes(b).into()),
            Self::Int32 => append_chunks(bytes, out, |b| i32::from_le_bytes(b).into()),
            Self::UInt32 => append_chunks(bytes, out, |b| u32::from_le_bytes(b).into()),
            Self::Int64 => append_chunks(bytes, out, |b| i64::from_le_bytes(b) as f64),
            Self::UInt64 => append_chunks(bytes, out, |b| u64::from_le_bytes(b) as f64),
            Self::Boolean => return Err(Fault::Damaged("booleans where bytes belong")),
        }
        Ok(())
    }

    fn append_integers(self, integers: &[i64], out: &mut Vec<f64>) -> Result<(), Fault> {
        // Integers come modulo 2^64: only the low bits of the stored width count.
        match self {
            Self::Int32 => out.extend(integers.iter().map(|&i| f64::from(i as i32))),
            Self::UInt32 => out.extend(integers.iter().map(|&i| f64::from(i as u32))),
            Self::UInt64 => out.extend(integers.iter().map(|&i| i as u64 as f64)),
            Self::Int64 | Self::Boolean => out.extend(integers.iter().map(|&i| i as f64)),
            Self::Double | Self::Float => {
                return Err(Fault::Damaged(
                    "integers where floating-point numbers belong",
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn append(kind: ValueType, bytes: &[u8]) -> Vec<f64> {
        let mut out = Vec::new();
        kind.append(bytes, &mut out).unwrap();
        out
    }

    #[test]
    fn every_stored_type_becomes_f64() {
        assert_eq!(
            append(ValueType::Double, &21.125f64.to_le_bytes()),
            [21.125]
        );
        assert_eq!(
            append(ValueType::Float, &0.1f32.to_le_bytes()),
            [0.100_000_001_490_116_12]
        );
        assert_eq!(append(ValueType::Int32, &[0xff; 4]), [-1.0]);
        assert_eq!(append(ValueType::UInt32, &[0xff; 4]), [4_294_967_295.0]);
        assert_eq!(append(ValueType::Int64, &[0xff; 8]), [-1.0]);
        assert_eq!(
            append(ValueType::UInt64, &[0xff; 8]),
            [18_446_744_073_709_551_616.0]
        );
    }

    #[test]
    fn integers_keep_their_stored_width() {
        let mut out = Vec::new();
        ValueType::Int32
            .append_integers(&[-7, 1 << 32 | 5], &mut out)
            .unwrap();
        ValueType::UInt32.append_integers(&[-1], &mut out).unwrap();
        ValueType::UInt64.append_integers(&[-1], &mut out).unwrap();
        ValueType::Int64.append_integers(&[-1], &mut out).unwrap();
        assert_eq!(
            out,
            [
                -7.0,
                5.0,
                4_294_967_295.0,
                18_446_744_073_709_551_616.0,
                -1.0
            ]
        );
        assert!(ValueType::Double.append_integers(&[1], &mut out).is_err());
    }
}
