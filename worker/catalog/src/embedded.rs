//! The catalogue's files, one a dataset, as they are compiled into the binary.

macro_rules! files {
    ($($id:literal),+ $(,)?) => { [$(include_str!(concat!("../data/", $id, ".json"))),+] };
}

/// The JSON text of every dataset, in order of id.
pub(crate) const FILES: [&str; 34] = files![
    "at-30bldg-sensors",
    "b4b-windesheim",
    "bdg2",
    "bts",
    "cofactor-drammen",
    "finnish-dcv",
    "irish-ahu",
    "lbnl-b59",
    "lbnl-boiler",
    "lbnl-chiller",
    "lbnl-ddahu",
    "lbnl-fcu",
    "lbnl-fpu",
    "lbnl-sdahu",
    "nist-heatpump-fdd",
    "nist-ibal",
    "nuig-ahu101",
    "ornl-frp-ops",
    "ornl-frp-vav",
    "ornl-supermarket-fdd",
    "rbc-g36-ahu",
    "robod",
    "sdu-ou44",
    "synthetic-ahu-excess-oa",
    "synthetic-ahu-maintenance",
    "synthetic-ahu-sensor-bias",
    "synthetic-chw-plant-multi",
    "synthetic-chw-plant-staging",
    "synthetic-g36-rcx-chains",
    "synthetic-g36-vav-fleet",
    "synthetic-heat-pump",
    "synthetic-hw-plant-cycling",
    "synthetic-hw-plant-lockout",
    "valladolid-uva",
];
