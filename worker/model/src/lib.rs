//! Equipment classes, roles, units and topology.

pub mod energy_unit;
mod equip_class;
mod role;

pub use equip_class::{Family, family, is_chilled_water_loop};
pub use role::Role;
