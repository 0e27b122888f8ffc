//! `shared_oat`: the outdoor temperature of equipment that has none of its own.

use super::equipment::Equipment;
use crate::error::ConfigError;
use crate::place::Members;
use crate::surroundings::Surroundings;

pub(super) fn check(
    config: &Members,
    equipment: &Equipment,
    around: &Surroundings,
) -> Result<(), ConfigError> {
    let Some(shared) = config.filled("shared_oat") else {
        return Ok(());
    };
    let shared = shared.object()?;
    if let Some(file) = shared.filled("file") {
        return around.readable(&file, file.text()?);
    }
    let Some(equip) = shared.filled("equip").filter(|_| equipment.is_stored()) else {
        return Ok(());
    };
    if !equipment.is_in_source(equip.text()?)? {
        return Err(equip.takes("an equipment of the facility"));
    }
    shared.member("role").map(|role| role.role()).transpose()?;
    Ok(())
}
