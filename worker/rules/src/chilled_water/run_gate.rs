//! When a chiller runs, by its power.

use crate::declared::{Declared, number, optional_number};

/// Power from which a chiller runs.
pub const MIN_POWER_KW: Declared<Option<f64>> = optional_number(1.0..=500.0)
    .unit("kW")
    .about("Power from which a chiller without a run status runs; unset: run_frac of its 95th percentile.")
    .calibrate(
        "Between standby draw (controls and heaters, often 5 to 15 kW) and the lightest running load; better, map \
         compressor_status.",
    )
    .judged("each chiller has its own");

/// Share of a chiller's high power from which it runs.
pub const RUN_FRAC: Declared<f64> = number(0.1, 0.02..=0.5)
    .unit("fraction of the chiller's 95th-percentile power")
    .about(
        "Share of the 95th percentile of its power, while it draws any, from which a chiller runs; only without \
         compressor_status and min_power_kw.",
    )
    .calibrate(
        "Higher for a lightly loaded chiller with strong heaters, lower if its least load reads as off; one that \
         hardly ever runs needs min_power_kw.",
    )
    .judged("between standby and the lightest running load");
