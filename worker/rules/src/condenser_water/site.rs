//! Where the plant stands, for a wet-bulb derived from temperature and humidity.

use crate::declared::{Declared, optional_number};

/// Elevation of the site.
pub const ELEVATION_FT: Declared<Option<f64>> = optional_number(-300.0..=10000.0)
    .unit("ft")
    .about(
        "Elevation, for a wet-bulb derived from outdoor temperature and humidity; unset: the config's site_elevation_ft, \
         else sea level, which overstates it in hot, dry air: by 1.4 °F 500 m up, by 2.6 °F 1,600 m up.",
    )
    .calibrate("From a map; once for the site as site_elevation_ft. A measured wet-bulb needs none.")
    .judged("a fact of the site");

/// Barometric pressure of the site.
pub const PRESSURE_PSIA: Declared<Option<f64>> = optional_number(10.0..=15.5)
    .unit("psia")
    .about("Barometric pressure, for the same purpose; it goes before elevation_ft.")
    .calibrate("A typical reading at the site, absolute and not reduced to sea level; or give elevation_ft.")
    .judged("a fact of the site");
