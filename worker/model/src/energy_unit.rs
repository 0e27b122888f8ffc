//! The units in which configs state energy, power, gas volumes and steam mass, by any usual
//! spelling.

/// What a unit measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// An amount of energy.
    Energy,
    /// Energy per time.
    Power,
    /// A volume of gas.
    Volume,
    /// A volume of gas per time.
    VolumeFlow,
    /// A mass of steam.
    Mass,
}

/// A unit by the name results give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnergyUnit {
    /// What it measures.
    pub quantity: Quantity,
    /// Its name, such as `kWh`.
    pub name: &'static str,
}

/// Why a text is not a unit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    /// No unit is spelt like this.
    #[error("{0:?} is not a known unit")]
    Unknown(String),
    /// The spelling stands for two units.
    #[error("{given:?} can be read in two ways: write {instead}")]
    Ambiguous {
        /// The text.
        given: String,
        /// Spellings that can be read in one way only.
        instead: &'static str,
    },
    /// A text of another form.
    #[error("{given:?} is not {form}")]
    Form {
        /// The text.
        given: String,
        /// The form, in words.
        form: &'static str,
    },
}

use Quantity::{Energy, Mass, Power, Volume, VolumeFlow};

/// The units: what they measure, their names, and further spellings in lower case without spaces,
/// points, hyphens and underscores.
#[rustfmt::skip]
const UNITS: &[(Quantity, &str, &[&str])] = &[
    (Energy, "kWh", &["kilowatthour", "kilowatthours", "kwhr", "kwhs"]),
    (Energy, "MWh", &["megawatthour", "megawatthours", "mwhr"]),
    (Energy, "GWh", &["gigawatthour", "gigawatthours"]),
    (Energy, "Wh", &["watthour", "watthours"]),
    (Energy, "Btu", &["btus", "britishthermalunit", "britishthermalunits"]),
    (Energy, "kBtu", &["kbtus", "thousandbtu", "kilobtu"]),
    (Energy, "MMBtu", &["mmbtus", "millionbtu", "dth", "dekatherm", "dekatherms", "decatherm"]),
    (Energy, "therm", &["therms", "thm", "thms"]),
    (Energy, "ton-hour", &["tonhours", "tonhr", "tonhrs", "tonh", "tonhs", "trh"]),
    (Energy, "kJ", &["kilojoule", "kilojoules"]),
    (Energy, "MJ", &["megajoule", "megajoules"]),
    (Energy, "GJ", &["gigajoule", "gigajoules"]),
    (Power, "kW", &["kilowatt", "kilowatts"]),
    (Power, "MW", &["megawatt", "megawatts"]),
    (Power, "W", &["watt", "watts"]),
    (Power, "Btu/h", &["btuh", "btuhr", "btus/h"]),
    (Power, "kBtu/h", &["kbtuh", "kbtuhr", "mbh", "mbtuh"]),
    (Power, "MMBtu/h", &["mmbtuh", "mmbtuhr"]),
    (Power, "ton", &["tons", "tr", "tonsrefrigeration", "refrigerationton", "refrigerationtons"]),
    (Volume, "ft3", &["cf", "cuft", "cubicfeet", "cubicfoot", "scf"]),
    (Volume, "CCF", &["hcf"]),
    (Volume, "Mcf", &["mscf"]),
    (Volume, "m3", &["cubicmeter", "cubicmeters", "cubicmetre", "cubicmetres", "sm3"]),
    (VolumeFlow, "cfh", &["scfh", "ft3/h", "cf/h", "cuft/h", "scf/h", "cubicfeet/h"]),
    (VolumeFlow, "CCF/h", &["ccfh", "hcf/h"]),
    (VolumeFlow, "Mcf/h", &["mcfh", "mscf/h"]),
    (VolumeFlow, "m3/h", &["m3h", "sm3/h", "cubicmeters/h", "cubicmetres/h"]),
    (Mass, "lb", &["lbs", "pound", "pounds", "lbm"]),
    (Mass, "klb", &["klbs", "kpound", "kpounds", "thousandpounds"]),
    (Mass, "kg", &["kgs", "kilogram", "kilograms"]),
];

/// Spellings that mean two things, and what to write instead: the M of `MBtu` is a thousand to a
/// US utility and a million elsewhere.
const AMBIGUOUS: &[(&str, &str)] = &[
    ("mbtu", "kBtu or MMBtu"),
    ("mlb", "klb"),
    ("mlbs", "klb"),
    ("mmcf", "Mcf"),
    ("mm3", "m3"),
];

const AREAS: &[&str] = &[
    "ft2",
    "sqft",
    "sf",
    "squarefeet",
    "squarefoot",
    "m2",
    "sqm",
    "squaremeter",
    "squaremeters",
    "squaremetre",
    "squaremetres",
];

/// The unit that `text` spells.
///
/// # Errors
/// [`UnitError::Unknown`] and [`UnitError::Ambiguous`].
pub fn parse(text: &str) -> Result<EnergyUnit, UnitError> {
    let spelling = normalized(text);
    if let Some(&(_, instead)) = AMBIGUOUS.iter().find(|(given, _)| *given == spelling) {
        return Err(UnitError::Ambiguous {
            given: text.to_owned(),
            instead,
        });
    }
    let found = UNITS.iter().find(|(_, name, others)| {
        normalized(name) == spelling || others.contains(&spelling.as_str())
    });
    match found {
        Some(&(quantity, name, _)) => Ok(EnergyUnit { quantity, name }),
        None => Err(UnitError::Unknown(text.to_owned())),
    }
}

/// Whether `text` names a unit of floor area.
pub fn is_area(text: &str) -> bool {
    AREAS.contains(&normalized(text).as_str())
}

/// Checks the unit of an energy use intensity: energy per floor area (and year), such as
/// `kBtu/ft2/yr`.
///
/// # Errors
/// [`UnitError::Form`], or what is wrong with its energy unit.
pub fn check_intensity(text: &str) -> Result<(), UnitError> {
    let form = || UnitError::Form {
        given: text.to_owned(),
        form: "energy by floor area and year, such as \"kBtu/ft2/yr\" or \"kWh/m2/yr\"",
    };
    let flattened = text.replace('·', "/").replace('²', "2");
    let parts: Vec<&str> = flattened
        .split('/')
        .filter(|part| !part.trim().is_empty())
        .collect();
    let is_year =
        |part: &str| ["yr", "y", "year", "a", "annum"].contains(&normalized(part).as_str());
    let (energy, area) = match parts[..] {
        [energy, area] => (energy, area),
        [energy, area, year] if is_year(year) => (energy, area),
        _ => return Err(form()),
    };
    let area = normalized(area);
    let without_year = ["year", "yr"]
        .iter()
        .find_map(|year| area.strip_suffix(year));
    if !is_area(&area) && !without_year.is_some_and(is_area) {
        return Err(form());
    }
    match parse(energy)?.quantity {
        Energy => Ok(()),
        _ => Err(form()),
    }
}

/// Reads the unit of a heat content, energy per gas volume or steam mass, and gives what it is per.
///
/// # Errors
/// [`UnitError::Form`], or what is wrong with either unit.
pub fn parse_heat_content(text: &str) -> Result<Quantity, UnitError> {
    let form = || UnitError::Form {
        given: text.to_owned(),
        form: "energy by gas volume or steam mass, such as \"therm/Mcf\" or \"Btu/lb\"",
    };
    let text = text.replace(" per ", "/");
    let (energy, amount) = text.split_once('/').ok_or_else(form)?;
    match (parse(energy)?.quantity, parse(amount)?.quantity) {
        (Energy, amount @ (Volume | Mass)) => Ok(amount),
        _ => Err(form()),
    }
}

fn normalized(text: &str) -> String {
    let lower = text
        .trim()
        .to_lowercase()
        .replace('³', "3")
        .replace('²', "2");
    let words: Vec<&str> = lower.split(char::is_whitespace).collect();
    let joined: String = words
        .into_iter()
        .map(|word| if word == "per" { "/" } else { word })
        .collect();
    let plain: String = joined
        .chars()
        .filter(|letter| !['_', '-', '.', '·', '•'].contains(letter))
        .collect();
    plain.replace("/hour", "/h").replace("/hr", "/h")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_spellings_are_known() {
        for (spelling, name) in [
            ("kWh", "kWh"),
            ("kilowatt-hours", "kWh"),
            ("KWH", "kWh"),
            ("Btu", "Btu"),
            ("ton-hr", "ton-hour"),
            ("MBH", "kBtu/h"),
            ("kBtu/hr", "kBtu/h"),
            ("Btu per hour", "Btu/h"),
            ("m³", "m3"),
            ("tons", "ton"),
            ("cubic feet", "ft3"),
            ("m3/h", "m3/h"),
            ("cfh", "cfh"),
            ("k.lb", "klb"),
            ("dekatherm", "MMBtu"),
        ] {
            assert_eq!(
                parse(spelling).map(|unit| unit.name),
                Ok(name),
                "{spelling}"
            );
        }
        assert_eq!(parse("kW").unwrap().quantity, Quantity::Power);
        assert_eq!(parse("Mcf").unwrap().quantity, Quantity::Volume);
    }

    #[test]
    fn unknown_and_ambiguous_spellings_are_not() {
        for spelling in ["", " ", "kilo", "kWh/h", "BTUX", "per"] {
            assert_eq!(
                parse(spelling),
                Err(UnitError::Unknown(spelling.to_owned()))
            );
        }
        for spelling in ["MBtu", "Mlb", "MMcf", "Mm3"] {
            assert!(
                matches!(parse(spelling), Err(UnitError::Ambiguous { .. })),
                "{spelling}"
            );
        }
    }

    #[test]
    fn intensities_and_heat_contents_are_energy_by_something() {
        for good in [
            "kBtu/ft2/yr",
            "kWh/m2/yr",
            "kWh/m²",
            "MJ/m2·yr",
            "kBtu/sqft/year",
            "kBtu/ft2yr",
        ] {
            assert_eq!(check_intensity(good), Ok(()), "{good}");
        }
        for bad in [
            "kBtu",
            "kBtu/acre/yr",
            "kW/m2/yr",
            "kWh/m2/month",
            "",
            "furlong/m2",
        ] {
            assert!(check_intensity(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_heat_content("therm/Mcf"), Ok(Quantity::Volume));
        assert_eq!(parse_heat_content("Btu per lb"), Ok(Quantity::Mass));
        for bad in ["therm", "kW/Mcf", "therm/kWh", "therm/", "/Mcf"] {
            assert!(parse_heat_content(bad).is_err(), "{bad}");
        }
        assert!(is_area("m2") && is_area("Square Feet") && !is_area("acre"));
    }
}
