//! What a config is checked against besides itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use camber_store::Store;
use serde_json::Value;

use crate::error::ConfigError;
use crate::place::Place;
use crate::text_file;

/// The directory of the config, and the store and facilities that are served.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// Relative paths in the config start here.
    pub directory: &'a Path,
    /// The store that the tools read.
    pub store: &'a Store,
    /// The facilities that the tools may read.
    pub allowed: &'a BTreeSet<String>,
}

impl Surroundings<'_> {
    /// Where a path in the config leads.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// The text of a file the config names.
    pub(crate) fn read(&self, place: &Place, name: &str) -> Result<String, ConfigError> {
        match text_file::read(&self.path(name)) {
            Ok(Some(text)) => Ok(text),
            Ok(None) => Err(unusable(place, name, "is longer than 16 MiB")),
            Err(error) => Err(unusable(place, name, format!("cannot be read: {error}"))),
        }
    }

    /// The content of a JSON file the config names.
    pub(crate) fn read_json(&self, place: &Place, name: &str) -> Result<Value, ConfigError> {
        let text = self.read(place, name)?;
        camber_store::json::parse(text.as_bytes())
            .map_err(|error| unusable(place, name, format!("is not valid JSON: {error}")))
    }

    /// The rows of a CSV file the config names, each by the names in its first line.
    pub(crate) fn read_csv(&self, place: &Place, name: &str) -> Result<Table, ConfigError> {
        let text = self.read(place, name)?;
        Table::parse(&text)
            .map_err(|error| unusable(place, name, format!("is not valid CSV: {error}")))
    }

    /// Refuses a file that is not there or cannot be opened.
    pub(crate) fn readable(&self, place: &Place, name: &str) -> Result<(), ConfigError> {
        let opened = std::fs::File::open(self.path(name)).and_then(|file| file.metadata());
        match opened {
            Ok(file) if file.is_file() => Ok(()),
            Ok(_) => Err(unusable(place, name, "is no file")),
            Err(error) => Err(unusable(place, name, format!("cannot be read: {error}"))),
        }
    }
}

/// A CSV file: the names in its first line, and each further line by them.
#[derive(Debug)]
pub(crate) struct Table {
    pub columns: Vec<String>,
    pub rows: Vec<BTreeMap<String, String>>,
}

impl Table {
    fn parse(text: &str) -> Result<Table, csv::Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = csv::ReaderBuilder::new()
            .flexible(true)
            .from_reader(text.as_bytes());
        let columns: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
        let rows = reader
            .records()
            .map(|record| {
                let record = record?;
                let cells = record.iter().map(str::to_owned);
                Ok(columns.iter().cloned().zip(cells).collect())
            })
            .collect::<Result<_, csv::Error>>()?;
        Ok(Table { columns, rows })
    }
}

fn unusable(place: &Place, name: &str, problem: impl Into<String>) -> ConfigError {
    ConfigError::File {
        at: place.at().to_owned(),
        name: name.to_owned(),
        problem: problem.into(),
    }
}
