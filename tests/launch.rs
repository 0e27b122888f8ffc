//! Launch mistakes: each exits with status 2 and one line on stderr, before any worker exists.

#![cfg(test)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use camber_demo::clock::{HOUR, date, every};
use camber_demo::writer::{Registration, StoreWriter};
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
