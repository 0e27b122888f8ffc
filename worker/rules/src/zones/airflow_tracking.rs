//! The airflow of a box against its setpoint.

use crate::prelude::*;

parameters! {
    tol_frac: f64 = number(0.2, 0.05..=0.5)
        .unit("fraction of the airflow setpoint")
        .about("A sample is off its setpoint once the miss exceeds this share of it, and abs_tol too.")
        .calibrate("Just above the 95th percentile of the relative miss (mean_abs_rel_error) of boxes that follow their setpoint."),
    min_sp: f64 = number(1e-6, 0.0..=500.0)
        .unit("cfm (the airflow setpoint's unit)")
        .about("Samples with a setpoint at or below it are not judged.")
        .calibrate("The minimum-flow setpoint of the box, where misses of a near-zero setpoint are noise.")
        .judged("keeps the division by the setpoint defined"),
    abs_tol: f64 = number(0.0, 0.0..=200.0)
        .unit("cfm (the airflow setpoint's unit)")
        .about("Misses up to this many cfm never count, however large a share of a small setpoint they are.")
        .calibrate("The accuracy of the flow sensor near its low end, often some percent of the design value.")
        .judged("none unless given"),
    warn_pct: f64 = number(10.0, 2.0..=30.0)
        .unit("% of judged samples (setpoint above min_sp; fan-on and occupied when trended)")
        .about("Warns from this share of samples off their setpoint.")
        .calibrate("Above the off_setpoint_pct that sound boxes show."),
    fault_pct: f64 = number(25.0, 10.0..=60.0)
        .unit("% of judged samples (setpoint above min_sp; fan-on and occupied when trended)")
        .about("Faults from this share of samples off their setpoint; not below warn_pct.")
        .calibrate("Clear of warn_pct, where comfort starts to suffer."),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("airflow_tracking")
    .finds("A box whose airflow strays from its setpoint: a stuck damper, a starved inlet or a wrong flow sensor")
    .families(&[Terminal])
    .inputs(Inputs {
        required: &[Role::Airflow, Role::AirflowSp],
        optional: &[Role::SupplyFanStatus, Role::SupplyFanSpeed, Role::Occupancy],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED);
