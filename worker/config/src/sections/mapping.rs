//! `mapping`: which role the points of a folder's equipment have. A store has roles already.

use serde_json::Value;

use super::source::Source;
use crate::error::ConfigError;
use crate::place::{Members, Place};
use crate::surroundings::Surroundings;

pub(super) fn check(
    config: &Members,
    source: &Source,
    around: &Surroundings,
) -> Result<(), ConfigError> {
    let Some(mapping) = config.given("mapping") else {
        return match source {
            Source::Folders(_) => Err(config.missing("\"mapping\" to read folders")),
            Source::Store { .. } | Source::Nowhere => Ok(()),
        };
    };
    match mapping.object()?.member("path") {
        None => table(&mapping),
        Some(path) => {
            let name = path.filled_text()?;
            let content: Value = around.read_json(&path, name)?;
            table(&Place::named(format!("mapping.path ({name})"), &content))
        }
    }
}

fn table(mapping: &Place) -> Result<(), ConfigError> {
    let mapping = mapping.object()?;
    if let Some(aliases) = mapping.member("aliases") {
        for (_, role) in aliases.object()?.each() {
            role.role()?;
        }
    }
    if let Some(patterns) = mapping.member("patterns") {
        for pattern in patterns.list()? {
            match pattern.list()?.as_slice() {
                [expression, role] => {
                    check_expression(expression)?;
                    role.role()?;
                }
                _ => return Err(pattern.takes("a regular expression and a role")),
            }
        }
    }
    Ok(())
}

/// Refuses a quantifier on a group that holds one, such as `(a+)+`: on a long name that does not
/// match, trying every split takes forever.
fn check_expression(expression: &Place) -> Result<(), ConfigError> {
    let text = expression.text()?;
    let nested = text.match_indices('(').any(|(start, _)| {
        let group = text.get(start + 1..).unwrap_or_default();
        group.split_once(')').is_some_and(|(inside, after)| {
            inside.contains(['+', '*']) && after.trim_start().starts_with(['+', '*'])
        })
    });
    match nested {
        false => Ok(()),
        true => {
            Err(expression
                .takes("a regular expression without a quantifier on a group that holds one"))
        }
    }
}
