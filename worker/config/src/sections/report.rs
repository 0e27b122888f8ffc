//! `report`: what the report of a run says and shows.

use camber_model::energy_unit;

use super::equipment::Equipment;
use super::{price, references};
use crate::error::ConfigError;
use crate::place::{Members, Place};
use crate::surroundings::Surroundings;

/// The ways to choose the week that is shown; `fixed:` and a bare date name one.
const WEEKS: [&str; 6] = ["", "auto", "evidence", "oat_range", "oat-range", "typical"];
/// What a measure of the table of measures must say, and what it may.
const MEASURE: [&str; 3] = ["name", "finding", "affected_system"];
const MEASURE_OPTIONS: [&str; 4] = ["comfort_iaq_impact", "est_savings", "est_cost", "priority"];

pub(super) fn check(
    config: &Members,
    equipment: &Equipment,
    around: &Surroundings,
) -> Result<(), ConfigError> {
    let Some(report) = config.given("report") else {
        return Ok(());
    };
    let report = report.object()?;
    if let Some(layout) = report.filled("layout") {
        layout.text()?;
    }
    if let Some(level) = report.member("level") {
        level.number_that("1, 2 or 3", |number| [1.0, 2.0, 3.0].contains(&number))?;
    }
    if let Some(measures) = report.filled("ecms") {
        for measure in measures.list()? {
            let measure = measure.object()?;
            measure.only(&[&MEASURE[..], &MEASURE_OPTIONS].concat())?;
            MEASURE
                .iter()
                .try_for_each(|key| measure.required(key).map(|_| ()))?;
        }
    }
    if let Some(benchmark) = report.member("benchmark") {
        check_benchmark(&benchmark.object()?)?;
    }
    let none = serde_json::Map::new();
    let rcx = match report.filled("rcx") {
        Some(rcx) => rcx.object()?,
        None => Members::top(&none),
    };
    check_rcx(&rcx, around)?;
    references::check(&rcx, equipment, around)?;
    if let Some(prices) = rcx.filled("price").or_else(|| report.filled("price")) {
        price::check(&prices)?;
    }
    match rcx.filled("loads").or_else(|| report.filled("loads")) {
        Some(loads) => price::check_loads(&loads),
        None => Ok(()),
    }
}

fn check_benchmark(benchmark: &Members) -> Result<(), ConfigError> {
    for key in ["site_eui", "peer_median_eui"] {
        benchmark.required(key)?.number()?;
    }
    let Some(unit) = benchmark.filled("unit") else {
        return Ok(());
    };
    energy_unit::check_intensity(unit.text()?).map_err(|problem| unit.conflict(problem.to_string()))
}

fn check_rcx(rcx: &Members, around: &Surroundings) -> Result<(), ConfigError> {
    for count in ["top_n", "dpi"] {
        if let Some(count) = rcx.member(count) {
            count.whole_from(1)?;
        }
    }
    if let Some(week) = rcx.given("week") {
        check_week(&week)?;
    }
    for text in ["paper", "chart_format", "title"] {
        if let Some(text) = rcx.member(text) {
            text.text()?;
        }
    }
    if let Some(sections) = rcx.filled("sections") {
        for section in sections.list()? {
            section.text()?;
        }
    }
    for flag in ["g36_reference", "corroboration", "lifecycle"] {
        if let Some(flag) = rcx.member(flag) {
            flag.flag()?;
        }
    }
    if let Some(params) = rcx.filled("cost_params") {
        params.object()?;
    }
    if let Some(occupancy) = rcx.filled("occupancy") {
        check_occupancy(&occupancy.object()?)?;
    }
    if let Some(sequence) = rcx.filled("sequence")
        && let Some(reset) = sequence.object()?.filled("sat_reset")
    {
        check_reset(&reset.object()?)?;
    }
    for file in ["notes", "prose"] {
        if let Some(file) = rcx.filled(file) {
            let name = file.text()?;
            let content = around.read_json(&file, name)?;
            Place::named(format!("{} ({name})", file.at()), &content).object()?;
        }
    }
    Ok(())
}

fn check_week(week: &Place) -> Result<(), ConfigError> {
    let text = week.text()?.trim();
    let date = text.strip_prefix("fixed:").unwrap_or(text);
    match WEEKS.contains(&text) || camber_series::time::parse(date).is_ok() {
        true => Ok(()),
        false => {
            Err(week.takes("\"evidence\", \"oat_range\", \"typical\" or \"fixed:YYYY-MM-DD\""))
        }
    }
}

fn check_occupancy(occupancy: &Members) -> Result<(), ConfigError> {
    for key in ["start_hour", "end_hour"] {
        if let Some(hour) = occupancy.member(key) {
            hour.number_that("an hour of the day, 0 to 24", |hour| {
                (0.0..=24.0).contains(&hour)
            })?;
        }
    }
    if let Some(days) = occupancy.member("days") {
        for day in days.list()? {
            day.number_that("weekday numbers, 0 (Monday) to 6", |day| {
                day.fract() == 0.0 && (0.0..=6.0).contains(&day)
            })?;
        }
    }
    Ok(())
}

/// Checks the reset of the supply-air temperature that the site declares: the ends of the range of
/// outdoor temperatures, and the supply-air temperature at each.
fn check_reset(reset: &Members) -> Result<(), ConfigError> {
    for key in ["oat", "sat"] {
        let ends = reset.required(key)?;
        match ends.list()?.as_slice() {
            [low, high] => {
                low.number()?;
                high.number()?;
            }
            _ => return Err(ends.takes("a list of two temperatures")),
        }
    }
    if let Some(tolerance) = reset.member("tol_f") {
        tolerance.number_that("a number above 0", |number| number > 0.0)?;
    }
    Ok(())
}
