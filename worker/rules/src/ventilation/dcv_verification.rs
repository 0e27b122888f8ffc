//! Whether outdoor air follows the people, by their CO2.

use crate::prelude::*;

const SCHEDULE_ABOUT: &str = "Part of the assumed occupied hours, which a mapped occupancy point replaces; warm-up and \
    cool-down are left out either way. dcv_system_verification also takes the unoccupied hours of a zone from it.";
const OFFICE: &str = "an office day of 7 to 18 h, Monday to Friday";

parameters! {
    min_modulation: f64 = number(0.1, 0.02..=0.5)
        .unit("fraction of the OA signal's p95 ((p95 - p5) / p95)")
        .about("An outdoor-air signal that varies less, though demand varies, is static and warns.")
        .calibrate("Between the modulation of a unit with a fixed minimum and of one with working control, for the signal at hand."),
    co2_setpoint: Option<f64> = optional_number(600.0..=1500.0)
        .unit("ppm (CO2)")
        .about("The setpoint of the control. Unset: whether CO2 exceeds it at minimum air is not judged, control engages at \
                800 ppm, and 1100 ppm counts as unventilated.")
        .calibrate("From the sequence, never from the CO2 trend.")
        .judged("a fact of the BAS"),
    occupied_only: bool = flag(true)
        .about("Judges occupied samples only; otherwise all with the fan on and no economizer.")
        .calibrate("Off for a space that is never empty and trends no occupancy.")
        .judged("an empty room needs no demand control"),
    dcv_engage_ppm: Option<f64> = optional_number(500.0..=1200.0)
        .unit("ppm (CO2)")
        .about("From here on outdoor air should rise; too few samples of it make the verdict insufficient. Unset: 200 under \
                co2_setpoint, else 800.")
        .calibrate("Where the proportional band begins; of an integral loop, near its setpoint.")
        .judged("800 without a setpoint"),
    min_demand_span: f64 = number(150.0, 50.0..=400.0)
        .unit("ppm (CO2, p90 - p10 of the judged samples)")
        .about("CO2 that varies less makes the verdict insufficient, never a fault.")
        .calibrate("Below the demand_span of zones that plainly fill and empty."),
    min_lift_ppm: f64 = number(50.0, 20.0..=200.0)
        .unit("ppm (CO2 with OA raised minus CO2 with OA at its floor)")
        .about("Outdoor air follows demand if CO2 is this much higher while it is raised, by hour of day under stratify_hour.")
        .calibrate("Between the demand_lift of a unit with fixed air and of one tested to work, other than the one judged."),
    econ_high_limit_f: f64 = number(75.0, 55.0..=80.0)
        .unit("°F (outdoor air temperature)")
        .about("Without an economizer command, cooler samples may be the economizer and are left out unless the heating \
                valve is open.")
        .calibrate("The economizer's high limit; better, map its command.")
        .standard("ASHRAE 90.1: its highest dry-bulb limit, so that doubtful hours stay out"),
    oa_floor_cfm: Option<PerEquipment> = optional_per_equipment(0.0..=50000.0)
        .unit("cfm (outdoor airflow)")
        .about("The least outdoor air, for all or by unit, checked on measured airflow. Unset: neither too little nor excess \
                air is judged.")
        .calibrate("Area times rate of the zones served, or the balanced minimum; the area sum understates a multi-zone unit, \
                    which errs on the safe side.")
        .standard("ASHRAE 62.1 §6.2.7, which lets a reset go down to the area component"),
    breach_fault_pct: f64 = number(10.0, 1.0..=50.0)
        .unit("% of judged samples (occupied, fan on, not economizing, OA not closed)")
        .about("Faults when CO2 exceeds co2_setpoint while outdoor air sits at its floor, in this share.")
        .calibrate("Above the co2_breach_at_min_pct of a good period, more for a slow loop."),
    below_floor_fault_pct: f64 = number(10.0, 1.0..=50.0)
        .unit("% of occupied fan-on samples (before the economizer and closed-OA exclusions)")
        .about("Faults when outdoor air is over 10 % under oa_floor_cfm in this share, hours with the fan off included.")
        .calibrate("Just above the below_floor_total_pct of a good period: it is people who go without."),
    excess_warn_pct: f64 = number(50.0, 10.0..=90.0)
        .unit("% of low-demand samples (CO2 at or below its p25 and below the engage level)")
        .about("Turns ok into a warning when outdoor air stays over its floor at low demand in this share; needs oa_floor_cfm.")
        .calibrate("Above the excess_at_low_demand_pct of a unit that does reach its floor.")
        .judged("demand control that never falls saves nothing"),
    min_samples: i64 = whole(24, 12..=500)
        .unit("count (judged samples)")
        .about("With fewer samples nothing is judged, nor is a stretch on another outdoor-air signal.")
        .calibrate("A day's worth: 96 at 15 minutes.")
        .judged("24 hours of an hourly trend"),
    start_hour: i64 = whole(7, 0..=23)
        .unit("hour of day (0-23)")
        .about(SCHEDULE_ABOUT)
        .calibrate("The BAS schedule, or the hour the fan starts in; better, map the occupancy point.")
        .judged(OFFICE),
    end_hour: i64 = whole(18, 1..=24)
        .unit("hour of day (1-24)")
        .about(SCHEDULE_ABOUT)
        .calibrate("The BAS schedule; the hour itself is no longer occupied.")
        .judged(OFFICE),
    occupied_days: Vec<i64> = whole_list(&[0, 1, 2, 3, 4], 0..=6)
        .unit("weekday numbers (Mon=0 ... Sun=6)")
        .about(SCHEDULE_ABOUT)
        .calibrate("Add 5 for a building open on Saturdays.")
        .judged(OFFICE),
    unventilated_co2_ppm: Option<f64> = optional_number(800.0..=2000.0)
        .unit("ppm (CO2)")
        .about("An occupied sample from here on with no air (fan off, or outdoor air at 2 % of its high) is unventilated. \
                Unset: co2_setpoint, else 1100.")
        .calibrate("Where the space must have air, mostly the setpoint.")
        .judged("about 700 above outdoors"),
    unventilated_fault_hours: f64 = number(4.0, 1.0..=24.0)
        .unit("h (total over the dataset)")
        .about("Faults from this many unventilated hours.")
        .calibrate("As long as occupied space may go without air.")
        .judged("half a working day, however long the record"),
    full_outdoor_air: bool = flag(false)
        .about("The unit has no return air: its supply airflow, else its fan speed, serves as outdoor air where nothing better \
                is trended, and there is no economizer.")
        .calibrate("From the mechanical schedule.")
        .judged("a fact of the unit"),
    stratify_hour: bool = flag(true)
        .about("Compares CO2 hour of day by hour of day; pooled where those pairs are too few (lift_basis).")
        .calibrate("On; demand_lift_pooled tells the pooled value anyway.")
        .judged("a damper on a clock would otherwise pass for one on demand"),
    below_floor_fault_hours: Option<f64> = optional_number(1.0..=24.0)
        .unit("h (one contiguous run of occupied samples)")
        .about("Faults from one run under oa_floor_cfm this long, across nights too; unset: only the share faults.")
        .calibrate("Well above the below_floor_longest_h of a good period; 4 matches unventilated_fault_hours.")
        .judged("left to the site"),
    fan_off_speed_pct: f64 = number(5.0, 0.0..=20.0)
        .unit("% supply fan speed")
        .about("Up to here the fan is off where it has no status; samples under the floor then count as fan_off_occupied, with \
                no effect on severity.")
        .calibrate("Just above what the drive reports when stopped.")
        .judged("on lbnl-b59 a stopped fan reads 1.2 to 2.6 %"),
}

/// The rule. With `full_outdoor_air` its outdoor-air signal may also be airflow or fan speed.
pub static RULE: Rule = Rule::per_equipment("dcv_verification")
    .finds("Demand-controlled ventilation that does not follow demand, or leaves people without outdoor air")
    .inputs(Inputs {
        required: &[Role::Co2],
        optional: &[
            Role::OaAirflow, Role::OaDamper, Role::Occupancy, Role::Warmup, Role::Cooldown, Role::SupplyFanStatus,
            Role::EconCmd, Role::Oat, Role::HeatValve, Role::Airflow, Role::SupplyFanSpeed,
        ],
        decisive: &[&[Role::OaAirflow, Role::OaDamper]],
        ..Inputs::NONE
    })
    .parameters(Settings::DECLARED)
    .extras(&[Extra { name: "min_corr", form: Form::Unread }]);
