//! Parameters that several rules have in common.

use crate::declared::{Declared, flag, number, whole, whole_list};

const NO_OCCUPANCY: &str = "an office day of 7 to 18 h, Monday to Friday";

/// First hour of the assumed schedule.
pub const START_HOUR: Declared<i64> = whole(7, 0..=23)
    .unit("hour of day (0-23)")
    .about("Occupied hours begin here while no occupancy point is mapped; a mapped one takes over.")
    .calibrate(
        "The BAS schedule, or the hour at which fans or occupied mode switch on in a normal week.",
    )
    .judged(NO_OCCUPANCY);

/// Hour at which the assumed schedule is over.
pub const END_HOUR: Declared<i64> = whole(18, 1..=24)
    .unit("hour of day (1-24)")
    .about("The first unoccupied hour of the evening while no occupancy point is mapped.")
    .calibrate("The BAS schedule, or the hour at which occupied mode drops out in the trends.")
    .judged(NO_OCCUPANCY);

/// Days of the assumed schedule.
pub const OCCUPIED_DAYS: Declared<Vec<i64>> = whole_list(&[0, 1, 2, 3, 4], 0..=6)
    .unit("weekday numbers (Mon=0 ... Sun=6)")
    .about("The days on which the hours above count as occupied, as a list.")
    .calibrate("Add 5 for a building open on Saturdays, 5 and 6 for one that never closes.")
    .judged(NO_OCCUPANCY);

/// Air-side readings count with the fan on only.
pub const FAN_GATE: Declared<bool> = flag(true)
    .about(
        "Leaves out samples with the supply fan off, read from its status, else its speed, else \
         the airflow; the finding says when none of them is mapped.",
    )
    .calibrate(
        "Off only where the fan signal is plainly broken and the points are trended while the \
         unit runs.",
    )
    .judged("without airflow a duct sensor reads the air that happens to stand around it");

/// Reheat valve taken as fully open.
pub const REHEAT_SATURATED_PCT: Declared<f64> = number(90.0, 75.0..=100.0)
    .unit("% valve open")
    .about(
        "From here on a reheat valve counts as wide open; overcooling_severity leaves such samples \
         out and reheat_capacity_shortfall reports them, so use one value for both.",
    )
    .calibrate(
        "A little under what the valves reach on the coldest mornings; some stop short of 100.",
    )
    .judged("controllers seldom command the last tenth of the stroke");

/// The band of pump speeds near the minimum: what it does.
pub const NEAR_MIN_ABOUT: &str = "Speeds up to here are near the minimum. \"auto\" finds the drive's floor in the running \
    speeds and adds floor_tol_pct, never less than 25 %; vfd_floor_pct and near_min_source tell what was used.";

/// The band of pump speeds near the minimum: how to find it.
pub const NEAR_MIN_CALIBRATE: &str = "A point or two over the minimum speed in the drive's settings, or where the histogram \
    of running speeds piles up. \"auto\" takes the 2nd percentile if a tenth of the samples lie at it and the 90th is 20 \
    points higher, else 25 %.";

/// How far from the learned floor a speed is still at it.
pub const FLOOR_TOL_PCT: Declared<f64> = number(1.0, 0.1..=5.0)
    .unit("% speed")
    .about("How far from the learned floor a speed still counts as at it; under \"auto\" only.")
    .calibrate("A little wider than the readings spread when the pump is at its slowest.")
    .judged("a drive holds its minimum to about a point");

/// The thresholds of the pump resets that are no parameters.
pub const PUMP_RESET_FIXED: &str = "From 90 % a pump is near full speed: from 60 % of the running time it faults, from 30 % it \
    warns, and so it does from 50 % near the minimum. Running is a pump_status over half of a sample, else a speed over 5 %, which cannot \
    tell a stopped pump whose speed point keeps its last value. A pressure setpoint whose standard deviation stays under \
    0.5 is told as flat.";
