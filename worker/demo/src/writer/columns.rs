//! Rows turned into the five columns of a part, dictionary-encoded where it pays.

use std::collections::HashMap;
use std::hash::Hash;

use arrow2::array::{Array, DictionaryArray, PrimitiveArray, Utf8Array};
use arrow2::datatypes::{DataType, IntegerType};
use arrow2::error::Error;
use arrow2::io::parquet::write::Encoding as PageEncoding;
use arrow2::types::NativeType;

use super::part::Encoding;
use super::rows::{Code, CodedRow};

/// A dictionary larger than this is given up for plain values, as Parquet writers do.
const DICTIONARY_LIMIT: usize = 1 << 20;

/// One column of a row group, ready to be cut into pages.
pub(super) enum Column {
    /// Values in full.
    Plain(Box<dyn Array>),
    /// Codes into a dictionary that is written once.
    Dictionary {
        keys: PrimitiveArray<u32>,
        values: Box<dyn Array>,
    },
}

impl Column {
    /// The time column, each time already in the unit of `data_type`.
    pub(super) fn times(
        times: impl Iterator<Item = Option<i64>> + Clone,
        data_type: DataType,
        encoding: Encoding,
    ) -> Self {
        Self::numbers(times, |time| time, data_type, encoding)
    }

    /// The value column. Readings are the same entry of the dictionary when their bits are.
    pub(super) fn values(rows: &[CodedRow], encoding: Encoding) -> Self {
        let values = rows.iter().map(|row| row.value);
        Self::numbers(values, f64::to_bits, DataType::Float64, encoding)
    }

    /// A name column: equipment, class or role.
    pub(super) fn names(
        codes: impl Iterator<Item = Code> + Clone,
        names: &[String],
        encoding: Encoding,
    ) -> Self {
        let name = |code: u32| names.get(code as usize).map(String::as_str);
        // arrow2 does not count the null keys of a name dictionary in its statistics, and a wrong
        // null count is worse than a larger file.
        let has_nulls = codes.clone().any(|code| code.is_none());
        if encoding == Encoding::Plain || has_nulls {
            let plain: Utf8Array<i32> = codes.map(|code| code.and_then(name)).collect();
            return Self::Plain(plain.boxed());
        }
        let (keys, codes) = dictionary(codes, |code| code);
        let values: Utf8Array<i32> = codes.into_iter().map(name).collect();
        Self::Dictionary {
            keys,
            values: values.boxed(),
        }
    }

    fn numbers<T: NativeType, K: Hash + Eq>(
        values: impl Iterator<Item = Option<T>> + Clone,
        identity: impl Fn(T) -> K,
        data_type: DataType,
        encoding: Encoding,
    ) -> Self {
        if encoding == Encoding::Dictionary {
            let (keys, distinct) = dictionary(values.clone(), identity);
            if distinct.len() * size_of::<T>() <= DICTIONARY_LIMIT {
                let values = PrimitiveArray::from_vec(distinct).to(data_type);
                return Self::Dictionary {
                    keys,
                    values: values.boxed(),
                };
            }
        }
        let plain: PrimitiveArray<T> = values.collect();
        Self::Plain(plain.to(data_type).boxed())
    }

    /// How its pages are encoded.
    pub(super) fn encoding(&self) -> PageEncoding {
        match self {
            Self::Plain(_) => PageEncoding::Plain,
            Self::Dictionary { .. } => PageEncoding::RleDictionary,
        }
    }

    /// `length` rows of it from row `start`.
    pub(super) fn slice(&self, start: usize, length: usize) -> Result<Box<dyn Array>, Error> {
        match self {
            Self::Plain(array) => Ok(array.sliced(start, length)),
            Self::Dictionary { keys, values } => {
                let values_type = Box::new(values.data_type().clone());
                let data_type = DataType::Dictionary(IntegerType::UInt32, values_type, false);
                let keys = keys.clone().sliced(start, length);
                Ok(DictionaryArray::try_new(data_type, keys, values.clone())?.boxed())
            }
        }
    }
}

/// Codes by first appearance, and what they stand for. Equal identities share a code.
fn dictionary<T: Copy, K: Hash + Eq>(
    values: impl Iterator<Item = Option<T>>,
    identity: impl Fn(T) -> K,
) -> (PrimitiveArray<u32>, Vec<T>) {
    let mut distinct = Vec::new();
    let mut codes: HashMap<K, u32> = HashMap::new();
    let keys = values
        .map(|value| {
            let value = value?;
            Some(*codes.entry(identity(value)).or_insert_with(|| {
                distinct.push(value);
                distinct.len() as u32 - 1
            }))
        })
        .collect();
    (keys, distinct)
}
