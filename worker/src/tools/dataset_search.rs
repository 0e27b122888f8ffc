//! `dataset_search`: the dataset catalogue, by words and filters.

use camber_catalog::{Catalog, Dataset, Kind, LicenceFilter, Search};
use serde_json::{Map, Value, json};

use super::arguments::{self, text_of};
use super::{Lane, ToolSpec};
use crate::call::Call;
use crate::error::CallError;
use crate::results::Answer;
use crate::results::names::quoted;

/// Datasets the summary has a sentence for; the others are in the data and the facts.
const IN_SUMMARY: usize = 10;

pub(super) fn spec() -> ToolSpec {
    ToolSpec {
        name: "dataset_search",
        title: "Find open datasets",
        description: "Finds open building datasets to practise on or to test a rule with: simulations with \
                      labelled faults, trends of real buildings, lab rigs, generated sets. Words and filters \
                      narrow the list; without arguments it is the whole catalogue. Each row has the id, \
                      kind, licence, whether it may be used commercially, whether its faults are \
                      labelled, equipment, sizes and uses. Metadata only, research-only datasets included with a notice; their data are \
                      never served. Quick.",
        input_schema: json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "query": arguments::text(
                    "words that must all match, in any case: equipment, faults, places, publishers, uses",
                ),
                "kind": {"type": "string", "enum": Kind::ALL.map(Kind::as_str)},
                "labeled": {"type": "boolean", "description": "true keeps those whose faults are labelled"},
                "licence": {
                    "type": "string",
                    "enum": ["all", "commercial"],
                    "description": "commercial leaves out what may not be used commercially; all unless given",
                },
            },
        }),
        output_schema: json!({
            "type": "object",
            "required": ["count", "research_only", "datasets"],
            "additionalProperties": false,
            "properties": {
                "count": {"type": "integer", "minimum": 0},
                "research_only": {"type": "integer", "minimum": 0, "description": "how many of them"},
                "datasets": {"type": "array", "items": whole(row_properties()), "description": "by id"},
            },
        }),
        lane: Lane::Quick,
        run,
    }
}

/// The members of a row, which is also the first part of a `dataset_entry` result.
pub(super) fn row_properties() -> Map<String, Value> {
    properties([
        ("id", json!({"type": "string"})),
        ("title", json!({"type": "string"})),
        ("kind", json!({"type": "string"})),
        (
            "licence",
            json!({"type": "string", "description": "SPDX id"}),
        ),
        (
            "access",
            json!({"type": "string", "enum": ["open", "research_only"]}),
        ),
        ("research_only", json!({"type": "boolean"})),
        ("commercial_ok", json!({"type": "boolean"})),
        ("labeled_faults", json!({"type": "boolean"})),
        ("equipment", json!({"type": "string"})),
        (
            "download_bytes",
            json!({"type": "integer", "minimum": 0, "description": "0: generated, not downloaded"}),
        ),
        ("store_bytes_estimate", json!({"type": ["integer", "null"]})),
        (
            "good_for",
            json!({"type": "array", "items": {"type": "string"}}),
        ),
        ("notice", json!({"type": ["string", "null"]})),
    ])
}

pub(super) fn properties<const N: usize>(members: [(&str, Value); N]) -> Map<String, Value> {
    members
        .map(|(name, schema)| (name.to_owned(), schema))
        .into_iter()
        .collect()
}

/// The schema of an object that has exactly these members.
pub(super) fn whole(properties: Map<String, Value>) -> Value {
    json!({
        "type": "object",
        "required": properties.keys().collect::<Vec<_>>(),
        "additionalProperties": false,
        "properties": properties,
    })
}

fn run(call: &mut Call) -> Result<Answer, CallError> {
    let found = Catalog::embedded().search(&search(call.arguments));
    let research_only = found
        .iter()
        .filter(|dataset| dataset.is_research_only())
        .count();

    let mut facts = call.facts();
    let text = format!(
        "{} of the catalogue's datasets match, {research_only} of them research-only",
        found.len()
    );
    let id = facts.add("dataset_count", json!(found.len()), text.clone(), []);
    let mut summary = vec![format!("{text} [{id}].")];
    for (at, dataset) in found.iter().enumerate() {
        let text = sentence(dataset);
        let about = [("dataset_id", dataset.id.as_str())];
        let id = facts.add("dataset", json!(dataset.licence), text.clone(), about);
        if at < IN_SUMMARY {
            summary.push(format!("{text} [{id}]."));
        }
    }

    let notices = match research_only {
        0 => Vec::new(),
        count => vec![format!(
            "Research-only datasets in this list: {count}. Their terms rule out commercial use or derivatives, \
             and no facility ingested from them is served here."
        )],
    };
    let rows: Vec<Value> = found
        .iter()
        .map(|dataset| Value::Object(dataset.search_row()))
        .collect();
    Ok(Answer {
        data: json!({"count": found.len(), "research_only": research_only, "datasets": rows}),
        summary,
        facts,
        notices,
        truncated: false,
    })
}

fn search(arguments: &Map<String, Value>) -> Search {
    let mut search = Search::default().query(text_of(arguments, "query").unwrap_or_default());
    if let Some(kind) = text_of(arguments, "kind").and_then(Kind::from_name) {
        search = search.kind(kind);
    }
    if arguments.get("labeled") == Some(&Value::Bool(true)) {
        search = search.labeled();
    }
    match text_of(arguments, "licence") {
        Some("commercial") => search.licence(LicenceFilter::Commercial),
        _ => search,
    }
}

/// One dataset in a sentence.
pub(super) fn sentence(dataset: &Dataset) -> String {
    format!(
        "{} ({}) is {} data under {}, access {}",
        dataset.id,
        quoted(&dataset.title),
        dataset.kind.as_str(),
        dataset.licence,
        dataset.access.as_str()
    )
}
