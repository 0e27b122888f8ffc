//! The dataset catalogue and its packaged run templates.
