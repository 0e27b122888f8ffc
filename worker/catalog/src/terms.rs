//! Whether a facility's data are research-only, and why.

use std::fmt;

use crate::catalog::Catalog;
use crate::dataset::Access;
use crate::licence::is_research_only_licence;

/// The terms under which a facility's data were ingested, as the facility registry records them in the `dataset`
/// object of the facility's entry. The default records none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordedTerms<'a> {
    /// The dataset the data came from.
    pub dataset_id: Option<&'a str>,
    /// Its licence at that time.
    pub licence: Option<&'a str>,
    /// `open` or `research_only`.
    pub access: Option<&'a str>,
    /// `allowed` or `prohibited`.
    pub redistribution: Option<&'a str>,
}

/// Why data are research-only. Displays as a clause that completes "the facility is refused: ...".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResearchOnly {
    /// The facility is named for a research-only dataset.
    Name {
        /// The dataset's id.
        dataset_id: String,
    },
    /// The registry records research-only access.
    Access,
    /// The registry records that redistribution is prohibited.
    Redistribution,
    /// The registry records a licence that bars commercial use or derivatives.
    Licence {
        /// The licence as recorded.
        licence: String,
    },
    /// The registry names a dataset that is research-only today, whatever it was when ingested.
    Catalog {
        /// The dataset's id.
        dataset_id: String,
    },
}

impl fmt::Display for ResearchOnly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResearchOnly::Name { dataset_id } => {
                write!(f, "it is named for the research-only dataset {dataset_id}")
            }
            ResearchOnly::Access => f.write_str("its data were ingested as research-only"),
            ResearchOnly::Redistribution => f.write_str("its data may not be redistributed"),
            ResearchOnly::Licence { .. } => {
                f.write_str("its licence excludes commercial use or derivatives")
            }
            ResearchOnly::Catalog { dataset_id } => {
                write!(
                    f,
                    "its data come from the research-only dataset {dataset_id}"
                )
            }
        }
    }
}

impl Catalog {
    /// Why the data of the facility called `facility_id` are research-only, or `None` where they may be served.
    ///
    /// `recorded` are the terms in the facility's registry entry. Any one reason is enough; the name and the
    /// catalogue's current entry count however the registry describes the data.
    pub fn research_only_reason(
        &self,
        facility_id: &str,
        recorded: &RecordedTerms<'_>,
    ) -> Option<ResearchOnly> {
        self.reason_by_name(facility_id)
            .or_else(|| reason_by_record(recorded))
            .or_else(|| self.reason_by_catalog(recorded))
    }

    fn reason_by_name(&self, facility_id: &str) -> Option<ResearchOnly> {
        let dataset = self.dataset_of_facility(facility_id)?;
        dataset.is_research_only().then(|| ResearchOnly::Name {
            dataset_id: dataset.id.clone(),
        })
    }

    fn reason_by_catalog(&self, recorded: &RecordedTerms<'_>) -> Option<ResearchOnly> {
        let dataset = self.get(recorded.dataset_id?)?;
        dataset.is_research_only().then(|| ResearchOnly::Catalog {
            dataset_id: dataset.id.clone(),
        })
    }
}

fn reason_by_record(recorded: &RecordedTerms<'_>) -> Option<ResearchOnly> {
    if recorded.access == Some(Access::ResearchOnly.as_str()) {
        return Some(ResearchOnly::Access);
    }
    if recorded.redistribution == Some("prohibited") {
        return Some(ResearchOnly::Redistribution);
    }
    let licence = recorded
        .licence
        .filter(|licence| is_research_only_licence(licence))?;
    Some(ResearchOnly::Licence {
        licence: licence.to_owned(),
    })
}
