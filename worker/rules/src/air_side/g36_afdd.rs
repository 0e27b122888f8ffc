//! The fault conditions FC1 to FC15 of ASHRAE Guideline 36-2021 §5.16.14.

use crate::prelude::*;

const AFDD: &str = "ASHRAE Guideline 36-2021 §5.16.14";

parameters! {
    heating_coil: Option<bool> = optional_flag()
        .about("Whether the unit has a heating coil; unset: whether a heating valve is mapped. true without a mapped valve is not judged.")
        .calibrate("From the drawings; false where a mapped valve is no heating coil.")
        .judged("a coil without a trended valve is taken for none"),
    mat_sat_as_coil_temps: bool = flag(true)
        .about("Lets mixed and supply air stand in for the coils' own temperatures.")
        .calibrate("Off where a preheat coil or an energy wheel lies between the two sensors.")
        .standard("ASHRAE Guideline 36-2021 §5.16.14, which allows it for some configurations"),
    min_oa_pct: Option<f64> = optional_number(0.0..=100.0)
        .unit("% of supply airflow (OA fraction)")
        .about("Design minimum outdoor air, which FC6 needs; unset: FC6 is not judged.")
        .calibrate("Design minimum over design airflow, or measured with the damper at its minimum.")
        .judged("each unit has its own"),
    min_oa_pct_by_month: Option<Monthly> = optional_monthly(0.0..=100.0)
        .unit("% of supply airflow, per month")
        .about("The design minimum of single months (1 to 12); the others keep min_oa_pct, which it needs.")
        .calibrate("For a seasonal minimum, with the values of outdoor_air_fraction.")
        .judged("FC6 compares with the minimum in force, which a few sequences change by season"),
    mode_delay_min: f64 = number(30.0, 0.0..=120.0)
        .unit("min")
        .about("Time left out once the fan starts or the mode changes (ModeDelay).")
        .calibrate("As it is, unless trends show the unit settling for longer.")
        .standard(AFDD),
    alarm_delay_min: f64 = number(30.0, 0.0..=120.0)
        .unit("min")
        .about("How long a condition must last (AlarmDelay).")
        .calibrate("As it is, and several sample intervals.")
        .standard(AFDD),
    avg_window_min: f64 = number(5.0, 1.0..=30.0)
        .unit("min")
        .about("Window of the rolling averages; on a coarser trend it holds one sample.")
        .calibrate("As it is.")
        .standard(AFDD),
    econ_damper_open: f64 = number(80.0, 50.0..=100.0)
        .unit("% of damper stroke (OA damper)")
        .about("Cooling with the damper from here on is operating state 3, otherwise 4.")
        .calibrate("Just below the damper's 5th percentile while the sequence asks for full economizer.")
        .judged("separates full outdoor air from minimum"),
    valve_thr: f64 = number(5.0, 0.0..=15.0)
        .unit("% of valve stroke")
        .about("Beyond this opening a coil is at work.")
        .calibrate("Just above the 95th percentile of the command on idle hours.")
        .judged("keeps noise out"),
    oa_damper_min: Option<f64> = optional_number(0.0..=60.0)
        .unit("% of damper stroke (OA damper)")
        .about("Minimum damper position, which tells operating states 1 and 2 apart; unset: its median while the unit cools \
                below econ_damper_open, from 24 intervals on, else 0.")
        .calibrate("From the sequence or the balancing report; oa_damper_min_source tells what was used.")
        .standard("ASHRAE Guideline 36-2021 §5.16.14 for its role; the position is the unit's"),
    oa_damper_tol: f64 = number(5.0, 0.0..=20.0)
        .unit("percentage points of damper stroke")
        .about("Within this much of its minimum the damper is at it.")
        .calibrate("More than the command scatters at its minimum, more still where the minimum follows airflow.")
        .judged("the guideline has none; lbnl-sdahu classifies alike up to 30 points"),
    oa_damper_min_by_month: Option<Monthly> = optional_monthly(0.0..=60.0)
        .unit("% of damper stroke (OA damper), per month")
        .about("The minimum position of single months (1 to 12); the others keep oa_damper_min, which it needs.")
        .calibrate("For a seasonal minimum, such as 28 from June to August of 45 otherwise on lbnl-ddahu.")
        .standard("ASHRAE Guideline 36-2021 §5.16.14 for its role; a season is the sequence's"),
    occupancy_gate: &'static str = choice("off", &["off", "trended"])
        .about("Whether all hours with the fan on are judged, or the occupied ones where occupancy is trended (the rest is \
                unoccupied_hours).")
        .calibrate("off; trended where unoccupied running is of no interest.")
        .standard("ASHRAE Guideline 36-2021 §5.16.14, which pauses only while the unit is off and after a change of mode"),
    warn_pct: f64 = number(5.0, 1.0..=30.0)
        .unit("% of an FC's applicable intervals")
        .about("Warns when one condition holds in this share of the intervals it applies to.")
        .calibrate("Above the pct of every condition on sound units, not on the unit at hand.")
        .judged("screening level; the guideline alarms on any confirmed fault"),
    fault_pct: f64 = number(20.0, 5.0..=60.0)
        .unit("% of an FC's applicable intervals")
        .about("Faults from this share; not below warn_pct.")
        .calibrate("Clear of warn_pct.")
        .judged("screening level"),
    min_applicable_hours: f64 = number(24.0, 1.0..=500.0)
        .unit("h")
        .about("A condition that applies for less time does not set the severity.")
        .calibrate("Higher for long histories, in which a rare state has a few hours; see applicable_hours.")
        .judged("screening level"),
}

/// The rule.
pub static RULE: Rule = Rule::per_equipment("g36_afdd")
    .finds("An air handler that meets a fault condition of Guideline 36")
    .families(&[AirHandler])
    .inputs(Inputs {
        required: &[Role::SupplyAirTemp, Role::CoolValve],
        optional: &[
            Role::HeatValve,
            Role::MixedAirTemp,
            Role::ReturnAirTemp,
            Role::Oat,
            Role::SupplyAirTempSp,
            Role::SupplyFanStatus,
            Role::SupplyFanSpeed,
            Role::Airflow,
            Role::DuctStatic,
            Role::DuctStaticSp,
            Role::OaDamper,
            Role::Occupancy,
            Role::Warmup,
            Role::Cooldown,
        ],
        decisive: &[&[Role::SupplyFanStatus, Role::SupplyFanSpeed, Role::Airflow]],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .relations(&[
        Relation::Needs("min_oa_pct_by_month", "min_oa_pct"),
        Relation::Needs("oa_damper_min_by_month", "oa_damper_min"),
    ]);
