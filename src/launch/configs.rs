//! What each facility runs with: the `--config` files, read once, and the configs packaged with
//! datasets.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use camber_config::{ConfigError, FacilityConfig, RunSource, Surroundings};
use camber_store::{Registry, Store};

use super::LaunchError;

/// Reads and checks every config.
pub fn read(
    paths: &[PathBuf],
    store: &Store,
    allowed: &BTreeSet<String>,
) -> Result<Vec<FacilityConfig>, LaunchError> {
    let mut configs: Vec<FacilityConfig> = Vec::new();
    for path in paths {
        let config = read_one(path, store, allowed).map_err(|problem| LaunchError::Config {
            path: path.clone(),
            problem: Box::new(problem),
        })?;
        let same = |other: &FacilityConfig| other.facility_id == config.facility_id;
        if configs.iter().any(same) {
            return Err(LaunchError::SecondConfig {
                path: path.clone(),
                facility_id: config.facility_id,
            });
        }
        configs.push(config);
    }
    Ok(configs)
}

fn read_one(
    path: &Path,
    store: &Store,
    allowed: &BTreeSet<String>,
) -> Result<FacilityConfig, ConfigError> {
    let content = camber_config::read(path)?;
    let absolute = std::path::absolute(path).map_err(ConfigError::Unreadable)?;
    let directory = absolute.parent().unwrap_or(&absolute);
    let around = Surroundings {
        directory,
        store,
        allowed,
    };
    Ok(FacilityConfig {
        facility_id: camber_config::check(&content, &around)?,
        directory: directory.to_path_buf(),
        content,
    })
}

/// A line for each served facility that runs with the config packaged with its dataset.
pub fn packaged<'a>(
    served: impl Iterator<Item = &'a String>,
    registry: &Registry,
    configs: &[FacilityConfig],
) -> Vec<String> {
    let entry = |id: &String| registry.facilities()?.get(id);
    served
        .filter_map(|id| match camber_config::resolve(configs, id, entry(id)) {
            RunSource::Template(dataset) => Some(format!(
                "facility {id}: no --config, so it runs with the config packaged with dataset {}",
                dataset.id
            )),
            RunSource::Config(_) | RunSource::Defaults => None,
        })
        .collect()
}
