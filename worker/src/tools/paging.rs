//! Pages: which rows of a list a call gets, and the notice when that is not all of them.

use std::ops::Range;

use serde_json::{Map, Value, json};

/// The most rows a page may be asked to have.
const MAX_LIMIT: u32 = 1000;

/// The schema of `limit`, for a tool whose page has `default` rows of each list.
pub(super) fn limit(default: u32) -> Value {
    json!({
        "type": "integer",
        "minimum": 1,
        "maximum": MAX_LIMIT,
        "description": format!("rows of each list, {default} unless given"),
    })
}

/// The schema of `offset`.
pub(super) fn offset() -> Value {
    json!({"type": "integer", "minimum": 0, "description": "rows of each list to skip, for the next page"})
}

/// One page of every list of a result, with what has to be said about lists it does not hold whole.
#[derive(Debug)]
pub(super) struct Page {
    limit: usize,
    offset: usize,
    notices: Vec<String>,
}

impl Page {
    /// The page the checked arguments ask for.
    pub(super) fn new(arguments: &Map<String, Value>, default: u32) -> Page {
        let number = |name: &str| arguments.get(name).and_then(Value::as_u64);
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Page {
            limit: size(number("limit").unwrap_or(u64::from(default))),
            offset: size(number("offset").unwrap_or(0)),
            notices: Vec::new(),
        }
    }

    /// The rows of `list`, called `name` in the result, that are on this page.
    pub(super) fn cut<'r, T>(&mut self, name: &str, list: &'r [T]) -> &'r [T] {
        let range = self.range(list.len());
        if range.len() < list.len() {
            self.notices.push(self.notice(name, &range, list.len()));
        }
        list.get(range).unwrap_or_default()
    }

    /// One notice a list that is not whole.
    pub(super) fn into_notices(self) -> Vec<String> {
        self.notices
    }

    fn range(&self, total: usize) -> Range<usize> {
        let start = self.offset.min(total);
        start..start.saturating_add(self.limit).min(total)
    }

    fn notice(&self, name: &str, shown: &Range<usize>, total: usize) -> String {
        let rows = match shown.is_empty() {
            true => format!("no row (offset {} is past the end)", self.offset),
            false => format!("rows {} to {}", shown.start + 1, shown.end),
        };
        let next = match shown.end < total {
            true => shown.end,
            false => 0,
        };
        format!(
            "'{name}' shows {rows} of {total}. For the rest, repeat the call with \"offset\": {next} (and \
             \"limit\" up to {MAX_LIMIT})."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(arguments: Value) -> Page {
        Page::new(arguments.as_object().unwrap(), 3)
    }

    #[test]
    fn a_whole_list_needs_no_notice() {
        let mut page = page(json!({}));
        assert_eq!(page.cut("points", &[1, 2, 3]), [1, 2, 3]);
        assert!(page.cut::<u8>("gaps", &[]).is_empty());
        assert!(page.into_notices().is_empty());
    }

    #[test]
    fn a_cut_list_says_what_is_shown_and_how_to_get_the_rest() {
        let mut page = page(json!({"limit": 2, "offset": 1}));
        assert_eq!(page.cut("points", &[1, 2, 3, 4]), [2, 3]);
        assert_eq!(page.cut("gaps", &[1, 2, 3]), [2, 3]);
        assert!(page.cut("equipment", &[1]).is_empty());
        assert_eq!(
            page.into_notices(),
            [
                "'points' shows rows 2 to 3 of 4. For the rest, repeat the call with \"offset\": 3 (and \"limit\" up to 1000).",
                "'gaps' shows rows 2 to 3 of 3. For the rest, repeat the call with \"offset\": 0 (and \"limit\" up to 1000).",
                "'equipment' shows no row (offset 1 is past the end) of 1. For the rest, repeat the call with \"offset\": 0 (and \"limit\" up to 1000).",
            ]
        );
    }

    #[test]
    fn an_offset_beyond_every_list_does_not_overflow() {
        let mut page = page(json!({"limit": 1000, "offset": u64::MAX}));
        assert!(page.cut("points", &[1]).is_empty());
    }
}
