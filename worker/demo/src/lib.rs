//! The demo campus: an invented, deterministic Parquet store with seeded faults.
