//! `points`: what one facility has stored.

use std::collections::BTreeSet;

use camber_store::Point;
use serde_json::{Map, Value, json};

use super::arguments::{self, text_of};
use super::paging::{self, Page};
use super::{Lane, ToolSpec};
use crate::call::Call;
use crate::error::CallError;
use crate::results::Answer;
use crate::results::names::quoted;
use crate::results::words::counted;

const PAGE: u32 = 250;

pub(super) fn spec() -> ToolSpec {
    let row = json!({
        "type": "object",
        "required": ["equip", "equip_class", "role"],
        "additionalProperties": false,
        "properties": {
            "equip": {"type": "string"},
            "equip_class": {"type": "string"},
            "role": {"type": "string", "description": "what the point measures or commands"},
        },
    });
    ToolSpec {
        name: "points",
        title: "Points of a facility",
        description: "The points (trended series) one facility has: for each its equipment id, the \
                      equipment's class and the role, that is what it measures or commands, such as \
                      supply_air_temp. Call it to learn the equipment ids and roles other tools take, and \
                      to see which inputs an analysis would have. equip, role and equip_class narrow the \
                      list (exact match); limit and offset page through it. No sample values.",
        input_schema: json!({
            "type": "object",
            "required": ["facility_id"],
            "additionalProperties": false,
            "properties": {
                "facility_id": arguments::facility_id(),
                "equip": arguments::text("only this equipment id"),
                "role": arguments::text("only this role, such as supply_air_temp"),
                "equip_class": arguments::text("only equipment of this class, such as AHU"),
                "limit": paging::limit(PAGE),
                "offset": paging::offset(),
            },
        }),
        output_schema: json!({
            "type": "object",
            "required": ["facility_id", "points", "count", "n_equipment"],
            "additionalProperties": false,
            "properties": {
                "facility_id": {"type": "string"},
                "points": {"type": "array", "items": row, "description": "by equipment, then role"},
                "count": {"type": "integer", "minimum": 0, "description": "matching points on all pages"},
                "n_equipment": {"type": "integer", "minimum": 0, "description": "equipment with a matching point"},
            },
        }),
        lane: Lane::Data,
        run,
    }
}

fn run(call: &mut Call) -> Result<Answer, CallError> {
    let id = call.facility_id()?;
    let inventory = call.inventory(id)?;
    let wanted = |point: &&Point| matches(call.arguments, point);
    let matching: Vec<&Point> = inventory.points.iter().filter(wanted).collect();
    let equipment = matching
        .iter()
        .map(|point| &point.equip)
        .collect::<BTreeSet<_>>()
        .len();

    let mut page = Page::new(call.arguments, PAGE);
    let rows: Vec<Value> = page
        .cut("points", &matching)
        .iter()
        .map(|point| json!({"equip": point.equip, "equip_class": point.equip_class, "role": point.role}))
        .collect();
    let notices = page.into_notices();

    let text = format!(
        "{} stores {} on {equipment} equipment{}",
        quoted(id),
        counted(matching.len(), "point"),
        filters(call.arguments)
    );
    let mut facts = call.facts();
    let fact = facts.add(
        "point_count",
        json!(matching.len()),
        text.clone(),
        [("facility_id", id)],
    );
    Ok(Answer {
        data: json!({
            "facility_id": id,
            "points": rows,
            "count": matching.len(),
            "n_equipment": equipment,
        }),
        summary: vec![format!("{text} [{fact}].")],
        facts,
        truncated: !notices.is_empty(),
        notices,
    })
}

fn matches(arguments: &Map<String, Value>, point: &Point) -> bool {
    let is =
        |name: &str, value: &str| text_of(arguments, name).is_none_or(|wanted| wanted == value);
    is("equip", &point.equip) && is("role", &point.role) && is("equip_class", &point.equip_class)
}

fn filters(arguments: &Map<String, Value>) -> String {
    let given: Vec<String> = [
        ("equip", "equipment"),
        ("role", "role"),
        ("equip_class", "class"),
    ]
    .iter()
    .filter_map(|(name, label)| Some(format!("{label} {}", quoted(text_of(arguments, name)?))))
    .collect();
    match given.is_empty() {
        true => String::new(),
        false => format!(" matching {}", given.join(" and ")),
    }
}
