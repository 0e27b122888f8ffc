//! `mv[].adjustments`: the ledger of what changed beside the measures.

use crate::error::ConfigError;
use crate::place::{Members, Place};

const EVENT_METHODS: [&str; 4] = ["indicator", "engineering", "exclude", "submeter"];
const STATIC_METHODS: [&str; 2] = ["proportional", "engineering"];
const STATUSES: [&str; 2] = ["proposed", "accepted"];
const FIT_PERIODS: [&str; 2] = ["baseline", "reporting"];
/// The keys of a non-routine event.
const EVENT: [&str; 18] = [
    "kind",
    "method",
    "start",
    "reason",
    "end",
    "amount",
    "se",
    "rate",
    "rate_se",
    "n_rows",
    "fit_period",
    "fit",
    "evidence",
    "approved_by",
    "status",
    "material",
    "caveats",
    "meter_derived",
];
/// The keys of a changed static factor.
const FACTOR: [&str; 17] = [
    "kind",
    "factor",
    "method",
    "start",
    "reason",
    "baseline_value",
    "reporting_value",
    "affected_share",
    "ratio_se",
    "share_se",
    "amount",
    "se",
    "evidence",
    "approved_by",
    "status",
    "fit",
    "meter_derived",
];

pub(super) fn check(entry: &Members) -> Result<(), ConfigError> {
    let Some(ledger) = entry.filled("adjustments") else {
        return Ok(());
    };
    if entry.given("reporting_period").is_none() {
        return Err(entry.missing("\"reporting_period\" to adjust"));
    }
    ledger
        .list()?
        .iter()
        .try_for_each(|adjustment| check_one(&adjustment.object()?))
}

fn check_one(adjustment: &Members) -> Result<(), ConfigError> {
    let is_event = match adjustment.member("kind") {
        Some(kind) => kind.word(&["nra", "static"])? == "nra",
        None => true,
    };
    adjustment.required("start")?.moment()?;
    adjustment.required("reason")?.text()?;
    if let Some(status) = adjustment.member("status") {
        status.word(&STATUSES)?;
    }
    match is_event {
        true => check_event(adjustment),
        false => check_factor(adjustment),
    }
}

fn check_event(event: &Members) -> Result<(), ConfigError> {
    event.only(&EVENT)?;
    let method = event.required("method")?.word(&EVENT_METHODS)?;
    if let Some(period) = event.given("fit_period") {
        period.word(&FIT_PERIODS)?;
    }
    if let (Some(end), Some(start)) = (event.given("end"), event.given("start"))
        && end.moment()? <= start.moment()?
    {
        return Err(end.conflict("it is not after the start"));
    }
    match method {
        "engineering" => {
            check_amount(event)?;
            check_evidence(event)
        }
        "submeter" => check_amount(event),
        _ => Ok(()),
    }
}

fn check_factor(factor: &Members) -> Result<(), ConfigError> {
    factor.only(&FACTOR)?;
    factor.required("factor")?;
    if factor.required("method")?.word(&STATIC_METHODS)? == "engineering" {
        check_amount(factor)?;
        return check_evidence(factor);
    }
    factor
        .required("affected_share")?
        .number_that("a share, 0 to 1", |share| (0.0..=1.0).contains(&share))?;
    factor
        .required("baseline_value")?
        .number_that("a number above 0", |number| number > 0.0)?;
    factor
        .required("reporting_value")?
        .number_that(NOT_NEGATIVE, not_negative)?;
    for error in ["ratio_se", "share_se"] {
        if let Some(error) = factor.member(error) {
            error.number_that(NOT_NEGATIVE, not_negative)?;
        }
    }
    Ok(())
}

const NOT_NEGATIVE: &str = "a number of at least 0";

fn not_negative(number: f64) -> bool {
    number >= 0.0
}

/// Checks an amount and its standard error.
fn check_amount(adjustment: &Members) -> Result<(), ConfigError> {
    adjustment.required("amount")?.number()?;
    adjustment
        .required("se")?
        .number_that(NOT_NEGATIVE, not_negative)?;
    Ok(())
}

fn check_evidence(adjustment: &Members) -> Result<(), ConfigError> {
    adjustment
        .required("evidence")
        .and_then(|evidence: Place| evidence.filled_text().map(|_| ()))
}
