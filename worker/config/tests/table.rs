//! Configs with a known verdict.
//!
//! `configs.jsonl` has one a line: a `config`, whose source is the facility `north` of the store
//! unless it says otherwise (null: no source at all), or a `text` with the `suffix` of its file.
//! `reference` is what `camber run` of camber-toolkit 0.110 does with it, measured; `refused` is a
//! part of our message where we refuse it; `stricter` says why where we do and it did not.

#![cfg(test)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use camber_catalog::Catalog;
use camber_config::{ConfigError, Surroundings, check, read};
use camber_demo::clock::{HOUR, date, every};
use camber_demo::writer::{Registration, StoreWriter};
use camber_store::Store;
use serde_json::{Value, json};
use tempfile::TempDir;

/// What the configs of the table refer to, beside them.
#[rustfmt::skip]
const FILES: [(&str, &str); 18] = [
    ("zones.csv", "zone,area_sqft,population,space_type,ahu\nZ1,1200,10,office,AHU-1\nZ2,800,\"6\",office,AHU-1\n"),
    ("zones2.csv", "zone\nZ8\n"),
    ("twice.csv", "zone,area\nZ1,5\nZ1,6\n"),
    ("nameless.csv", "zone,area\n,5\n"),
    ("colour.csv", "zone,colour\nZ1,red\n"),
    ("served.csv", "vav_id,parent_ahu\nVAV-1,AHU-1\n"),
    ("two.csv", "a,b\nVAV-1,AHU-1\n"),
    ("three.csv", "a,b,c\nVAV-1,AHU-1,x\n"),
    ("ref.csv", "time,value\n2025-03-03 00:00,50\n2025-03-03 01:00,51\n"),
    ("bills.csv", "start,end,energy\n2024-01-01,2024-01-31,100\n2024-02-01,2024-02-29,90\n"),
    ("clauses.json", r#"[{"name": "at setpoint", "when": {"subject": "oat", "op": "gt", "value": 50},
        "expect": {"subject": "supply_air_temp", "op": "within", "ref": "supply_air_temp_sp", "tol": 2}}]"#),
    ("badclauses.json", r#"[{"name": "x", "expect": {"subject": "flux", "op": "gt"}}]"#),
    ("mapping.json", r#"{"aliases": {"SpaceTemp": "space_temp"}, "patterns": [["Temp$", "space_temp"]]}"#),
    ("notes.json", r#"{"cover": "a note"}"#),
    ("broken.json", "not json"),
    ("baselines.json", r#"{"baselines": []}"#),
    ("trends/AHU_1_CHW_Valve.csv", "time,value\n2025-03-03 00:00,50\n"),
    ("trends/VAV_1_SpaceTemp.csv", "time,value\n2025-03-03 00:00,70\n"),
];

/// A directory with the store and the files.
fn surroundings() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("trends")).unwrap();
    for (name, text) in FILES {
        fs::write(dir.path().join(name), text).unwrap();
    }
    let times = every(date(2025, 3, 3), HOUR, 2);
    let mut writer =
        StoreWriter::new(dir.path().join("store")).facility("north", Registration::active("North"));
    for (equip, class, role) in [
        ("AHU-1", "AHU", "supply_air_temp"),
        ("AHU-1", "AHU", "mixed_air_temp"),
        ("AHU-2", "AHU", "supply_air_temp"),
        ("VAV-1", "VAV", "space_temp"),
        ("METER-1", "METER", "energy_rate"),
        ("WX", "WEATHER", "oat"),
    ] {
        writer = writer.series(equip, class, role, &times, &[50.0, 51.0]);
    }
    writer.finish().unwrap();
    dir
}

/// The verdict on a config file of this suffix and text in `dir`.
fn verdict(dir: &Path, suffix: &str, text: &str) -> Result<String, ConfigError> {
    let store = Store::open(&dir.join("store")).unwrap();
    let allowed = store.facility_ids().unwrap().into_iter().collect();
    verdict_for(dir, &store, &allowed, suffix, text)
}

fn verdict_for(
    dir: &Path,
    store: &Store,
    allowed: &BTreeSet<String>,
    suffix: &str,
    text: &str,
) -> Result<String, ConfigError> {
    let path = dir.join(format!("config{suffix}"));
    fs::write(&path, text).unwrap();
    let around = Surroundings {
        directory: dir,
        store,
        allowed,
    };
    read(&path).and_then(|content| check(&content, &around))
}

fn with_source(config: &Value) -> String {
    let mut config = config.as_object().unwrap().clone();
    match config.get("source") {
        Some(Value::Null) => {
            config.remove("source");
        }
        Some(_) => {}
        None => {
            let source = json!({"kind": "store", "store": "store", "facility_id": "north"});
            config.insert("source".to_owned(), source);
        }
    }
    Value::Object(config).to_string()
}

#[test]
fn every_config_of_the_table_has_its_verdict() {
    let dir = surroundings();
    let mut wrong = Vec::new();
    let mut rows = 0;
    for line in include_str!("configs.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let field = |key: &str| row.get(key).and_then(Value::as_str);
        let text = match row.get("config") {
            Some(config) => with_source(config),
            None => field("text").unwrap().to_owned(),
        };
        let verdict = verdict(dir.path(), field("suffix").unwrap_or(".json"), &text);
        let as_listed = match (&verdict, field("refused")) {
            (Ok(facility), None) => facility == "north",
            (Err(problem), Some(part)) => {
                let problem = problem.to_string();
                problem.contains(part) && !problem.contains('\n')
            }
            _ => false,
        };
        let refused_there = field("reference") == Some("refuses");
        let as_there = refused_there == verdict.is_err();
        if !as_listed
            || as_there == field("stricter").is_some()
            || (refused_there && verdict.is_ok())
        {
            wrong.push(format!("{}: {verdict:?}", field("name").unwrap()));
        }
        rows += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(rows, 243);
}

/// Puts each of `values` in the place of each value of `config`, one at a time.
fn each_change(config: &Value, values: &[Value], visit: &mut dyn FnMut(&Value)) {
    fn places(value: &Value, at: String, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                for (key, member) in members {
                    let key = key.replace('~', "~0").replace('/', "~1");
                    places(member, format!("{at}/{key}"), found);
                }
            }
            Value::Array(items) => {
                for (position, item) in items.iter().enumerate() {
                    places(item, format!("{at}/{position}"), found);
                }
            }
            _ => {}
        }
        found.push(at);
    }
    let mut found = Vec::new();
    places(config, String::new(), &mut found);
    for place in found.iter().filter(|place| !place.is_empty()) {
        for value in values {
            let mut changed = config.clone();
            *changed.pointer_mut(place).unwrap() = value.clone();
            visit(&changed);
        }
    }
}

#[test]
fn whatever_stands_anywhere_the_answer_is_a_verdict_in_one_line() {
    let dir = surroundings();
    let store = Store::open(&dir.path().join("store")).unwrap();
    let allowed = store.facility_ids().unwrap().into_iter().collect();
    let around = Surroundings {
        directory: dir.path(),
        store: &store,
        allowed: &allowed,
    };
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1.5),
        json!(1e300),
        json!(""),
        json!("a\nb"),
        json!([]),
        json!([[{}]]),
        json!({}),
        json!({"a\nb": {"a\nb": 1}}),
    ];
    let (mut accepted, mut refused) = (0, 0);
    for line in include_str!("configs.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let Some(config) = row.get("config").filter(|_| row.get("refused").is_none()) else {
            continue;
        };
        let config: Value = serde_json::from_str(&with_source(config)).unwrap();
        each_change(&config, &values, &mut |changed| match check(
            changed.as_object().unwrap(),
            &around,
        ) {
            Ok(_) => accepted += 1,
            Err(problem) => {
                refused += 1;
                assert!(!problem.to_string().contains('\n'), "{problem}");
            }
        });
    }
    assert!(accepted > 500 && refused > 5000, "{accepted}, {refused}");
}

#[test]
fn every_packaged_config_is_accepted() {
    for dataset in Catalog::embedded().all() {
        let dir = tempfile::tempdir().unwrap();
        let facility = format!("ds-{}", dataset.id);
        let config = Value::Object(dataset.template(&facility, Some("store")));
        store_for(dir.path(), &facility, &config);
        let verdict = verdict(dir.path(), ".json", &config.to_string());
        assert_eq!(verdict.map_err(|e| e.to_string()), Ok(facility));
    }
}

/// A store whose one facility has the equipment that a packaged config names, each with every role
/// it is told by.
fn store_for(dir: &Path, facility: &str, config: &Value) {
    let entries = config["equipment"].as_array().unwrap();
    let roles: BTreeSet<&str> = entries
        .iter()
        .filter_map(|entry| entry["marker_role"].as_str())
        .chain(["oat"])
        .collect();
    let mut equips: Vec<(String, String)> = Vec::new();
    if let Some(equip) = config["shared_oat"]["equip"].as_str() {
        equips.push((equip.to_owned(), "WEATHER".to_owned()));
    }
    for family in config["drift"]["families"].as_array().into_iter().flatten() {
        if let Some(equip) = family["reference"]["equip"].as_str() {
            equips.push((
                equip.to_owned(),
                family["class"].as_str().unwrap().to_owned(),
            ));
        }
    }
    let references = config["report"]["rcx"]["references"].as_object();
    for (unit, points) in references.into_iter().flatten() {
        equips.push((unit.clone(), "AHU".to_owned()));
        for reference in points.as_object().unwrap().values() {
            equips.push((
                reference["equip"].as_str().unwrap().to_owned(),
                "LOGGER".to_owned(),
            ));
        }
    }
    equips.push(("ANY".to_owned(), "ANY".to_owned()));
    let mut writer =
        StoreWriter::new(dir.join("store")).facility(facility, Registration::active("A dataset"));
    for (equip, class) in &equips {
        for role in &roles {
            writer = writer.series(equip, class, role, &[date(2025, 3, 3)], &[50.0]);
        }
    }
    writer.finish().unwrap();
}

#[test]
fn the_facility_must_be_allowed_and_stored() {
    let dir = surroundings();
    let store = Store::open(&dir.path().join("store")).unwrap();
    let allowed = ["north".to_owned(), "south".to_owned()].into();
    let verdict = |text: &str| verdict_for(dir.path(), &store, &allowed, ".json", text);
    assert_eq!(verdict(r#"{"site": "north"}"#).unwrap(), "north");
    let south = verdict(r#"{"facility_id": "south"}"#);
    assert!(matches!(south, Err(ConfigError::NotStored(id)) if id == "south"));
    let west = verdict(r#"{"facility_id": "west"}"#);
    assert!(matches!(west, Err(ConfigError::NotAllowed(id)) if id == "west"));
}

#[test]
fn a_workspace_keeps_the_state_that_other_configs_must_name() {
    let dir = surroundings();
    let config = with_source(&json!({
        "equipment": [{"class": "AHU"}],
        "drift": {"baseline": ["2025-01", "2025-02"], "current": ["2025-02", null],
            "families": [{"class": "AHU", "family": "ahu"}]},
        "faults": {},
    }));
    let outside = verdict(dir.path(), ".json", &config).unwrap_err();
    assert!(outside.to_string().contains("portfolio workspace"));
    fs::write(
        dir.path().join("_portfolio.json"),
        r#"{"schema_version": 1}"#,
    )
    .unwrap();
    fs::write(
        dir.path().join("store/_workspace.json"),
        r#"{"portfolio": ".."}"#,
    )
    .unwrap();
    assert_eq!(verdict(dir.path(), ".json", &config).unwrap(), "north");
}
