//! A tower bypass that lets warm water through when shut.

use crate::prelude::*;

parameters! {
    closed_pct: f64 = number(2.0, 0.0..=10.0)
        .unit("% valve command")
        .about("Up to here the bypass is shut.")
        .calibrate("What the controller writes when shut, and a little for noise.")
        .judged("analog outputs seldom rest at exactly 0"),
    warn_f: f64 = number(2.0, 1.0..=5.0)
        .unit("°F")
        .about("Warns when water enters the condensers this much warmer than it left the towers; both tests for a sensor \
                offset use it too.")
        .calibrate("Above the difference of the two sensors in a good period with the bypass shut.")
        .judged("twice what two sensors of half a degree disagree by"),
    fault_f: f64 = number(5.0, 2.0..=15.0)
        .unit("°F")
        .about("Faults from this difference on; above warn_f.")
        .calibrate("A rise worth repairing the valve for, at 1 to 2 % of chiller power a degree.")
        .judged("costs 5 to 8 % of chiller power"),
    min_samples: i64 = whole(24, 6..=500)
        .unit("count (samples)")
        .about("Samples with the bypass shut that a verdict, the bypassed share and the offset test each need.")
        .calibrate("A day's worth: 96 at 15 minutes.")
        .judged("24 hours of an hourly trend"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("condenser_bypass_leak")
    .finds("Condenser water that goes around the towers although the bypass is shut")
    .families(&[CoolingTower, ChwPlant])
    .inputs(Inputs {
        required: &[
            Role::CwBypassValve,
            Role::CwSupplyTemp,
            Role::CondEnteringWaterTemp,
        ],
        optional: &[
            Role::CwReturnTemp,
            Role::CompressorStatus,
            Role::Power,
            Role::ChwSupplyTemp,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
