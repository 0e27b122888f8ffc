//! Hot-water plants: boilers, their loop and their pumps.

use crate::declared::{Declared, number};

pub mod boiler_short_cycle;
pub mod boiler_summer_lockout;
pub mod hw_plant_deltat;
pub mod hw_pump_dp_reset;
pub mod hw_pump_summer_lockout;

/// Outdoor temperature from which heating is locked out.
const SUMMER_LOCKOUT_OAT_F: Declared<f64> = number(65.0, 50.0..=80.0)
    .unit("°F")
    .calibrate(
        "The lockout in the sequence of operation, or the warmest weather in which a zone still asked for heat in a good \
         year; it depends on the climate.",
    )
    .judged("a mild-climate value; PNNL Re-tuning Ch.8 asks for a lockout and leaves the value open");
