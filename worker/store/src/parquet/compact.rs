//! Thrift's compact protocol over a slice, for the generated types of `parquet-format-safe`.
//!
//! Unlike that crate's own reader it skips binary fields without copying them, tells how far it
//! read, and reserves no memory for a list before its elements are there: each element is charged
//! to a budget.

use parquet_format_safe::thrift::protocol::{
    ReadThrift, TFieldIdentifier, TInputProtocol, TListIdentifier, TMapIdentifier,
    TMessageIdentifier, TSetIdentifier, TStructIdentifier, TType,
};
use parquet_format_safe::thrift::{Error, ProtocolError, ProtocolErrorKind, Result};

/// How deep skipped fields may nest. Parquet's own structures nest six deep.
const MAX_SKIP_DEPTH: i8 = 32;

/// Reads compact Thrift from the front of a slice.
pub(super) struct CompactReader<'a> {
    rest: &'a [u8],
    /// Bytes of list elements that may still be made.
    budget: usize,
    field: i16,
    outer_fields: Vec<i16>,
    /// A boolean field's value comes with its type.
    boolean: Option<bool>,
}

impl<'a> CompactReader<'a> {
    pub(super) fn new(bytes: &'a [u8], budget: usize) -> Self {
        Self {
            rest: bytes,
            budget,
            field: 0,
            outer_fields: Vec::new(),
            boolean: None,
        }
    }

    /// What has not been read yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self
            .rest
            .split_at_checked(n)
            .ok_or_else(|| invalid("ends early"))?;
        self.rest = rest;
        Ok(taken)
    }

    fn varint(&mut self) -> Result<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.read_byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(invalid("a number is too long"))
    }

    fn length(&mut self) -> Result<u32> {
        u32::try_from(self.varint()?).map_err(|_| invalid("a length is too large"))
    }

    fn zigzag(&mut self) -> Result<i64> {
        let value = self.varint()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    fn string(&mut self) -> Result<&'a [u8]> {
        let length = self.length()?;
        self.take(usize::try_from(length).map_err(|_| invalid("a length is too large"))?)
    }
}

impl TInputProtocol for CompactReader<'_> {
    fn read_message_begin(&mut self) -> Result<TMessageIdentifier> {
        Err(invalid("a message where a structure belongs"))
    }

    fn read_message_end(&mut self) -> Result<()> {
        Ok(())
    }

    fn read_struct_begin(&mut self) -> Result<Option<TStructIdentifier>> {
        self.outer_fields.push(self.field);
        self.field = 0;
        Ok(None)
    }

    fn read_struct_end(&mut self) -> Result<()> {
        self.field = self.outer_fields.pop().unwrap_or(0);
        Ok(())
    }

    fn read_field_begin(&mut self) -> Result<TFieldIdentifier> {
        let byte = self.read_byte()?;
        let field_type = match byte & 0x0f {
            0x00 => TType::Stop,
            code => element_type(code)?,
        };
        if field_type == TType::Stop {
            return Ok(TFieldIdentifier {
                name: None,
                field_type,
                id: None,
            });
        }
        if field_type == TType::Bool {
            self.boolean = Some(byte & 0x0f == 0x01);
        }
        self.field = match i16::from(byte >> 4) {
            0 => self.read_i16()?,
            delta => self
                .field
                .checked_add(delta)
                .ok_or_else(|| invalid("a field number"))?,
        };
        Ok(TFieldIdentifier {
            name: None,
            field_type,
            id: Some(self.field),
        })
    }

    fn read_field_end(&mut self) -> Result<()> {
        Ok(())
    }

    fn read_bool(&mut self) -> Result<bool> {
        match self.boolean.take() {
            Some(value) => Ok(value),
            None => Ok(self.read_byte()? == 0x01),
        }
    }

    fn read_bytes(&mut self) -> Result<Vec<u8>> {
        Ok(self.string()?.to_vec())
    }

    fn read_i8(&mut self) -> Result<i8> {
        Ok(self.read_byte()? as i8)
    }

    fn read_i16(&mut self) -> Result<i16> {
        i16::try_from(self.zigzag()?).map_err(|_| invalid("a number is too large"))
    }

    fn read_i32(&mut self) -> Result<i32> {
        i32::try_from(self.zigzag()?).map_err(|_| invalid("a number is too large"))
    }

    fn read_i64(&mut self) -> Result<i64> {
        self.zigzag()
    }

    fn read_double(&mut self) -> Result<f64> {
        let (value, rest) = self
            .rest
            .split_first_chunk::<8>()
            .ok_or_else(|| invalid("ends early"))?;
        self.rest = rest;
        Ok(f64::from_le_bytes(*value))
    }

    fn read_string(&mut self) -> Result<String> {
        let text = std::str::from_utf8(self.string()?).map_err(|_| invalid("text is not UTF-8"))?;
        Ok(text.to_owned())
    }

    fn read_list_begin(&mut self) -> Result<TListIdentifier> {
        let byte = self.read_byte()?;
        let size = match byte >> 4 {
            15 => self.length()?,
            size => u32::from(size),
        };
        // Some writers give the elements of an empty list no type.
        let element_type = if size == 0 {
            TType::Stop
        } else {
            element_type(byte & 0x0f)?
        };
        Ok(TListIdentifier { element_type, size })
    }

    fn read_list_end(&mut self) -> Result<()> {
        Ok(())
    }

    fn read_set_begin(&mut self) -> Result<TSetIdentifier> {
        let list = self.read_list_begin()?;
        Ok(TSetIdentifier::new(list.element_type, list.size))
    }

    fn read_set_end(&mut self) -> Result<()> {
        Ok(())
    }

    fn read_map_begin(&mut self) -> Result<TMapIdentifier> {
        let size = self.length()?;
        if size == 0 {
            return Ok(TMapIdentifier::new(None, None, 0));
        }
        let types = self.read_byte()?;
        Ok(TMapIdentifier::new(
            element_type(types >> 4)?,
            element_type(types & 0x0f)?,
            size,
        ))
    }

    fn read_map_end(&mut self) -> Result<()> {
        Ok(())
    }

    fn read_byte(&mut self) -> Result<u8> {
        let (&byte, rest) = self
            .rest
            .split_first()
            .ok_or_else(|| invalid("ends early"))?;
        self.rest = rest;
        Ok(byte)
    }

    fn skip_till_depth(&mut self, field_type: TType, depth: i8) -> Result<()> {
        let depth = depth.min(MAX_SKIP_DEPTH);
        if depth <= 0 {
            return Err(invalid("nests too deep"));
        }
        match field_type {
            TType::Bool => self.read_bool().map(drop),
            TType::I08 => self.read_byte().map(drop),
            TType::I16 | TType::I32 | TType::I64 => self.varint().map(drop),
            TType::Double => self.take(8).map(drop),
            TType::String => self.string().map(drop),
            TType::List | TType::Set => {
                let list = self.read_list_begin()?;
                for _ in 0..list.size {
                    self.skip_till_depth(list.element_type, depth - 1)?;
                }
                Ok(())
            }
            TType::Map => {
                let map = self.read_map_begin()?;
                let (Some(key), Some(value)) = (map.key_type, map.value_type) else {
                    return Ok(());
                };
                for _ in 0..map.size {
                    self.skip_till_depth(key, depth - 1)?;
                    self.skip_till_depth(value, depth - 1)?;
                }
                Ok(())
            }
            TType::Struct => {
                self.read_struct_begin()?;
                loop {
                    let field = self.read_field_begin()?;
                    if field.field_type == TType::Stop {
                        break;
                    }
                    self.skip_till_depth(field.field_type, depth - 1)?;
                }
                self.read_struct_end()
            }
            _ => Err(invalid("a field of an unknown type")),
        }
    }

    fn read_list<P: ReadThrift>(&mut self) -> Result<Vec<P>> {
        let size = self.read_list_begin()?.size;
        let mut list = Vec::new();
        for _ in 0..size {
            self.budget = self
                .budget
                .checked_sub(size_of::<P>())
                .ok_or_else(|| invalid("has more elements than its size warrants"))?;
            list.push(P::read_from_in_protocol(self)?);
        }
        Ok(list)
    }
}

fn element_type(code: u8) -> Result<TType> {
    Ok(match code {
        0x01 | 0x02 => TType::Bool,
        0x03 => TType::I08,
        0x04 => TType::I16,
        0x05 => TType::I32,
        0x06 => TType::I64,
        0x07 => TType::Double,
        0x08 => TType::String,
        0x09 => TType::List,
        0x0a => TType::Set,
        0x0b => TType::Map,
        0x0c => TType::Struct,
        _ => return Err(invalid("a field of an unknown type")),
    })
}

fn invalid(message: &str) -> Error {
    Error::Protocol(ProtocolError {
        kind: ProtocolErrorKind::InvalidData,
        message: message.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use parquet_format_safe::thrift::protocol::TCompactOutputProtocol;
    use parquet_format_safe::{
        DataPageHeader, Encoding, KeyValue, PageHeader, PageType, Statistics,
    };

    use super::*;

    fn header() -> PageHeader {
        PageHeader {
            type_: PageType::DATA_PAGE,
            uncompressed_page_size: 70_000,
            compressed_page_size: -1,
            crc: Some(i32::MIN),
            data_page_header: Some(DataPageHeader {
                num_values: i32::MAX,
                encoding: Encoding::RLE_DICTIONARY,
                definition_level_encoding: Encoding::RLE,
                repetition_level_encoding: Encoding::BIT_PACKED,
                statistics: Some(Statistics {
                    max: None,
                    min: None,
                    null_count: Some(i64::MIN),
                    distinct_count: Some(i64::MAX),
                    max_value: Some(vec![255, 0]),
                    min_value: Some(vec![]),
                }),
            }),
            index_page_header: None,
            dictionary_page_header: None,
            data_page_header_v2: None,
        }
    }

    fn written() -> Vec<u8> {
        let mut bytes = Vec::new();
        header()
            .write_to_out_protocol(&mut TCompactOutputProtocol::new(&mut bytes))
            .unwrap();
        bytes
    }

    #[test]
    fn reads_what_the_crate_writes_and_stops_at_its_end() {
        let mut bytes = written();
        bytes.extend([7, 7]);
        let mut reader = CompactReader::new(&bytes, 0);
        assert_eq!(
            PageHeader::read_from_in_protocol(&mut reader).unwrap(),
            header()
        );
        assert_eq!(reader.rest(), [7, 7]);
    }

    #[test]
    fn skips_what_it_reads() {
        let bytes = written();
        let mut reader = CompactReader::new(&bytes, 0);
        reader.skip(TType::Struct).unwrap();
        assert!(reader.rest().is_empty());
    }

    #[test]
    fn every_shortened_structure_is_an_error() {
        let bytes = written();
        for end in 0..bytes.len() {
            let mut reader = CompactReader::new(&bytes[..end], 0);
            assert!(
                PageHeader::read_from_in_protocol(&mut reader).is_err(),
                "{end}"
            );
        }
    }

    #[test]
    fn a_list_is_charged_by_its_elements() {
        // A list of two KeyValue structures, each only `key = ""`.
        let bytes = [0x2c, 0x18, 0, 0, 0x18, 0, 0];
        let cost = 2 * size_of::<KeyValue>();
        let list = CompactReader::new(&bytes, cost)
            .read_list::<KeyValue>()
            .unwrap();
        assert_eq!(list.len(), 2);
        assert!(
            CompactReader::new(&bytes, cost - 1)
                .read_list::<KeyValue>()
                .is_err()
        );
    }

    #[test]
    fn an_empty_list_needs_no_type() {
        let mut reader = CompactReader::new(&[0x00, 7], 0);
        assert!(reader.read_list::<KeyValue>().unwrap().is_empty());
        assert_eq!(reader.rest(), [7]);
    }

    #[test]
    fn a_list_said_to_be_huge_reserves_nothing() {
        let bytes = [0xfc, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x18, 0, 0];
        assert!(
            CompactReader::new(&bytes, usize::MAX)
                .read_list::<KeyValue>()
                .is_err()
        );
    }

    #[test]
    fn deep_nesting_is_refused() {
        // Structures within structures, each in field 1.
        let bytes = [0x1c; 100_000];
        assert!(CompactReader::new(&bytes, 0).skip(TType::Struct).is_err());
    }

    #[test]
    fn numbers_are_bounded() {
        let long = [0xff; 11];
        assert!(CompactReader::new(&long, 0).read_i64().is_err());
        let five_billion = [0x80, 0xc8, 0xaf, 0xa0, 0x25];
        assert_eq!(
            CompactReader::new(&five_billion, 0).read_i64().unwrap(),
            5_000_000_000
        );
        assert!(CompactReader::new(&five_billion, 0).read_i32().is_err());
    }
}
