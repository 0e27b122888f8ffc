//! The run config packaged with a dataset.

use serde_json::{Map, Value, json};

use crate::dataset::Dataset;

impl Dataset {
    /// The run config tuned for this dataset, reading the facility `facility_id`: the config that
    /// `camber datasets config` writes. Its source names the store only if `store` is given.
    pub fn template(&self, facility_id: &str, store: Option<&str>) -> Map<String, Value> {
        let mut source = Map::new();
        source.insert("kind".to_owned(), json!("store"));
        if let Some(store) = store {
            source.insert("store".to_owned(), json!(store));
        }
        source.insert("facility_id".to_owned(), json!(facility_id));

        let mut config = Map::new();
        config.insert("source".to_owned(), Value::Object(source));
        config.extend(self.template.clone());
        config
    }
}
