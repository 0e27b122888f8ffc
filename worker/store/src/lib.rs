//! The Parquet store: parts, partitions, the facility registry and licences.

pub mod parquet;
