//! The allowlist: which facilities a server was started for. It needs no store, so the parent
//! checks it too.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::error::{Code, ToolError};
use crate::results::names::quoted;

/// Refuses arguments that name a facility outside the allowlist.
///
/// # Errors
/// `not_allowed`, in the same words for every id.
pub fn check_allowlist(
    allowed: &BTreeSet<String>,
    arguments: &Map<String, Value>,
) -> Result<(), ToolError> {
    match named_facilities(arguments).find(|id| !allowed.contains(*id)) {
        Some(id) => Err(not_allowed(id)),
        None => Ok(()),
    }
}

/// The first facility a result names that is not allowed: a result that has one must not leave.
pub fn stray_facility<'v>(allowed: &BTreeSet<String>, data: &'v Value) -> Option<&'v str> {
    match data {
        Value::Object(members) => {
            let own = members.get("facility_id").and_then(Value::as_str);
            own.filter(|id| !allowed.contains(*id)).or_else(|| {
                members
                    .values()
                    .find_map(|member| stray_facility(allowed, member))
            })
        }
        Value::Array(items) => items.iter().find_map(|item| stray_facility(allowed, item)),
        _ => None,
    }
}

/// The facilities the arguments name: `facility_id`, or each of `facility_ids`.
pub(super) fn named_facilities(arguments: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let one = arguments.get("facility_id").and_then(Value::as_str);
    let many = arguments.get("facility_ids").and_then(Value::as_array);
    one.into_iter()
        .chain(many.into_iter().flatten().filter_map(Value::as_str))
}

fn not_allowed(id: &str) -> ToolError {
    ToolError::new(
        Code::NotAllowed,
        format!(
            "facility {} is not among the facilities this server may read; call facilities for those",
            quoted(id)
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn allowed() -> BTreeSet<String> {
        ["open", "plain"].map(str::to_owned).into()
    }

    #[test]
    fn every_named_facility_is_checked() {
        let check = |arguments: Value| {
            check_allowlist(&allowed(), arguments.as_object().unwrap()).map_err(|error| error.code)
        };
        assert_eq!(check(json!({})), Ok(()));
        assert_eq!(check(json!({"facility_id": "open"})), Ok(()));
        assert_eq!(check(json!({"facility_ids": ["open", "plain"]})), Ok(()));
        for named in [
            json!({"facility_ids": ["open", "other"]}),
            json!({"facility_id": "other", "facility_ids": ["open"]}),
            json!({"facility_id": "OPEN"}),
            json!({"facility_id": "open "}),
            json!({"facility_id": "../open"}),
            json!({"facility_id": "open\0"}),
            json!({"facility_id": ""}),
        ] {
            assert_eq!(check(named.clone()), Err(Code::NotAllowed), "{named}");
        }
    }

    #[test]
    fn a_stray_facility_is_found_at_any_depth() {
        let data =
            |id: &str| json!({"rows": [{"facility_id": "open"}, {"by": {"facility_id": id}}]});
        assert_eq!(stray_facility(&allowed(), &data("plain")), None);
        assert_eq!(stray_facility(&allowed(), &data("other")), Some("other"));
    }
}
