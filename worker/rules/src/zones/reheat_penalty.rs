//! Reheat while it is warm outside or while the air arriving at the box is cold.

use crate::prelude::*;
use crate::shared::{END_HOUR, OCCUPIED_DAYS, START_HOUR};

parameters! {
    start_hour: i64 = START_HOUR,
    end_hour: i64 = END_HOUR,
    occupied_days: Vec<i64> = OCCUPIED_DAYS,
    fan_heat_f: Option<AutoOr> = optional_number_or_auto(0.0..=8.0)
        .unit("°F, or \"auto\"")
        .about("What a fan-powered box adds to its discharge with the valve shut: raises the bounds a valve is checked \
                against (5 °F wide open, 10 °F shut). \"auto\" learns it per box; unset adds nothing.")
        .calibrate("Typical discharge above entering air while the valve is shut and air moves; leave unset for boxes without a fan.")
        .judged("on lbnl-fpu a shut valve still saw the discharge above the entering air, by 6 °F in the parallel box and 8.7 °F in the series box")
        .never_below(0.0),
    box_type: Option<&'static str> = optional_choice(&["single_duct", "parallel", "series"])
        .about("Caps what \"auto\" may learn: 3 °F without a fan, 8 °F for a parallel fan, 10 °F (valve open) or 8 °F (shut) \
                for a series fan; unset: 8 °F.")
        .calibrate("From the box schedule or submittals; run sites of mixed boxes once per type.")
        .judged("matched to the labelled faults of lbnl-fpu, on which it was also scored"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("reheat_penalty")
    .finds("A box that reheats in warm weather, or reheats air that was just cooled for it")
    .families(&[Terminal])
    .inputs(Inputs {
        required: &[Role::HeatValve],
        optional: &[
            Role::HeatValvePosition,
            Role::SupplyFanStatus,
            Role::Oat,
            Role::SpaceTemp,
            Role::SupplyAirTemp,
            Role::MixedAirTemp,
            Role::HeatSp,
            Role::CoolSp,
            Role::Airflow,
            Role::AirflowSp,
            Role::AirflowMinSp,
            Role::Damper,
            Role::Warmup,
            Role::Cooldown,
            Role::Occupancy,
        ],
        decisive: &[&[Role::Oat, Role::MixedAirTemp, Role::SupplyAirTemp]],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
