//! `mv[].rebaseline`: when a baseline no longer holds.

use super::method::VALIDITIES;
use crate::error::ConfigError;
use crate::place::{Members, Place};

/// The settle window after a measure when none is given, in days.
const SETTLE_DAYS: f64 = 14.0;

pub(super) fn check(entry: &Members) -> Result<(), ConfigError> {
    let Some(policy) = entry.given("rebaseline") else {
        return Ok(());
    };
    let policy = policy.object()?;
    policy.only(&[
        "detect",
        "min_segment_days",
        "settle_days",
        "materiality",
        "major_step_frac",
        "min_baseline_days",
        "max_missing_frac",
        "require_validity",
        "max_achievement_months",
        "ecm_gap_days",
        "events",
        "static_factors",
        "bill_steps",
    ])?;
    if let Some(detect) = policy.member("detect") {
        detect.flag()?;
    }
    for days in [
        "min_segment_days",
        "min_baseline_days",
        "max_achievement_months",
        "ecm_gap_days",
    ] {
        if let Some(days) = policy.member(days) {
            days.whole_from(1)?;
        }
    }
    number(&policy, "materiality", "a number of at least 0", |number| {
        number >= 0.0
    })?;
    number(&policy, "major_step_frac", "a number above 0", |number| {
        number > 0.0
    })?;
    number(
        &policy,
        "max_missing_frac",
        "a share of at least 0 and below 1",
        |share| (0.0..1.0).contains(&share),
    )?;
    if let Some(validity) = policy.member("require_validity") {
        validity.word(&VALIDITIES)?;
    }
    if let Some(own) = policy.member("settle_days") {
        let shared = match entry.given("settle_days") {
            Some(days) => days.number()?,
            None => SETTLE_DAYS,
        };
        if own.number()? != shared {
            return Err(own.conflict("the settle window is set once, as settle_days of the entry"));
        }
    }
    check_steps(&policy)?;
    check_changes(&policy)
}

fn number(
    policy: &Members,
    key: &str,
    accepts: &str,
    fits: impl Fn(f64) -> bool,
) -> Result<(), ConfigError> {
    match policy.member(key) {
        Some(place) => place.number_that(accepts, fits).map(|_| ()),
        None => Ok(()),
    }
}

/// Checks the search for steps in bills: off, on, or with its own settings.
fn check_steps(policy: &Members) -> Result<(), ConfigError> {
    let Some(steps) = policy.given("bill_steps") else {
        return Ok(());
    };
    if steps.value().is_boolean() {
        return Ok(());
    }
    if steps.value().is_string() {
        return steps.word(&["scan", "off"]).map(|_| ());
    }
    let steps = steps.object()?;
    steps.only(&["min_run", "threshold"])?;
    if let Some(run) = steps.member("min_run") {
        run.whole_from(3)?;
    }
    number(&steps, "threshold", "a number above 0", |number| {
        number > 0.0
    })
}

/// Checks the changes the operator declares.
fn check_changes(policy: &Members) -> Result<(), ConfigError> {
    for event in listed(policy, "events")? {
        let event = event.object()?;
        event.only(&["date", "description", "magnitude", "id"])?;
        event.required("date")?.moment()?;
        event.required("description")?.filled_text()?;
        if let Some(magnitude) = event.member("magnitude") {
            magnitude.word(&["static", "minor", "major"])?;
        }
    }
    for factor in listed(policy, "static_factors")? {
        let factor = factor.object()?;
        factor.only(&["factor", "baseline_value", "value", "date", "tolerance"])?;
        factor.required("factor")?;
        factor.required("date")?.moment()?;
        factor.required("value")?.number()?;
        factor
            .required("baseline_value")?
            .number_that("a number above 0", |number| number > 0.0)?;
        number(&factor, "tolerance", "a number of at least 0", |number| {
            number >= 0.0
        })?;
    }
    Ok(())
}

fn listed<'a>(policy: &Members<'a>, key: &str) -> Result<Vec<Place<'a>>, ConfigError> {
    policy
        .member(key)
        .map_or(Ok(Vec::new()), |place| place.list())
}
