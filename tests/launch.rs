//! Launch mistakes: each exits with status 2 and one line on stderr, before any worker exists.

#![cfg(test)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use camber_demo::clock::{HOUR, date, every};
use camber_demo::writer::{Dataset, Registration, StoreWriter};
use tempfile::TempDir;

/// A store with an active facility `north` and a suspended one, `annex`.
fn store() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let times = every(date(2025, 3, 1), HOUR, 4);
    StoreWriter::new(dir.path())
        .facility("north", Registration::active("North"))
        .series("AHU-1", "AHU", "oat", &times, &[1.0, 2.0, 3.0, 4.0])
        .facility("annex", Registration::in_state("Annex", "suspended"))
        .series("AHU-2", "AHU", "oat", &times, &[1.0, 2.0, 3.0, 4.0])
        .finish()
        .unwrap();
    dir
}

fn camber(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_camber"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Starts `camber mcp` on `store` with its stdin at end of file.
fn mcp(store: &Path, extra: &[&str]) -> Output {
    let store = store.to_str().unwrap();
    camber(&[&["mcp", "--store", store], extra].concat())
}

/// Asserts that a launch was refused in one line that says `what`.
#[track_caller]
fn assert_refused(output: &Output, what: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(stderr.starts_with("camber: error: "), "{stderr}");
    assert!(stderr.contains(what), "{what:?} is not in: {stderr}");
    assert!(output.stdout.is_empty());
}

/// Asserts that a launch was accepted, and gives its log.
#[track_caller]
fn assert_served(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    stderr
}

#[test]
fn the_server_does_not_start_without_an_allowlist() {
    let store = store();
    assert_refused(&mcp(store.path(), &[]), "--allow FACILITY");
    assert_refused(&mcp(store.path(), &["--allow", ""]), "empty");
    assert_refused(&mcp(store.path(), &["--allow", "  "]), "empty");
    assert_refused(
        &mcp(store.path(), &["--allow", "north", "--allow-all-active"]),
        "--allow-all-active",
    );
}

#[test]
fn a_store_that_is_none_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "x").unwrap();
    let foreign = dir.path().join("foreign");
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("notes.txt"), "x").unwrap();
    for (path, what) in [
        (dir.path().join("absent"), "does not exist"),
        (file, "not a directory"),
        (foreign, "not a ParquetStore"),
    ] {
        assert_refused(&mcp(&path, &["--allow", "north"]), what);
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    let store = store();
    for (option, value) in [
        ("--min-trust", "1.5"),
        ("--min-trust", "nan"),
        ("--max-concurrent", "0"),
        ("--max-concurrent", "65"),
        ("--max-concurrent", "+2"),
        ("--max-queued", "1025"),
        ("--max-queued", "-1"),
        ("--call-timeout", "0"),
        ("--call-timeout", "3601"),
    ] {
        let argument = format!("{option}={value}");
        assert_refused(&mcp(store.path(), &["--allow", "north", &argument]), option);
    }
    assert_refused(
        &mcp(store.path(), &["--allow", "north", "--nonsense"]),
        "--nonsense",
    );
    assert_refused(&camber(&["mcp", "--allow", "north"]), "--store");
    assert_refused(&camber(&["serve"]), "serve");
}

#[test]
fn an_allowed_facility_that_is_not_stored_is_a_warning() {
    let store = store();
    let log = assert_served(&mcp(
        store.path(),
        &["--allow", "north", "--allow", "south"],
    ));
    assert!(log.contains("south"), "{log}");
}

#[test]
fn all_active_leaves_out_what_is_not_active_and_refuses_a_store_with_none() {
    let store = store();
    let log = assert_served(&mcp(store.path(), &["--allow-all-active"]));
    assert!(log.contains("1 facility allowed"), "{log}");

    let idle = tempfile::tempdir().unwrap();
    StoreWriter::new(idle.path())
        .facility("annex", Registration::in_state("Annex", "archived"))
        .series("AHU-2", "AHU", "oat", &[date(2025, 3, 1)], &[1.0])
        .finish()
        .unwrap();
    assert_refused(&mcp(idle.path(), &["--allow-all-active"]), "active");
}

#[test]
fn a_damaged_registry_starts_with_nothing_to_serve_and_says_so() {
    for damage in [
        None,
        Some(&b"{\"north\": "[..]),
        Some(b"[]"),
        Some(b"{\"a\": {}, \"a\": {}}"),
    ] {
        let store = store();
        let registry = store.path().join("_facilities.json");
        match damage {
            None => fs::remove_file(&registry).unwrap(),
            Some(bytes) => fs::write(&registry, bytes).unwrap(),
        }
        let log = assert_served(&mcp(store.path(), &["--allow-all-active"]));
        assert!(log.contains("_facilities.json"), "{log}");
        assert!(log.contains("0 facilities allowed"), "{log}");
    }
}

#[test]
fn a_portfolio_workspace_root_is_accepted() {
    let root = tempfile::tempdir().unwrap();
    fs::write(
        root.path().join("_portfolio.json"),
        r#"{"schema_version": 1}"#,
    )
    .unwrap();
    StoreWriter::new(root.path().join("store"))
        .facility("north", Registration::active("North"))
        .series("AHU-1", "AHU", "oat", &[date(2025, 3, 1)], &[1.0])
        .finish()
        .unwrap();
    assert_served(&mcp(root.path(), &["--allow", "north"]));
}

#[test]
fn a_config_that_cannot_be_used_is_refused_naming_the_file_and_the_problem() {
    let store = store();
    let dir = tempfile::tempdir().unwrap();
    let elsewhere = dir.path().to_str().unwrap();
    std::os::unix::fs::symlink(store.path(), dir.path().join("link")).unwrap();
    for (name, text, what) in [
        (
            "comma.json",
            r#"{"facility_id": "north",}"#.to_owned(),
            "line 1",
        ),
        ("empty.json", String::new(), "line 1"),
        (
            "twice.json",
            r#"{"facility_id": "north", "facility_id": "north"}"#.to_owned(),
            "repeated",
        ),
        ("list.yaml", "- north\n".to_owned(), "not a list"),
        ("bad.yaml", "facility_id: [north\n".to_owned(), "YAML"),
        ("suffix.toml", "facility_id = 'north'".to_owned(), ".json"),
        ("nameless.json", "{}".to_owned(), "names no facility"),
        (
            "refused.json",
            r#"{"facility_id": "annex"}"#.to_owned(),
            "annex",
        ),
        (
            "elsewhere.json",
            format!(
                r#"{{"source": {{"kind": "store", "facility_id": "north", "store": {elsewhere:?}}}}}"#
            ),
            "source.store",
        ),
        (
            "unknown-rule.yaml",
            "facility_id: north\nrules: [filter_foulin]\n".to_owned(),
            "did you mean filter_fouling?",
        ),
        (
            "out-of-range.yaml",
            "facility_id: north\nrules: [{name: economizer_high_limit, params: {high_limit_f: 50}}]\n".to_owned(),
            "high_limit_f takes 55 to 80",
        ),
        (
            "zones.yaml",
            "facility_id: north\nventilation: {zones: zones.csv}\n".to_owned(),
            "zones.csv",
        ),
        (
            "absent-equipment.json",
            r#"{"source": {"kind": "store", "facility_id": "north", "store": "link"},
                "report": {"rcx": {"references": {"AHU-9": {"oat": {"csv": "absent.json"}}}}}}"#.to_owned(),
            "AHU-9",
        ),
    ] {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        let output = mcp(
            store.path(),
            &["--allow", "north", "--config", path.to_str().unwrap()],
        );
        assert_refused(&output, what);
        assert_refused(&output, name);
    }
    let absent = dir.path().join("absent.json");
    assert_refused(
        &mcp(
            store.path(),
            &["--allow", "north", "--config", absent.to_str().unwrap()],
        ),
        "absent.json",
    );
}

#[test]
fn a_config_about_an_allowed_facility_of_this_store_is_accepted_by_any_spelling_of_it() {
    let store = store();
    let dir = tempfile::tempdir().unwrap();
    let link = dir.path().join("link");
    std::os::unix::fs::symlink(store.path(), &link).unwrap();
    fs::create_dir(dir.path().join("sub")).unwrap();
    let path = dir.path().join("north.yaml");
    let config = path.to_str().unwrap();
    for spelling in [store.path().to_str().unwrap(), "link", "./sub/../link/"] {
        fs::write(
            &path,
            format!("source: {{kind: store, facility_id: north, store: '{spelling}'}}\n"),
        )
        .unwrap();
        assert_served(&mcp(
            store.path(),
            &["--allow", "north", "--config", config],
        ));
    }
    assert_refused(
        &mcp(
            store.path(),
            &["--allow", "north", "--config", config, "--config", config],
        ),
        "already",
    );
}

#[test]
fn a_config_about_a_facility_the_store_does_not_hold_is_refused() {
    let store = store();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("south.yaml");
    fs::write(&path, "facility_id: south\n").unwrap();
    let arguments = ["--allow", "south", "--config", path.to_str().unwrap()];
    assert_refused(
        &mcp(store.path(), &arguments),
        "the store holds no facility \"south\"",
    );
}

#[test]
fn the_log_names_the_dataset_whose_packaged_config_a_facility_runs_with() {
    let store = tempfile::tempdir().unwrap();
    let moment = [date(2025, 3, 1)];
    let from = |dataset| Registration::active("A dataset").dataset(dataset);
    StoreWriter::new(store.path())
        .facility("ds-lbnl-fcu", from(Dataset::open("lbnl-fcu", "CC-BY-4.0")))
        .series("FCU-1", "FCU", "oat", &moment, &[1.0])
        .facility(
            "ds-robod",
            from(Dataset::research_only("robod", "CC-BY-NC-4.0")),
        )
        .series("FCU-1", "FCU", "oat", &moment, &[2.0])
        .facility("north", Registration::active("North"))
        .series("AHU-1", "AHU", "oat", &moment, &[1.0])
        .finish()
        .unwrap();
    let log = assert_served(&mcp(store.path(), &["--allow-all-active"]));
    let lines: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("packaged with"))
        .collect();
    assert_eq!(lines.len(), 1, "{log}");
    assert!(
        lines[0].contains("facility ds-lbnl-fcu") && lines[0].contains("dataset lbnl-fcu"),
        "{log}"
    );

    let config = store.path().join("_fcu.yaml");
    fs::write(
        &config,
        "source: {kind: store, facility_id: ds-lbnl-fcu, store: .}\n",
    )
    .unwrap();
    let arguments = ["--allow-all-active", "--config", config.to_str().unwrap()];
    let log = assert_served(&mcp(store.path(), &arguments));
    assert!(!log.contains("packaged with"), "{log}");
}

#[test]
fn help_and_version_are_printed_on_stdout() {
    for (arguments, what) in [
        (&["--help"][..], "camber demo"),
        (&["mcp", "--help"], "Example"),
        (&["call", "--help"], "KEY=VALUE"),
        (&["--version"], env!("CARGO_PKG_VERSION")),
    ] {
        let output = camber(arguments);
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&output.stdout).contains(what));
    }
}

/// A store with an open facility, a research-only one, and one named for a dataset without an entry.
fn mixed_store() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let times = every(date(2025, 3, 1), HOUR, 4);
    StoreWriter::new(dir.path())
        .facility("north", Registration::active("North"))
        .series("AHU-1", "AHU", "oat", &times, &[1.0, 2.0, 3.0, 4.0])
        .facility(
            "closed",
            Registration::active("Closed").dataset(Dataset::research_only("x", "CC-BY-NC-4.0")),
        )
        .series("AHU-2", "AHU", "oat", &times, &[5.0, 6.0, 7.0, 8.0])
        .facility("ds-synthetic-heat-pump", Registration::unregistered())
        .series("HP-1", "ASHP", "oat", &times, &[1.0, 1.0, 2.0, 2.0])
        .finish()
        .unwrap();
    dir
}

#[test]
fn a_warning_names_each_allowed_facility_that_will_be_refused() {
    let store = mixed_store();
    let ids = ["north", "closed", "ds-synthetic-heat-pump"];
    let allow: Vec<&str> = ids.iter().flat_map(|id| ["--allow", id]).collect();
    let log = assert_served(&mcp(store.path(), &allow));
    assert!(
        log.contains("3 facilities allowed, 2 of them not served"),
        "{log}"
    );
    assert!(log.contains("--allow closed: it is refused:"), "{log}");
    assert!(
        log.contains("--allow ds-synthetic-heat-pump: it is refused:"),
        "{log}"
    );
    assert!(!log.contains("--allow north:"), "{log}");
}

#[test]
fn one_warning_names_the_active_facilities_that_are_refused_and_a_config_for_one_is_warned_about() {
    let store = mixed_store();
    let dir = tempfile::tempdir().unwrap();
    let config = dir.path().join("closed.json");
    let source =
        serde_json::json!({"kind": "store", "facility_id": "closed", "store": store.path()});
    let text =
        serde_json::json!({"site": "Closed", "source": source, "equipment": [{"class": "AHU"}]});
    fs::write(&config, text.to_string()).unwrap();
    let config = config.to_str().unwrap();
    let log = assert_served(&mcp(
        store.path(),
        &["--allow-all-active", "--config", config],
    ));
    assert!(
        log.contains("2 facilities allowed, 1 of them not served"),
        "{log}"
    );
    assert!(
        log.contains("active but refused") && log.contains(": closed"),
        "{log}"
    );
    assert!(
        log.contains("the --config for closed is of no use"),
        "{log}"
    );
    assert!(!log.contains("ds-synthetic-heat-pump"), "{log}");
}

#[test]
fn while_recorded_research_only_data_is_not_in_its_place_nothing_is_active() {
    let store = mixed_store();
    let moved = store.path().join("facility_id=renamed");
    fs::rename(store.path().join("facility_id=closed"), moved).unwrap();
    let log = assert_served(&mcp(store.path(), &["--allow-all-active"]));
    assert!(log.contains("0 facilities allowed"), "{log}");
    assert!(log.contains("directory is missing"), "{log}");
    let log = assert_served(&mcp(store.path(), &["--allow", "renamed"]));
    assert!(
        log.contains("1 facility allowed, 1 of them not served"),
        "{log}"
    );
}

#[test]
fn a_copy_of_research_only_data_is_refused_under_its_new_name() {
    let store = mixed_store();
    copy_tree(
        &store.path().join("facility_id=closed"),
        &store.path().join("facility_id=copy"),
    );
    let log = assert_served(&mcp(store.path(), &["--allow", "copy", "--allow", "north"]));
    assert!(
        log.contains("--allow copy: it is refused: its part files"),
        "{log}"
    );
    assert!(
        log.contains("2 facilities allowed, 1 of them not served"),
        "{log}"
    );
}

fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy_tree(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}
