//! Times as naive nanoseconds since 1970.
//!
//! A time with a zone is stored as UTC and stays so: the zone is not in the Parquet schema, only in
//! writers' own metadata.

use super::NULL_TIME;
use super::PartError;
use super::error::Fault;
use super::numbers::{Number, append_chunks};

/// How a part stores its times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeType {
    /// 64-bit milliseconds.
    Millis,
    /// 64-bit microseconds.
    Micros,
    /// 64-bit nanoseconds.
    Nanos,
    /// The deprecated 96 bits: nanoseconds of a day, then the Julian day number.
    Int96,
}

/// The Julian day number of 1970-01-01.
const EPOCH_DAY: i64 = 2_440_588;
const NANOS_A_DAY: i64 = 86_400_000_000_000;

impl TimeType {
    /// Turns stored 64-bit times into nanoseconds, in place.
    pub(super) fn to_nanos(self, times: &mut [i64]) -> Result<(), Fault> {
        let factor = match self {
            Self::Nanos | Self::Int96 => return Ok(()),
            Self::Micros => 1_000,
            Self::Millis => 1_000_000,
        };
        // i64::MIN itself is out of range here too: it would read as a null.
        let limit = i64::MAX / factor;
        let mut in_range = true;
        for time in times {
            in_range &= (-limit..=limit).contains(time);
            *time = time.wrapping_mul(factor);
        }
        if in_range {
            Ok(())
        } else {
            Err(PartError::TimeOutOfRange.into())
        }
    }
}

impl Number for TimeType {
    type Item = i64;
    const NULL: i64 = NULL_TIME;

    fn width(self) -> usize {
        if self == Self::Int96 { 12 } else { 8 }
    }

    fn append(self, bytes: &[u8], out: &mut Vec<i64>) -> Result<(), Fault> {
        let start = out.len();
        if self == Self::Int96 {
            let mut in_range = true;
            append_chunks(bytes, out, |time: [u8; 12]| {
                let time = int96_nanos(time);
                in_range &= time.is_some();
                time.unwrap_or(NULL_TIME)
            });
            return if in_range {
                Ok(())
            } else {
                Err(PartError::TimeOutOfRange.into())
            };
        }
        append_chunks(bytes, out, i64::from_le_bytes);
        self.to_nanos(out.get_mut(start..).unwrap_or_default())
    }

    fn append_integers(self, integers: &[i64], out: &mut Vec<i64>) -> Result<(), Fault> {
        let start = out.len();
        out.extend(integers);
        self.to_nanos(out.get_mut(start..).unwrap_or_default())
    }
}

fn int96_nanos(time: [u8; 12]) -> Option<i64> {
    let [n0, n1, n2, n3, n4, n5, n6, n7, d0, d1, d2, d3] = time;
    let nanos = i64::from_le_bytes([n0, n1, n2, n3, n4, n5, n6, n7]);
    let day = i64::from(u32::from_le_bytes([d0, d1, d2, d3])) - EPOCH_DAY;
    day.checked_mul(NANOS_A_DAY)?.checked_add(nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn append(kind: TimeType, bytes: &[u8]) -> Option<Vec<i64>> {
        let mut out = vec![5];
        kind.append(bytes, &mut out).ok()?;
        Some(out.split_off(1))
    }

    #[test]
    fn units_become_nanoseconds() {
        let one = 1_709_251_200_123i64.to_le_bytes();
        assert_eq!(
            append(TimeType::Millis, &one),
            Some(vec![1_709_251_200_123_000_000])
        );
        assert_eq!(
            append(TimeType::Micros, &one),
            Some(vec![1_709_251_200_123_000])
        );
        assert_eq!(append(TimeType::Nanos, &one), Some(vec![1_709_251_200_123]));
    }

    #[test]
    fn a_time_beyond_64_bits_of_nanoseconds_is_an_error() {
        for (kind, last) in [
            (TimeType::Micros, 9_223_372_036_854_775),
            (TimeType::Millis, 9_223_372_036_854),
        ] {
            for last in [last, -last] {
                assert!(append(kind, &i64::to_le_bytes(last)).is_some());
                assert!(append(kind, &i64::to_le_bytes(last + last.signum())).is_none());
            }
            assert!(append(kind, &i64::MIN.to_le_bytes()).is_none());
        }
    }

    #[test]
    fn int96_is_a_day_and_its_nanoseconds() {
        let int96 = |nanos: u64, day: u32| [&nanos.to_le_bytes()[..], &day.to_le_bytes()].concat();
        // 2024-03-01 is 19783 days after 1970-01-01.
        let noon = int96(43_200_000_000_001, 2_440_588 + 19_783);
        assert_eq!(
            append(TimeType::Int96, &noon),
            Some(vec![1_709_294_400_000_000_001])
        );
        assert_eq!(
            append(TimeType::Int96, &int96(0, 2_440_587)),
            Some(vec![-86_400_000_000_000])
        );
        assert_eq!(append(TimeType::Int96, &int96(0, 0)), None);
    }

    #[test]
    fn integers_are_scaled_too() {
        let mut out = Vec::new();
        TimeType::Millis
            .append_integers(&[1, -2], &mut out)
            .unwrap();
        assert_eq!(out, [1_000_000, -2_000_000]);
    }
}
