//! The dataset catalogue and its packaged run templates.
//!
//! The catalogue lists the open building datasets that this project knows by name: what each one is, its licence,
//! and the run config tuned for it. It holds metadata only; nothing is fetched. One JSON file a dataset, under
//! `data/`, is compiled into the binary and parsed on first use.
//!
//! The crate also answers the question every read of a facility must ask first: is this data research-only?
//! See [`Catalog::research_only_reason`].

mod catalog;
mod dataset;
mod embedded;
mod licence;
mod results;
mod search;
mod template;
mod terms;

pub use catalog::Catalog;
pub use dataset::{Access, DataIssue, Dataset, Handling, Kind};
pub use licence::{allows_commercial_use, is_research_only_licence};
pub use results::RESEARCH_ONLY_NOTICE;
pub use search::{LicenceFilter, Search};
pub use terms::{RecordedTerms, ResearchOnly};
