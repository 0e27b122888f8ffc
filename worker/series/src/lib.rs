//! Time, time series and the numeric conventions every analysis shares.

pub mod stats;
pub mod time;
