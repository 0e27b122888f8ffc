//! Time, time series and the numeric conventions every analysis shares.
