//! Equipment classes, roles, units and topology.

mod equip_class;

pub use equip_class::{Family, family, is_chilled_water_loop};
