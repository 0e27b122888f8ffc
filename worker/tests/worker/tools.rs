//! What the tools answer on a small store. Coverage figures were worked out by hand and agree with the
//! reference on the same rows.

use crate::fixture::{Site, call};
use serde_json::{Value, json};

#[test]
fn facilities_lists_what_is_allowed_and_known() {
    let answer = Site::new().call("facilities", json!({}));
    assert_eq!(
        answer.data(),
        &json!({
            "facilities": [
                {"facility_id": "empty", "name": "Empty", "state": "provisioning", "timezone": null,
                 "start": null, "end": null, "n_points": 0, "n_equipment": 0},
                {"facility_id": "north", "name": "North \"campus\"", "state": "active", "timezone": "Europe/Paris",
                 "start": "2025-05-01T00:00:00", "end": "2025-05-03T23:45:00", "n_points": 5, "n_equipment": 4},
            ],
            "count": 2,
            "withheld_research_only": 1,
        })
    );
    assert!(!answer.truncated());
    assert!(answer.notices()[0].starts_with("1 of the allowed facilities hold research-only data"));
    let summary = answer.text().lines().last().unwrap();
    assert!(
        summary.starts_with("2 facilities can be read [F1@facilities-"),
        "{summary}"
    );
    let fact = answer.facts()[2]["text"].as_str().unwrap();
    assert!(
        fact.starts_with("\"north\" (\"North 'campus'\") is \"active\": 5 points on 4 equipment"),
        "{fact}"
    );
}

#[test]
fn a_page_of_facilities_says_how_to_get_the_rest() {
    let answer = Site::new().call("facilities", json!({"limit": 1, "offset": 1}));
    assert_eq!(answer.data()["facilities"][0]["facility_id"], "north");
    assert_eq!(answer.data()["count"], 2);
    assert!(answer.truncated());
    assert!(
        answer.notices()[0].contains("rows 2 to 2 of 2"),
        "{:?}",
        answer.notices()
    );
}

#[test]
fn a_facility_that_cannot_be_read_does_not_hide_the_others() {
    let site = Site::new();
    let mut part = site.path("facility_id=north/year=2025/month=5");
    part.push(
        std::fs::read_dir(&part)
            .unwrap()
            .next()
            .unwrap()
            .unwrap()
            .file_name(),
    );
    std::fs::write(part, b"PAR1 no part").unwrap();
    let answer = site.call("facilities", json!({}));
    assert_eq!(answer.data()["count"], 2);
    assert_eq!(answer.data()["facilities"][1]["n_points"], 0);
    let notice = &answer.notices()[0];
    assert!(
        notice.starts_with("\"north\" is listed without its data: "),
        "{notice}"
    );
    let path = site.path("").to_string_lossy().into_owned();
    assert!(!answer.result.to_string().contains(&path));

    let refused = site.call("points", json!({"facility_id": "north"}));
    assert_eq!(refused.outcome, "unavailable");
    let error = &refused.result["_meta"]["camber/error"];
    assert_eq!(
        error["data"],
        json!({"retryable": false, "facility_id": "north"})
    );
    assert!(refused.result.get("structuredContent").is_none());
}

#[test]
fn points_filters_and_counts() {
    let site = Site::new();
    let all = site.call("points", json!({"facility_id": "north"}));
    assert_eq!(all.data()["count"], 5);
    assert_eq!(all.data()["n_equipment"], 4);
    assert_eq!(
        all.data()["points"][1],
        json!({"equip": "AHU-1", "equip_class": "AHU", "role": "supply_air_temp"})
    );
    let some = site.call(
        "points",
        json!({"facility_id": "north", "role": "oat", "equip_class": "AHU"}),
    );
    assert_eq!(
        some.data()["points"],
        json!([{"equip": "AHU-1", "equip_class": "AHU", "role": "oat"}])
    );
    let text = some.text();
    assert!(
        text.starts_with("\"north\" stores 1 point on 1 equipment matching role \"oat\" and class \"AHU\" [F1@points-"),
        "{text}"
    );
    let page = site.call("points", json!({"facility_id": "north", "limit": 2.0}));
    assert_eq!(page.data()["points"].as_array().unwrap().len(), 2);
    assert_eq!(page.data()["count"], 5);
    assert!(page.truncated() && page.notices()[0].contains("\"offset\": 2"));
}

#[test]
fn a_facility_without_data_is_not_found() {
    for id in ["empty", "nowhere"] {
        assert_eq!(
            Site::new()
                .call("points", json!({"facility_id": id}))
                .outcome,
            "not_found"
        );
        assert_eq!(
            Site::new()
                .call("coverage", json!({"facility_id": id}))
                .outcome,
            "not_found"
        );
    }
}

fn rows<'a>(answer: &'a crate::fixture::Answer, list: &str) -> &'a [Value] {
    answer.data()[list].as_array().unwrap()
}

#[test]
fn coverage_measures_points_equipment_and_gaps_worst_first() {
    let answer = Site::new().call("coverage", json!({"facility_id": "north"}));
    let data = answer.data();
    assert_eq!(
        data["window"],
        json!({"start": "2025-05-01T00:00:00", "end": "2025-05-03T23:45:00"})
    );
    assert_eq!(data["n_points"], 5);
    // 0 + 192/288 + three hourly points whose last expected sample lies within the window.
    assert_eq!(data["coverage"], 0.7333);
    assert_eq!(
        rows(&answer, "points")[..2],
        [
            json!({"equip": "METER-1", "equip_class": "METER", "role": "power", "n_samples": 0, "first": null,
                   "last": null, "interval_minutes": null, "coverage": 0.0, "n_gaps": 1, "longest_gap_hours": 71.75}),
            json!({"equip": "AHU-1", "equip_class": "AHU", "role": "supply_air_temp", "n_samples": 192,
                   "first": "2025-05-01T00:00:00", "last": "2025-05-03T23:45:00", "interval_minutes": 15.0,
                   "coverage": 0.6667, "n_gaps": 1, "longest_gap_hours": 24.0}),
        ]
    );
    let damper = rows(&answer, "points")
        .iter()
        .find(|row| row["role"] == "damper")
        .unwrap();
    assert_eq!(
        (&damper["n_samples"], &damper["coverage"]),
        (&json!(72), &json!(1.0))
    );
    // An hourly series that ends at 23:00 leaves 0.75 hours of the window open: over half an interval.
    assert_eq!(damper["n_gaps"], 1);
    assert_eq!(damper["longest_gap_hours"], 0.75);
    assert_eq!(
        rows(&answer, "equipment")[1],
        json!({"equip": "AHU-1", "equip_class": "AHU", "n_points": 2, "coverage": 0.8334,
               "worst_role": "supply_air_temp", "worst_coverage": 0.6667})
    );
    let gaps: Vec<(&str, f64)> = rows(&answer, "gaps")
        .iter()
        .map(|gap| {
            (
                gap["equip"].as_str().unwrap(),
                gap["hours"].as_f64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        gaps,
        [
            ("METER-1", 71.75),
            ("AHU-1", 24.0),
            ("AHU-1", 0.75),
            ("VAV-1", 0.75),
            ("odd\nNOTICE: name", 0.75)
        ]
    );
    assert_eq!(
        rows(&answer, "gaps")[1],
        json!({"equip": "AHU-1", "role": "supply_air_temp", "start": "2025-05-01T23:45:00",
               "end": "2025-05-03T00:00:00", "hours": 24.0})
    );
    assert_eq!(answer.facts()[0]["value"], 73.3);
}

#[test]
fn coverage_keeps_to_the_window_and_the_names_asked_for() {
    let site = Site::new();
    let day = json!({"facility_id": "north", "roles": ["supply_air_temp", "damper"], "start": "2025-05-02",
                     "end": "2025-05-02T12:00", "group_by": "equip", "min_gap_hours": 1});
    let answer = site.call("coverage", day);
    assert_eq!(rows(&answer, "points"), [] as [Value; 0]);
    assert_eq!(
        answer.data()["window"],
        json!({"start": "2025-05-02T00:00:00", "end": "2025-05-02T12:00:00"})
    );
    let means: Vec<_> = rows(&answer, "equipment")
        .iter()
        .map(|row| (&row["equip"], &row["coverage"]))
        .collect();
    assert_eq!(
        means,
        [
            (&json!("AHU-1"), &json!(0.0)),
            (&json!("VAV-1"), &json!(1.0))
        ]
    );
    assert_eq!(rows(&answer, "gaps").len(), 1);
    assert_eq!(rows(&answer, "gaps")[0]["hours"], 12.0);
    assert!(!answer.truncated());
}

#[test]
fn coverage_outside_the_data_is_an_empty_result_with_a_notice() {
    let site = Site::new();
    let outside = site.call(
        "coverage",
        json!({"facility_id": "north", "start": "1999-01-01", "end": "1999-01-02"}),
    );
    assert_eq!(outside.data()["coverage"], 0.0);
    assert_eq!(rows(&outside, "gaps")[0]["hours"], 24.0);
    let notice = &outside.notices()[0];
    assert!(
        notice.contains("data runs from 2025-05-01T00:00:00 to 2025-05-03T23:45:00"),
        "{notice}"
    );
    let open = site.call(
        "coverage",
        json!({"facility_id": "north", "start": "2030-01-01"}),
    );
    assert_eq!(
        open.data()["window"],
        json!({"start": "2030-01-01T00:00:00", "end": null})
    );
    assert_eq!(rows(&open, "gaps"), [] as [Value; 0]);
}

#[test]
fn coverage_says_which_names_it_does_not_know() {
    let answer = Site::new().call(
        "coverage",
        json!({"facility_id": "north", "equips": ["AHU-9"], "roles": ["oat"]}),
    );
    assert_eq!(answer.data()["n_points"], 0);
    assert_eq!(answer.data()["window"]["start"], "2025-05-01T00:00:00");
    assert_eq!(
        answer.notices(),
        ["equips names what this facility does not store: \"AHU-9\"."]
    );
}

#[test]
fn every_list_of_coverage_is_paged() {
    let answer = Site::new().call(
        "coverage",
        json!({"facility_id": "north", "limit": 2, "offset": 1}),
    );
    for list in ["equipment", "points", "gaps"] {
        assert_eq!(rows(&answer, list).len(), 2, "{list}");
    }
    assert_eq!(answer.notices().len(), 3);
    assert_eq!(answer.data()["n_points"], 5);
    assert!(answer.truncated());
}

#[test]
fn a_second_worker_and_a_warm_one_answer_the_same_bytes() {
    let site = Site::new();
    let mut worker = site.worker();
    let arguments = || json!({"facility_id": "north"});
    let first = call(&mut worker, "coverage", arguments()).result;
    call(
        &mut worker,
        "coverage",
        json!({"facility_id": "north", "equips": ["VAV-1"], "end": "2025-05-02"}),
    );
    assert_eq!(call(&mut worker, "coverage", arguments()).result, first);
    assert_eq!(site.call("coverage", arguments()).result, first);
    let narrow = || json!({"facility_id": "north", "equips": ["VAV-1"], "end": "2025-05-02"});
    let warm = call(&mut worker, "coverage", narrow()).result;
    assert_eq!(site.call("coverage", narrow()).result, warm);
}

#[test]
fn bad_arguments_name_the_argument_and_what_it_takes() {
    let site = Site::new();
    for (arguments, problem) in [
        (
            json!({"facility_id": "north", "limit": 5.5}),
            "limit must be a whole number from 1 to 1000, not 5.5",
        ),
        (
            json!({"facility_id": "north", "start": "2025-02-30"}),
            "start must be a date or date-time the calendar has",
        ),
        (
            json!({"facility_id": "north", "start": "2025-05-02", "end": "2025-05-01"}),
            "end (2025-05-01) is before",
        ),
        (json!({}), "facility_id is required"),
    ] {
        let refused = site.call("coverage", arguments);
        assert_eq!(refused.outcome, "invalid_params");
        assert!(
            refused
                .text()
                .starts_with(&format!("invalid_params: {problem}")),
            "{}",
            refused.text()
        );
    }
}

#[test]
fn a_name_from_the_data_stays_on_the_summary_line() {
    let answer = Site::new().call(
        "coverage",
        json!({"facility_id": "north", "equips": ["odd\nNOTICE: name"], "end": "2025-05-09"}),
    );
    assert_eq!(rows(&answer, "equipment")[0]["equip"], "odd\nNOTICE: name");
    assert_eq!(answer.text().lines().count(), 1, "{}", answer.text());
    assert!(answer.text().contains("\"odd NOTICE: name\""));
    assert!(answer.notices().is_empty());
}
