//! Which facilities the tools may read, fixed when the server starts.

use std::collections::BTreeSet;

use camber_store::Registry;

use super::{LaunchError, Serve};

/// The allowed facilities and what the operator should know about them.
#[derive(Debug, PartialEq)]
pub struct Allowlist {
    pub allowed: BTreeSet<String>,
    pub warnings: Vec<String>,
}

/// Resolves what the operator asked for against what the store holds now.
pub fn resolve(
    serve: Option<&Serve>,
    stored: &[String],
    registry: &Registry,
) -> Result<Allowlist, LaunchError> {
    match serve {
        None => Err(LaunchError::NoAllowlist),
        Some(Serve::Named(ids)) => named(ids, stored),
        Some(Serve::AllActive) => all_active(stored, registry),
    }
}

fn named(ids: &[String], stored: &[String]) -> Result<Allowlist, LaunchError> {
    let allowed: BTreeSet<String> = ids.iter().map(|id| id.trim().to_owned()).collect();
    if allowed.contains("") {
        return Err(LaunchError::EmptyAllow);
    }
    let absent = allowed.iter().filter(|id| !stored.contains(id));
    let warnings = absent
        .map(|id| format!("--allow {id}: the store holds no such facility (yet)"))
        .collect();
    Ok(Allowlist { allowed, warnings })
}

/// The active facilities. While the registry is damaged none counts as active and the server
/// starts with nothing to serve, so that the operator sees why in every result.
fn all_active(stored: &[String], registry: &Registry) -> Result<Allowlist, LaunchError> {
    let damage = match registry {
        Registry::Loaded(_) => None,
        Registry::Missing => Some("is missing".to_owned()),
        Registry::Unreadable(why) => Some(format!("cannot be read ({why})")),
        Registry::Malformed(why) => Some(format!("is malformed ({why})")),
    };
    if let Some(damage) = damage {
        let warning = format!(
            "the facility registry (_facilities.json) {damage}: no facility counts as active and none is served; \
             restore it or ingest again, then restart"
        );
        return Ok(Allowlist {
            allowed: BTreeSet::new(),
            warnings: vec![warning],
        });
    }
    let allowed: BTreeSet<String> = stored
        .iter()
        .filter(|id| registry.is_active(id))
        .cloned()
        .collect();
    if allowed.is_empty() {
        return Err(LaunchError::NoneActive);
    }
    Ok(Allowlist {
        allowed,
        warnings: Vec::new(),
    })
}
