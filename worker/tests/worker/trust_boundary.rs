//! What the operator did not allow is not served, and a fact id never stands for two values.

use crate::fixture::Site;
use serde_json::json;

#[test]
fn a_facility_that_is_not_allowed_is_refused_like_one_that_does_not_exist() {
    let site = Site::new();
    let refusal = |id: &str| {
        let refused = site.call("points", json!({"facility_id": id}));
        assert_eq!(refused.outcome, "not_allowed");
        refused.result.to_string().replace(id, "ID")
    };
    assert_eq!(refusal("south"), refusal("no-such-facility"));
}

#[test]
fn research_only_data_is_refused_by_every_tool() {
    let site = Site::new();
    for tool in ["points", "coverage"] {
        let refused = site.call(tool, json!({"facility_id": "closed"}));
        assert_eq!(refused.outcome, "refused_licence");
        assert_eq!(
            refused.result["_meta"]["camber/error"]["data"],
            json!({"facility_id": "closed"})
        );
    }
}

#[test]
fn without_a_sound_registry_nothing_is_served() {
    for text in [
        None,
        Some("{"),
        Some("[]"),
        Some(r#"{"north": {}, "north": {}}"#),
    ] {
        let site = Site::new();
        match text {
            Some(text) => std::fs::write(site.path("_facilities.json"), text).unwrap(),
            None => std::fs::remove_file(site.path("_facilities.json")).unwrap(),
        }
        let listing = site.call("facilities", json!({}));
        assert_eq!(listing.data()["facilities"], json!([]));
        for tool in ["facilities", "dataset_search", "rule_params"] {
            let text = site.call(tool, json!({})).text().to_owned();
            let notice =
                "NOTICE: No facility is served: the store's facility registry (_facilities.json) ";
            assert!(text.starts_with(notice), "{tool}: {text}");
        }
        assert_eq!(
            site.call("points", json!({"facility_id": "north"})).outcome,
            "refused_licence"
        );
    }
}

#[test]
fn a_facility_named_for_a_dataset_needs_a_registry_entry() {
    let mut site = Site::new();
    site.context
        .allowed
        .extend(["ds-synthetic-heat-pump".to_owned(), "ds-robod".to_owned()]);
    std::fs::create_dir(site.path("facility_id=ds-synthetic-heat-pump")).unwrap();
    let refused = site.call("points", json!({"facility_id": "ds-synthetic-heat-pump"}));
    assert_eq!(refused.outcome, "refused_licence");
    let notices = site.call("facilities", json!({})).notices();
    assert!(
        notices
            .iter()
            .any(|notice| notice.contains("\"ds-synthetic-heat-pump\"")),
        "{notices:?}"
    );
}

#[test]
fn fact_ids_change_with_the_stored_files_and_survive_a_restart() {
    let site = Site::new();
    let id = || {
        let answer = site.call("points", json!({"facility_id": "north"}));
        answer.facts()[0]["id"].as_str().unwrap().to_owned()
    };
    let first = id();
    assert_eq!(id(), first);
    assert!(
        first.starts_with("F1@points-") && first.len() == "F1@points-".len() + 10,
        "{first}"
    );

    let touch = |name: &str| {
        let file = std::fs::File::options()
            .append(true)
            .open(site.path(name))
            .unwrap();
        let modified = file.metadata().unwrap().modified().unwrap();
        file.set_modified(modified + std::time::Duration::from_secs(1))
            .unwrap();
    };
    let month = "facility_id=north/year=2025/month=5";
    let part = std::fs::read_dir(site.path(month))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .file_name();
    touch(&format!("{month}/{}", part.to_str().unwrap()));
    let second = id();
    assert_ne!(second, first);

    std::fs::write(site.path("_catalog.json"), "{}").unwrap();
    let third = id();
    assert!(third != second && third != first);
    touch("_facilities.json");
    assert_ne!(id(), third);
}
