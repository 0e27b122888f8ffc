//! Which facilities the tools may read, fixed when the server starts, and which of them the policy
//! will refuse all the same.

use std::collections::{BTreeMap, BTreeSet};

use camber_store::{Registry, Store};
use camber_worker::policy::{Copies, Halt, Policy, Verdict};

use super::{LaunchError, Serve};

/// The allowed facilities and what the operator should know about them.
#[derive(Debug, PartialEq)]
pub struct Allowlist {
    pub allowed: BTreeSet<String>,
    /// The allowed facilities that are refused as the store is now, with the reason.
    pub refused: BTreeMap<String, String>,
    pub warnings: Vec<String>,
}

/// Resolves what the operator asked for against what the store holds now.
pub fn resolve(
    serve: Option<&Serve>,
    stored: &[String],
    registry: &Registry,
    store: &Store,
) -> Result<Allowlist, LaunchError> {
    match serve {
        None => Err(LaunchError::NoAllowlist),
        Some(Serve::Named(ids)) => named(ids, stored, store),
        Some(Serve::AllActive) => all_active(stored, registry, store),
    }
}

fn named(ids: &[String], stored: &[String], store: &Store) -> Result<Allowlist, LaunchError> {
    let allowed: BTreeSet<String> = ids.iter().map(|id| id.trim().to_owned()).collect();
    if allowed.contains("") {
        return Err(LaunchError::EmptyAllow);
    }
    let copies = Copies::default();
    let policy = Policy::now(&allowed, store, &copies);
    let refused = refusals(&policy, &allowed);
    let absent = allowed.iter().filter(|id| !stored.contains(id));
    let mut warnings: Vec<String> = policy.halt().map(halted).into_iter().collect();
    warnings
        .extend(absent.map(|id| format!("--allow {id}: the store holds no such facility (yet)")));
    let reasons = refused.iter();
    warnings.extend(reasons.map(|(id, reason)| format!("--allow {id}: it is refused: {reason}")));
    Ok(Allowlist {
        refused,
        warnings,
        allowed,
    })
}

/// The active facilities. While nothing can be served none counts as active and the server starts
/// all the same, so that the operator sees why in every result.
fn all_active(
    stored: &[String],
    registry: &Registry,
    store: &Store,
) -> Result<Allowlist, LaunchError> {
    let active = stored.iter().filter(|id| registry.is_active(id));
    let mut allowed: BTreeSet<String> = active.cloned().collect();
    let copies = Copies::default();
    let policy = Policy::now(&allowed, store, &copies);
    if let Some(halt) = policy.halt() {
        return Ok(Allowlist {
            allowed: BTreeSet::new(),
            refused: BTreeMap::new(),
            warnings: vec![halted(halt)],
        });
    }
    let unregistered = |id: &&String| matches!(policy.verdict(id), Ok(Verdict::Unregistered));
    let unregistered: Vec<String> = allowed.iter().filter(unregistered).cloned().collect();
    let refused = refusals(
        &policy,
        allowed.iter().filter(|id| !unregistered.contains(id)),
    );
    allowed.retain(|id| !unregistered.contains(id));
    if allowed.is_empty() {
        return Err(LaunchError::NoneActive);
    }
    let ids: Vec<&str> = refused.keys().map(String::as_str).collect();
    let warning = format!(
        "active but refused, as research-only data or because they cannot be compared with it: {}",
        ids.join(", ")
    );
    Ok(Allowlist {
        warnings: (!ids.is_empty()).then_some(warning).into_iter().collect(),
        refused,
        allowed,
    })
}

/// Which of these facilities every call will be refused, and why.
fn refusals<'a>(
    policy: &Policy,
    ids: impl IntoIterator<Item = &'a String>,
) -> BTreeMap<String, String> {
    let reason = |id: &String| match policy.verdict(id) {
        Ok(verdict) => verdict.refusal(),
        Err(problem) => Some(problem.to_string()),
    };
    ids.into_iter()
        .filter_map(|id| Some((id.clone(), reason(id)?)))
        .collect()
}

fn halted(halt: &Halt) -> String {
    let detail = halt.detail().map(|detail| format!(" ({detail})"));
    format!(
        "no facility is served: {halt}{}; {}",
        detail.unwrap_or_default(),
        halt.remedy()
    )
}
