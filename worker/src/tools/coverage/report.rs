//! The result: rows by point, by equipment and by gap, each worst first, and what is said of them.

use std::cmp::Ordering;

use camber_series::stats::round;
use camber_series::time;
use camber_store::Point;
use serde_json::{Value, json};

use super::super::paging::Page;
use super::measure::{Gap, Measured, measure};
use crate::results::facts::Facts;
use crate::results::names::quoted;
use crate::results::words::counted;

/// Coverage under which a point, or an equipment's mean, is called low.
const LOW: f64 = 0.9;
/// The worst equipment the summary names.
const IN_SUMMARY: usize = 5;
/// The longest gaps listed, over all pages.
const MOST_GAPS: usize = 500;
/// The longest gaps of a page that get a fact of their own.
const GAP_FACTS: usize = 20;

/// The JSON Schema of the result.
pub(super) fn output_schema() -> Value {
    let text = json!({"type": "string"});
    let moment = json!({"type": ["string", "null"]});
    let count = json!({"type": "integer", "minimum": 0});
    let share = |of: &str| json!({"type": "number", "minimum": 0, "maximum": 1, "description": of});
    let row = |fields: Value| {
        let names = fields
            .as_object()
            .map(|all| all.keys().cloned().collect::<Vec<_>>());
        json!({
            "type": "object",
            "required": names.unwrap_or_default(),
            "additionalProperties": false,
            "properties": fields,
        })
    };
    let equipment = row(json!({
        "equip": text,
        "equip_class": text,
        "n_points": count,
        "coverage": share("mean over its points"),
        "worst_role": text,
        "worst_coverage": share("of its worst point"),
    }));
    let point = row(json!({
        "equip": text,
        "equip_class": text,
        "role": text,
        "n_samples": {"type": "integer", "minimum": 0, "description": "distinct times with a value"},
        "first": moment,
        "last": moment,
        "interval_minutes": {"type": ["number", "null"], "description": "most frequent spacing"},
        "coverage": share("samples over those a whole window has"),
        "n_gaps": count,
        "longest_gap_hours": {"type": "number", "minimum": 0},
    }));
    let gap = row(json!({
        "equip": text,
        "role": text,
        "start": {"type": "string", "description": "last sample before it, or the window's start"},
        "end": {"type": "string", "description": "first sample after it, or the window's end"},
        "hours": {"type": "number", "minimum": 0, "description": "time without the samples due"},
    }));
    let list =
        |items: Value, order: &str| json!({"type": "array", "items": items, "description": order});
    row(json!({
        "facility_id": text,
        "window": row(json!({"start": moment, "end": moment})),
        "coverage": share("mean over the points"),
        "n_points": {"type": "integer", "minimum": 0, "description": "points on all pages"},
        "equipment": list(equipment, "lowest mean first"),
        "points": list(point, "lowest coverage first"),
        "gaps": list(gap, "longest first"),
    }))
}

/// The span coverage is measured over, nanoseconds; an end is open while nothing tells it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    pub start: Option<i64>,
    pub end: Option<i64>,
}

/// Everything measured of the selected points of a facility.
pub(super) struct Report<'a> {
    facility_id: &'a str,
    window: Window,
    coverage: f64,
    equipment: Vec<EquipRow<'a>>,
    points: Vec<PointRow<'a>>,
    /// The longest [`MOST_GAPS`].
    gaps: Vec<GapRow<'a>>,
    /// Gaps of the length asked for, listed or not.
    all_gaps: usize,
}

/// One page of its lists.
pub(super) struct Shown<'r> {
    equipment: &'r [EquipRow<'r>],
    points: &'r [PointRow<'r>],
    gaps: &'r [GapRow<'r>],
}

struct PointRow<'a> {
    point: &'a Point,
    measured: Measured,
    coverage: f64,
}

struct EquipRow<'a> {
    equip: &'a str,
    equip_class: &'a str,
    points: usize,
    coverage: f64,
    worst_role: &'a str,
    worst_coverage: f64,
}

struct GapRow<'a> {
    point: &'a Point,
    gap: Gap,
    hours: f64,
}

impl<'a> Report<'a> {
    /// Measures the points, given by equipment and then role with their sample times; gaps
    /// shorter than `min_gap_hours` are counted but not listed.
    pub(super) fn new<'t>(
        facility_id: &'a str,
        window: Window,
        points: impl Iterator<Item = (&'a Point, &'t [i64])>,
        min_gap_hours: f64,
    ) -> Report<'a> {
        let mut points: Vec<PointRow> = points
            .map(|(point, times)| {
                let measured = measure(times, (window.start, window.end));
                PointRow {
                    point,
                    coverage: round(measured.coverage, 4),
                    measured,
                }
            })
            .collect();
        let mut equipment: Vec<EquipRow> = points
            .chunk_by(|a, b| a.point.equip == b.point.equip)
            .filter_map(EquipRow::new)
            .collect();
        equipment.sort_by(|a, b| {
            a.coverage
                .total_cmp(&b.coverage)
                .then_with(|| a.equip.cmp(b.equip))
        });
        points.sort_by(|a, b| {
            a.coverage
                .total_cmp(&b.coverage)
                .then_with(|| by_name(a.point, b.point))
        });
        let mut gaps: Vec<GapRow> = points
            .iter()
            .flat_map(|row| row.measured.gaps.iter().map(|&gap| (row.point, gap)))
            .filter(|(_, gap)| gap.hours >= min_gap_hours)
            .map(|(point, gap)| GapRow {
                point,
                gap,
                hours: round(gap.hours, 2),
            })
            .collect();
        gaps.sort_by(|a, b| {
            let longest = b.hours.total_cmp(&a.hours);
            longest
                .then_with(|| by_name(a.point, b.point))
                .then(a.gap.start.cmp(&b.gap.start))
        });
        let all_gaps = gaps.len();
        gaps.truncate(MOST_GAPS);
        let coverage = mean(points.iter().map(|row| row.coverage));
        Report {
            facility_id,
            window,
            coverage,
            equipment,
            points,
            gaps,
            all_gaps,
        }
    }

    /// What is not on any page.
    pub(super) fn notice(&self) -> Option<String> {
        (self.all_gaps > self.gaps.len()).then(|| {
            format!(
                "'gaps' lists the longest {MOST_GAPS} of {}. For the others, repeat the call for fewer \
                 equips or roles, or a shorter window.",
                self.all_gaps
            )
        })
    }

    /// The rows on the page asked for; no point rows unless they were.
    pub(super) fn page(&self, page: &mut Page, by_point: bool) -> Shown<'_> {
        Shown {
            equipment: page.cut("equipment", &self.equipment),
            points: if by_point {
                page.cut("points", &self.points)
            } else {
                &[]
            },
            gaps: page.cut("gaps", &self.gaps),
        }
    }

    /// The structured result.
    pub(super) fn data(&self, shown: &Shown) -> Value {
        json!({
            "facility_id": self.facility_id,
            "window": {
                "start": self.window.start.map(time::format),
                "end": self.window.end.map(time::format),
            },
            "coverage": self.coverage,
            "n_points": self.points.len(),
            "equipment": shown.equipment.iter().map(EquipRow::data).collect::<Vec<Value>>(),
            "points": shown.points.iter().map(PointRow::data).collect::<Vec<Value>>(),
            "gaps": shown.gaps.iter().map(GapRow::data).collect::<Vec<Value>>(),
        })
    }

    /// The summary. Every equipment row and the leading gaps of the page become facts.
    pub(super) fn summary(&self, shown: &Shown, facts: &mut Facts) -> Vec<String> {
        let low = self.points.iter().filter(|row| row.coverage < LOW).count();
        let overall = format!(
            "{}: mean coverage {} over {} on {} equipment{}; {} below 90%, {} in all",
            quoted(self.facility_id),
            percent(self.coverage),
            counted(self.points.len(), "point"),
            self.equipment.len(),
            self.span(),
            counted(low, "point"),
            counted(self.all_gaps, "gap")
        );
        let about = [("facility_id", self.facility_id)];
        let id = facts.add(
            "coverage",
            json!(round(self.coverage * 100.0, 1)),
            overall.clone(),
            about,
        );
        let mut summary = vec![format!("{overall} [{id}].")];
        for (at, row) in shown.equipment.iter().enumerate() {
            let text = row.text();
            let value = json!(round(row.coverage * 100.0, 1));
            let id = facts.add(
                "equip_coverage",
                value,
                text.clone(),
                [("equip", row.equip)],
            );
            if at < IN_SUMMARY && row.coverage < LOW {
                summary.push(format!("{text} [{id}]."));
            }
        }
        for (at, row) in shown.gaps.iter().take(GAP_FACTS).enumerate() {
            let about = [
                ("equip", row.point.equip.as_str()),
                ("role", row.point.role.as_str()),
            ];
            let text = row.text();
            let id = facts.add("gap", json!(row.hours), text.clone(), about);
            if at == 0 {
                summary.push(format!("The longest gap listed: {text} [{id}]."));
            }
        }
        summary
    }

    fn span(&self) -> String {
        match (self.window.start, self.window.end) {
            (Some(start), Some(end)) => {
                format!(" from {} to {}", time::format(start), time::format(end))
            }
            _ => String::new(),
        }
    }
}

impl PointRow<'_> {
    fn data(&self) -> Value {
        let measured = &self.measured;
        let longest = measured
            .gaps
            .iter()
            .map(|gap| gap.hours)
            .fold(0.0, f64::max);
        json!({
            "equip": self.point.equip,
            "equip_class": self.point.equip_class,
            "role": self.point.role,
            "n_samples": measured.samples,
            "first": measured.span.map(|(first, _)| time::format(first)),
            "last": measured.span.map(|(_, last)| time::format(last)),
            "interval_minutes": measured.step.map(|step| round(step as f64 / 6e10, 3)),
            "coverage": self.coverage,
            "n_gaps": measured.gaps.len(),
            "longest_gap_hours": round(longest, 2),
        })
    }
}

impl<'a> EquipRow<'a> {
    /// The row of the points of one equipment; `None` for no points.
    fn new(points: &[PointRow<'a>]) -> Option<EquipRow<'a>> {
        let worst = points.iter().min_by(|a, b| {
            a.coverage
                .total_cmp(&b.coverage)
                .then_with(|| a.point.role.cmp(&b.point.role))
        })?;
        Some(EquipRow {
            equip: &worst.point.equip,
            equip_class: &worst.point.equip_class,
            points: points.len(),
            coverage: mean(points.iter().map(|row| row.coverage)),
            worst_role: &worst.point.role,
            worst_coverage: worst.coverage,
        })
    }

    fn data(&self) -> Value {
        json!({
            "equip": self.equip,
            "equip_class": self.equip_class,
            "n_points": self.points,
            "coverage": self.coverage,
            "worst_role": self.worst_role,
            "worst_coverage": self.worst_coverage,
        })
    }

    fn text(&self) -> String {
        format!(
            "{} has a mean coverage of {} over {}, the worst {} at {}",
            quoted(self.equip),
            percent(self.coverage),
            counted(self.points, "point"),
            quoted(self.worst_role),
            percent(self.worst_coverage)
        )
    }
}

impl GapRow<'_> {
    fn data(&self) -> Value {
        json!({
            "equip": self.point.equip,
            "role": self.point.role,
            "start": time::format(self.gap.start),
            "end": time::format(self.gap.end),
            "hours": self.hours,
        })
    }

    fn text(&self) -> String {
        format!(
            "{} of {} has no sample for {} hours, from {} to {}",
            quoted(&self.point.role),
            quoted(&self.point.equip),
            self.hours,
            time::format(self.gap.start),
            time::format(self.gap.end)
        )
    }
}

fn by_name(a: &Point, b: &Point) -> Ordering {
    a.equip.cmp(&b.equip).then_with(|| a.role.cmp(&b.role))
}

/// The mean to four decimals, summed in the order given; 0 of nothing.
fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    match values.len() {
        0 => 0.0,
        count => round(values.sum::<f64>() / count as f64, 4),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}
