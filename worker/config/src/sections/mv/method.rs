//! How a saving is computed: the keys that trended and billed meters have in common.

use super::super::drift::check_period;
use super::{adjustments, rebaseline};
use crate::error::ConfigError;
use crate::place::Members;

const METHODS: [&str; 5] = [
    "forecast",
    "backcast",
    "chaining",
    "standard_conditions",
    "auto",
];
/// The regimes under which a saving is valid.
pub(super) const VALIDITIES: [&str; 3] = ["g14", "sep", "both"];
/// The thresholds that grade how far a period lies outside the baseline: what each takes.
const EXTRAPOLATION: [(&str, f64, f64); 8] = [
    ("support_quantile", 0.0, 0.5),
    ("edge_tolerance", 0.0, f64::INFINITY),
    ("caveat_share", 0.0, f64::INFINITY),
    ("caveat_distance", 0.0, f64::INFINITY),
    ("decline_share", f64::NEG_INFINITY, f64::INFINITY),
    ("decline_distance", f64::NEG_INFINITY, f64::INFINITY),
    ("min_cell_obs", 1.0, f64::INFINITY),
    ("min_points_outside", 1.0, f64::INFINITY),
];
/// Those that must be in order, with their defaults.
const IN_ORDER: [(&str, f64, &str, f64); 2] = [
    ("caveat_share", 0.05, "decline_share", 0.25),
    ("caveat_distance", 0.10, "decline_distance", 0.50),
];

pub(super) fn check(entry: &Members) -> Result<(), ConfigError> {
    for period in ["period", "reporting_period", "intermediate_period"] {
        if let Some(period) = entry.given(period) {
            check_period(&period)?;
        }
    }
    check_method(entry)?;
    if let Some(validity) = entry.member("validity") {
        validity.word(&VALIDITIES)?;
    }
    if let Some(policy) = entry.filled("extrapolation") {
        check_extrapolation(&policy.object()?)?;
    }
    if let Some(dates) = entry.filled("ecm_dates") {
        super::check_dates(&dates)?;
    }
    if let Some(days) = entry.given("settle_days") {
        days.whole_from(0)?;
    }
    if let Some(threshold) = entry.member("materiality_threshold") {
        threshold.number()?;
    }
    adjustments::check(entry)?;
    rebaseline::check(entry)
}

fn check_method(entry: &Members) -> Result<(), ConfigError> {
    let given = entry.filled("method");
    let method = given
        .as_ref()
        .map_or(Ok("forecast"), |method| method.word(&METHODS))?;
    if let Some(kernel) = entry.given("kernel")
        && kernel.word(&["g14", "exact"])? == "g14"
        && method == "chaining"
    {
        return Err(kernel.conflict("the method \"chaining\" needs the kernel \"exact\""));
    }
    if method != "forecast" {
        for period in ["period", "reporting_period"] {
            if entry.given(period).is_none() {
                return Err(entry.missing(format!("{period:?} for the method {method:?}")));
            }
        }
    }
    if method == "chaining" && entry.given("intermediate_period").is_none() {
        return Err(entry.missing("\"intermediate_period\" for the method \"chaining\""));
    }
    if method == "standard_conditions" {
        let normal = entry.required("normal_year")?;
        let temperatures = normal.list()?;
        if temperatures.len() < 2 {
            return Err(normal.takes("a list of daily mean outdoor temperatures"));
        }
        temperatures
            .iter()
            .try_for_each(|temperature| temperature.number().map(|_| ()))?;
    }
    Ok(())
}

fn check_extrapolation(policy: &Members) -> Result<(), ConfigError> {
    let numbers = EXTRAPOLATION.map(|(key, ..)| key);
    policy.only(&[&numbers[..], &["decline", "widen_fsu"]].concat())?;
    for (key, low, high) in EXTRAPOLATION {
        if let Some(number) = policy.member(key) {
            let accepts = match high.is_finite() {
                true => format!("a number of at least {low} and below {high}"),
                false => format!("a number of at least {low}"),
            };
            number.number_that(&accepts, |number| low <= number && number < high)?;
        }
    }
    for flag in ["decline", "widen_fsu"] {
        if let Some(flag) = policy.member(flag) {
            flag.flag()?;
        }
    }
    let value = |key: &str, default: f64| match policy.member(key) {
        Some(number) => number.number(),
        None => Ok(default),
    };
    for (caveat, caveat_default, decline, decline_default) in IN_ORDER {
        if value(decline, decline_default)? < value(caveat, caveat_default)? {
            return Err(policy.conflict(format!("{decline} is below {caveat}")));
        }
    }
    Ok(())
}
