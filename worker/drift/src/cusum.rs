//! What every detector has: the floors in standard deviations and the CUSUM of a lasting shift.

use camber_rules::declared::{Declared, number, whole};

const UNTUNED: &str = "provisional, the same for all detectors";
const UNTUNED_CALIBRATE: &str = "Leave it while there are no labelled onsets to time it against.";

/// Drift that warns, in standard deviations.
pub const WARN_SIGMA: Declared<f64> = number(2.5, 1.5..=6.0)
    .unit("σ")
    .about("Warns from this many standard deviations of the baseline's residual, with the floor in units.")
    .calibrate("Above the largest drift_sigma that one good period scores against another.")
    .judged("screening level");

/// Drift that faults, in standard deviations.
pub const FAULT_SIGMA: Declared<f64> = number(4.0, 2.5..=10.0)
    .unit("σ")
    .about("Faults from this many standard deviations, with the floor in units.")
    .calibrate("Clear of warn_sigma.")
    .judged("screening level");

/// What the CUSUM forgives.
pub const SLACK_SIGMA: Declared<f64> = number(0.5, 0.25..=2.0)
    .unit("σ")
    .about("The CUSUM forgives this much of each sample.")
    .calibrate(UNTUNED_CALIBRATE)
    .judged(UNTUNED);

/// Where the CUSUM alarms.
pub const LIMIT_SIGMA: Declared<f64> = number(8.0, 4.0..=20.0)
    .unit("σ")
    .about("The CUSUM alarms at this sum.")
    .calibrate(UNTUNED_CALIBRATE)
    .judged(UNTUNED);

/// What one sample may add to the CUSUM.
pub const CLIP_SIGMA: Declared<f64> = number(4.0, 2.0..=8.0)
    .unit("σ")
    .about("One sample adds no more than this to the CUSUM.")
    .calibrate(UNTUNED_CALIBRATE)
    .judged(UNTUNED);

/// How long the CUSUM must stay over its limit.
pub const MIN_CONSECUTIVE: Declared<i64> = whole(6, 1..=48)
    .unit("count (samples)")
    .about("The alarm holds once the sum stayed over its limit for so many samples.")
    .calibrate(UNTUNED_CALIBRATE)
    .judged(UNTUNED);
