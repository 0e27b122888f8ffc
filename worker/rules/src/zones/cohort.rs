//! What the cohort rules share: units compared with their peers by a robust z-score.

use crate::prelude::*;

parameters! {
    k: f64 = number(3.5, 2.0..=6.0)
        .unit("- (robust z, MAD-scaled)")
        .about("A unit is an outlier beyond this many robust standard deviations from the median of its peers.")
        .calibrate("Above the largest score in a cohort you trust; a low value flags the ordinary spread of small cohorts.")
        .judged("the usual cut for a modified z-score"),
    min_cohort: i64 = whole(3, 3..=50)
        .unit("count")
        .about("The fewest peers that are compared.")
        .calibrate("More where unlike units are mixed: small cohorts score erratically.")
        .judged("fewer have no meaningful median deviation"),
    summary: &'static str = choice("mean", &["mean", "peak", "load_factor", "variability"])
        .about("What is compared: the mean, the maximum, their quotient, or the standard deviation.")
        .calibrate("peak for sizing, load_factor for cycling, variability with tail low for a unit that never moves.")
        .judged("nothing is steadier than a mean"),
    group_by_topology: bool = flag(false)
        .about("Compares units behind the same air handler only; groups under min_cohort are not scored.")
        .calibrate("On with several air handlers, or where ids mix runs or days; a declared topology groups better than names.")
        .judged("left to the site"),
    normalise: Option<&'static str> = optional_choice(&["reference", "design_max"])
        .about("Divides what is compared by the same of a reference unit, or by its design airflow (else its peak setpoint); \
                a unit without one is left out.")
        .calibrate("reference where each unit has a good period or a twin, design_max to even out sizes.")
        .judged("on ornl-frp-vav only a box's own fault-free day told all stuck days apart"),
    tail: &'static str = choice("both", &["both", "low", "high"])
        .about("Whether low, high or both kinds of outlier are flagged.")
        .calibrate("low with variability for units that stand still, high for those that run more than the rest.")
        .judged("no direction is assumed"),
    min_abs_dev: Option<f64> = optional_number(0.0..=10.0)
        .unit("the role's units (°F for space temperature, cfm for airflow)")
        .about("A unit this close to the median is no outlier whatever its score; unset: 1 °F for temperature, 0 for airflow. \
                Not with normalise.")
        .calibrate("The least difference anyone would act on.")
        .judged("tight cohorts give small, real differences huge scores"),
    max_spread: Option<f64> = optional_number(0.05..=2.0)
        .unit("fraction of the cohort median (robust spread, 1.4826 x MAD / |median|)")
        .about("In a cohort that spreads wider, no outlier means info, not ok; unset: 0.3 for airflow, any for temperature. \
                Not with normalise.")
        .calibrate("Above the cohort_spread of a cohort you trust.")
        .judged("boxes of one air handler of synthetic-g36-vav-fleet spread 0.13 to 0.26, those of eight 0.34"),
}

/// What `normalise` needs.
pub const EXTRAS: &[Extra] = &[
    Extra {
        name: "reference",
        form: Form::Texts,
    },
    Extra {
        name: "design_max",
        form: Form::Numbers,
    },
];

/// How the parameters relate.
pub const RELATIONS: &[Relation] = &[Relation::NeedsFor("normalise", "reference", "reference")];
