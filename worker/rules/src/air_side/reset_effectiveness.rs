//! What the reset-effectiveness rules share: a setpoint replayed against the requests it answers.

use crate::prelude::*;

parameters! {
    min_cycles: i64 = whole(12, 6..=500)
        .unit("count (T&R cycles)")
        .about("With fewer usable cycles nothing is judged.")
        .calibrate("More for coarse trends.")
        .judged("provisional"),
    flat_frac: f64 = number(0.1, 0.02..=0.3)
        .unit("fraction of the reset band")
        .about("A setpoint that moved no further than this, though requests asked for expected_move_frac, is stuck.")
        .calibrate("Well below what a working setpoint covers in a quiet period.")
        .judged("provisional"),
    expected_move_frac: f64 = number(0.25, 0.1..=0.8)
        .unit("fraction of the reset band")
        .about("How far requests must have asked a setpoint to move before it can be stuck.")
        .calibrate("Clear of flat_frac.")
        .judged("provisional"),
    pinned_frac: f64 = number(0.15, 0.05..=0.3)
        .unit("fraction of the reset band")
        .about("This close to an end of its band a setpoint is at it.")
        .calibrate("The jitter of a working setpoint at its ends.")
        .judged("provisional"),
    mode_frac: f64 = number(0.6, 0.3..=0.95)
        .unit("fraction of demand (or idle) cycles")
        .about("A setpoint that stays at the wrong end in this share of cycles with demand does not respond; of idle ones, does not trim.")
        .calibrate("Above both pct_unresponsive and pct_untrimmed of a working reset.")
        .judged("provisional"),
    min_mode_cycles: i64 = whole(10, 5..=200)
        .unit("count (T&R cycles)")
        .about("Responding and trimming are judged from this many cycles on.")
        .calibrate("More on long records.")
        .judged("provisional"),
    wrong_dir_frac: f64 = number(0.5, 0.3..=0.9)
        .unit("fraction of cycles T&R commanded a move")
        .about("A setpoint that goes the wrong way in this share of its moves diverges.")
        .calibrate("Higher where the trend is coarser than the controller and turns moves around.")
        .judged("provisional"),
}
