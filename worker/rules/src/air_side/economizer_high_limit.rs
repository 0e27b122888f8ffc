//! Outdoor air above the minimum when it is too warm to cool with.

use crate::prelude::*;
use crate::shared::FAN_GATE;

parameters! {
    high_limit_f: f64 = number(65.0, 55.0..=80.0)
        .unit("°F")
        .about("Outdoor air above it should find the economizer at its minimum.")
        .calibrate("The high limit in the economizer sequence, or in the energy code for the climate.")
        .judged("common, but codes such as California's Title 24 set it by climate zone"),
    min_damper: f64 = number(0.25, 0.0..=1.0)
        .unit("fraction (OA damper, 0-1)")
        .about("Minimum damper position; 0.05 more is not locked out. Used where neither mixed-air temperatures nor airflows are trended.")
        .calibrate("From the sequence, or where the damper rests on hot hours of a good period."),
    min_oa_pct: Option<f64> = optional_number(0.0..=100.0)
        .unit("% of supply airflow (OA fraction)")
        .about("Design minimum outdoor air. Unset: excess is what exceeds conservative_min_oa_pct, and what only exceeds \
                assumed_min_oa_pct is not judged.")
        .calibrate("From the ventilation design, or measured with the damper at its minimum.")
        .judged("each unit has its own"),
    oa_margin_pct: f64 = number(5.0, 1.0..=15.0)
        .unit("% of supply airflow (percentage points)")
        .about("Outdoor air within this much of the minimum is no excess.")
        .calibrate("The scatter of the outdoor-air share at minimum position on hot hours.")
        .judged("a balance of temperatures scatters by as much"),
    warn_pct: f64 = number(10.0, 2.0..=30.0)
        .unit("% of fan-on samples above the high limit")
        .about("Warns from this share of hot samples with excess outdoor air.")
        .calibrate("Above the not_locked_out_pct of units that do lock out."),
    fault_pct: f64 = number(25.0, 10.0..=60.0)
        .unit("% of fan-on samples above the high limit")
        .about("Faults from this share; not below warn_pct.")
        .calibrate("Clear of warn_pct."),
    denom_min_f: f64 = number(5.0, 2.0..=15.0)
        .unit("°F")
        .about("Samples with outdoor and return air closer than this have no outdoor-air share.")
        .calibrate("Higher where the share scatters when both are close (n_masked_small_delta_t).")
        .published("PNNL Re-tuning Ch.5"),
    assumed_min_oa_pct: f64 = number(20.0, 5.0..=40.0)
        .unit("% of supply airflow (OA fraction)")
        .about("The generic minimum named when a unit cannot be judged without its own.")
        .calibrate("Give min_oa_pct instead.")
        .judged("typical of mixed-air units"),
    conservative_min_oa_pct: f64 = number(50.0, 30.0..=80.0)
        .unit("% of supply airflow (OA fraction)")
        .about("Without min_oa_pct, outdoor air beyond this is excess for any unit.")
        .calibrate("Give min_oa_pct instead; lower only where every design minimum is known to be.")
        .judged("more than mixed-air units are designed for"),
    differential: bool = flag(true)
        .about("Leaves out hot samples in which outdoor air is still cooler than return air.")
        .calibrate("false if the sequence compares outdoor air with a fixed temperature.")
        .judged("many economizers compare outdoor with return air"),
    fan_gate: bool = FAN_GATE,
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("economizer_high_limit")
    .finds("An economizer that keeps taking in outdoor air above its high limit")
    .families(&[AirHandler])
    .inputs(Inputs {
        required: &[Role::OaDamper, Role::Oat],
        optional: &[
            Role::MixedAirTemp,
            Role::ReturnAirTemp,
            Role::OaAirflow,
            Role::Airflow,
            Role::SupplyFanStatus,
            Role::SupplyFanSpeed,
        ],
        cost: &[
            Role::SupplyAirTemp,
            Role::HeatValve,
            Role::OutdoorRh,
            Role::ReturnAirHumidity,
            Role::ReturnAirDewpointTemp,
            Role::Occupancy,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
