//! The fault-detection rules and their declared parameters.
