//! Equipment classes, roles, units and topology.
