//! Which of a part's columns are the store's, and what type each has.

use parquet_format_safe::{ConvertedType, FieldRepetitionType, TimeUnit as UnitOfTime, Type};

use super::PartError;
use super::error::Fault;
use super::footer::{Footer, LogicalType, SchemaElement};
use super::time::TimeType;
use super::value::ValueType;

/// One of the store's columns in a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Column<T> {
    pub(super) name: &'static str,
    /// Its place among the column chunks of every row group.
    pub(super) leaf: usize,
    pub(super) physical: Type,
    /// Whether it may hold nulls.
    pub(super) optional: bool,
    /// How its values are to be taken.
    pub(super) kind: T,
}

/// The kind of a key column: text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Text;

/// The store's columns in a part. A key or value column is `None` when all its rows are null:
/// it has Parquet's null type, or it is an absent `equip_class`, or a `value` that is not wanted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Schema {
    pub(super) ts: Column<TimeType>,
    pub(super) equip: Option<Column<Text>>,
    pub(super) equip_class: Option<Column<Text>>,
    pub(super) role: Option<Column<Text>>,
    pub(super) value: Option<Column<ValueType>>,
    /// Column chunks in every row group.
    pub(super) leaves: usize,
}

impl Schema {
    /// The store's columns in the part with this footer, `value` only if wanted.
    pub(super) fn of(footer: &Footer, values: bool) -> Result<Self, PartError> {
        let fields = TopLevel::of(&footer.schema)?;
        let ts = fields
            .required("ts", time_type)?
            .ok_or_else(|| PartError::Unsupported {
                column: "ts",
                what: "the null type".to_owned(),
                instead: "a timestamp column",
            })?;
        Ok(Self {
            ts,
            equip: fields.required("equip", text)?,
            equip_class: fields.optional("equip_class", text)?,
            role: fields.required("role", text)?,
            value: if values {
                fields.required("value", value_type)?
            } else {
                None
            },
            leaves: fields.leaves,
        })
    }
}

/// The top-level fields of a schema, each with the ordinal of its first leaf.
struct TopLevel<'a> {
    fields: Vec<(&'a SchemaElement, usize)>,
    leaves: usize,
}

impl<'a> TopLevel<'a> {
    fn of(schema: &'a [SchemaElement]) -> Result<Self, PartError> {
        let bad_tree = PartError::Damaged {
            place: "footer",
            what: "its schema is not a tree",
        };
        let Some((root, mut rest)) = schema.split_first() else {
            return Err(bad_tree);
        };
        let (mut fields, mut leaves) = (Vec::new(), 0);
        for _ in 0..root.children.unwrap_or(0) {
            let Some((field, _)) = rest.split_first() else {
                return Err(bad_tree);
            };
            fields.push((field, leaves));
            // The schema lists the tree in depth-first order: count what is still to come.
            let mut open = 1usize;
            while open > 0 {
                let Some((element, after)) = rest.split_first() else {
                    return Err(bad_tree);
                };
                rest = after;
                match element.children {
                    None | Some(0) => leaves += 1,
                    Some(children) => {
                        let Ok(children) = usize::try_from(children) else {
                            return Err(bad_tree);
                        };
                        open += children;
                    }
                }
                open -= 1;
            }
        }
        if !rest.is_empty() {
            return Err(bad_tree);
        }
        Ok(Self { fields, leaves })
    }

    /// The column `name`, `None` if it has the null type.
    fn required<T>(
        &self,
        name: &'static str,
        kind: Kind<T>,
    ) -> Result<Option<Column<T>>, PartError> {
        let (field, leaf) = self.find(name)?.ok_or(PartError::MissingColumn(name))?;
        column(name, field, leaf, kind)
    }

    /// The column `name`, `None` if it is missing or has the null type.
    fn optional<T>(
        &self,
        name: &'static str,
        kind: Kind<T>,
    ) -> Result<Option<Column<T>>, PartError> {
        match self.find(name)? {
            Some((field, leaf)) => column(name, field, leaf, kind),
            None => Ok(None),
        }
    }

    fn find(&self, name: &'static str) -> Result<Option<(&'a SchemaElement, usize)>, PartError> {
        let mut named = self.fields.iter().filter(|(field, _)| field.name == name);
        let found = named.next().copied();
        match named.next() {
            Some(_) => Err(PartError::RepeatedColumn(name)),
            None => Ok(found),
        }
    }
}

/// Finds out how a column's values are to be taken.
type Kind<T> = fn(&SchemaElement, Type) -> Result<T, Fault>;

fn column<T>(
    name: &'static str,
    field: &SchemaElement,
    leaf: usize,
    kind: Kind<T>,
) -> Result<Option<Column<T>>, PartError> {
    let nested = || PartError::Unsupported {
        column: name,
        what: "a nested or repeated type".to_owned(),
        instead: "a plain column",
    };
    let Some(physical) = field.physical else {
        return Err(nested());
    };
    if field.children.unwrap_or(0) != 0 {
        return Err(nested());
    }
    let optional = match field.repetition {
        Some(FieldRepetitionType::OPTIONAL) => true,
        Some(FieldRepetitionType::REQUIRED) => false,
        _ => return Err(nested()),
    };
    if matches!(field.logical, Some(LogicalType::Null)) {
        return Ok(None);
    }
    let kind = kind(field, physical).map_err(|fault| fault.of(name))?;
    Ok(Some(Column {
        name,
        leaf,
        physical,
        optional,
        kind,
    }))
}

fn time_type(field: &SchemaElement, physical: Type) -> Result<TimeType, Fault> {
    match (physical, &field.logical, field.converted) {
        (Type::INT96, _, _) => Ok(TimeType::Int96),
        (Type::INT64, Some(LogicalType::Timestamp(time)), _) => Ok(match time.unit {
            UnitOfTime::MILLIS(_) => TimeType::Millis,
            UnitOfTime::MICROS(_) => TimeType::Micros,
            UnitOfTime::NANOS(_) => TimeType::Nanos,
        }),
        (Type::INT64, None, Some(ConvertedType::TIMESTAMP_MILLIS)) => Ok(TimeType::Millis),
        (Type::INT64, None, Some(ConvertedType::TIMESTAMP_MICROS)) => Ok(TimeType::Micros),
        _ => Err(Fault::Unsupported {
            what: format!("{} that is no timestamp", type_name(physical)),
            instead: "a timestamp column",
        }),
    }
}

fn text(field: &SchemaElement, physical: Type) -> Result<Text, Fault> {
    match (physical, &field.logical) {
        // Text without the annotation is common among writers other than Arrow's.
        (Type::BYTE_ARRAY, None | Some(LogicalType::Text)) => Ok(Text),
        _ => Err(Fault::Unsupported {
            what: format!("{} that is no text", type_name(physical)),
            instead: "a text column",
        }),
    }
}

fn value_type(field: &SchemaElement, physical: Type) -> Result<ValueType, Fault> {
    let signed = match (&field.logical, field.converted) {
        (None, None) => Some(true),
        (Some(LogicalType::Integer(integer)), _) => Some(integer.is_signed),
        (None, Some(converted)) => integer_sign(converted),
        _ => None,
    };
    match (physical, signed) {
        (Type::DOUBLE, Some(true)) => Ok(ValueType::Double),
        (Type::FLOAT, Some(true)) => Ok(ValueType::Float),
        (Type::INT32, Some(true)) => Ok(ValueType::Int32),
        (Type::INT32, Some(false)) => Ok(ValueType::UInt32),
        (Type::INT64, Some(true)) => Ok(ValueType::Int64),
        (Type::INT64, Some(false)) => Ok(ValueType::UInt64),
        (Type::BOOLEAN, Some(true)) => Ok(ValueType::Boolean),
        _ => Err(Fault::Unsupported {
            what: format!("{} that is no plain number", type_name(physical)),
            instead: "a float64 column",
        }),
    }
}

/// Whether the integers of an old-style annotation are signed; `None` for any other annotation.
fn integer_sign(converted: ConvertedType) -> Option<bool> {
    match converted {
        ConvertedType::INT_8
        | ConvertedType::INT_16
        | ConvertedType::INT_32
        | ConvertedType::INT_64 => Some(true),
        ConvertedType::UINT_8
        | ConvertedType::UINT_16
        | ConvertedType::UINT_32
        | ConvertedType::UINT_64 => Some(false),
        _ => None,
    }
}

fn type_name(physical: Type) -> &'static str {
    match physical {
        Type::BOOLEAN => "BOOLEAN",
        Type::INT32 => "INT32",
        Type::INT64 => "INT64",
        Type::INT96 => "INT96",
        Type::FLOAT => "FLOAT",
        Type::DOUBLE => "DOUBLE",
        Type::BYTE_ARRAY => "BYTE_ARRAY",
        Type::FIXED_LEN_BYTE_ARRAY => "FIXED_LEN_BYTE_ARRAY",
        _ => "an unknown type",
    }
}
