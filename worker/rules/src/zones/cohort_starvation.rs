//! What the starvation rules share: most zones of an air handler asking at once.

use super::rogue_zone_census::MIN_ACTIVE_CYCLES;
use crate::prelude::*;

parameters! {
    cohort_frac: f64 = number(0.75, 0.5..=1.0)
        .unit("fraction of the group's zones")
        .about("A cycle counts when this share of the group's zones asks.")
        .calibrate("Above the largest share that asks at once at peak load of a sound air handler.")
        .judged("provisional"),
    sustained_frac: f64 = number(0.5, 0.2..=0.9)
        .unit("fraction of active cycles")
        .about("A group is starved when this share of its cycles counts.")
        .calibrate("Above the group_sustained_frac of sound air handlers in a hot week; for supply air, look at the weather too.")
        .judged("provisional"),
    min_active_cycles: i64 = MIN_ACTIVE_CYCLES,
    min_zones_per_group: i64 = whole(3, 3..=20)
        .unit("count")
        .about("Smaller groups are not judged.")
        .calibrate("Higher so that a few zones asking together are not taken for all of them.")
        .judged("two zones make no common cause"),
    min_present_frac: Option<f64> = optional_number(0.25..=1.0)
        .unit("fraction of the group's zones with data on a cycle")
        .about("Cycles with data from fewer zones are skipped and counted; unset: cohort_frac.")
        .calibrate("Lower only where boxes are meant to trend sparsely; group_skipped_cycles tells how many it costs.")
        .judged("what takes so many zones to find is not judged on fewer"),
}
