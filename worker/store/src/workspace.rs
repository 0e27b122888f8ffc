//! Which directory is the store an operator means: the one named, or that of the portfolio
//! workspace named.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::directory::{Directory, Kind};
use crate::error::OpenError;
use crate::json;

/// What marks a portfolio workspace, and says where its store is.
const WORKSPACE_FILE: &str = "_portfolio.json";
/// The newest layout of that file this version reads.
const WORKSPACE_SCHEMA: i64 = 1;

/// What a workspace writes into its store: where the workspace is, seen from there.
const MARKER: &str = "_workspace.json";

/// What a store directory holds besides partitions.
const STORE_FILES: [&str; 7] = [
    "_facilities.json",
    "_tombstones.json",
    MARKER,
    "_catalog.json",
    "_catalog.gen",
    "_migrated.json",
    "_lock",
];

/// The store directory `path` stands for, absolute and without symbolic links. An empty directory
/// is a store nothing was written to yet; a directory of other things is none, so that a mistyped
/// path is not served as an empty store.
pub(crate) fn locate(path: &Path) -> Result<PathBuf, OpenError> {
    let store = if path.join(WORKSPACE_FILE).is_file() {
        store_of_workspace(path)?
    } else {
        path.to_owned()
    };
    let store = match fs::canonicalize(&store) {
        Ok(store) => store,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(OpenError::Missing(store));
        }
        Err(source) => {
            return Err(OpenError::Unreadable {
                path: store,
                source,
            });
        }
    };
    if !store.is_dir() {
        return Err(OpenError::NotADirectory(store));
    }
    let entries = Directory::open(&store)
        .and_then(|directory| directory.entries())
        .map_err(|source| OpenError::Unreadable {
            path: store.clone(),
            source,
        })?;
    let mut names = entries
        .iter()
        .filter(|entry| !entry.name.starts_with('.'))
        .peekable();
    let is_store = names.peek().is_none()
        || names.any(|entry| {
            let is_partition =
                entry.name.starts_with("facility_id=") || entry.name.starts_with("site=");
            (is_partition && entry.kind != Kind::File) || STORE_FILES.contains(&entry.name.as_str())
        });
    if is_store {
        Ok(store)
    } else {
        Err(OpenError::NotAStore(store))
    }
}

/// Whether the store at `store` belongs to a portfolio workspace, which keeps the state of its
/// facilities.
pub(crate) fn holds(store: &Path) -> bool {
    let marker = Directory::open(store).and_then(|directory| directory.read(MARKER));
    let marker = marker.ok().and_then(|text| json::parse(&text).ok());
    let root = marker
        .as_ref()
        .and_then(|marker| marker.get("portfolio")?.as_str());
    root.is_some_and(|root| !root.is_empty() && store.join(root).join(WORKSPACE_FILE).is_file())
}

fn store_of_workspace(root: &Path) -> Result<PathBuf, OpenError> {
    let file = root.join(WORKSPACE_FILE);
    let problem = |problem: String| OpenError::Workspace {
        path: root.to_owned(),
        problem,
    };
    let text = fs::read(&file).map_err(|source| OpenError::Unreadable {
        path: file.clone(),
        source,
    })?;
    let document: Value = serde_json::from_slice(&text)
        .map_err(|error| problem(format!("{WORKSPACE_FILE}: {error}")))?;
    let Value::Object(document) = document else {
        return Err(problem(format!("{WORKSPACE_FILE} is not a JSON object")));
    };
    if let Some(version) = document.get("schema_version").and_then(Value::as_i64)
        && version > WORKSPACE_SCHEMA
    {
        return Err(problem(format!(
            "{WORKSPACE_FILE} has schema_version {version}, and this version reads up to {WORKSPACE_SCHEMA}"
        )));
    }
    match document.get("store") {
        None | Some(Value::Null) => Ok(root.join("store")),
        Some(Value::String(store)) if store.is_empty() => Ok(root.join("store")),
        Some(Value::String(store)) => Ok(root.join(store)),
        Some(_) => Err(problem(format!(
            "the store named in {WORKSPACE_FILE} is not a text"
        ))),
    }
}
