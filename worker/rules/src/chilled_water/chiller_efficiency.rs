//! Power per ton of cooling.

use crate::prelude::*;

parameters! {
    design_kw_per_ton: f64 = number(0.85, 0.4..=1.6)
        .unit("kW/ton")
        .about("A median from 1.2 times warns, from 1.5 times faults; pct_hours_inefficient counts hours over 1.15 times.")
        .calibrate("The chiller's schedule or selection at its usual load, or the median of a good season that is not the one judged.")
        .judged("lies between water-cooled (0.5 to 0.6) and air-cooled (1.0 to 1.2) chillers"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("chiller_efficiency")
    .finds("A chiller that uses more power per ton than its design")
    .families(&[ChwPlant])
    .inputs(Inputs {
        required: &[
            Role::Power,
            Role::ChwSupplyTemp,
            Role::ChwReturnTemp,
            Role::ChwFlow,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
