//! What a person filling in a prompt is offered: facilities and equipment that a call would read.

use std::collections::BTreeSet;

use camber_model::{Family, family};
use camber_store::Store;

use crate::policy::{Policy, Verdict};
use crate::results::names::is_presentable;
use crate::wire::CompletionRequest;

/// The most values a completion may have.
const MOST: usize = 100;

/// What is offered.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// At most 100 values, those that start with what was typed first.
    pub values: Vec<String>,
    /// How many there are.
    pub total: usize,
}

/// The values for the argument `request` is about; none for an argument that has none, and none
/// of what cannot be read.
pub fn offers(request: &CompletionRequest, store: &Store, policy: &Policy) -> Offers {
    match request.argument.as_str() {
        "facility_id" => ranked(facilities(store, policy), &request.value, ""),
        "equip" => {
            let handlers_only = request.prompt == "triage_ahu";
            let names = equipment(request, store, policy)
                .filter(|(_, class)| !handlers_only || may_be_air_handler(class))
                .map(|(name, _)| name);
            ranked(names, &request.value, "")
        }
        "equips" => {
            let (listed, typed) = split_last(&request.value);
            let taken: BTreeSet<&str> = listed.split(',').map(str::trim).collect();
            let names = equipment(request, store, policy)
                .map(|(name, _)| name)
                .filter(|name| !name.contains(',') && !taken.contains(name.as_str()));
            ranked(names, typed, listed)
        }
        _ => Offers::default(),
    }
}

fn facilities(store: &Store, policy: &Policy) -> impl Iterator<Item = String> {
    let stored = store.facility_ids().unwrap_or_default();
    stored.into_iter().filter(|id| is_served(id, policy))
}

fn is_served(id: &str, policy: &Policy) -> bool {
    matches!(policy.verdict(id), Ok(Verdict::Served))
}

/// The stored equipment of the chosen facility, with its classes.
fn equipment(
    request: &CompletionRequest,
    store: &Store,
    policy: &Policy,
) -> impl Iterator<Item = (String, String)> {
    let chosen = request.chosen.get("facility_id");
    let readable = chosen.filter(|id| is_served(id, policy));
    let inventory = readable.and_then(|id| store.inventory(id).ok());
    let equipment = inventory.map(|inventory| inventory.equipment.clone());
    equipment.unwrap_or_default().into_iter()
}

/// Whether a class is an air handler's, or one that is not recognised and so may be.
fn may_be_air_handler(class: &str) -> bool {
    matches!(family(class), Some(Family::AirHandler) | None)
}

/// A comma-separated list as typed up to its last id, and that id as far as it is typed.
fn split_last(typed: &str) -> (&str, &str) {
    let after_comma = typed.rfind(',').map_or(0, |at| at + 1);
    let last = typed.get(after_comma..).unwrap_or_default().trim_start();
    typed
        .split_at_checked(typed.len() - last.len())
        .unwrap_or((typed, ""))
}

/// The names fit to be shown, each after `before`: those starting with `typed` first.
fn ranked(names: impl Iterator<Item = String>, typed: &str, before: &str) -> Offers {
    let typed = typed.to_lowercase();
    let mut names: Vec<String> = names.filter(|name| is_presentable(name)).collect();
    names.sort_by_cached_key(|name| (!name.to_lowercase().starts_with(&typed), name.clone()));
    let total = names.len();
    names.truncate(MOST);
    Offers {
        values: names
            .into_iter()
            .map(|name| format!("{before}{name}"))
            .collect(),
        total,
    }
}
