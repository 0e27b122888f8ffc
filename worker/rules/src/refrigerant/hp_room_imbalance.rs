//! Heat pumps of one room that work against each other.

use super::heat_pump_mode::{
    BAND_TOL_F, COOL_DROP_F, COOL_SP_F, HEAT_RISE_F, HEAT_SP_F, MAX_DEFROST_MIN, OPTIONAL,
};
use crate::prelude::*;

parameters! {
    warn_fight_pct: f64 = number(2.0, 0.5..=10.0)
        .unit("% of co-occupied samples (one unit heating while another cools)")
        .about("Warns from this share of opposed samples.")
        .calibrate("Above what changing over causes in a good season.")
        .judged("provisional screening level"),
    fault_fight_pct: f64 = number(10.0, 5.0..=40.0)
        .unit("% of co-occupied samples (one unit heating while another cools)")
        .about("Faults from this share.")
        .calibrate("Clear of warn_fight_pct.")
        .judged("provisional screening level"),
    warn_duty_spread_pct: f64 = number(40.0, 15.0..=80.0)
        .unit("percentage points (difference between the units' active shares)")
        .about("Warns when the units' shares of time at work differ by this much.")
        .calibrate("Higher where one unit is meant to lead.")
        .judged("provisional screening level"),
    warn_sensor_spread_f: f64 = number(3.0, 1.0..=6.0)
        .unit("°F (median spread between the room's zone sensors)")
        .about("Warns when the room's sensors differ by this much.")
        .calibrate("The sensors' accuracy and the room's layers of air, by a check with a good thermometer.")
        .judged("they read one room"),
    heat_sp_f: f64 = HEAT_SP_F,
    cool_sp_f: f64 = COOL_SP_F,
    band_tol_f: f64 = BAND_TOL_F,
    heat_rise_f: f64 = HEAT_RISE_F,
    cool_drop_f: f64 = COOL_DROP_F,
    max_defrost_min: f64 = MAX_DEFROST_MIN,
}

/// The rule.
pub static RULE: Rule = Rule::fleet("hp_room_imbalance")
    .finds("Heat pumps that share a room and fight, or share its work unevenly")
    .families(&[HeatPump])
    .inputs(Inputs {
        required: &[Role::SupplyAirTemp, Role::SpaceTemp],
        optional: OPTIONAL,
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .extras(&[Extra {
        name: "rooms",
        form: Form::TextLists,
    }]);
