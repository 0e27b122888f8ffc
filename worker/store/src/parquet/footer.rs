//! A part's footer: the schema and where each row group's columns lie.
//!
//! The structures are those of the Parquet format with only the fields this reader uses, so that
//! what other columns or newer writers put into the rest cannot get in the way.

use std::fs::File;
use std::os::unix::fs::FileExt;

use parquet_format_safe::thrift::protocol::{ReadThrift, TInputProtocol, TType};
use parquet_format_safe::thrift::{Error, ProtocolError, ProtocolErrorKind, Result as Thrift};
use parquet_format_safe::{
    CompressionCodec, ConvertedType, FieldRepetitionType, IntType, TimestampType, Type,
};

use super::PartError;
use super::compact::CompactReader;

/// The end of a file: the footer's length and the magic number.
const TAIL: usize = 8;
const MAGIC: [u8; 4] = *b"PAR1";
const ENCRYPTED_MAGIC: [u8; 4] = *b"PARE";
/// The longest footer read. A part of five columns needs about 500 bytes for each row group.
const MAX_FOOTER: usize = 16 << 20;
/// The most rows of a part. A few bytes of runs can declare billions.
const MAX_ROWS: u64 = 1 << 27;

/// The metadata of a part.
#[derive(Debug)]
pub(super) struct Footer {
    pub(super) schema: Vec<SchemaElement>,
    pub(super) rows: i64,
    pub(super) row_groups: Vec<RowGroup>,
    encrypted: bool,
}

#[derive(Debug, Clone)]
pub(super) struct SchemaElement {
    pub(super) physical: Option<Type>,
    pub(super) repetition: Option<FieldRepetitionType>,
    pub(super) name: String,
    pub(super) children: Option<i32>,
    pub(super) converted: Option<ConvertedType>,
    pub(super) logical: Option<LogicalType>,
}

/// The logical types that bear on the store's columns.
#[derive(Debug, Clone)]
pub(super) enum LogicalType {
    Text,
    Timestamp(TimestampType),
    Integer(IntType),
    /// Every value is null.
    Null,
    Other,
}

#[derive(Debug)]
pub(super) struct RowGroup {
    pub(super) columns: Vec<ColumnChunk>,
    pub(super) rows: i64,
}

#[derive(Debug)]
pub(super) struct ColumnChunk {
    pub(super) in_other_file: bool,
    pub(super) encrypted: bool,
    pub(super) metadata: Option<ColumnMetaData>,
}

#[derive(Debug)]
pub(super) struct ColumnMetaData {
    pub(super) physical: Type,
    pub(super) codec: CompressionCodec,
    pub(super) values: i64,
    pub(super) compressed_size: i64,
    pub(super) data_page_offset: i64,
    pub(super) dictionary_page_offset: Option<i64>,
    pub(super) statistics: Statistics,
}

#[derive(Debug, Default)]
pub(super) struct Statistics {
    pub(super) nulls: Option<i64>,
    /// The least and greatest value, where they are eight bytes long.
    pub(super) min: Option<[u8; 8]>,
    pub(super) max: Option<[u8; 8]>,
}

impl Footer {
    /// The footer of the file whose whole content is `bytes`, and where it begins.
    pub(super) fn of_bytes(bytes: &[u8]) -> Result<(Self, usize), PartError> {
        if bytes.first_chunk() != Some(&MAGIC) && bytes.first_chunk() != Some(&ENCRYPTED_MAGIC) {
            return Err(PartError::NotParquet("it does not begin with PAR1"));
        }
        let (body, tail) = bytes
            .split_last_chunk::<TAIL>()
            .ok_or(PartError::NotParquet("it is too short"))?;
        let length = footer_length(*tail)?;
        let start = body
            .len()
            .checked_sub(length)
            .filter(|&start| start >= MAGIC.len());
        let start = start.ok_or(damaged("its length is larger than the file"))?;
        Ok((Self::parse(body.get(start..).unwrap_or_default())?, start))
    }

    /// The footer of `file`, of which nothing else is read.
    pub(super) fn of_file(file: &File) -> Result<Self, PartError> {
        let size = file.metadata()?.len();
        let tail_start = size.checked_sub(TAIL as u64);
        let tail_start = tail_start.ok_or(PartError::NotParquet("it is too short"))?;
        let mut tail = [0; TAIL];
        file.read_exact_at(&mut tail, tail_start)?;
        let length = footer_length(tail)?;
        let start = tail_start.checked_sub(length as u64);
        let start = start.ok_or(damaged("its length is larger than the file"))?;
        let mut bytes = vec![0; length];
        file.read_exact_at(&mut bytes, start)?;
        Self::parse(&bytes)
    }

    fn parse(bytes: &[u8]) -> Result<Self, PartError> {
        // What a real footer's lists take in memory is at most some four times their length in the
        // file.
        let budget = (1 << 20) + bytes.len().saturating_mul(8);
        let footer = Self::read_from_in_protocol(&mut CompactReader::new(bytes, budget))
            .map_err(|_| damaged("it cannot be parsed"))?;
        if footer.encrypted {
            return Err(encrypted());
        }
        Ok(footer)
    }

    /// The rows of the part, which its row groups must add up to.
    pub(super) fn total_rows(&self) -> Result<u64, PartError> {
        let rows =
            u64::try_from(self.rows).map_err(|_| damaged("it has a negative number of rows"))?;
        if rows > MAX_ROWS {
            return Err(PartError::TooLarge {
                what: format!("{rows} rows in a part"),
                limit: MAX_ROWS,
            });
        }
        let mut sum = 0u64;
        for row_group in &self.row_groups {
            let rows = u64::try_from(row_group.rows).ok();
            sum = rows
                .and_then(|rows| sum.checked_add(rows))
                .ok_or(damaged("a row group has an impossible number of rows"))?;
        }
        if sum != rows {
            return Err(damaged("its row groups do not add up to its rows"));
        }
        Ok(rows)
    }
}

fn footer_length(tail: [u8; TAIL]) -> Result<usize, PartError> {
    let [a, b, c, d, magic @ ..] = tail;
    if magic == ENCRYPTED_MAGIC {
        return Err(encrypted());
    }
    if magic != MAGIC {
        return Err(PartError::NotParquet("it does not end with PAR1"));
    }
    let length = u32::from_le_bytes([a, b, c, d]);
    match usize::try_from(length) {
        Ok(length) if length <= MAX_FOOTER => Ok(length),
        _ => Err(PartError::TooLarge {
            what: format!("a footer of {length} bytes"),
            limit: MAX_FOOTER as u64,
        }),
    }
}

fn damaged(what: &'static str) -> PartError {
    PartError::Damaged {
        place: "footer",
        what,
    }
}

fn encrypted() -> PartError {
    PartError::Unsupported {
        column: "the file",
        what: "encryption".to_owned(),
        instead: "no encryption",
    }
}

/// Reads a structure's fields; `read` says whether it took the field or it is to be skipped. It is
/// told `I64` for every width of integer: they are encoded alike, and writers differ in the width.
fn read_fields<P: TInputProtocol>(
    protocol: &mut P,
    mut read: impl FnMut(&mut P, i16, TType) -> Thrift<bool>,
) -> Thrift<()> {
    protocol.read_struct_begin()?;
    loop {
        let field = protocol.read_field_begin()?;
        let Some(id) = field.id else { break };
        let kind = match field.field_type {
            TType::I16 | TType::I32 => TType::I64,
            kind => kind,
        };
        if !read(protocol, id, kind)? {
            protocol.skip(field.field_type)?;
        }
    }
    protocol.read_struct_end()
}

fn required<T>(field: Option<T>) -> Thrift<T> {
    field.ok_or_else(|| {
        Error::Protocol(ProtocolError {
            kind: ProtocolErrorKind::InvalidData,
            message: "a required field is missing".to_owned(),
        })
    })
}

impl ReadThrift for Footer {
    fn read_from_in_protocol<P: TInputProtocol>(protocol: &mut P) -> Thrift<Self> {
        let (mut schema, mut rows, mut row_groups, mut encrypted) = (None, None, None, false);
        read_fields(protocol, |protocol, id, kind| {
            match (id, kind) {
                (2, TType::List) => schema = Some(protocol.read_list()?),
                (3, TType::I64) => rows = Some(protocol.read_i64()?),
                (4, TType::List) => row_groups = Some(protocol.read_list()?),
                (8, _) => {
                    encrypted = true;
                    return Ok(false);
                }
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(Self {
            schema: required(schema)?,
            rows: required(rows)?,
            row_groups: required(row_groups)?,
            encrypted,
        })
    }
}

impl ReadThrift for SchemaElement {
    fn read_from_in_protocol<P: TInputProtocol>(protocol: &mut P) -> Thrift<Self> {
        let (mut physical, mut repetition, mut name) = (None, None, None);
        let (mut children, mut converted, mut logical) = (None, None, None);
        read_fields(protocol, |protocol, id, kind| {
            match (id, kind) {
                (1, TType::I64) => physical = Some(Type(protocol.read_i32()?)),
                (3, TType::I64) => repetition = Some(FieldRepetitionType(protocol.read_i32()?)),
                (4, TType::String) => name = Some(protocol.read_string()?),
                (5, TType::I64) => children = Some(protocol.read_i32()?),
                (6, TType::I64) => converted = Some(ConvertedType(protocol.read_i32()?)),
                (10, TType::Struct) => {
                    logical = Some(LogicalType::read_from_in_protocol(protocol)?);
                }
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        let name = required(name)?;
        Ok(Self {
            physical,
            repetition,
            name,
            children,
            converted,
            logical,
        })
    }
}

impl ReadThrift for LogicalType {
    fn read_from_in_protocol<P: TInputProtocol>(protocol: &mut P) -> Thrift<Self> {
        let mut logical = Self::Other;
        read_fields(protocol, |protocol, id, kind| {
            match (id, kind) {
                (1, TType::Struct) => {
                    logical = Self::Text;
                    return Ok(false);
                }
                (8, TType::Struct) => {
                    logical = Self::Timestamp(TimestampType::read_from_in_protocol(protocol)?);
                }
                (10, TType::Struct) => {
                    logical = Self::Integer(IntType::read_from_in_protocol(protocol)?);
                }
                (11, TType::Struct) => {
                    logical = Self::Null;
                    return Ok(false);
                }
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(logical)
    }
}

impl ReadThrift for RowGroup {
    fn read_from_in_protocol<P: TInputProtocol>(protocol: &mut P) -> Thrift<Self> {
        let (mut columns, mut rows) = (None, None);
        read_fields(protocol, |protocol, id, kind| {
            match (id, kind) {
                (1, TType::List) => columns = Some(protocol.read_list()?),
                (3, TType::I64) => rows = Some(protocol.read_i64()?),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(Self {
            columns: required(columns)?,
            rows: required(rows)?,
        })
    }
}

impl ReadThrift for ColumnChunk {
    fn read_from_in_protocol<P: TInputProtocol>(protocol: &mut P) -> Thrift<Self> {
        let (mut in_other_file, mut encrypted, mut metadata) = (false, false, None);
        read_fields(protocol, |protocol, id, kind| {
            match (id, kind) {
                (1, _) => in_other_file = true,
                (8, _) => encrypted = true,
                (3, TType::Struct) => {
                    metadata = Some(ColumnMetaData::read_from_in_protocol(protocol)?);
                    return Ok(true);
                }
                _ => {}
            }
            Ok(false)
        })?;
        Ok(Self {
            in_other_file,
            encrypted,
            metadata,
        })
    }
}

impl ReadThrift for ColumnMetaData {
    fn read_from_in_protocol<P: TInputProtocol>(protocol: &mut P) -> Thrift<Self> {
        let (mut physical, mut codec, mut values) = (None, None, None);
        let (mut size, mut data, mut dictionary) = (None, None, None);
        let mut statistics = Statistics::default();
        read_fields(protocol, |protocol, id, kind| {
            match (id, kind) {
                (1, TType::I64) => physical = Some(Type(protocol.read_i32()?)),
                (4, TType::I64) => codec = Some(CompressionCodec(protocol.read_i32()?)),
                (5, TType::I64) => values = Some(protocol.read_i64()?),
                (7, TType::I64) => size = Some(protocol.read_i64()?),
                (9, TType::I64) => data = Some(protocol.read_i64()?),
                (11, TType::I64) => dictionary = Some(protocol.read_i64()?),
                (12, TType::Struct) => statistics = Statistics::read_from_in_protocol(protocol)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(Self {
            physical: required(physical)?,
            codec: required(codec)?,
            values: required(values)?,
            compressed_size: required(size)?,
            data_page_offset: required(data)?,
            dictionary_page_offset: dictionary,
            statistics,
        })
    }
}

impl ReadThrift for Statistics {
    fn read_from_in_protocol<P: TInputProtocol>(protocol: &mut P) -> Thrift<Self> {
        let mut statistics = Self::default();
        read_fields(protocol, |protocol, id, kind| {
            match (id, kind) {
                (3, TType::I64) => statistics.nulls = Some(protocol.read_i64()?),
                // The fields 1 and 2 before them had no defined order.
                (5, TType::String) => statistics.max = protocol.read_bytes()?.try_into().ok(),
                (6, TType::String) => statistics.min = protocol.read_bytes()?.try_into().ok(),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(statistics)
    }
}
