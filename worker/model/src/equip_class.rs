//! Which kind of equipment a free-form class name denotes.
//!
//! A class is whatever the source called it (`AHU`, `HotWaterPlant`, `heat_pump 2`), so the
//! vocabulary is open. What only makes sense for one kind of equipment asks for its [`Family`]; an
//! unrecognised name has none, and it is for the caller to say what that means.

/// A kind of equipment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Air handlers, rooftop, dedicated outdoor air and make-up air units.
    AirHandler,
    /// Variable and constant volume terminal boxes.
    Terminal,
    /// Fan coil units.
    FanCoil,
    /// Packaged, water-source and ground-source heat pumps, variable refrigerant flow.
    HeatPump,
    /// Chillers, chilled-water plants and chilled-water loops.
    ChwPlant,
    /// Boilers and hot-water plants.
    HwPlant,
    /// Cooling towers and condenser-water plants.
    CoolingTower,
    /// Pumps.
    Pump,
    /// Meters.
    Meter,
    /// Weather stations.
    Weather,
    /// Refrigeration circuits.
    Refrigeration,
    /// Split and packaged direct-expansion units that are not heat pumps.
    Dx,
    /// The water loop of water-source or ground-source heat pumps.
    SourceLoop,
}

/// Every family and the class names that denote it, upper case and without separators.
const SPELLINGS: [(Family, &[&str]); 13] = [
    (
        Family::AirHandler,
        &[
            "AHU",
            "AIRHANDLER",
            "AIRHANDLINGUNIT",
            "RTU",
            "ROOFTOPUNIT",
            "DOAS",
            "MAU",
            "MUA",
            "ACU",
            "SAHU",
            "DDAHU",
        ],
    ),
    (
        Family::Terminal,
        &[
            "VAV",
            "VAVBOX",
            "CAV",
            "FCAV",
            "FPB",
            "FPVAV",
            "TERMINAL",
            "TERMINALUNIT",
        ],
    ),
    (Family::FanCoil, &["FCU", "FANCOIL", "FANCOILUNIT"]),
    (
        Family::HeatPump,
        &[
            "HP", "HEATPUMP", "WSHP", "GSHP", "ASHP", "WAHP", "VRF", "VRV",
        ],
    ),
    (
        Family::ChwPlant,
        &[
            "CH",
            "CHILLER",
            "CHILLERPLANT",
            "CHW",
            "CHWPLANT",
            "CHWLOOP",
            "CHILLEDWATER",
            "CHILLEDWATERPLANT",
            "CHILLEDWATERLOOP",
        ],
    ),
    (
        Family::HwPlant,
        &[
            "BOILER",
            "BOILERPLANT",
            "HW",
            "HWP",
            "HWPLANT",
            "HOTWATER",
            "HOTWATERPLANT",
        ],
    ),
    (
        Family::CoolingTower,
        &[
            "CT",
            "COOLINGTOWER",
            "TOWER",
            "CW",
            "CWPLANT",
            "CONDENSERWATER",
        ],
    ),
    (
        Family::Pump,
        &["PUMP", "PUMPS", "CHWPUMP", "HWPUMP", "CWPUMP"],
    ),
    (
        Family::Meter,
        &[
            "METER",
            "ELECMETER",
            "ELECTRICMETER",
            "UTILITYMETER",
            "BTUMETER",
        ],
    ),
    (Family::Weather, &["WEATHER", "WEATHERSTATION", "WX"]),
    (
        Family::Refrigeration,
        &["REFRIGERATION", "REFRIG", "REFRIGCIRCUIT"],
    ),
    (
        Family::Dx,
        &[
            "DX",
            "DXUNIT",
            "DXAC",
            "SPLITSYSTEM",
            "SPLITAC",
            "CONDENSINGUNIT",
            "ACCU",
        ],
    ),
    (
        Family::SourceLoop,
        &[
            "SOURCELOOP",
            "GEOLOOP",
            "GROUNDLOOP",
            "GEOTHERMALLOOP",
            "CONDENSERLOOP",
            "HEATPUMPLOOP",
            "HPLOOP",
        ],
    ),
];

/// Names of a water loop that do not say which water; taken for chilled water.
const UNNAMED_LOOPS: [&str; 5] = [
    "PRILOOP",
    "PRIMARYLOOP",
    "SECLOOP",
    "SECONDARYLOOP",
    "DISTRIBUTIONLOOP",
];

impl Family {
    /// The name configs and rules use for the family. It is itself a spelling [`family`]
    /// recognises.
    pub fn name(self) -> &'static str {
        match self {
            Family::AirHandler => "air_handler",
            Family::Terminal => "terminal",
            Family::FanCoil => "fan_coil",
            Family::HeatPump => "heat_pump",
            Family::ChwPlant => "chw_plant",
            Family::HwPlant => "hw_plant",
            Family::CoolingTower => "cooling_tower",
            Family::Pump => "pump",
            Family::Meter => "meter",
            Family::Weather => "weather",
            Family::Refrigeration => "refrigeration",
            Family::Dx => "dx",
            Family::SourceLoop => "source_loop",
        }
    }
}

/// The family a class name denotes, or `None` when it is not recognised.
///
/// Case, separators and a trailing number do not matter. A name that is no spelling as a whole is
/// read word by word (at separators and where lower case turns to upper): a meter or weather word
/// decides wherever it stands, so a chilled-water meter is a meter; else the first word that names
/// a family does.
pub fn family(class: &str) -> Option<Family> {
    let whole = normalise(class);
    spelling(&whole)
        .or_else(|| spelling(without_number(&whole)))
        .or_else(|| {
            let named: Vec<Family> = words(class)
                .iter()
                .filter_map(|word| word_family(word))
                .collect();
            let decides = |wanted| named.contains(&wanted).then_some(wanted);
            decides(Family::Meter)
                .or_else(|| decides(Family::Weather))
                .or_else(|| named.first().copied())
        })
}

/// Whether a class name denotes a chilled-water loop rather than a chiller: its power is its
/// pumps', no compressor's.
pub fn is_chilled_water_loop(class: &str) -> bool {
    let whole = normalise(class);
    let name = without_number(&whole);
    UNNAMED_LOOPS.contains(&name)
        || (name.contains("LOOP") && family(class) == Some(Family::ChwPlant))
}

/// Upper case, ASCII letters and digits only.
fn normalise(text: &str) -> String {
    text.to_uppercase()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect()
}

fn without_number(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

fn spelling(name: &str) -> Option<Family> {
    SPELLINGS
        .iter()
        .find(|(_, names)| names.contains(&name))
        .map(|(family, _)| *family)
}

fn word_family(word: &str) -> Option<Family> {
    let name = normalise(word);
    spelling(without_number(&name))
}

/// The ASCII words of a class name, cut at anything else and between a lower-case letter or digit
/// and a capital.
fn words(class: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous = ' ';
    for letter in class.chars() {
        let starts_word = letter.is_ascii_uppercase()
            && (previous.is_ascii_lowercase() || previous.is_ascii_digit());
        if starts_word || !letter.is_ascii_alphanumeric() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_ascii_alphanumeric()) {
            word.push(letter);
        }
        previous = letter;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the reference answers for these names.
    #[test]
    fn a_class_name_denotes_its_family() {
        for (class, expected) in [
            ("AHU", Some(Family::AirHandler)),
            ("ahu1", Some(Family::AirHandler)),
            ("Air-Handling Unit", Some(Family::AirHandler)),
            ("AHU_DOAS", Some(Family::AirHandler)),
            ("rooftopUnit7", Some(Family::AirHandler)),
            ("vav_box", Some(Family::Terminal)),
            ("HeatPump", Some(Family::HeatPump)),
            ("HEAT-PUMP 12", Some(Family::HeatPump)),
            ("CHW_PLANT", Some(Family::ChwPlant)),
            ("CHILLEDWATER_METER", Some(Family::Meter)),
            ("WeatherCHW", Some(Family::Weather)),
            ("HotWaterPlant", Some(Family::HwPlant)),
            ("mainBoiler2Room", Some(Family::HwPlant)),
            ("Tower3A", Some(Family::CoolingTower)),
            ("CHWPUMP", Some(Family::Pump)),
            ("refrigeration", Some(Family::Refrigeration)),
            ("DX", Some(Family::Dx)),
            ("source_loop", Some(Family::SourceLoop)),
            ("air_handler", Some(Family::AirHandler)),
            ("LOGGER", None),
            ("", None),
            ("   ", None),
            ("42", None),
            ("aHU", Some(Family::AirHandler)),
            ("ahuX", Some(Family::AirHandler)),
            ("ahux", None),
            ("éAHU", Some(Family::AirHandler)),
        ] {
            assert_eq!(family(class), expected, "{class:?}");
        }
    }

    #[test]
    fn every_family_recognises_its_own_name() {
        for (listed, _) in SPELLINGS {
            assert_eq!(family(listed.name()), Some(listed));
        }
    }

    #[test]
    fn no_spelling_names_two_families() {
        let mut all: Vec<&str> = SPELLINGS
            .iter()
            .flat_map(|(_, names)| names.iter().copied())
            .collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn a_loop_is_told_from_a_chiller() {
        for class in [
            "CHW_LOOP",
            "ChilledWaterLoop",
            "CHW_SEC_LOOP",
            "SECLOOP",
            "Secondary Loop 2",
        ] {
            assert!(is_chilled_water_loop(class), "{class}");
        }
        for class in ["CHILLER", "SOURCE_LOOP", "HW_LOOP", "CHW_LOOP_METER", ""] {
            assert!(!is_chilled_water_loop(class), "{class}");
        }
    }
}
