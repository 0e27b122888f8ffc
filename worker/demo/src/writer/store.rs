//! A store on disk: facilities in hive partitions beside the registry of their names.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use camber_series::time::year_and_month;
use serde_json::{Map, Value};

use super::part::{PartOptions, write_part};
use super::registration::Registration;
use super::rows::{CodedRow, Row, Rows};
use crate::DemoError;

/// Describes a store, facility by facility; [`finish`](StoreWriter::finish) writes it.
#[derive(Debug)]
#[must_use = "nothing is written before `finish`"]
pub struct StoreWriter {
    root: PathBuf,
    facilities: Vec<Facility>,
    mistake: Option<DemoError>,
}

/// One facility of a store being described. Series go into the current part.
#[derive(Debug)]
#[must_use = "nothing is written before `finish`"]
pub struct FacilityWriter {
    store: StoreWriter,
    facility: Facility,
}

#[derive(Debug)]
struct Facility {
    id: String,
    registration: Registration,
    parts: Vec<Part>,
}

/// What one write into a facility appends: one file in each partition it touches.
#[derive(Debug, Clone, Default)]
struct Part {
    rows: Rows,
    options: PartOptions,
    by_year: bool,
}

impl StoreWriter {
    /// A store in `root`, which is created when it does not exist.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            facilities: Vec::new(),
            mistake: None,
        }
    }

    /// Adds a facility.
    pub fn facility(self, id: &str, registration: Registration) -> FacilityWriter {
        let parts = vec![Part::default()];
        FacilityWriter {
            store: self,
            facility: Facility {
                id: id.to_owned(),
                registration,
                parts,
            },
        }
    }

    /// Writes the store: the parts of every facility that has rows, and `_facilities.json` when
    /// any facility is registered.
    ///
    /// # Errors
    /// The first mistake in the description, before anything is written; else
    /// [`DemoError::Encode`] and [`DemoError::Io`].
    pub fn finish(self) -> Result<(), DemoError> {
        if let Some(mistake) = self.mistake {
            return Err(mistake);
        }
        create_dir(&self.root)?;
        let mut registry = BTreeMap::new();
        for facility in self.facilities {
            facility.write_parts(&self.root)?;
            if let Some(entry) = facility.registration.into_entry() {
                registry.insert(facility.id, Value::Object(entry));
            }
        }
        if registry.is_empty() {
            return Ok(());
        }
        let registry: Map<String, Value> = registry.into_iter().collect();
        let bytes = serde_json::to_vec(&registry)?;
        fs::write(self.root.join("_facilities.json"), bytes)
            .map_err(DemoError::io("write the facility registry"))
    }

    /// Keeps the first mistake, for `finish` to report.
    fn note(&mut self, mistake: DemoError) {
        self.mistake.get_or_insert(mistake);
    }
}

impl FacilityWriter {
    /// Adds a series to the current part: one row for each value that is not NaN.
    ///
    /// A number of times other than that of the values is a mistake `finish` reports.
    pub fn series(
        mut self,
        equip: &str,
        equip_class: &str,
        role: &str,
        times: &[i64],
        values: &[f64],
    ) -> Self {
        if times.len() != values.len() {
            self.store.note(DemoError::Lengths {
                equip: equip.to_owned(),
                role: role.to_owned(),
                times: times.len(),
                values: values.len(),
            });
        }
        self.current(|part| {
            part.rows
                .push_series([equip, equip_class, role], times, values)
        })
    }

    /// Adds one row, nulls and all, to the current part. It must have a time.
    pub fn row(mut self, row: Row<'_>) -> Self {
        if row.ts.is_none() {
            self.store.note(DemoError::NoTime);
        }
        self.current(|part| part.rows.push(row))
    }

    /// Begins the next part, written the same way: what a later write into the facility appends.
    pub fn part(mut self) -> Self {
        let (options, by_year) = self
            .facility
            .parts
            .last()
            .map_or_else(Default::default, |p| (p.options, p.by_year));
        self.facility.parts.push(Part {
            options,
            by_year,
            ..Part::default()
        });
        self
    }

    /// Writes this part and the following ones with other options.
    pub fn options(self, options: PartOptions) -> Self {
        self.current(|part| part.options = options)
    }

    /// Puts this part and the following ones into year partitions without months, as stores
    /// written before 0.95 are.
    pub fn by_year(self) -> Self {
        self.current(|part| part.by_year = true)
    }

    /// Puts this part and the following ones into month partitions again.
    pub fn by_month(self) -> Self {
        self.current(|part| part.by_year = false)
    }

    /// Adds another facility.
    pub fn facility(self, id: &str, registration: Registration) -> FacilityWriter {
        self.into_store().facility(id, registration)
    }

    /// Writes the store; see [`StoreWriter::finish`].
    ///
    /// # Errors
    /// As [`StoreWriter::finish`].
    pub fn finish(self) -> Result<(), DemoError> {
        self.into_store().finish()
    }

    fn current(mut self, change: impl FnOnce(&mut Part)) -> Self {
        if let Some(part) = self.facility.parts.last_mut() {
            change(part);
        }
        self
    }

    /// Ends this facility, back to the store.
    pub fn into_store(self) -> StoreWriter {
        let Self {
            mut store,
            facility,
        } = self;
        if !is_path_safe(&facility.id) {
            store.note(DemoError::FacilityId(facility.id));
        } else if store.facilities.iter().any(|other| other.id == facility.id) {
            store.note(DemoError::RepeatedFacility(facility.id));
        } else {
            store.facilities.push(facility);
        }
        store
    }
}

impl Facility {
    fn write_parts(&self, root: &Path) -> Result<(), DemoError> {
        let root = root.join(format!("facility_id={}", self.id));
        for (sequence, part) in self.parts.iter().enumerate() {
            for (partition, mut rows) in part.partitions() {
                let dir = root.join(partition);
                create_dir(&dir)?;
                rows.sort();
                let file = dir.join(format!("part-{sequence}-0.parquet"));
                write_part(&file, &rows, &part.options)?;
            }
        }
        Ok(())
    }
}

impl Part {
    /// Its rows by the partition directory they go to.
    fn partitions(&self) -> BTreeMap<PathBuf, Rows> {
        let mut by_date: BTreeMap<(i64, Option<i64>), Vec<CodedRow>> = BTreeMap::new();
        for row in &self.rows.rows {
            let (year, month) = year_and_month(row.ts.unwrap_or_default());
            let month = (!self.by_year).then_some(month);
            by_date.entry((year, month)).or_default().push(*row);
        }
        by_date
            .into_iter()
            .map(|((year, month), rows)| {
                let mut partition = PathBuf::from(format!("year={year}"));
                if let Some(month) = month {
                    partition.push(format!("month={month}"));
                }
                (partition, self.rows.with_rows(rows))
            })
            .collect()
    }
}

/// Whether an id may be a directory name: the rule the reference applies to every write.
fn is_path_safe(id: &str) -> bool {
    id.len() <= 200
        && id.starts_with(|c: char| c.is_ascii_alphanumeric())
        && id
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
}

fn create_dir(dir: &Path) -> Result<(), DemoError> {
    fs::create_dir_all(dir).map_err(DemoError::io("create a directory of the store"))
}
