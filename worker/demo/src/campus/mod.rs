//! The demo campus: an invented spring of two air handlers with their boxes, their plants and a
//! weather station, with known faults, gaps and one bad sensor. The same on every machine.

mod air_handler;
mod faults;
mod plant;
mod random;
mod reset;
mod schedule;
mod site;
mod trend;
mod vav_box;
mod weather;
mod zone;

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

pub use faults::{FoundBy, SeededFault};

use crate::DemoError;
use crate::clock::{DAY, MINUTE, date, every};
use crate::writer::{Registration, StoreWriter};

/// Id of the campus.
pub const CAMPUS_ID: &str = "demo-campus";
/// Id of the library.
pub const LIBRARY_ID: &str = "demo-library";

/// Length of a step, nanoseconds.
const STEP: i64 = 15 * MINUTE;
/// Length of a step, hours.
const STEP_HOURS: f64 = 0.25;
/// The first step: midnight before a Monday.
const START: i64 = date(2025, 4, 21);
/// The end of the last step: six weeks later.
const END: i64 = START + 42 * DAY;
/// The library is logged for the last two of them only.
const LIBRARY_START: i64 = END - 14 * DAY;

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Campus {
    /// The facilities: the campus, then the library.
    pub facilities: Vec<Facility>,
    /// What is wrong on purpose. All of it is on the campus; the library is in order.
    pub faults: Vec<SeededFault>,
}

/// One facility of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facility {
    /// Id.
    pub id: &'static str,
    /// Display name.
    pub name: &'static str,
    /// Number of equipment.
    pub equipment: usize,
    /// Number of points.
    pub points: usize,
    /// Number of readings stored.
    pub readings: usize,
    /// The first step and the end of the last one, nanoseconds since the epoch.
    pub period: (i64, i64),
}

/// Writes the demo store into a directory that is empty or does not exist yet.
///
/// # Errors
/// [`DemoError::NotEmpty`], [`DemoError::Io`] and [`DemoError::Encode`].
pub fn write(dir: &Path) -> Result<Campus, DemoError> {
    require_empty(dir)?;
    let times = times();
    let mut store = StoreWriter::new(dir);
    let mut facilities = Vec::new();
    for (id, name, start, simulate) in [
        (
            CAMPUS_ID,
            "Demo Campus",
            START,
            site::campus as fn(&[i64]) -> Vec<trend::Trend>,
        ),
        (LIBRARY_ID, "Demo Library", LIBRARY_START, site::library),
    ] {
        let trends = simulate(&times);
        let logged = ((start - START) / STEP) as usize..;
        let times = times.get(logged.clone()).unwrap_or_default();
        let mut facility = store.facility(id, Registration::active(name));
        let (mut points, mut readings) = (0, 0);
        for trend in &trends {
            for point in &trend.points {
                let values = point.values.get(logged.clone()).unwrap_or_default();
                facility = facility.series(&trend.equip, trend.class, point.role, times, values);
                points += 1;
                readings += values.iter().filter(|value| !value.is_nan()).count();
            }
        }
        store = facility.into_store();
        let equipment = trends.len();
        facilities.push(Facility {
            id,
            name,
            equipment,
            points,
            readings,
            period: (start, END),
        });
    }
    store.finish()?;
    Ok(Campus {
        facilities,
        faults: faults::FAULTS.to_vec(),
    })
}

/// Every step of the six weeks.
fn times() -> Vec<i64> {
    every(START, STEP, ((END - START) / STEP) as usize)
}

fn require_empty(dir: &Path) -> Result<(), DemoError> {
    match fs::read_dir(dir) {
        Ok(mut entries) => match entries.next() {
            Some(_) => Err(DemoError::NotEmpty),
            None => Ok(()),
        },
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(()),
        Err(e) => Err(DemoError::io("look into the directory")(e)),
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn the_campus_is_the_same_everywhere() {
        let mut digest = Sha256::new();
        for trend in site::campus(&times()) {
            for point in trend.points {
                digest.update(format!("{} {} {}\n", trend.equip, trend.class, point.role));
                for value in point.values.iter().filter(|value| !value.is_nan()) {
                    digest.update(value.to_le_bytes());
                }
            }
        }
        let digest: String = digest
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(
            digest,
            "e848df564179788e6981518ab206d257a564c07fe90eee6ad610b50a614ca4e2"
        );
    }
}
