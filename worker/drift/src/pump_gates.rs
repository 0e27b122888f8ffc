//! What the pump and loop detectors share: which samples count, by the size of the pump.

use camber_rules::declared::{Declared, number, optional_number};

/// The least load that is scored.
pub const MIN_LOAD: Declared<Option<f64>> = optional_number(0.0..=200.0)
    .unit("gpm (% speed when the normalizer is a pump speed)")
    .about("Samples under this flow (or speed) are not scored; unset: a tenth of the high flow (95th percentile) of the baseline, at most 50 gpm.")
    .calibrate("A tenth of design flow, or unset.")
    .judged("a share of the pump's own flow; where speed stands in, PNNL Re-tuning Ch.8 on drive minimums");

/// The least span of load a slope is fitted to.
pub const MIN_LOAD_SPAN: Declared<Option<f64>> = optional_number(0.0..=50.0)
    .unit("gpm (% speed when the normalizer is a pump speed)")
    .about(
        "A baseline that spans less flow has no slope; unset: a fifth of its high flow, at most 10 gpm, or 10 points of \
         speed.",
    )
    .calibrate("Unset.")
    .judged("a share of the pump's own flow");

/// When the load is constant.
pub const CONSTANT_CV: Declared<f64> = number(0.02, 0.0..=0.1)
    .unit("fraction (std / mean)")
    .about("A flow (or speed) that varies no more is constant: the baseline is one level, for samples within 5 % of its band.")
    .calibrate("The coefficient of variation over running hours: near 0 for constant flow.")
    .judged("a constant-speed pump of lbnl-chiller varies by 0.07 %, variable flow by tens");

/// The least speed that is scored.
pub const MIN_SPEED: Declared<Option<f64>> = optional_number(5.0..=60.0)
    .unit("% speed")
    .about("Samples under this speed are not scored; unset: 2 points over the floor found in the baseline, else 15 %.")
    .calibrate("A point or two over the minimum in the drive's settings, or unset.")
    .published("PNNL Re-tuning Ch.8 on drive minimums, where speed says nothing; margin and fallback are judgment");

/// When the speed is constant.
pub const CONSTANT_SPEED_CV: Declared<f64> = number(0.02, 0.0..=0.1)
    .unit("fraction (std / mean)")
    .about("A speed that varies no more, or a status without a speed, is a constant-speed pump, compared as one level.")
    .calibrate("The coefficient of variation over running hours: near 0 for constant speed.")
    .judged("a drive's speed varies by tens of percent");
