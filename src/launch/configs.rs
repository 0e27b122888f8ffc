//! The `--config` files: read once, each about one facility that is served from this store.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use camber_config::Document;
use camber_worker::launch::FacilityConfig;
use serde_json::Value;

use super::LaunchError;

/// Reads every config and checks what it is about.
pub fn read(
    paths: &[PathBuf],
    store: &Path,
    stored: &[String],
    allowed: &BTreeSet<String>,
) -> Result<Vec<FacilityConfig>, LaunchError> {
    let mut configs: Vec<FacilityConfig> = Vec::new();
    for path in paths {
        let config = read_one(path, store, stored, allowed).and_then(|config| {
            match configs
                .iter()
                .any(|other| other.facility_id == config.facility_id)
            {
                true => Err(format!(
                    "facility {:?} already has a config",
                    config.facility_id
                )),
                false => Ok(config),
            }
        });
        configs.push(config.map_err(|problem| LaunchError::Config {
            path: path.clone(),
            problem,
        })?);
    }
    Ok(configs)
}

fn read_one(
    path: &Path,
    store: &Path,
    stored: &[String],
    allowed: &BTreeSet<String>,
) -> Result<FacilityConfig, String> {
    let content = camber_config::read(path).map_err(|e| e.to_string())?;
    let directory = std::path::absolute(path)
        .ok()
        .and_then(|path| path.parent().map(Path::to_path_buf))
        .ok_or("its directory cannot be found")?;
    let facility_id = camber_config::facility_of(&content)
        .ok_or("names no facility")?
        .to_owned();
    if !allowed.contains(&facility_id) {
        return Err(format!(
            "facility {facility_id:?} is not one of those served (see --allow)"
        ));
    }
    if !stored.contains(&facility_id) {
        return Err(format!("the store holds no facility {facility_id:?}"));
    }
    if let Some(source) = store_source(&content)
        && !same_directory(&directory.join(source), store)
    {
        return Err("source.store is not the directory that --store names".to_owned());
    }
    Ok(FacilityConfig {
        facility_id,
        directory,
        content,
    })
}

/// The store a store-backed config reads from.
fn store_source(content: &Document) -> Option<&str> {
    let source = content.get("source")?;
    let backed = source.get("kind").and_then(Value::as_str) == Some("store");
    source
        .get("store")
        .and_then(Value::as_str)
        .filter(|_| backed)
}

fn same_directory(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}
