//! What a read gives: the points a facility has, and their samples.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::size_of;
use std::sync::Arc;

use crate::stamp::Stamp;

/// The points of one facility and the span of its samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Inventory {
    /// Every stored series, by equipment and then role.
    pub points: Vec<Point>,
    /// Each equipment and its class (empty where none was recorded).
    pub equipment: BTreeMap<String, String>,
    /// The earliest and the latest stored time, nanoseconds of naive wall-clock time, whether or
    /// not a value was stored with it; `None` without any.
    pub span: Option<(i64, i64)>,
    /// Stored rows.
    pub rows: u64,
    /// The files it was taken from.
    pub stamp: Stamp,
}

/// One stored series, named.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Equipment id.
    pub equip: String,
    /// Role slug, such as `supply_air_temp`.
    pub role: String,
    /// The class of its equipment.
    pub equip_class: String,
}

/// What to load of a facility. The default takes everything, with values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The first moment taken, nanoseconds; inclusive.
    pub start: Option<i64>,
    /// The last moment taken, nanoseconds; inclusive.
    pub end: Option<i64>,
    /// Only these equipment ids.
    pub equips: Option<BTreeSet<String>>,
    /// Only these roles.
    pub roles: Option<BTreeSet<String>>,
    /// Whether to keep values. Without them a series holds the times of its valid samples only.
    pub values: bool,
}

impl Default for Selection {
    fn default() -> Self {
        Selection {
            start: None,
            end: None,
            equips: None,
            roles: None,
            values: true,
        }
    }
}

impl Selection {
    /// The window, when one is set: both ends inclusive.
    pub(crate) fn window(&self) -> Option<(i64, i64)> {
        let bounded = self.start.is_some() || self.end.is_some();
        bounded.then(|| (self.start.unwrap_or(i64::MIN), self.end.unwrap_or(i64::MAX)))
    }
}

/// The selected samples of one facility, decoded.
#[derive(Clone, Debug, PartialEq)]
pub struct FacilityData {
    /// The series that have a sample in the selection, by equipment and then role.
    pub series: Vec<Series>,
    /// All the facility's points, selected or not.
    pub inventory: Arc<Inventory>,
    /// The facility's files, all of them, as they were before and after the read.
    pub stamp: Stamp,
}

/// The samples of one point, in time order; samples of equal time keep their stored order. Rows
/// stored without a time are no samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Equipment id.
    pub equip: String,
    /// The class of the equipment, as the inventory has it.
    pub equip_class: String,
    /// Role slug.
    pub role: String,
    /// Nanoseconds of naive wall-clock time, not decreasing.
    pub times: Vec<i64>,
    /// One value a time, NaN where a row was stored without one; empty when values were not
    /// selected.
    pub values: Vec<f64>,
}

impl FacilityData {
    /// The memory the series take, in bytes: what a cache counts.
    pub fn approximate_bytes(&self) -> usize {
        let series = |series: &Series| {
            let names = series.equip.len() + series.equip_class.len() + series.role.len();
            let times = series.times.capacity() * size_of::<i64>();
            let values = series.values.capacity() * size_of::<f64>();
            size_of::<Series>() + names + times + values
        };
        self.series.iter().map(series).sum()
    }
}
