//! The numeric conventions every analysis shares.

/// `x` rounded to `digits` decimals on its exact decimal value, ties to even: Python's `round(x, digits)`.
pub fn round(_x: f64, _digits: u8) -> f64 {
    todo!()
}

/// The median of the values that are not NaN, the mean of the middle two for an even count; NaN without any.
pub fn median(_values: &[f64]) -> f64 {
    todo!()
}

/// The `q` quantile (0 to 1) of the values that are not NaN, linear between neighbours; NaN without any.
pub fn quantile(_values: &[f64], _q: f64) -> f64 {
    todo!()
}
