//! The whole catalogue, and the look-up of a dataset by its id or by a facility's name.

use std::sync::LazyLock;

use crate::dataset::Dataset;
use crate::embedded::FILES;

/// The datasets known by name.
#[derive(Debug)]
pub struct Catalog {
    datasets: Vec<Dataset>,
}

impl Catalog {
    /// The catalogue compiled into the binary, parsed on first use.
    pub fn embedded() -> &'static Catalog {
        static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Catalog {
            datasets: FILES.map(parse).into(),
        });
        &CATALOG
    }

    /// Every dataset, in order of id.
    pub fn all(&self) -> &[Dataset] {
        &self.datasets
    }

    /// The dataset called `id`.
    pub fn get(&self, id: &str) -> Option<&Dataset> {
        self.datasets.iter().find(|dataset| dataset.id == id)
    }

    /// The dataset that a facility is named for: `ds-<id>`, or `ds-<id>` with a suffix such as the site of a dataset
    /// that ingests as several facilities (`ds-bdg2-fox`).
    ///
    /// The name is compared without regard to case, and any character but a letter or digit starts the suffix: a
    /// directory copied or renamed by hand (`DS-Bdg2_old`) is still named for its dataset.
    pub fn dataset_of_facility(&self, facility_id: &str) -> Option<&Dataset> {
        let name = facility_id.to_ascii_lowercase();
        let name = name.strip_prefix("ds-")?;
        self.datasets
            .iter()
            .filter(|dataset| {
                name.strip_prefix(dataset.id.as_str())
                    .is_some_and(|suffix| !suffix.starts_with(char::is_alphanumeric))
            })
            .max_by_key(|dataset| dataset.id.len())
    }
}

#[expect(
    clippy::expect_used,
    reason = "the text is compiled in, and the tests parse every file of it: no input reaches this"
)]
fn parse(text: &str) -> Dataset {
    serde_json::from_str(text).expect("an embedded dataset file is malformed")
}
