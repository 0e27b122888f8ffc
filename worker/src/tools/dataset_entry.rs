//! `dataset_entry`: all the catalogue knows about one dataset.

use camber_catalog::{Catalog, RESEARCH_ONLY_NOTICE};
use serde_json::{Value, json};

use super::arguments::text_of;
use super::dataset_search::{properties, row_properties, sentence, whole};
use super::{Lane, ToolSpec};
use crate::call::Call;
use crate::error::{CallError, Code, ToolError};
use crate::results::Answer;
use crate::results::names::quoted;
use crate::schema::DATASET_ID_PATTERN;

pub(super) fn spec() -> ToolSpec {
    ToolSpec {
        name: "dataset_entry",
        title: "One dataset of the catalogue",
        description: "Everything the catalogue has on one dataset: what it is, publisher, citation, DOIs and \
                      landing page, licence, access and the reason if it is held back, time zone, subsets, \
                      sizes, rules that suit it, what to know before trusting a result on it, and the \
                      publisher's errors with what an ingest does about them. Metadata only. Takes a \
                      dataset_id that dataset_search gives. Quick.",
        input_schema: json!({
            "type": "object",
            "required": ["dataset_id"],
            "additionalProperties": false,
            "properties": {
                "dataset_id": {
                    "type": "string",
                    "pattern": DATASET_ID_PATTERN,
                    "description": "the dataset, by its id in dataset_search",
                },
            },
        }),
        output_schema: output_schema(),
        lane: Lane::Quick,
        run,
    }
}

fn output_schema() -> Value {
    let text = || json!({"type": "string"});
    let texts = || json!({"type": "array", "items": {"type": "string"}});
    let issue = whole(properties([
        ("id", text()),
        ("title", text()),
        (
            "handling",
            json!({"type": "string", "enum": ["fix", "annotate", "exclude", "none"]}),
        ),
        ("note", text()),
    ]));
    let mut members = row_properties();
    members.extend(properties([
        ("summary", text()),
        ("publisher", text()),
        ("citation", text()),
        ("landing_url", text()),
        ("dois", texts()),
        (
            "access_reason",
            json!({"type": "string", "description": "why an open licence is held back"}),
        ),
        ("attribution_required", json!({"type": "boolean"})),
        ("timezone", text()),
        ("verified_on", text()),
        ("subsets", texts()),
        ("suggested_rules", texts()),
        ("known_issues", texts()),
        ("data_issues", json!({"type": "array", "items": issue})),
    ]));
    whole(members)
}

fn run(call: &mut Call) -> Result<Answer, CallError> {
    let id = text_of(call.arguments, "dataset_id").unwrap_or_default();
    let dataset = Catalog::embedded().get(id).ok_or_else(|| not_found(id))?;

    let about = [("dataset_id", dataset.id.as_str())];
    let mut facts = call.facts();
    let what = sentence(dataset);
    let what_id = facts.add("dataset", json!(dataset.licence), what.clone(), about);
    let size = match dataset.download_bytes {
        0 => format!("{} is generated locally: 0 bytes to download", dataset.id),
        bytes => format!(
            "the default subset of {} is {bytes} bytes to download",
            dataset.id
        ),
    };
    let size_id = facts.add(
        "dataset_size",
        json!(dataset.download_bytes),
        size.clone(),
        about,
    );
    Ok(Answer {
        data: Value::Object(dataset.entry()),
        summary: vec![
            format!("{what} [{what_id}]."),
            format!("{size} [{size_id}]."),
        ],
        facts,
        notices: match dataset.is_research_only() {
            true => vec![RESEARCH_ONLY_NOTICE.to_owned()],
            false => Vec::new(),
        },
        truncated: false,
    })
}

fn not_found(id: &str) -> ToolError {
    let message = format!(
        "the catalogue has no dataset {}; dataset_search lists those it has",
        quoted(id)
    );
    ToolError::new(Code::NotFound, message)
}
