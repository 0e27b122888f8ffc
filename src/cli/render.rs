//! A tool's answer for a person: the summary, then a table for each list.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::client::ToolResult;

/// The widest a cell may be before its text is cut.
const MAX_CELL: usize = 60;

/// The answer as text, with at most `rows` rows of each table.
pub fn answer(result: &ToolResult, rows: usize) -> String {
    let mut text = format!("{}\n", result.summary.trim_end());
    for (name, value) in &result.data {
        match value {
            Value::Array(items) if !items.is_empty() => {
                let _ = write!(text, "\n{name}\n{}", table(items, rows));
            }
            _ => {}
        }
    }
    text
}

/// A list as a table: a column for each member its objects have, a line for each item.
fn table(items: &[Value], most: usize) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for item in items.iter().filter_map(Value::as_object) {
        for key in item.keys() {
            if !columns.contains(&key.as_str()) {
                columns.push(key);
            }
        }
    }
    let shown = items.iter().take(most);
    let mut lines: Vec<Vec<String>> = vec![columns.iter().map(|c| (*c).to_owned()).collect()];
    lines.extend(shown.map(|item| match item.as_object() {
        Some(members) => columns.iter().map(|column| cell(members, column)).collect(),
        None => vec![scalar(item)],
    }));
    let mut text = aligned(&lines);
    if items.len() > most {
        let _ = writeln!(text, "  ... {} more", items.len() - most);
    }
    text
}

fn cell(members: &Map<String, Value>, column: &str) -> String {
    members.get(column).map(scalar).unwrap_or_default()
}

fn scalar(value: &Value) -> String {
    let text = match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let clean: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if clean.chars().count() <= MAX_CELL {
        return clean;
    }
    clean.chars().take(MAX_CELL - 1).chain(['…']).collect()
}

/// Pads every column to its widest cell.
fn aligned(lines: &[Vec<String>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let mut row = String::new();
        for (cell, width) in line.iter().zip(&widths) {
            let _ = write!(row, "  {cell:<width$}");
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_list_becomes_an_aligned_table_cut_at_the_rows_asked_for() {
        let result = ToolResult {
            summary: "Two points.".to_owned(),
            data: json!({"count": 3, "points": [
                {"equip": "AHU-1", "role": "oat"}, {"equip": "VAV-101", "role": null}, {"equip": "x"}]})
            .as_object()
            .unwrap()
            .clone(),
        };
        assert_eq!(
            answer(&result, 2),
            "Two points.\n\npoints\n  equip    role\n  AHU-1    oat\n  VAV-101  -\n  ... 1 more\n"
        );
    }

    #[test]
    fn a_cell_cannot_break_the_line_or_run_on() {
        assert_eq!(scalar(&json!("a\u{1b}[31m\nb")), "a [31m b");
        assert_eq!(scalar(&json!("x".repeat(100))).chars().count(), MAX_CELL);
    }
}
