//! What the two direct-expansion rules share: a frozen baseline of the unit's own good period.

use crate::declared::{Declared, flag, whole};
use crate::rule::{Extra, Form};

/// Whether a first period may become the baseline.
pub const FREEZE_IF_MISSING: Declared<bool> = flag(true)
    .about("With a baseline period, takes it as the reference if none is kept; otherwise the unit is not judged.")
    .calibrate("Off once references are kept, so that no later run can make a faulty period one.")
    .judged("a first run is made on a good period");

/// Samples that are judged.
pub const MIN_SAMPLES: Declared<i64> = whole(10, 5..=200)
    .unit("count (cooling-mode rows)")
    .about("With fewer samples in cooling nothing is judged.")
    .calibrate("More for data by the minute.")
    .judged("fewer have no median worth telling");

/// Samples of a baseline.
pub const MIN_BASELINE_SAMPLES: Declared<i64> = whole(30, 20..=1000)
    .unit("count (cooling-mode rows)")
    .about("Samples in cooling a baseline is fitted to, over outdoor and return air.")
    .calibrate(
        "So many that the period spans the weather to be judged and the fitted slopes are steady.",
    )
    .judged("the least a fit of two slopes bears");

/// Where a baseline is kept.
pub const EXTRAS: &[Extra] = &[
    Extra {
        name: "store",
        form: Form::Unread,
    },
    Extra {
        name: "site",
        form: Form::Text,
    },
    Extra {
        name: "run_id",
        form: Form::Text,
    },
];
