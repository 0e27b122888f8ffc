//! Where the dampers of all boxes stand, as a sign of the duct pressure.

use crate::prelude::*;

parameters! {
    occupancy_gate: &'static str = choice("trended", &["trended", "schedule", "off"])
        .about("Which samples enter a box's median: its trended occupancy, else weekdays 7 to 18 h (trended); always those \
                hours (schedule); every sample (off). Trended warm-up and cool-down stay out unless off.")
        .calibrate("off only where boxes never shut; otherwise compare median_damper_pct under schedule: a big change \
                    says the building keeps other hours.")
        .judged("assumed office hours left weekend test days of ornl-frp-vav without a census although each box trends its occupancy"),
}

/// The rule.
pub static RULE: Rule = Rule::fleet("damper_census")
    .finds("Boxes that nearly all throttle, or that are starved: a duct pressure set too high or too low")
    .families(&[Terminal])
    .inputs(Inputs {
        required: &[Role::Damper],
        optional: &[Role::Occupancy, Role::Warmup, Role::Cooldown],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .fixed(
        "By its median occupied damper a box throttles below 50 % and is starved from 90 %. Faults from 60 % throttling or \
         25 % starved boxes, warns when under half lie between; assumed hours are weekdays 7 to 18 h.",
    );
