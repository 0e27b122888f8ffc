//! What counts as a store, and which directory a path stands for.

#![cfg(test)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use camber_store::{OpenError, Registry, Store, StoreError};
use tempfile::TempDir;

fn directory_with(entries: &[&str]) -> TempDir {
    let scratch = tempfile::tempdir().unwrap();
    for entry in entries {
        match entry.strip_suffix('/') {
            Some(directory) => fs::create_dir_all(scratch.path().join(directory)).unwrap(),
            None => fs::write(scratch.path().join(entry), "{}").unwrap(),
        }
    }
    scratch
}

#[test]
fn a_directory_with_partitions_or_store_files_is_a_store() {
    for entry in [
        "facility_id=north/",
        "site=north/",
        "_facilities.json",
        "_tombstones.json",
        "_workspace.json",
        "_catalog.json",
        "_catalog.gen",
        "_lock",
    ] {
        let scratch = directory_with(&["notes.txt", entry]);
        assert!(Store::open(scratch.path()).is_ok(), "{entry}");
    }
}

#[test]
fn an_empty_directory_is_an_empty_store() {
    for entries in [&[][..], &[".DS_Store", ".git/"]] {
        let scratch = directory_with(entries);
        let store = Store::open(scratch.path()).unwrap();
        assert!(store.facility_ids().unwrap().is_empty());
        assert_eq!(store.registry(), Registry::Missing);
        assert!(matches!(store.files("north"), Err(StoreError::NotFound(_))));
    }
}

#[test]
fn another_directory_is_no_store() {
    let scratch = directory_with(&["notes.txt", "facility_ids/", ".hidden"]);
    let error = Store::open(scratch.path()).unwrap_err();
    assert!(matches!(error, OpenError::NotAStore(_)));
    assert!(!error.to_string().contains('\n'));
}

#[test]
fn what_is_not_a_directory_is_no_store() {
    let scratch = directory_with(&["file"]);
    let open = |name: &str| Store::open(&scratch.path().join(name)).unwrap_err();
    assert!(matches!(open("nothing"), OpenError::Missing(_)));
    assert!(matches!(open("file"), OpenError::NotADirectory(_)));
    symlink("nothing", scratch.path().join("dangling")).unwrap();
    assert!(matches!(open("dangling"), OpenError::Missing(_)));
}

#[test]
fn a_directory_that_cannot_be_listed_is_refused() {
    let scratch = directory_with(&["facility_id=north/"]);
    fs::set_permissions(scratch.path(), fs::Permissions::from_mode(0o000)).unwrap();
    let opened = Store::open(scratch.path());
    fs::set_permissions(scratch.path(), fs::Permissions::from_mode(0o700)).unwrap();
    // Root may list anything.
    if !nix::unistd::geteuid().is_root() {
        assert!(matches!(opened, Err(OpenError::Unreadable { .. })));
    }
}

#[test]
fn the_path_of_a_store_is_one_however_it_is_spelled() {
    let scratch = directory_with(&["facility_id=north/", "other/"]);
    let link = directory_with(&[]);
    symlink(scratch.path(), link.path().join("store")).unwrap();
    let plain = Store::open(scratch.path()).unwrap();
    for spelling in [link.path().join("store"), scratch.path().join("other/../.")] {
        assert_eq!(Store::open(&spelling).unwrap().path(), plain.path());
    }
    assert!(plain.path().is_absolute());
}

#[test]
fn a_workspace_stands_for_its_store() {
    let opened = |portfolio: &str| {
        let workspace = directory_with(&["store/", "data/facility_id=north/", "store/_lock"]);
        fs::write(workspace.path().join("_portfolio.json"), portfolio).unwrap();
        let store = Store::open(workspace.path())?;
        let root = fs::canonicalize(workspace.path()).unwrap();
        Ok::<_, OpenError>(store.path().strip_prefix(&root).unwrap().to_owned())
    };
    assert_eq!(opened("{}").unwrap(), Path::new("store"));
    assert_eq!(
        opened(r#"{"schema_version": 1, "store": ""}"#).unwrap(),
        Path::new("store")
    );
    assert_eq!(opened(r#"{"store": "data"}"#).unwrap(), Path::new("data"));
    for (portfolio, problem) in [
        ("{", "_portfolio.json"),
        ("[]", "not a JSON object"),
        (r#"{"schema_version": 2}"#, "schema_version 2"),
        (r#"{"store": 1}"#, "not a text"),
    ] {
        let error = opened(portfolio).unwrap_err();
        assert!(matches!(error, OpenError::Workspace { .. }), "{portfolio}");
        assert!(error.to_string().contains(problem), "{error}");
    }
    assert!(matches!(
        opened(r#"{"store": "gone"}"#),
        Err(OpenError::Missing(_))
    ));
}

#[test]
fn a_workspace_may_name_a_store_elsewhere() {
    let (workspace, store) = (directory_with(&[]), directory_with(&["facility_id=north/"]));
    let portfolio = serde_json::json!({"store": store.path()}).to_string();
    fs::write(workspace.path().join("_portfolio.json"), portfolio).unwrap();
    let opened = Store::open(workspace.path()).unwrap();
    assert_eq!(opened.path(), fs::canonicalize(store.path()).unwrap());
}

#[test]
fn facilities_are_the_partition_directories() {
    let scratch = directory_with(&[
        "facility_id=b/",
        "facility_id=a/",
        "facility_id=/",
        "facility_id=file",
        "_swap-facility_id=c.new/",
        "_swap-facility_id=d.old/",
        "_swap-facility_id=d.ready",
        "_trash-facility_id=e-0123456789ab/",
        "_staging/",
        "site=f/",
    ]);
    symlink("facility_id=a", scratch.path().join("facility_id=link")).unwrap();
    let store = Store::open(scratch.path()).unwrap();
    // `d` is between its two directories; `c` has never had one.
    assert_eq!(store.facility_ids().unwrap(), ["a", "b", "d", "link"]);
    assert!(matches!(store.files("d"), Err(StoreError::Changed(_))));
    assert!(matches!(store.files("c"), Err(StoreError::NotFound(_))));
    assert!(matches!(store.files("e"), Err(StoreError::NotFound(_))));
}

#[test]
fn an_id_is_never_a_path() {
    let outside = directory_with(&["facility_id=secret/", "part.parquet"]);
    let scratch = directory_with(&["facility_id=a/year=2024/"]);
    symlink(outside.path(), scratch.path().join("facility_id=out")).unwrap();
    let store = Store::open(scratch.path()).unwrap();
    for id in [
        "",
        ".",
        "..",
        "a/",
        "a/.",
        "a/../a",
        "../facility_id=a",
        "/",
        "a\0",
        "A",
        "a/year=2024",
    ] {
        assert!(
            matches!(store.files(id), Err(StoreError::NotFound(_))),
            "{id:?}"
        );
    }
    let refused = store.files("out").unwrap_err();
    assert!(matches!(refused, StoreError::Damaged { .. }));
    assert!(!refused.is_retryable());
    assert!(refused.to_string().contains("symbolic link"), "{refused}");
    assert!(
        !refused
            .to_string()
            .contains(outside.path().to_str().unwrap())
    );
}
