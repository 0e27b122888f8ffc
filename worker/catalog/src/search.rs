//! Search by words and filters.

use crate::catalog::Catalog;
use crate::dataset::{Dataset, Kind};

/// Words that say nothing about a dataset; a query may contain them without narrowing the result.
const STOP_WORDS: [&str; 92] = [
    "a", "about", "above", "across", "after", "against", "all", "also", "always", "among", "an",
    "and", "are", "around", "as", "at", "be", "before", "behind", "below", "between", "both",
    "but", "by", "can", "cannot", "do", "does", "each", "even", "every", "for", "from", "has",
    "have", "how", "in", "into", "is", "it", "its", "just", "like", "many", "more", "much", "must",
    "never", "no", "not", "of", "on", "once", "only", "onto", "or", "other", "own", "per", "plus",
    "rather", "so", "some", "still", "than", "that", "the", "their", "them", "there", "they",
    "this", "through", "to", "together", "too", "under", "until", "was", "way", "what", "when",
    "where", "which", "while", "who", "whose", "why", "will", "with", "without", "you",
];

/// Which licences a search accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LicenceFilter {
    /// Every dataset, research-only ones included.
    #[default]
    All,
    /// Only datasets that may be used commercially.
    Commercial,
}

/// A search of the catalogue. The default finds every dataset.
#[derive(Clone, Debug, Default)]
pub struct Search {
    words: Vec<String>,
    kind: Option<Kind>,
    labeled: bool,
    licence: LicenceFilter,
}

impl Search {
    /// Accepts only datasets in which every word of `query` occurs, in any case and also within a longer word.
    pub fn query(mut self, query: &str) -> Search {
        self.words = query
            .to_lowercase()
            .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
            .filter(|word| !word.is_empty() && !STOP_WORDS.contains(word))
            .map(str::to_owned)
            .collect();
        self
    }

    /// Accepts only datasets of one kind.
    pub fn kind(mut self, kind: Kind) -> Search {
        self.kind = Some(kind);
        self
    }

    /// Accepts only datasets with fault labels. There is no search for datasets without them.
    pub fn labeled(mut self) -> Search {
        self.labeled = true;
        self
    }

    /// Accepts only datasets whose licence passes the filter.
    pub fn licence(mut self, licence: LicenceFilter) -> Search {
        self.licence = licence;
        self
    }

    fn accepts(&self, dataset: &Dataset) -> bool {
        self.kind.is_none_or(|kind| dataset.kind == kind)
            && (!self.labeled || dataset.labeled_faults)
            && (self.licence == LicenceFilter::All || dataset.is_commercial())
            && self.matches(dataset)
    }

    fn matches(&self, dataset: &Dataset) -> bool {
        if self.words.is_empty() {
            return true;
        }
        let [title, publisher] =
            [&dataset.title, &dataset.publisher].map(|text| text.to_lowercase());
        self.words.iter().all(|word| {
            [
                dataset.id.as_str(),
                &title,
                &publisher,
                dataset.kind.as_str(),
            ]
            .into_iter()
            .chain(dataset.keywords.iter().map(String::as_str))
            .any(|text| text.contains(word.as_str()))
        })
    }
}

impl Catalog {
    /// The datasets a search accepts, in order of id.
    pub fn search(&self, search: &Search) -> Vec<&Dataset> {
        self.all()
            .iter()
            .filter(|dataset| search.accepts(dataset))
            .collect()
    }
}
