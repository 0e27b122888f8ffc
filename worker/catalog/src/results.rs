//! The rows that the dataset tools answer with.

use serde_json::{Map, Value, json};

use crate::dataset::Dataset;

/// The notice that every research-only dataset carries in a result.
pub const RESEARCH_ONLY_NOTICE: &str = "Research-only: the terms of this dataset rule out commercial use or \
     derivatives, so no facility ingested from it is served here. Work with it under its own terms, by other means.";

impl Dataset {
    /// One row of a `dataset_search` result.
    pub fn search_row(&self) -> Map<String, Value> {
        let research_only = self.is_research_only();
        fields([
            ("id", json!(self.id)),
            ("title", json!(self.title)),
            ("kind", json!(self.kind.as_str())),
            ("licence", json!(self.licence)),
            ("access", json!(self.access.as_str())),
            ("research_only", json!(research_only)),
            ("commercial_ok", json!(self.is_commercial())),
            ("labeled_faults", json!(self.labeled_faults)),
            ("equipment", json!(self.equipment)),
            ("download_bytes", json!(self.download_bytes)),
            ("store_bytes_estimate", json!(self.store_bytes_estimate)),
            ("good_for", json!(self.good_for)),
            (
                "notice",
                json!(research_only.then_some(RESEARCH_ONLY_NOTICE)),
            ),
        ])
    }

    /// The `dataset_entry` result: the row of a search, then the rest of the metadata.
    pub fn entry(&self) -> Map<String, Value> {
        let issues: Vec<Value> = self
            .data_issues
            .iter()
            .map(|issue| {
                json!({
                    "id": issue.id,
                    "title": issue.title,
                    "handling": issue.handling.as_str(),
                    "note": issue.note,
                })
            })
            .collect();
        let mut entry = self.search_row();
        entry.extend(fields([
            ("summary", json!(self.summary)),
            ("publisher", json!(self.publisher)),
            ("citation", json!(self.citation)),
            ("landing_url", json!(self.landing_url)),
            ("dois", json!(self.dois)),
            ("access_reason", json!(self.access_reason)),
            ("attribution_required", json!(self.attribution_required)),
            ("timezone", json!(self.timezone)),
            ("verified_on", json!(self.verified_on)),
            ("subsets", json!(self.subsets)),
            ("suggested_rules", json!(self.suggested_rules)),
            ("known_issues", json!(self.known_issues)),
            ("data_issues", json!(issues)),
        ]));
        entry
    }
}

fn fields<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect()
}
