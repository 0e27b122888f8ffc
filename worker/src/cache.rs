//! The samples a worker read, kept so that a second call on the same data decodes nothing.
//!
//! Everything is kept under the stamp of the files it came from: before anything is reused the
//! facility's files are listed again, and other sizes or times mean another read.

use std::collections::BTreeSet;
use std::sync::Arc;

use camber_store::{FacilityData, Inventory, Selection, Series, Stamp, Store, StoreError};

/// The bytes of decoded samples kept beside the most recent read, which is always kept: a worker
/// whose every call needs a large facility decodes it once.
const CAPACITY: usize = 256 << 20;

/// What a worker has read.
#[derive(Debug, Default)]
pub struct Cache {
    /// Most recently used last.
    samples: Vec<KeptSamples>,
}

#[derive(Debug)]
struct KeptSamples {
    facility_id: String,
    selection: Selection,
    data: Arc<FacilityData>,
}

impl Cache {
    /// The selected samples of a facility.
    ///
    /// # Errors
    /// What the store cannot read.
    pub fn samples(
        &mut self,
        store: &Store,
        id: &str,
        selection: Selection,
    ) -> Result<Samples, StoreError> {
        let parts = store.files(id)?;
        self.samples
            .retain(|kept| kept.facility_id != id || kept.data.stamp == parts);
        let covering =
            |kept: &KeptSamples| kept.facility_id == id && covers(&kept.selection, &selection);
        let kept = match self.samples.iter().position(covering) {
            Some(at) => self.samples.remove(at),
            None => KeptSamples {
                facility_id: id.to_owned(),
                selection: selection.clone(),
                data: Arc::new(store.load(id, &selection)?),
            },
        };
        let data = kept.data.clone();
        self.samples.push(kept);
        self.evict(CAPACITY);
        Ok(Samples { data, selection })
    }

    fn evict(&mut self, capacity: usize) {
        let size = |kept: &KeptSamples| kept.data.approximate_bytes();
        let mut bytes: usize = self.samples.iter().map(size).sum();
        while bytes > capacity && self.samples.len() > 1 {
            bytes -= size(&self.samples.remove(0));
        }
    }
}

/// Whether a read of `kept` holds everything `wanted` asks for. Reads with and without values
/// hold different samples: those without leave out what has no value.
fn covers(kept: &Selection, wanted: &Selection) -> bool {
    let holds = |kept: &Option<_>, wanted: &Option<_>| match (kept, wanted) {
        (None, _) => true,
        (Some(kept), Some(wanted)) => BTreeSet::is_subset(wanted, kept),
        (Some(_), None) => false,
    };
    let starts = kept
        .start
        .is_none_or(|kept| wanted.start.is_some_and(|wanted| wanted >= kept));
    let ends = kept
        .end
        .is_none_or(|kept| wanted.end.is_some_and(|wanted| wanted <= kept));
    kept.values == wanted.values
        && starts
        && ends
        && holds(&kept.equips, &wanted.equips)
        && holds(&kept.roles, &wanted.roles)
}

/// The samples a call selected; they may be part of a larger read.
#[derive(Debug)]
pub struct Samples {
    data: Arc<FacilityData>,
    selection: Selection,
}

impl Samples {
    /// The parts they were read from.
    pub fn stamp(&self) -> &Stamp {
        &self.data.stamp
    }

    /// All the facility's points, selected or not.
    pub fn inventory(&self) -> &Inventory {
        &self.data.inventory
    }

    /// Each selected series that has a selected sample, with the times selected of it.
    pub fn iter(&self) -> impl Iterator<Item = (&Series, &[i64])> {
        let wanted = |series: &&Series| {
            let takes = |set: &Option<BTreeSet<String>>, name: &String| {
                set.as_ref().is_none_or(|set| set.contains(name))
            };
            takes(&self.selection.equips, &series.equip)
                && takes(&self.selection.roles, &series.role)
        };
        self.data
            .series
            .iter()
            .filter(wanted)
            .map(|series| (series, self.within(&series.times)))
            .filter(|(_, times)| !times.is_empty())
    }

    fn within<'t>(&self, times: &'t [i64]) -> &'t [i64] {
        let from = self
            .selection
            .start
            .map_or(0, |start| times.partition_point(|&time| time < start));
        let to = self.selection.end.map_or(times.len(), |end| {
            times.partition_point(|&time| time <= end)
        });
        times.get(from..to).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn names(names: &[&str]) -> Option<BTreeSet<String>> {
        Some(names.iter().map(|&name| name.to_owned()).collect())
    }

    fn read(facility_id: &str, samples: usize) -> KeptSamples {
        let series = |equip: &str| Series {
            equip: equip.to_owned(),
            equip_class: String::new(),
            role: "oat".to_owned(),
            times: (0..samples as i64).collect(),
            values: Vec::new(),
        };
        KeptSamples {
            facility_id: facility_id.to_owned(),
            selection: Selection::default(),
            data: Arc::new(FacilityData {
                series: vec![series("a"), series("b")],
                inventory: Arc::new(Inventory {
                    points: Vec::new(),
                    equipment: BTreeMap::new(),
                    span: None,
                    rows: 0,
                    stamp: Stamp::new(Vec::new()),
                }),
                stamp: Stamp::new(Vec::new()),
            }),
        }
    }

    #[test]
    fn a_wider_read_serves_a_narrower_one() {
        let all = Selection::default();
        let some = Selection {
            start: Some(5),
            end: Some(9),
            equips: names(&["a", "b"]),
            ..Selection::default()
        };
        let fewer = Selection {
            start: Some(6),
            equips: names(&["a"]),
            roles: names(&["oat"]),
            ..some.clone()
        };
        assert!(covers(&all, &some) && covers(&some, &fewer) && covers(&some, &some));
        assert!(!covers(&some, &all) && !covers(&fewer, &some));
        let later = Selection {
            end: Some(10),
            ..some.clone()
        };
        assert!(!covers(&some, &later));
        let without_values = Selection {
            values: false,
            ..Selection::default()
        };
        assert!(!covers(&all, &without_values));
    }

    #[test]
    fn a_narrower_selection_is_cut_out_of_a_wider_read() {
        let selection = Selection {
            start: Some(3),
            end: Some(5),
            equips: names(&["b", "c"]),
            ..Selection::default()
        };
        let samples = Samples {
            data: read("f", 10).data,
            selection,
        };
        let found: Vec<_> = samples
            .iter()
            .map(|(series, times)| (series.equip.as_str(), times))
            .collect();
        assert_eq!(found, [("b", &[3, 4, 5][..])]);
        let outside = Selection {
            start: Some(10),
            ..Selection::default()
        };
        let samples = Samples {
            data: read("f", 10).data,
            selection: outside,
        };
        assert_eq!(samples.iter().count(), 0);
    }

    #[test]
    fn the_oldest_reads_go_first_and_the_newest_stays_whatever_its_size() {
        let samples = vec![read("f", 10), read("g", 10), read("h", 1000)];
        let mut cache = Cache { samples };
        let newest = cache.samples[2].data.approximate_bytes();
        cache.evict(newest + cache.samples[1].data.approximate_bytes());
        let kept = |cache: &Cache| -> Vec<String> {
            cache
                .samples
                .iter()
                .map(|kept| kept.facility_id.clone())
                .collect()
        };
        assert_eq!(kept(&cache), ["g", "h"]);
        cache.evict(10);
        assert_eq!(kept(&cache), ["h"]);
    }
}
