//! The point catalogue's cache: `_catalog.json`, which names every stored point so that nobody has
//! to scan the parts for them. It is read while it is current and never written here.
//!
//! Every writer changes the data first, then replaces the generation token in `_catalog.gen`, then
//! removes the cache. A cache records the token that held when its scan began, and is current while
//! that token still holds; a store that was never written since tokens exist has none, and then
//! neither has its cache.

use std::collections::{BTreeMap, HashMap};
use std::io;

use serde_json::Value;

use crate::directory::{Directory, Identity};

const FILE: &str = "_catalog.json";
const GENERATION_FILE: &str = "_catalog.gen";

/// What a cache says about one facility.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CachedFacility {
    /// Each point's equipment and role.
    pub points: Vec<(String, String)>,
    /// Each equipment and its class.
    pub equipment: BTreeMap<String, String>,
}

pub(crate) type CachedFacilities = HashMap<String, CachedFacility>;

/// Which cache file, under which generation: while it stays the same, so does what the cache says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CacheVersion {
    pub file: Identity,
    generation: Option<String>,
}

impl CacheVersion {
    /// The version on disk now; `None` when there is no cache or its generation cannot be known.
    pub fn now(store: &Directory) -> Option<CacheVersion> {
        let file = Identity::of_file(&store.file(FILE).ok()?).ok()?;
        Some(CacheVersion {
            file,
            generation: generation(store)?,
        })
    }
}

/// What the cache says, if it is current under this version and whole.
pub(crate) fn read(store: &Directory, version: &CacheVersion) -> Option<CachedFacilities> {
    let document: Value = serde_json::from_slice(&store.read(FILE).ok()?).ok()?;
    let recorded = match document.get("gen") {
        None | Some(Value::Null) => None,
        Some(Value::String(token)) => Some(token.as_str()),
        Some(_) => return None,
    };
    if !document.is_object() || recorded != version.generation.as_deref() {
        return None;
    }
    facilities(&document)
}

fn facilities(document: &Value) -> Option<CachedFacilities> {
    let mut facilities = CachedFacilities::new();
    for point in document.get("points")?.as_array()? {
        let field = |name| point.get(name).and_then(Value::as_str);
        let (id, equip, role) = (field("facility_id")?, field("equip")?, field("role")?);
        let facility = facilities.entry(id.to_owned()).or_default();
        facility.points.push((equip.to_owned(), role.to_owned()));
    }
    for (id, classes) in document.get("equipment")?.as_object()? {
        let facility = facilities.entry(id.clone()).or_default();
        for (equip, class) in classes.as_object()? {
            facility
                .equipment
                .insert(equip.clone(), class.as_str()?.to_owned());
        }
    }
    Some(facilities)
}

/// The store's generation token, `Some(None)` when no writer has left one; `None` when it cannot be
/// read.
fn generation(store: &Directory) -> Option<Option<String>> {
    match store.read(GENERATION_FILE) {
        Ok(text) => {
            let token = String::from_utf8(text)
                .ok()
                .filter(|token| token.is_ascii())?;
            Some(Some(token.trim().to_owned()).filter(|token| !token.is_empty()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Some(None),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const POINTS: &str = r#""points": [{"facility_id": "a", "equip": "AHU-1", "role": "oat"},
        {"facility_id": "a", "equip": "AHU-1", "role": "power"}, {"facility_id": "b", "equip": "B", "role": "oat"}],
        "equipment": {"a": {"AHU-1": "AHU"}, "b": {"B": ""}, "c": {}}"#;

    fn cached(catalog: &str, generation: Option<&str>) -> Option<CachedFacilities> {
        let scratch = tempfile::tempdir().unwrap();
        fs::write(scratch.path().join(FILE), catalog).unwrap();
        if let Some(token) = generation {
            fs::write(scratch.path().join(GENERATION_FILE), token).unwrap();
        }
        let store = Directory::open(scratch.path()).unwrap();
        read(&store, &CacheVersion::now(&store)?)
    }

    #[test]
    fn a_current_cache_names_points_and_classes() {
        let facilities = cached(&format!(r#"{{{POINTS}, "gen": "t1"}}"#), Some("t1\n")).unwrap();
        let pair = |equip: &str, role: &str| (equip.to_owned(), role.to_owned());
        assert_eq!(
            facilities["a"].points,
            [pair("AHU-1", "oat"), pair("AHU-1", "power")]
        );
        assert_eq!(facilities["a"].equipment["AHU-1"], "AHU");
        assert_eq!(facilities["b"].equipment["B"], "");
        assert_eq!(facilities["c"], CachedFacility::default());
    }

    #[test]
    fn a_cache_is_current_only_under_its_own_generation() {
        let with = |generation: &str| format!(r#"{{{POINTS}{generation}}}"#);
        assert!(cached(&with(""), None).is_some());
        assert!(cached(&with(r#", "gen": null"#), None).is_some());
        assert!(cached(&with(""), Some("\n")).is_some());
        assert!(cached(&with(r#", "gen": "t1""#), None).is_none());
        assert!(cached(&with(r#", "gen": "t1""#), Some("t2")).is_none());
        assert!(cached(&with(""), Some("t2")).is_none());
        assert!(cached(&with(r#", "gen": 1"#), Some("1")).is_none());
        assert!(cached(&with(""), Some("é")).is_none());
    }

    #[test]
    fn a_cache_that_is_not_whole_is_no_cache() {
        for catalog in [
            "",
            "[]",
            "{}",
            r#"{"points": []}"#,
            r#"{"points": [], "equipment": []}"#,
            r#"{"points": [{"facility_id": "a", "equip": "e"}], "equipment": {}}"#,
            r#"{"points": [{"facility_id": "a", "equip": null, "role": "oat"}], "equipment": {}}"#,
            r#"{"points": [], "equipment": {"a": {"e": 1}}}"#,
        ] {
            assert!(cached(catalog, None).is_none(), "{catalog}");
        }
        let scratch = tempfile::tempdir().unwrap();
        assert!(CacheVersion::now(&Directory::open(scratch.path()).unwrap()).is_none());
    }
}
