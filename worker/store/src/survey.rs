//! Takes a facility's inventory: from its key columns, or from the point catalogue's cache and its
//! parts' footers.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::data::{Inventory, Point};
use crate::error::StoreError;
use crate::listing::Listing;
use crate::parquet::{Batch, NULL_TIME, Names, PartError, SeriesIndex, Wanted};
use crate::point_cache::CachedFacility;
use crate::reading::Reader;
use crate::stamp::Stamp;

/// What passing over the rows of a facility teaches about its points.
#[derive(Default)]
pub(crate) struct Survey {
    /// The number of each row's series, by equipment, class and role.
    pub index: SeriesIndex,
    rows: u64,
    span: Option<(i64, i64)>,
}

impl Survey {
    /// Takes the next rows, and puts the number of each row's series into `numbers`.
    pub fn note(&mut self, batch: &Batch<'_>, numbers: &mut Vec<u32>) -> Result<(), PartError> {
        self.index.assign(batch, numbers)?;
        self.rows += batch.ts.len() as u64;
        let times = || batch.ts.iter().copied().filter(|&time| time != NULL_TIME);
        self.widen(times().min().zip(times().max()));
        Ok(())
    }

    fn widen(&mut self, span: Option<(i64, i64)>) {
        self.span = match (self.span, span) {
            (Some(known), Some(new)) => Some((known.0.min(new.0), known.1.max(new.1))),
            (known, new) => known.or(new),
        };
    }

    /// The inventory, once every row of the facility was noted.
    ///
    /// A point has the class of its first row, and an equipment the first class that is not empty
    /// among its points in order of first sight.
    pub fn inventory(&self, names: &Names, stamp: Stamp) -> Inventory {
        let mut equipment = BTreeMap::<&str, &str>::new();
        let mut seen = HashSet::new();
        let mut points = BTreeSet::new();
        for &(equip, class, role) in self.index.keys() {
            let (Some(equip_name), Some(role_name)) = (names.name(equip), names.name(role)) else {
                continue;
            };
            if seen.insert((equip, role)) {
                points.insert((equip_name, role_name));
                let recorded = equipment.entry(equip_name).or_default();
                if recorded.is_empty() {
                    *recorded = names.name(class).unwrap_or_default();
                }
            }
        }
        let owned = equipment
            .into_iter()
            .map(|(equip, class)| (equip.to_owned(), class.to_owned()));
        self.with_points(points, owned.collect(), stamp)
    }

    fn with_points(
        &self,
        points: BTreeSet<(&str, &str)>,
        equipment: BTreeMap<String, String>,
        stamp: Stamp,
    ) -> Inventory {
        let point = |(equip, role): (&str, &str)| Point {
            equip: equip.to_owned(),
            role: role.to_owned(),
            equip_class: equipment.get(equip).cloned().unwrap_or_default(),
        };
        let points = points.into_iter().map(point).collect();
        Inventory {
            points,
            equipment,
            span: self.span,
            rows: self.rows,
            stamp,
        }
    }
}

/// The inventory by the facility's parts alone.
pub(crate) fn of_parts(facility_id: &str, listing: &Listing) -> Result<Inventory, StoreError> {
    let (mut survey, mut names, mut numbers) = (Survey::default(), Names::new(), Vec::new());
    let wanted = Wanted {
        range: None,
        values: false,
    };
    let mut reader = Reader::new(facility_id, listing);
    reader.scan(&wanted, &mut names, &mut |batch| {
        survey.note(batch, &mut numbers)
    })?;
    Ok(survey.inventory(&names, listing.stamp()))
}

/// The inventory by the catalogue's cache, which says nothing of times: those are in the parts'
/// footers. A part whose footer does not tell is read.
pub(crate) fn of_cache(
    cached: &CachedFacility,
    facility_id: &str,
    listing: &Listing,
) -> Result<Inventory, StoreError> {
    let (mut survey, mut names, mut numbers) = (Survey::default(), Names::new(), Vec::new());
    let wanted = Wanted {
        range: None,
        values: false,
    };
    let mut reader = Reader::new(facility_id, listing);
    for part in &listing.parts {
        let statistics = reader.statistics(part)?;
        if statistics.ts.is_some() || statistics.rows == 0 {
            survey.rows += statistics.rows;
            survey.widen(statistics.ts);
        } else {
            reader.scan_part(part, &wanted, &mut names, &mut |batch| {
                survey.note(batch, &mut numbers)
            })?;
        }
    }
    let points = cached
        .points
        .iter()
        .map(|(equip, role)| (equip.as_str(), role.as_str()))
        .collect();
    Ok(survey.with_points(points, cached.equipment.clone(), listing.stamp()))
}
