//! Small Parquet parts made by hand, right or wrong.

use parquet_format_safe::thrift::protocol::TCompactOutputProtocol;
use parquet_format_safe::{
    ColumnChunk, ColumnMetaData, CompressionCodec, DataPageHeader, DataPageHeaderV2,
    DictionaryPageHeader, Encoding, FieldRepetitionType, FileMetaData, LogicalType, PageHeader,
    PageType, RowGroup, SchemaElement, TimeUnit, TimestampType, Type,
};

const NAMES: [&str; 5] = ["ts", "equip", "equip_class", "role", "value"];
pub const ROLE: usize = 3;

/// A part of four rows in one row group, whose columns and metadata a test changes before it is
/// put together.
pub struct Part {
    /// The pages of each column.
    pub columns: [Vec<u8>; 5],
    pub metadata: FileMetaData,
}

impl Part {
    pub fn new() -> Self {
        let texts = |text: &str| {
            [&(text.len() as u32).to_le_bytes(), text.as_bytes()]
                .concat()
                .repeat(4)
        };
        let numbers = |n: f64| n.to_le_bytes().repeat(4);
        let columns = [
            page(4, Encoding::PLAIN, &1i64.to_le_bytes().repeat(4)),
            page(4, Encoding::PLAIN, &texts("AHU-1")),
            page(4, Encoding::PLAIN, &texts("AHU")),
            page(4, Encoding::PLAIN, &texts("supply_air_temp")),
            page(4, Encoding::PLAIN, &numbers(21.5)),
        ];
        let element = |name: &str, type_: Option<Type>, num_children| SchemaElement {
            type_,
            type_length: None,
            repetition_type: Some(FieldRepetitionType::REQUIRED),
            name: name.to_owned(),
            num_children,
            converted_type: None,
            scale: None,
            precision: None,
            field_id: None,
            logical_type: None,
        };
        let types = [
            Type::INT64,
            Type::BYTE_ARRAY,
            Type::BYTE_ARRAY,
            Type::BYTE_ARRAY,
            Type::DOUBLE,
        ];
        let mut schema = vec![element("schema", None, Some(5))];
        schema.extend(
            NAMES
                .iter()
                .zip(types)
                .map(|(name, kind)| element(name, Some(kind), None)),
        );
        let unit = TimeUnit::NANOS(Default::default());
        schema[1].logical_type = Some(LogicalType::TIMESTAMP(TimestampType::new(false, unit)));
        let chunk = |type_| ColumnChunk {
            file_path: None,
            file_offset: 0,
            meta_data: Some(ColumnMetaData {
                type_,
                encodings: vec![],
                path_in_schema: vec![],
                codec: CompressionCodec::UNCOMPRESSED,
                num_values: 4,
                total_uncompressed_size: 0,
                total_compressed_size: 0,
                key_value_metadata: None,
                data_page_offset: 0,
                index_page_offset: None,
                dictionary_page_offset: None,
                statistics: None,
                encoding_stats: None,
                bloom_filter_offset: None,
            }),
            offset_index_offset: None,
            offset_index_length: None,
            column_index_offset: None,
            column_index_length: None,
            crypto_metadata: None,
            encrypted_column_metadata: None,
        };
        let row_group = RowGroup {
            columns: types.map(chunk).to_vec(),
            total_byte_size: 0,
            num_rows: 4,
            sorting_columns: None,
            file_offset: None,
            total_compressed_size: None,
            ordinal: None,
        };
        let metadata = FileMetaData {
            version: 1,
            schema,
            num_rows: 4,
            row_groups: vec![row_group],
            key_value_metadata: None,
            created_by: None,
            column_orders: None,
            encryption_algorithm: None,
            footer_signing_key_metadata: None,
        };
        Self { columns, metadata }
    }

    pub fn column(&mut self, column: usize) -> &mut ColumnMetaData {
        self.metadata.row_groups[0].columns[column]
            .meta_data
            .as_mut()
            .unwrap()
    }

    pub fn rows(&mut self, rows: i64) {
        self.metadata.num_rows = rows;
        self.metadata.row_groups[0].num_rows = rows;
        for column in 0..5 {
            self.column(column).num_values = rows;
        }
    }

    /// Lays the columns out one after another, as the metadata then says, and gives the file up to
    /// its footer.
    pub fn lay_out(&mut self) -> Vec<u8> {
        let mut data = b"PAR1".to_vec();
        for column in 0..5 {
            let (offset, pages) = (data.len() as i64, self.columns[column].clone());
            let metadata = self.column(column);
            metadata.data_page_offset = offset;
            metadata.total_compressed_size = pages.len() as i64;
            data.extend(pages);
        }
        data
    }

    /// The whole file.
    pub fn file(mut self) -> Vec<u8> {
        let data = self.lay_out();
        self.file_of(data)
    }

    /// The whole file that begins with `data`.
    pub fn file_of(self, mut data: Vec<u8>) -> Vec<u8> {
        let start = data.len();
        let mut protocol = TCompactOutputProtocol::new(&mut data);
        self.metadata.write_to_out_protocol(&mut protocol).unwrap();
        with_tail(data, start)
    }
}

/// `data`, whose footer begins at `start`, with the end of a Parquet file.
pub fn with_tail(mut data: Vec<u8>, start: usize) -> Vec<u8> {
    let length = (data.len() - start) as u32;
    data.extend(length.to_le_bytes());
    data.extend(b"PAR1");
    data
}

fn header(type_: PageType, uncompressed: i32, compressed: i32) -> PageHeader {
    PageHeader {
        type_,
        uncompressed_page_size: uncompressed,
        compressed_page_size: compressed,
        crc: None,
        data_page_header: None,
        index_page_header: None,
        dictionary_page_header: None,
        data_page_header_v2: None,
    }
}

fn data(num_values: i32, encoding: Encoding) -> Option<DataPageHeader> {
    Some(DataPageHeader {
        num_values,
        encoding,
        definition_level_encoding: Encoding::RLE,
        repetition_level_encoding: Encoding::RLE,
        statistics: None,
    })
}

fn data_v2(num_values: i32, levels: i32, repetitions: i32) -> Option<DataPageHeaderV2> {
    Some(DataPageHeaderV2 {
        num_values,
        num_nulls: 0,
        num_rows: num_values,
        encoding: Encoding::PLAIN,
        definition_levels_byte_length: levels,
        repetition_levels_byte_length: repetitions,
        is_compressed: None,
        statistics: None,
    })
}

fn with_body(header: PageHeader, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    header
        .write_to_out_protocol(&mut TCompactOutputProtocol::new(&mut bytes))
        .unwrap();
    bytes.extend(body);
    bytes
}

/// An uncompressed data page.
pub fn page(values: i32, encoding: Encoding, body: &[u8]) -> Vec<u8> {
    sized_page(values, encoding, body.len() as i32, body)
}

pub fn sized_page(values: i32, encoding: Encoding, uncompressed: i32, body: &[u8]) -> Vec<u8> {
    let mut header = header(PageType::DATA_PAGE, uncompressed, body.len() as i32);
    header.data_page_header = data(values, encoding);
    with_body(header, body)
}

pub fn dictionary(num_values: i32, uncompressed: i32, body: &[u8]) -> Vec<u8> {
    let mut header = header(PageType::DICTIONARY_PAGE, uncompressed, body.len() as i32);
    let encoding = Encoding::PLAIN;
    header.dictionary_page_header = Some(DictionaryPageHeader {
        num_values,
        encoding,
        is_sorted: None,
    });
    with_body(header, body)
}

pub fn page_v2(values: i32, levels: i32, repetitions: i32, body: &[u8]) -> Vec<u8> {
    let mut header = header(PageType::DATA_PAGE_V2, body.len() as i32, body.len() as i32);
    header.data_page_header_v2 = data_v2(values, levels, repetitions);
    with_body(header, body)
}
