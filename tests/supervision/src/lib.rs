//! What the scripted worker and the tests that drive it agree on.

pub mod script;
