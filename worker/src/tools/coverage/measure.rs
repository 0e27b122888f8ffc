//! How complete a series is: its interval, its coverage of a window and the gaps in it.
//!
//! The interval is the most frequent spacing of the series' own samples. A gap is a stretch of
//! more than one and a half intervals without a sample; the window's edges count as if a sample
//! stood one interval outside them, so a late start and an early end are gaps too. A gap's hours
//! leave out the one interval that lies between any two samples.

use std::borrow::Cow;

use camber_series::stats::modal_spacing;

/// Nanoseconds of an hour.
pub(super) const HOUR: f64 = 3.6e12;
/// The interval of a series with too few samples to tell.
const DEFAULT_STEP: i64 = 3_600_000_000_000;

/// What was measured of one series.
#[derive(Debug, PartialEq)]
pub(super) struct Measured {
    /// Distinct sample times in the window.
    pub samples: usize,
    /// The first and the last of them.
    pub span: Option<(i64, i64)>,
    /// The sampling interval in nanoseconds; `None` without samples.
    pub step: Option<i64>,
    /// Distinct samples over those a whole window has, 0 to 1.
    pub coverage: f64,
    /// The gaps, in time order.
    pub gaps: Vec<Gap>,
}

/// One gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gap {
    /// The last sample before it, or the window's start.
    pub start: i64,
    /// The first sample after it, or the window's end.
    pub end: i64,
    /// What is missing, in hours.
    pub hours: f64,
}

/// Measures the series of these times (not decreasing, within the window) over the window.
/// A window without both ends, which only a facility without samples has, has no gaps.
pub(super) fn measure(times: &[i64], window: (Option<i64>, Option<i64>)) -> Measured {
    let (Some(start), Some(end)) = window else {
        return Measured {
            samples: 0,
            span: None,
            step: None,
            coverage: 0.0,
            gaps: Vec::new(),
        };
    };
    let (Some(&first), Some(&last)) = (times.first(), times.last()) else {
        let hours = between(start, end) as f64 / HOUR;
        let gaps = vec![Gap { start, end, hours }];
        return Measured {
            samples: 0,
            span: None,
            step: None,
            coverage: 0.0,
            gaps,
        };
    };
    let times = distinct(times);
    let step = modal_spacing(&times).unwrap_or(DEFAULT_STEP);
    let whole = between(start, end) / step.unsigned_abs().max(1) + 1;
    Measured {
        samples: times.len(),
        span: Some((first, last)),
        step: Some(step),
        coverage: (times.len() as f64 / whole as f64).min(1.0),
        gaps: gaps(&times, step.unsigned_abs(), start, end),
    }
}

/// The times without repetition.
fn distinct(times: &[i64]) -> Cow<'_, [i64]> {
    let repeats = |pair: &[i64]| matches!(pair, [before, after] if before == after);
    if !times.windows(2).any(repeats) {
        return Cow::Borrowed(times);
    }
    let mut times = times.to_vec();
    times.dedup();
    Cow::Owned(times)
}

fn gaps(times: &[i64], step: u64, start: i64, end: i64) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let too_far = |spacing: u64| u128::from(spacing) * 2 > u128::from(step) * 3;
    let missing = |spacing: u64| spacing.saturating_sub(step) as f64 / HOUR;
    if let Some(&first) = times.first() {
        let spacing = between(start, first).saturating_add(step);
        if too_far(spacing) {
            gaps.push(Gap {
                start,
                end: first,
                hours: missing(spacing),
            });
        }
    }
    for pair in times.windows(2) {
        if let &[before, after] = pair
            && too_far(between(before, after))
        {
            gaps.push(Gap {
                start: before,
                end: after,
                hours: missing(between(before, after)),
            });
        }
    }
    if let Some(&last) = times.last() {
        let spacing = between(last, end).saturating_add(step);
        if too_far(spacing) {
            gaps.push(Gap {
                start: last,
                end,
                hours: missing(spacing),
            });
        }
    }
    gaps
}

/// Nanoseconds from `earlier` to `later`; 0 when they are the other way round.
fn between(earlier: i64, later: i64) -> u64 {
    match later > earlier {
        true => later.abs_diff(earlier),
        false => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000_000_000;

    fn minutes(minutes: &[i64]) -> Vec<i64> {
        minutes.iter().map(|minute| minute * MINUTE).collect()
    }

    fn measured(times: &[i64], start: i64, end: i64) -> Measured {
        measure(&minutes(times), (Some(start * MINUTE), Some(end * MINUTE)))
    }

    fn gap(start: i64, end: i64, hours: f64) -> Gap {
        Gap {
            start: start * MINUTE,
            end: end * MINUTE,
            hours,
        }
    }

    #[test]
    fn a_regular_series_covers_its_window() {
        let times: Vec<i64> = (0..=96).map(|quarter| quarter * 15).collect();
        let all = measured(&times, 0, 1440);
        assert_eq!(
            (all.samples, all.step, all.coverage),
            (97, Some(15 * MINUTE), 1.0)
        );
        assert_eq!(all.gaps, []);
    }

    #[test]
    fn a_gap_is_longer_than_one_and_a_half_intervals() {
        assert_eq!(measured(&[0, 10, 20, 35, 45], 0, 45).gaps, []);
        let wider = measured(&[0, 10, 20, 36, 46], 0, 46);
        assert_eq!(wider.gaps, [gap(20, 36, 0.1)]);
        assert_eq!(wider.coverage, 1.0);
    }

    #[test]
    fn a_late_start_and_an_early_end_are_gaps() {
        let part = measured(&[60, 70, 80, 90], 0, 180);
        assert_eq!(part.gaps, [gap(0, 60, 1.0), gap(90, 180, 1.5)]);
        assert_eq!(part.coverage, 4.0 / 19.0);
        // Half an interval or less is no gap: a sample stands one interval outside the window.
        assert_eq!(measured(&[5, 15, 25], 0, 30).gaps, []);
        assert_eq!(measured(&[6, 16, 26], 0, 30).gaps, [gap(0, 6, 0.1)]);
    }

    #[test]
    fn duplicates_count_once_and_leave_the_interval_alone() {
        let twice = measured(&[0, 0, 10, 10, 20, 20, 20], 0, 20);
        assert_eq!(
            (twice.samples, twice.step, twice.coverage),
            (3, Some(10 * MINUTE), 1.0)
        );
    }

    #[test]
    fn the_shortest_of_the_most_frequent_spacings_is_the_interval() {
        assert_eq!(
            measured(&[0, 30, 60, 70, 80], 0, 80).step,
            Some(10 * MINUTE)
        );
        assert_eq!(
            measured(&[0, 30, 60, 70, 100], 0, 100).step,
            Some(30 * MINUTE)
        );
    }

    #[test]
    fn two_samples_do_not_tell_an_interval() {
        let two = measured(&[0, 10], 0, 120);
        assert_eq!((two.step, two.coverage), (Some(60 * MINUTE), 2.0 / 3.0));
        assert_eq!(two.gaps, [gap(10, 120, 110.0 / 60.0)]);
        assert_eq!(measured(&[0], 0, 0).coverage, 1.0);
    }

    #[test]
    fn a_series_without_samples_is_one_gap() {
        let none = measured(&[], 0, 90);
        assert_eq!((none.samples, none.step, none.coverage), (0, None, 0.0));
        assert_eq!(none.gaps, [gap(0, 90, 1.5)]);
        assert_eq!(measure(&[], (None, None)).gaps, []);
    }

    #[test]
    fn times_at_the_ends_of_their_range_do_not_overflow() {
        let far = measure(&[i64::MIN, 0, i64::MAX], (Some(i64::MIN), Some(i64::MAX)));
        assert_eq!(far.samples, 3);
        assert!(far.coverage > 0.0);
    }
}
