//! The Parquet store: parts, partitions, the facility registry and licences.
