//! What the heat-pump rules share: the comfort band, and the mode read from the discharge air.

use crate::declared::{Declared, number};
use camber_model::Role;

const BAND: &str = "a comfort band of 68 to 76 °F";

/// Heating setpoint without a point for it.
pub const HEAT_SP_F: Declared<f64> = number(68.0, 60.0..=74.0)
    .unit("°F")
    .about("Heating setpoint where no heat_sp is mapped; the finding says that it was assumed.")
    .calibrate("The occupied setpoint of the thermostats; better, map heat_sp.")
    .judged(BAND);

/// Cooling setpoint without a point for it.
pub const COOL_SP_F: Declared<f64> = number(76.0, 70.0..=82.0)
    .unit("°F")
    .about("Cooling setpoint where no cool_sp is mapped; the finding says that it was assumed.")
    .calibrate("The occupied setpoint of the thermostats; better, map cool_sp.")
    .judged(BAND);

/// How far past a setpoint is outside.
pub const BAND_TOL_F: Declared<f64> = number(1.0, 0.0..=3.0)
    .unit("°F (past the setpoint)")
    .about("A zone is outside its band once it is this far past a setpoint.")
    .calibrate("The accuracy of the sensor, or the deadband if that is more.")
    .judged("the edge itself is no discomfort");

/// Discharge above the zone in heating.
pub const HEAT_RISE_F: Declared<f64> = number(15.0, 8.0..=30.0)
    .unit("°F (discharge air above the zone)")
    .about("Discharge this much warmer than the zone is heating, unless compressor and reversing valve are both mapped.")
    .calibrate("Between the rise with the fan alone and the cluster of hours in heating.")
    .judged("a water-source unit heats its air to 85 to 105 °F");

/// Discharge below the zone in cooling.
pub const COOL_DROP_F: Declared<f64> = number(10.0, 5.0..=20.0)
    .unit("°F (discharge air below the zone)")
    .about("Discharge this much colder than the zone is cooling, unless compressor and reversing valve are both mapped.")
    .calibrate("Between the difference with the fan alone and the cluster of hours in cooling.")
    .judged("such a unit cools its air to 52 to 60 °F");

/// Longest reversed run that is a defrost.
pub const MAX_DEFROST_MIN: Declared<f64> = number(15.0, 0.0..=30.0)
    .unit("minutes (one reversed run with the compressor on)")
    .about(
        "Cooling between two runs of heating, if no longer than this, is taken for a defrost and so for heating; 0 knows \
         no defrosts. Needs compressor and reversing valve.",
    )
    .calibrate("A little over the longest defrost of a good cold spell.")
    .judged("a timer ends a defrost after 10 to 14 minutes, if the coil does not");

/// What the heat-pump rules read beside discharge and zone.
pub const OPTIONAL: &[Role] = &[
    Role::SupplyFanStatus,
    Role::HeatSp,
    Role::CoolSp,
    Role::Occupancy,
    Role::CompressorStatus,
    Role::ReversingValveCmd,
    Role::HeatValve,
    Role::CoolValve,
];
