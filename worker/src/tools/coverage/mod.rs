//! `coverage`: how complete a facility's stored trends are.

mod measure;
mod report;

use std::collections::{BTreeMap, BTreeSet};

use camber_series::time;
use camber_store::{Point, Selection};
use serde_json::{Map, Value, json};

use super::arguments::{self, moment_of, text_of, texts_of};
use super::paging::{self, Page};
use super::{Lane, ToolSpec};
use crate::cache::Samples;
use crate::call::Call;
use crate::error::CallError;
use crate::results::Answer;
use crate::results::names::quoted;
use report::{Report, Window};

const PAGE: u32 = 50;

pub(super) fn spec() -> ToolSpec {
    ToolSpec {
        name: "coverage",
        title: "Data coverage and gaps",
        description: "How complete the stored data of one facility is, worst first. For each point: samples, \
                      first and last, sampling interval, coverage of the window (0 to 1), gaps. For each \
                      equipment: mean coverage and its worst point. And the longest gaps with start, end \
                      and hours. Call it before relying on an analysis, or to decide which trends to \
                      repair. Narrow with equips, roles, start and end; group_by \"equip\" leaves the \
                      point rows out; min_gap_hours hides short gaps; limit and offset page through every list.",
        input_schema: json!({
            "type": "object",
            "required": ["facility_id"],
            "additionalProperties": false,
            "properties": {
                "facility_id": arguments::facility_id(),
                "equips": arguments::equips(),
                "roles": arguments::texts(100, "only these roles, such as supply_air_temp"),
                "start": arguments::start(),
                "end": arguments::end(),
                "group_by": {
                    "type": "string",
                    "enum": ["point", "equip"],
                    "description": "point (unless given): rows by point and by equipment; equip: by equipment only",
                },
                "min_gap_hours": {
                    "type": "number",
                    "minimum": 0,
                    "maximum": 8760,
                    "description": "list only gaps of at least these hours; unless given, every gap over 1.5 \
                                    sampling intervals",
                },
                "limit": paging::limit(PAGE),
                "offset": paging::offset(),
            },
        }),
        output_schema: report::output_schema(),
        lane: Lane::Data,
        run,
    }
}

/// The arguments, read.
struct Asked<'a> {
    equips: Option<BTreeSet<String>>,
    roles: Option<BTreeSet<String>>,
    window: Window,
    by_point: bool,
    min_gap_hours: f64,
    arguments: &'a Map<String, Value>,
}

fn run(call: &mut Call) -> Result<Answer, CallError> {
    let id = call.facility_id()?;
    let asked = Asked::new(call.arguments);
    call.progress(0, 2, "reading sample times");
    let mut samples = call.samples(id, asked.selection())?;
    if !samples
        .inventory()
        .points
        .iter()
        .any(|point| asked.takes(point))
    {
        // Where nothing matches, the facility as a whole still tells the window.
        samples = call.samples(id, asked.whole_facility())?;
    }
    let inventory = samples.inventory();
    let points = inventory.points.iter().filter(|point| asked.takes(point));
    let times: BTreeMap<(&str, &str), &[i64]> = samples
        .iter()
        .map(|(series, times)| ((series.equip.as_str(), series.role.as_str()), times))
        .collect();
    let first = times.values().filter_map(|times| times.first()).min();
    let last = times.values().filter_map(|times| times.last()).max();
    let window = Window {
        start: asked.window.start.or(first.copied()),
        end: asked.window.end.or(last.copied()),
    };

    call.progress(1, 2, "measuring coverage");
    let of = |point: &Point| {
        let key = (point.equip.as_str(), point.role.as_str());
        times.get(&key).copied().unwrap_or_default()
    };
    let report = Report::new(
        id,
        window,
        points.map(|point| (point, of(point))),
        asked.min_gap_hours,
    );
    let mut page = Page::new(call.arguments, PAGE);
    let shown = report.page(&mut page, asked.by_point);
    let mut page_notices = page.into_notices();
    page_notices.extend(report.notice());
    let mut facts = call.facts();
    let summary = report.summary(&shown, &mut facts);
    let truncated = !page_notices.is_empty();
    let mut notices = asked.notices(&samples);
    notices.extend(page_notices);
    Ok(Answer {
        data: report.data(&shown),
        summary,
        facts,
        notices,
        truncated,
    })
}

impl<'a> Asked<'a> {
    fn new(arguments: &'a Map<String, Value>) -> Asked<'a> {
        Asked {
            equips: texts_of(arguments, "equips"),
            roles: texts_of(arguments, "roles"),
            window: Window {
                start: moment_of(arguments, "start"),
                end: moment_of(arguments, "end"),
            },
            by_point: text_of(arguments, "group_by") != Some("equip"),
            min_gap_hours: arguments
                .get("min_gap_hours")
                .and_then(Value::as_f64)
                .unwrap_or(0.0),
            arguments,
        }
    }

    fn takes(&self, point: &Point) -> bool {
        let in_set = |set: &Option<BTreeSet<String>>, name: &String| {
            set.as_ref().is_none_or(|set| set.contains(name))
        };
        in_set(&self.equips, &point.equip) && in_set(&self.roles, &point.role)
    }

    fn selection(&self) -> Selection {
        Selection {
            equips: self.equips.clone(),
            roles: self.roles.clone(),
            ..self.whole_facility()
        }
    }

    fn whole_facility(&self) -> Selection {
        Selection {
            start: self.window.start,
            end: self.window.end,
            equips: None,
            roles: None,
            values: false,
        }
    }

    /// What a reader would otherwise take for a finding: names that are not stored, and a window
    /// beside the data.
    fn notices(&self, samples: &Samples) -> Vec<String> {
        let mut notices = Vec::new();
        let inventory = samples.inventory();
        let points = &inventory.points;
        let mut check =
            |argument: &str, names: &Option<BTreeSet<String>>, stored: fn(&Point) -> &String| {
                let stored: BTreeSet<&String> = points.iter().map(stored).collect();
                let unknown = names.iter().flatten().filter(|name| !stored.contains(name));
                let unknown: Vec<String> = unknown.take(10).map(|name| quoted(name)).collect();
                if !unknown.is_empty() {
                    notices.push(format!(
                        "{argument} names what this facility does not store: {}.",
                        unknown.join(", ")
                    ));
                }
            };
        check("equips", &self.equips, |point| &point.equip);
        check("roles", &self.roles, |point| &point.role);
        let windowed = self.window.start.is_some() || self.window.end.is_some();
        if windowed && samples.iter().next().is_none() {
            let bound = |name: &str| text_of(self.arguments, name).unwrap_or("open").to_owned();
            let data = inventory.span.map(|(first, last)| {
                format!(
                    "; this facility's data runs from {} to {}",
                    time::format(first),
                    time::format(last)
                )
            });
            notices.push(format!(
                "No valid sample lies in the window asked for (start {}, end {}){}.",
                bound("start"),
                bound("end"),
                data.unwrap_or_default()
            ));
        }
        notices
    }
}
