//! The sections of a config, a file each.

mod drift;
mod equipment;
mod faults;
mod mapping;
mod mv;
mod price;
mod references;
mod report;
mod resample;
mod rules;
mod sequences;
mod shared_oat;
mod site;
mod source;
mod topology;
mod units;
mod ventilation;
mod weather;

use crate::error::ConfigError;
use crate::place::Members;
use crate::surroundings::Surroundings;
use equipment::Equipment;
use source::Source;

/// Checks every section of the config about `facility_id`, in the order a run takes them.
pub(crate) fn check(
    config: &Members,
    facility_id: &str,
    around: &Surroundings,
) -> Result<(), ConfigError> {
    let source = Source::read(config, facility_id, around)?;
    let equipment = Equipment::read(config, &source, around)?;
    resample::check(config)?;
    let units = units::read(config)?;
    mapping::check(config, &source, around)?;
    shared_oat::check(config, &equipment, around)?;
    site::check(config)?;
    weather::check(config)?;
    topology::check(config, around)?;
    ventilation::check(config, around)?;
    rules::check(config)?;
    sequences::check(config, around)?;
    mv::check(config, units, around)?;
    drift::check(config, &equipment, around)?;
    faults::check(config, &source, around)?;
    report::check(config, &equipment, around)
}
