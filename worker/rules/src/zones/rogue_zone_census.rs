//! What the rogue-zone rules share: one zone that drives the reset of its air handler.

use crate::prelude::*;

/// Zones by air handler, where no topology tells.
pub const GROUPS: &[Extra] = &[Extra {
    name: "groups",
    form: Form::Texts,
}];

/// Cycles a zone or a group needs.
pub const MIN_ACTIVE_CYCLES: Declared<i64> = whole(10, 5..=500)
    .unit("count (request cycles)")
    .about("A zone with fewer usable cycles while the system runs is not judged; a starved group needs as many.")
    .calibrate("More for long or finely sampled records.")
    .judged("provisional");

parameters! {
    dominance_frac: f64 = number(0.5, 0.2..=0.9)
        .unit("fraction of active cycles")
        .about("A rogue zone has the most requests in this share of the cycles.")
        .calibrate("Above the largest such share in a group without a rogue.")
        .judged("provisional"),
    share_mult: f64 = number(2.0, 1.2..=5.0)
        .unit("- (multiple of an equal share)")
        .about("A rogue zone makes this many times its equal share of the requests, or min_share if that is more.")
        .calibrate("Higher to ask for a more lopsided split in large groups.")
        .judged("provisional"),
    min_share: f64 = number(0.3, 0.1..=0.8)
        .unit("fraction of the group's requests")
        .about("The least share of the requests a rogue zone makes.")
        .calibrate("Above the largest share of a zone in a sound group.")
        .judged("provisional"),
    min_active_cycles: i64 = MIN_ACTIVE_CYCLES,
    min_zones_per_group: i64 = whole(2, 2..=20)
        .unit("count")
        .about("Smaller groups are not judged.")
        .calibrate("Higher where small groups flag a zone that is merely hotter.")
        .judged("a rogue stands out from at least one other"),
}
