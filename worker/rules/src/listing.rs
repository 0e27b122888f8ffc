//! Rules as `rule_params` lists them.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::parameter::{Kind, Parameter};
use crate::rule::{Rule, Scope};

impl Rule {
    /// `rule`, or `drift` for a drift detector.
    pub fn kind(&self) -> &'static str {
        match self.scope {
            Scope::Equipment | Scope::Fleet => "rule",
            Scope::Periods => "drift",
        }
    }

    /// Whether every one of `words` (in lower case) occurs in the rule's name, the names of its
    /// families or of its parameters.
    pub fn matches(&self, words: &[String]) -> bool {
        let families = self.families.iter().map(|family| family.name());
        let parameters = self.tunable().map(|parameter| parameter.name);
        let names: Vec<&str> = [self.name]
            .into_iter()
            .chain(families)
            .chain(parameters)
            .collect();
        let names = names.join(" ").to_lowercase();
        words.iter().all(|word| names.contains(word.as_str()))
    }

    /// The rule as one row: its name, kind, families and parameters. Only with `detail` does a
    /// parameter say what it does, where its default comes from and how to calibrate it.
    pub fn row(&self, detail: bool) -> Value {
        let mut families: Vec<&str> = self.families.iter().map(|family| family.name()).collect();
        families.sort_unstable();
        let own = self.parameters.iter().map(|own| row_of(own, detail, None));
        let delegated = self.delegate.into_iter().flat_map(|rule| {
            let parameters = rule.parameters.iter();
            parameters.map(|parameter| row_of(parameter, detail, Some(rule.name)))
        });
        let mut row = json!({
            "rule": self.name,
            "kind": self.kind(),
            "equip_families": families,
            "params": own.chain(delegated).collect::<Vec<Value>>(),
        });
        if !self.fixed.is_empty() {
            row["fixed_in_code"] = self.fixed.into();
        }
        row
    }

    /// The parameters with their defaults, as one line of text.
    pub fn defaults_in_words(&self) -> String {
        let mut text = String::new();
        for parameter in self.tunable() {
            if !text.is_empty() {
                text.push_str(", ");
            }
            text.push_str(parameter.name);
            let default = default_of(parameter);
            let unit = parameter.unit;
            // Writing to a String cannot fail.
            let _ = match unit {
                "" => write!(text, " = {default}"),
                unit => write!(text, " = {default} {unit}"),
            };
        }
        text
    }
}

fn default_of(parameter: &Parameter) -> Value {
    parameter
        .default
        .map_or(Value::Null, |default| default.to_json(parameter.kind))
}

/// One parameter of a row.
fn row_of(parameter: &Parameter, detail: bool, passed_to: Option<&str>) -> Value {
    let mut row = Map::new();
    let mut put = |key: &str, value: Value| row.insert(key.to_owned(), value);
    put("name", parameter.name.into());
    put("default", default_of(parameter));
    put("unit", parameter.unit.into());
    if detail {
        put("basis", parameter.basis.to_string().into());
        put("calibrate", parameter.calibrate.into());
    }
    put("range", accepted_values(parameter));
    if detail {
        put("note", parameter.about.into());
        if let Some(rule) = passed_to {
            put("passed_to", rule.into());
        }
    }
    Value::Object(row)
}

/// The ends of the documented range, or the words that are taken, or both: the words first.
fn accepted_values(parameter: &Parameter) -> Value {
    let ends = match (parameter.kind, parameter.range) {
        (_, None) => Vec::new(),
        (Kind::Whole | Kind::WholeList, Some(range)) => {
            vec![json!(range.low as i64), json!(range.high as i64)]
        }
        (_, Some(range)) => vec![json!(range.low), json!(range.high)],
    };
    let words: Vec<Value> = match parameter.kind {
        Kind::Flag => vec![false.into(), true.into()],
        Kind::Choice(words) => words.iter().map(|&word| word.into()).collect(),
        Kind::RoleList(among) => among.iter().map(|role| role.name().into()).collect(),
        Kind::NumberOrAuto => vec![crate::parameter::AUTO.into()],
        _ => Vec::new(),
    };
    words.into_iter().chain(ends).collect()
}
