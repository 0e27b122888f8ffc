//! `equipment`: which equipment takes part.

use std::path::PathBuf;
use std::sync::Arc;

use camber_store::Inventory;

use super::source::Source;
use crate::error::ConfigError;
use crate::place::{Members, one_of};
use crate::surroundings::Surroundings;

/// The refrigerants whose saturation curves are known.
const REFRIGERANTS: [&str; 5] = ["R-134a", "R-22", "R-32", "R-410A", "R-744"];
/// The class that stands for every class of terminal box, and those.
const TERMINAL: &str = "TERMINAL";
const TERMINALS: [&str; 3] = ["VAV", "CAV", "FCAV"];
/// The point that tells a folder's equipment of a class when the config names none.
const DEFAULT_MARKER: &str = "SpaceTemp";

/// The equipment a config asks for.
pub(super) struct Equipment<'a> {
    entries: Vec<Entry<'a>>,
    source: &'a Source,
    around: &'a Surroundings<'a>,
}

struct Entry<'a> {
    class: &'a str,
    /// The role (of a store) or point (of a folder) that an equipment must have.
    marker: Option<&'a str>,
    /// Only these, when any are named.
    equips: Vec<&'a str>,
}

impl<'a> Equipment<'a> {
    pub fn read(
        config: &Members<'a>,
        source: &'a Source,
        around: &'a Surroundings<'a>,
    ) -> Result<Equipment<'a>, ConfigError> {
        let marker = match source {
            Source::Store { .. } => "marker_role",
            Source::Folders(_) | Source::Nowhere => "marker",
        };
        let mut entries = Vec::new();
        if let Some(listed) = config.given("equipment") {
            for entry in listed.list()? {
                entries.push(Entry::read(&entry.object()?, marker)?);
            }
        }
        Ok(Equipment {
            entries,
            source,
            around,
        })
    }

    /// Whether the config asks for equipment of `class`.
    pub fn has_class(&self, class: &str) -> bool {
        self.entries.iter().any(|entry| entry.class == class)
    }

    /// The classes the config asks for, in words.
    pub fn classes(&self) -> String {
        let classes: Vec<&str> = self.entries.iter().map(|entry| entry.class).collect();
        match classes.is_empty() {
            true => "none".to_owned(),
            false => one_of(&classes),
        }
    }

    /// Whether the source has an equipment called `equip`, asked for or not. A source of folders
    /// has what the config asks for.
    pub fn is_in_source(&self, equip: &str) -> Result<bool, ConfigError> {
        match self.inventory()? {
            Some(inventory) => Ok(inventory.equipment.contains_key(equip)),
            None => self.takes_part(equip),
        }
    }

    /// Whether the config asks for the equipment `equip` and its source has it.
    pub fn takes_part(&self, equip: &str) -> Result<bool, ConfigError> {
        let inventory = self.inventory()?;
        Ok(self.entries.iter().any(|entry| {
            let named = entry.equips.is_empty() || entry.equips.contains(&equip);
            named
                && match (&inventory, self.source) {
                    (Some(inventory), _) => entry.is_stored(equip, inventory),
                    (None, Source::Folders(folders)) => entry.is_in_folders(equip, folders),
                    (None, _) => false,
                }
        }))
    }

    /// Whether the source is the store.
    pub fn is_stored(&self) -> bool {
        matches!(self.source, Source::Store { .. })
    }

    fn inventory(&self) -> Result<Option<Arc<Inventory>>, ConfigError> {
        match self.source {
            Source::Store { facility_id } => Ok(Some(self.around.store.inventory(facility_id)?)),
            Source::Folders(_) | Source::Nowhere => Ok(None),
        }
    }
}

impl<'a> Entry<'a> {
    fn read(entry: &Members<'a>, marker: &str) -> Result<Entry<'a>, ConfigError> {
        if let Some(fluid) = entry.filled("refrigerant")
            && !is_refrigerant(fluid.text()?)
        {
            return Err(fluid.takes(one_of(&REFRIGERANTS)));
        }
        let equips = match entry.filled("equip") {
            Some(equips) => equips
                .one_or_list()
                .iter()
                .map(|equip| equip.text())
                .collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        Ok(Entry {
            class: entry.required("class")?.text()?,
            marker: entry.given(marker).map(|place| place.text()).transpose()?,
            equips,
        })
    }

    fn classes(&self) -> Vec<&str> {
        match self.class {
            TERMINAL => TERMINALS.to_vec(),
            class => vec![class],
        }
    }

    fn is_stored(&self, equip: &str, inventory: &Inventory) -> bool {
        let class = inventory.equipment.get(equip);
        let has_marker = |role: &str| {
            let mut points = inventory.points.iter();
            points.any(|point| point.equip == equip && point.role == role)
        };
        class.is_some_and(|class| self.classes().contains(&class.as_str()))
            && self.marker.is_none_or(has_marker)
    }

    /// A folder holds one file a point, named for the equipment and the point; the equipment's
    /// name begins with its class.
    fn is_in_folders(&self, equip: &str, folders: &[PathBuf]) -> bool {
        let file = format!("{equip}_{}.csv", self.marker.unwrap_or(DEFAULT_MARKER));
        let of_class = |class: &&str| {
            equip
                .strip_prefix(*class)
                .is_some_and(|rest| rest.starts_with('_'))
        };
        self.classes().iter().any(of_class)
            && folders.iter().any(|folder| folder.join(&file).is_file())
    }
}

/// Any spelling of a known refrigerant: `r410a`, `410A`, `CO2`.
fn is_refrigerant(text: &str) -> bool {
    let plain = |text: &str| -> String {
        let upper = text.to_uppercase();
        upper.chars().filter(char::is_ascii_alphanumeric).collect()
    };
    let given = plain(text);
    ["CO2", "CARBONDIOXIDE"].contains(&given.as_str())
        || REFRIGERANTS.iter().any(|known| {
            let known = plain(known);
            known == given || known.strip_prefix('R') == Some(given.as_str())
        })
}
