//! The dataset tools, called as the parent calls them. Counts and ids were measured on camber-toolkit's tools.

use camber_worker::launch::LaunchContext;
use camber_worker::wire::{CallRequest, Revision};
use camber_worker::worker::Worker;
use serde_json::{Map, Value, json};

/// What a call of a tool answers, on a store without facilities.
fn call(tool: &str, arguments: Value) -> Value {
    let reply = || -> Result<Value, Box<dyn std::error::Error>> {
        let store = tempfile::tempdir()?;
        std::fs::write(store.path().join("_facilities.json"), "{}")?;
        let mut worker = Worker::new(LaunchContext {
            store: store.path().to_owned(),
            allowed: Default::default(),
            min_trust: 0.5,
            configs: Vec::new(),
            scratch: None,
        })?;
        let request = CallRequest {
            tool: tool.to_owned(),
            arguments: arguments.as_object().cloned().unwrap_or_else(Map::new),
            revision: Revision::Session,
            envelope_bytes: 0,
            progress: false,
        };
        Ok(serde_json::from_slice(
            &worker.call(request, &mut |_| {}).result,
        )?)
    };
    reply().unwrap_or_else(|error| json!({ "failed": error.to_string() }))
}

fn ids(result: &Value) -> Vec<&str> {
    let rows = result["structuredContent"]["datasets"].as_array();
    rows.into_iter()
        .flatten()
        .filter_map(|row| row["id"].as_str())
        .collect()
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_default()
}

#[test]
fn a_search_without_arguments_lists_the_catalogue() {
    let result = call("dataset_search", json!({}));
    let data = &result["structuredContent"];
    assert_eq!(
        (&data["count"], &data["research_only"]),
        (&json!(34), &json!(2))
    );
    assert_eq!(ids(&result).len(), 34);
    assert_eq!(result["_meta"]["camber/truncated"], false);
    assert_eq!(
        result["_meta"]["camber/facts"].as_array().unwrap().len(),
        35
    );
    assert_eq!(text(&result).matches("NOTICE:").count(), 1);
    assert_eq!(text(&result).matches("@dataset_search-").count(), 11);
}

#[test]
fn a_search_applies_every_argument() {
    let result = call("dataset_search", json!({"kind": "lab", "labeled": true}));
    assert_eq!(ids(&result), ["nist-heatpump-fdd", "ornl-supermarket-fdd"]);
    assert!(!text(&result).contains("NOTICE"));
    let result = call(
        "dataset_search",
        json!({"query": "Heat Pump", "licence": "commercial"}),
    );
    assert_eq!(
        ids(&result),
        [
            "cofactor-drammen",
            "lbnl-b59",
            "nist-heatpump-fdd",
            "synthetic-chw-plant-multi",
            "synthetic-heat-pump"
        ]
    );
    let unlabelled_too = call(
        "dataset_search",
        json!({"labeled": false, "licence": "all"}),
    );
    assert_eq!(ids(&unlabelled_too).len(), 34);
    assert_eq!(
        ids(&call("dataset_search", json!({"query": "zzz"}))),
        [""; 0]
    );
}

#[test]
fn a_search_refuses_what_its_schema_does_not_take() {
    for arguments in [
        json!({"kind": "unreal"}),
        json!({"query": ""}),
        json!({"limit": 5}),
    ] {
        let result = call("dataset_search", arguments);
        assert_eq!(result["_meta"]["camber/error"]["code"], "invalid_params");
    }
}

#[test]
fn an_entry_has_the_whole_of_a_dataset() {
    let result = call("dataset_entry", json!({"dataset_id": "bdg2"}));
    let data = &result["structuredContent"];
    assert_eq!(
        (&data["id"], &data["licence"]),
        (&json!("bdg2"), &json!("CC-BY-SA-4.0"))
    );
    assert_eq!(data["data_issues"].as_array().unwrap().len(), 4);
    assert_eq!(
        result["_meta"]["camber/facts"][1]["value"],
        data["download_bytes"]
    );
    assert_eq!(result["_meta"]["camber/banners"], json!([]));
}

#[test]
fn a_research_only_entry_says_so() {
    let result = call("dataset_entry", json!({"dataset_id": "rbc-g36-ahu"}));
    assert!(text(&result).starts_with("NOTICE: Research-only: "));
    assert_eq!(result["structuredContent"]["access"], "research_only");
    assert_ne!(result["structuredContent"]["access_reason"], "");
}

#[test]
fn every_entry_fits_its_schema() {
    for id in ids(&call("dataset_search", json!({}))) {
        let result = call("dataset_entry", json!({"dataset_id": id}));
        assert_eq!(result["structuredContent"]["id"], id);
        assert_eq!(result["isError"], false);
    }
}

#[test]
fn an_unknown_dataset_is_not_found_and_a_malformed_id_is_refused() {
    let code = |id: &str| {
        let result = call("dataset_entry", json!({"dataset_id": id}));
        result["_meta"]["camber/error"]["code"].clone()
    };
    assert_eq!(code("nope"), "not_found");
    assert_eq!(code(&"a".repeat(100)), "not_found");
    for malformed in ["", "-bdg2", "BDG2", "../bdg2", "bdg2\n", &"a".repeat(101)] {
        assert_eq!(code(malformed), "invalid_params", "{malformed:?}");
    }
}
