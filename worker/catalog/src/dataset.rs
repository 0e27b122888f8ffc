//! One dataset of the catalogue.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::licence::allows_commercial_use;

/// Where a dataset's samples come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A simulation published by others.
    Simulated,
    /// Trends of a real building.
    Real,
    /// Measurements on a test rig.
    Lab,
    /// Generated on the user's machine by CAMBER's own models.
    Synthetic,
}

impl Kind {
    /// Every kind, in the order the tools' schemas list them.
    pub const ALL: [Kind; 4] = [Kind::Simulated, Kind::Real, Kind::Lab, Kind::Synthetic];

    /// The kind as results and arguments spell it.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Simulated => "simulated",
            Kind::Real => "real",
            Kind::Lab => "lab",
            Kind::Synthetic => "synthetic",
        }
    }

    /// The kind that `name` spells, if any.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// Whether a dataset may be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// The licence allows commercial use and derivatives, and nothing holds the data back.
    Open,
    /// For research only: never served to a client.
    ResearchOnly,
}

impl Access {
    /// The tier as results and facility registries spell it.
    pub fn as_str(self) -> &'static str {
        match self {
            Access::Open => "open",
            Access::ResearchOnly => "research_only",
        }
    }
}

/// What an ingest does about an error in the data as published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Handling {
    /// The values are corrected.
    Fix,
    /// The values stay and the error is described.
    Annotate,
    /// The affected runs, columns or analyses are left out.
    Exclude,
    /// The error is described; no value that is read depends on it.
    None,
}

impl Handling {
    /// The handling as results spell it.
    pub fn as_str(self) -> &'static str {
        match self {
            Handling::Fix => "fix",
            Handling::Annotate => "annotate",
            Handling::Exclude => "exclude",
            Handling::None => "none",
        }
    }
}

/// An error in a dataset as its publisher released it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataIssue {
    /// Unique within the dataset.
    pub id: String,
    /// What an ingest does about it.
    pub handling: Handling,
    /// The error in one line.
    pub title: String,
    /// The handling in one line.
    pub note: String,
}

/// A dataset of the catalogue: its metadata, and the run config tuned for it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dataset {
    /// Lower-case id, such as `lbnl-sdahu`; a facility ingested from it is named `ds-<id>` or `ds-<id>-<group>`.
    pub id: String,
    /// The dataset's name.
    pub title: String,
    /// Where the samples come from.
    pub kind: Kind,
    /// SPDX id of the licence (`NIST-PD` for works of that institute in the public domain).
    pub licence: String,
    /// Whether the data may be served.
    pub access: Access,
    /// Why a dataset under an open licence is held research-only; empty otherwise.
    #[serde(default)]
    pub access_reason: String,
    /// Whether the licence asks for attribution.
    pub attribution_required: bool,
    /// Whether ground-truth fault labels come with the data.
    pub labeled_faults: bool,
    /// Who published the data.
    pub publisher: String,
    /// How to cite the data.
    pub citation: String,
    /// DOIs of the data and of the papers that describe them.
    pub dois: Vec<String>,
    /// The publisher's page.
    pub landing_url: String,
    /// Date (ISO 8601) on which page and licence were last checked.
    pub verified_on: String,
    /// Size of the default subset's download; 0 when the data are generated locally.
    pub download_bytes: u64,
    /// Estimated size of the default subset once ingested.
    pub store_bytes_estimate: u64,
    /// Names of the subsets, sorted.
    pub subsets: Vec<String>,
    /// The equipment in one line.
    pub equipment: String,
    /// The clock of the timestamps in one line.
    pub timezone: String,
    /// What the data are, in a few sentences.
    pub summary: String,
    /// What the data are good for, one use a line.
    pub good_for: Vec<String>,
    /// Search terms beyond id, title, publisher and kind, in lower case.
    pub keywords: Vec<String>,
    /// Rules and drift detectors that suit the data, sorted.
    pub suggested_rules: Vec<String>,
    /// What a reader of results from these data must know.
    pub known_issues: Vec<String>,
    /// Errors in the data as published.
    pub data_issues: Vec<DataIssue>,
    /// The run config without its source.
    pub(crate) template: Map<String, Value>,
}

impl Dataset {
    /// Whether the data are for research only and never served.
    pub fn is_research_only(&self) -> bool {
        self.access == Access::ResearchOnly
    }

    /// Whether commercial use is open: the licence permits it, and nothing holds the data back.
    pub fn is_commercial(&self) -> bool {
        !self.is_research_only() && allows_commercial_use(&self.licence)
    }
}
