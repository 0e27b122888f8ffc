//! The numeric conventions every analysis shares. They follow pandas 2.3 on numpy 2, and Python
//! where it rounds.

/// `x` rounded to `decimals` decimals as Python's `round(x, decimals)` does: on the exact decimal
/// value of the double, an exact half to the even digit. So 2.675, which is stored just below,
/// gives 2.67.
pub fn round(x: f64, decimals: u8) -> f64 {
    // From 2^52 on every double is whole.
    if !x.is_finite() || x.abs() >= 4_503_599_627_370_496.0 {
        return x;
    }
    // The decimal text is exact and correctly rounded, and so is reading it back; it always parses.
    format!("{x:.*}", usize::from(decimals))
        .parse()
        .unwrap_or(x)
}

/// The median of the values that are not NaN: the middle one, or the mean of the middle two; NaN
/// without any.
pub fn median(values: &[f64]) -> f64 {
    let mut valid = without_nan(values);
    if valid.is_empty() {
        return f64::NAN;
    }
    let count = valid.len();
    let (below, upper, _) = valid.select_nth_unstable_by(count / 2, f64::total_cmp);
    // numpy sums from zero, so that a median of -0.0 is 0.0.
    let upper = 0.0 + *upper;
    if count % 2 == 1 {
        return upper;
    }
    let lower = below
        .iter()
        .copied()
        .max_by(f64::total_cmp)
        .unwrap_or(upper);
    (lower + upper) / 2.0
}

/// The `q` quantile (0 to 1) of the values that are not NaN, linear between the two order
/// statistics around position `(n - 1) q`; NaN without any value, or where a neighbour is infinite.
pub fn quantile(values: &[f64], q: f64) -> f64 {
    let mut valid = without_nan(values);
    if valid.is_empty() || !(0.0..=1.0).contains(&q) {
        return f64::NAN;
    }
    let last = valid.len() - 1;
    // pandas hands numpy a percentage, which numpy divides again: the product may differ from q in
    // the last bit.
    let position = last as f64 * (q * 100.0 / 100.0);
    let whole = (position.floor() as usize).min(last);
    let (_, lower, above) = valid.select_nth_unstable_by(whole, f64::total_cmp);
    let lower = *lower;
    let upper = above
        .iter()
        .copied()
        .min_by(f64::total_cmp)
        .unwrap_or(lower);
    let weight = position - whole as f64;
    let step = upper - lower;
    // From the nearer end, as numpy interpolates, so that both ends come out exactly.
    if weight < 0.5 {
        lower + step * weight
    } else {
        upper - step * (1.0 - weight)
    }
}

/// The interval a point is sampled at: the most frequent spacing of its times (the shortest of
/// equally frequent ones). `times` are in order; `None` for fewer than three. A spacing may be zero
/// where times repeat.
pub fn modal_spacing(times: &[i64]) -> Option<i64> {
    if times.len() < 3 {
        return None;
    }
    let spacing = |pair: &[i64]| match pair {
        [earlier, later] => later.saturating_sub(*earlier),
        _ => 0,
    };
    let mut spacings: Vec<i64> = times.windows(2).map(spacing).collect();
    spacings.sort_unstable();
    spacings
        .chunk_by(|a, b| a == b)
        // The later of equal maxima wins `max_by_key`, so the runs are taken from the longest
        // spacing down.
        .rev()
        .max_by_key(|run| run.len())
        .and_then(|run| run.first().copied())
}

fn without_nan(values: &[f64]) -> Vec<f64> {
    values
        .iter()
        .copied()
        .filter(|value| !value.is_nan())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of Python 3.11's `round(x, n)`.
    #[test]
    fn round_gives_what_python_gives() {
        for (x, decimals, rounded) in [
            (2.675, 2, 2.67),
            (-2.675, 2, -2.67),
            (0.125, 2, 0.12),
            (0.375, 2, 0.38),
            (2.5, 0, 2.0),
            (3.5, 0, 4.0),
            (0.5, 0, 0.0),
            (1.005, 2, 1.0),
            (0.15, 1, 0.1),
            (0.25, 1, 0.2),
            (0.35, 1, 0.3),
            (0.00005, 4, 0.0001),
            (123_456.789_05, 4, 123_456.789_1),
            (4_503_599_627_370_495.5, 0, 4_503_599_627_370_496.0),
            (33.333_333_333_333_336, 1, 33.3),
            (5e-324, 4, 0.0),
            (1e22, 2, 1e22),
            (f64::MAX, 3, f64::MAX),
            (f64::INFINITY, 2, f64::INFINITY),
        ] {
            assert_eq!(round(x, decimals), rounded, "{x} {decimals}");
        }
        assert!(round(-0.001, 2).is_sign_negative());
        assert!(round(f64::NAN, 2).is_nan());
    }

    const SAMPLE: [f64; 8] = [3.1, -2.0, 7.25, 0.1, 0.7, 0.2, 11.0, 5.5];

    /// Values of `pd.Series(...).median()`, pandas 2.3.
    #[test]
    fn median_gives_what_pandas_gives() {
        assert_eq!(median(&SAMPLE), 1.9);
        assert_eq!(median(&SAMPLE[..7]), 0.7);
        assert_eq!(median(&[f64::NAN, 2.0, f64::INFINITY, 1.0]), 2.0);
        assert_eq!(median(&[1e308, 1.5e308]), f64::INFINITY);
        assert!(median(&[-0.0]).is_sign_positive());
        assert!(median(&[-0.0, -0.0]).is_sign_positive());
        assert!(median(&[f64::NEG_INFINITY, f64::INFINITY]).is_nan());
        assert!(median(&[f64::NAN]).is_nan());
        assert!(median(&[]).is_nan());
    }

    /// Values of `pd.Series(...).quantile(q)`, pandas 2.3 on numpy 2.4, to the last bit.
    #[test]
    fn quantile_gives_what_pandas_gives() {
        for (q, value) in [
            (0.0, -2.0),
            (0.05, -1.265),
            (0.1, -0.529_999_999_999_999_9),
            (0.25, 0.175_000_000_000_000_02),
            (0.29, 0.214_999_999_999_999_9),
            (0.5, 1.9),
            (0.57, 3.075_999_999_999_999_6),
            (0.9, 8.375),
            (0.95, 9.687_499_999_999_998),
            (0.99, 10.737_499_999_999_999),
            (1.0, 11.0),
        ] {
            assert_eq!(quantile(&SAMPLE, q), value, "{q}");
        }
        let other = [0.1, 0.2, f64::NAN, 0.3, 0.7, 1.1];
        for (q, value) in [
            (0.07, 0.128),
            (0.14, 0.156_000_000_000_000_03),
            (0.28, 0.212_000_000_000_000_02),
            (0.29, 0.216),
            (0.55, 0.380_000_000_000_000_06),
            (0.58, 0.427_999_999_999_999_94),
            (0.83, 0.828),
        ] {
            assert_eq!(quantile(&other, q), value, "{q}");
        }
        assert!(quantile(&[f64::INFINITY, 1.0, 2.0], 0.75).is_nan());
        assert!(quantile(&[], 0.5).is_nan());
        assert!(quantile(&[f64::NAN], 0.5).is_nan());
    }

    #[test]
    fn modal_spacing_is_the_most_frequent_and_then_the_shortest() {
        assert_eq!(modal_spacing(&[0, 5, 10, 25, 30]), Some(5));
        assert_eq!(modal_spacing(&[0, 10, 20, 25, 30]), Some(5));
        assert_eq!(modal_spacing(&[0, 7, 7, 7]), Some(0));
        assert_eq!(modal_spacing(&[0, 5]), None);
        assert_eq!(modal_spacing(&[i64::MIN, 0, i64::MAX]), Some(i64::MAX));
    }
}
