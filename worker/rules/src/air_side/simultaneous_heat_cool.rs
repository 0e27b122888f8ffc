//! Both coils of one unit open at once.

use crate::prelude::*;

parameters! {
    dehumidification: Option<bool> = optional_flag()
        .about("Whether the unit may reheat to dry the air: true accepts it unless a dew point shows a dry coil, false counts \
                all both-open time, unset decides sample by sample from coil temperature, dew point and humidity.")
        .calibrate("From the sequence of operation; leave it unset only if nobody knows.")
        .judged("a sequence is unknown until someone declares it"),
    reheat_lift_f: f64 = number(2.0, 0.5..=6.0)
        .unit("°F")
        .about("Supply air this far above the air behind the cooling coil was reheated.")
        .calibrate("Between that difference with the heating valve shut (fan heat, sensor offset) and while the unit dries the air.")
        .judged("beyond what sensors disagree by"),
    dewpoint_margin_f: f64 = number(2.0, 0.0..=5.0)
        .unit("°F")
        .about("A coil this much above the entering dew point still counts as wet.")
        .calibrate("Wider if hours with visible condensate come out as dry.")
        .judged("sensors and the dew-point formula are both approximate"),
    humid_rh_pct: f64 = number(55.0, 40.0..=70.0)
        .unit("% relative humidity (return air)")
        .about("Without what a dew point takes, return air from here on asks for drying.")
        .calibrate("The humidity setpoint or limit of the sequence.")
        .judged("near the top of the comfortable band"),
    fault_pct: f64 = number(5.0, 1.0..=30.0)
        .unit("% of occupied hours")
        .about("Faults from this share of occupied time with both coils open for no reason; not below warn_pct.")
        .calibrate("Clear of the simultaneous_hc_pct (or unexplained_hc_pct) of sound units, never fitted to the unit at hand."),
    warn_pct: f64 = number(1.0, 0.1..=10.0)
        .unit("% of occupied hours")
        .about("Warns from this share.")
        .calibrate("Just above what changing over from heating to cooling costs a sound unit."),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("simultaneous_heat_cool")
    .finds("A unit that heats and cools the same air, apart from drying it")
    .families(&[AirHandler, FanCoil])
    .inputs(Inputs {
        required: &[Role::HeatValve, Role::CoolValve],
        optional: &[
            Role::Oat,
            Role::ReturnAirTemp,
            Role::OaDamper,
            Role::Occupancy,
            Role::Warmup,
            Role::Cooldown,
            Role::CoolCoilLeavingTemp,
            Role::SupplyAirTemp,
            Role::OutdoorRh,
            Role::ReturnAirHumidity,
            Role::SupplyFanStatus,
            Role::SupplyFanSpeed,
        ],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
