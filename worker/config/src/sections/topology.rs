//! `topology`: which equipment serves which.

use crate::error::ConfigError;
use crate::place::{Members, Place};
use crate::surroundings::Surroundings;

/// The names by which the columns of a schedule are known, the served equipment's and the serving
/// one's, in order of preference.
const CHILDREN: [&str; 8] = [
    "child",
    "vav_id",
    "vav",
    "zone",
    "terminal",
    "ahu_id",
    "equip",
    "equipment",
];
const PARENTS: [&str; 7] = [
    "parent",
    "parent_ahu",
    "ahu",
    "served_by",
    "parent_plant",
    "plant",
    "parent_equip",
];

pub(super) fn check(config: &Members, around: &Surroundings) -> Result<(), ConfigError> {
    let Some(topology) = config.given("topology") else {
        return Ok(());
    };
    let topology = topology.object()?;
    topology.only(&["parents", "csv", "match"])?;
    if let Some(matching) = topology.member("match") {
        matching.word(&["normalized", "exact"])?;
    }
    if let Some(parents) = topology.filled("parents") {
        for (_, serving) in parents.object()?.each() {
            for parent in serving.one_or_list() {
                parent.text()?;
            }
        }
    }
    if let Some(schedules) = topology.filled("csv") {
        for schedule in schedules.one_or_list() {
            check_schedule(&schedule, around)?;
        }
    }
    Ok(())
}

/// Checks one schedule: a path, or an object with it and the names of its columns.
fn check_schedule(schedule: &Place, around: &Surroundings) -> Result<(), ConfigError> {
    let (path, child, parent) = match schedule.value().as_str() {
        Some(_) => (schedule.clone(), None, None),
        None => {
            let schedule = schedule.object()?;
            let path = schedule.required("path")?;
            (path, schedule.filled("child"), schedule.filled("parent"))
        }
    };
    let table = around.read_csv(&path, path.filled_text()?)?;
    if table.rows.is_empty() {
        return Ok(());
    }
    let column = |named: Option<Place>, usual: &[&str], other: Option<&str>| match named {
        Some(named) => {
            let name = named.text()?;
            let found = table.columns.iter().find(|column| *column == name);
            found
                .map(|column| Some(column.as_str()))
                .ok_or_else(|| named.takes("a column of the file"))
        }
        None => Ok(usual.iter().find_map(|usual| {
            let mut columns = table.columns.iter().map(String::as_str);
            columns.find(|column| column.trim().to_lowercase() == *usual && Some(*column) != other)
        })),
    };
    let child = column(child, &CHILDREN, None)?;
    let parent = column(parent, &PARENTS, child)?;
    let clear = matches!((child, parent), (Some(child), Some(parent)) if child != parent);
    if clear || (table.columns.len() == 2 && (child.is_none() || parent.is_none())) {
        return Ok(());
    }
    Err(path.conflict(
        "the columns of served and of serving equipment cannot be told apart; name them as \"child\" and \"parent\"",
    ))
}
