//! The fact index: the values a summary rests on, under ids a reader can cite.

use serde_json::{Map, Value};

/// The facts of one result. Ids are `F1@tool-token`, `F2@tool-token`, …; the token keeps an id
/// from ever standing for two values (see [`super::token`]).
#[derive(Debug)]
pub struct Facts {
    context: String,
    list: Vec<Value>,
}

impl Facts {
    /// An empty index for one call of `tool`.
    pub fn new(tool: &str, token: &str) -> Facts {
        Facts {
            context: format!("{tool}-{token}"),
            list: Vec::new(),
        }
    }

    /// Adds a fact and returns its id. `text` states every figure a sentence that cites the fact
    /// may use; `about` says whose value it is.
    pub fn add<const N: usize>(
        &mut self,
        kind: &str,
        value: Value,
        text: String,
        about: [(&str, &str); N],
    ) -> String {
        let id = format!("F{}@{}", self.list.len() + 1, self.context);
        let mut fact = Map::new();
        fact.insert("id".to_owned(), Value::from(id.as_str()));
        fact.insert("kind".to_owned(), Value::from(kind));
        for (key, name) in about {
            fact.insert(key.to_owned(), Value::from(name));
        }
        fact.insert("value".to_owned(), value);
        fact.insert("text".to_owned(), Value::from(text));
        self.list.push(Value::Object(fact));
        id
    }

    /// The facts, in the order they were added.
    pub fn into_list(self) -> Vec<Value> {
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn ids_count_up_within_their_call() {
        let mut facts = Facts::new("coverage", "00ff00ff00");
        assert_eq!(
            facts.add("a", json!(1), "one".to_owned(), []),
            "F1@coverage-00ff00ff00"
        );
        assert_eq!(
            facts.add("b", json!(2.5), "two".to_owned(), [("equip", "AHU")]),
            "F2@coverage-00ff00ff00"
        );
        assert_eq!(
            facts.into_list()[1],
            json!({"id": "F2@coverage-00ff00ff00", "kind": "b", "equip": "AHU", "value": 2.5, "text": "two"})
        );
    }
}
