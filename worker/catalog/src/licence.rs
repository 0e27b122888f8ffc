//! What a licence id allows.

/// Licences known to allow commercial use. An id that is not listed here is taken to forbid it.
const COMMERCIAL: [&str; 13] = [
    "CC0-1.0",
    "PDDL-1.0",
    "CC-BY-3.0",
    "CC-BY-4.0",
    "ODC-BY-1.0",
    "CC-BY-SA-3.0",
    "CC-BY-SA-4.0",
    "CDLA-Permissive-1.0",
    "NIST-PD",
    "ODbL-1.0",
    "MIT",
    "BSD-3-Clause",
    "Apache-2.0",
];

/// Whether the licence with this SPDX id is known to allow commercial use.
pub fn allows_commercial_use(licence: &str) -> bool {
    COMMERCIAL.contains(&licence)
}

/// Whether a licence forbids commercial use (NC) or derivatives (ND).
///
/// Registries are written by people too, so the clauses are recognised however the licence is spelt:
/// `CC-BY-NC-4.0`, `cc by-nd 4.0`, a link to the licence text, `Attribution-NonCommercial`.
pub fn is_research_only_licence(licence: &str) -> bool {
    let upper = licence.to_uppercase();
    let letters: String = upper.chars().filter(|c| c.is_alphanumeric()).collect();
    upper
        .split(|c: char| !c.is_alphanumeric())
        .any(|part| part == "NC" || part == "ND")
        || letters.contains("NONCOMMERCIAL")
        || letters.contains("NODERIV")
}
