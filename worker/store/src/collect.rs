//! Sorts the rows of a facility out into series.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::data::{Inventory, Selection, Series};
use crate::parquet::{Batch, NULL_CODE, NULL_TIME, Names, PartError};
use crate::survey::Survey;

/// The series gathered so far. Rows are told apart by codes; names are looked up once, at the end.
pub(crate) struct Collector {
    values_wanted: bool,
    equips: Option<HashSet<u32>>,
    roles: Option<HashSet<u32>>,
    series: Vec<Gathered>,
    /// The series of an equipment and role: those of two classes are one.
    by_point: HashMap<(u32, u32), usize>,
    /// Where the rows of each of the survey's series go; `None` for those not selected.
    targets: Vec<Option<usize>>,
    numbers: Vec<u32>,
}

struct Gathered {
    equip: u32,
    role: u32,
    times: Vec<i64>,
    values: Vec<f64>,
}

impl Collector {
    /// A collector of what is selected. The selected names enter the table now, so that rows can be
    /// told by their codes.
    pub fn new(selection: &Selection, names: &mut Names) -> Result<Collector, PartError> {
        Ok(Collector {
            values_wanted: selection.values,
            equips: codes(selection.equips.as_ref(), names)?,
            roles: codes(selection.roles.as_ref(), names)?,
            series: Vec::new(),
            by_point: HashMap::new(),
            targets: Vec::new(),
            numbers: Vec::new(),
        })
    }

    /// Takes the next rows, which `survey` numbers.
    pub fn take(&mut self, batch: &Batch<'_>, survey: &mut Survey) -> Result<(), PartError> {
        let mut numbers = std::mem::take(&mut self.numbers);
        survey.note(batch, &mut numbers)?;
        for &(equip, _, role) in survey.index.keys().iter().skip(self.targets.len()) {
            let target = self.target(equip, role);
            self.targets.push(target);
        }
        for ((&number, &time), &value) in numbers.iter().zip(batch.ts).zip(batch.value) {
            let Some(&Some(target)) = self.targets.get(number as usize) else {
                continue;
            };
            let Some(series) = self.series.get_mut(target) else {
                continue;
            };
            if time == NULL_TIME {
                continue;
            }
            if self.values_wanted {
                series.times.push(time);
                series.values.push(value);
            } else if !value.is_nan() {
                series.times.push(time);
            }
        }
        self.numbers = numbers;
        Ok(())
    }

    fn target(&mut self, equip: u32, role: u32) -> Option<usize> {
        let named = equip != NULL_CODE && role != NULL_CODE;
        let selected = |codes: &Option<HashSet<u32>>, code| {
            codes.as_ref().is_none_or(|codes| codes.contains(&code))
        };
        if !named || !selected(&self.equips, equip) || !selected(&self.roles, role) {
            return None;
        }
        Some(*self.by_point.entry((equip, role)).or_insert_with(|| {
            self.series.push(Gathered {
                equip,
                role,
                times: Vec::new(),
                values: Vec::new(),
            });
            self.series.len() - 1
        }))
    }

    /// The series that have a sample, in order and in time order.
    pub fn into_series(self, names: &Names, inventory: &Inventory) -> Vec<Series> {
        let name = |code| names.name(code).unwrap_or_default();
        let mut gathered = self.series;
        gathered.retain(|series| !series.times.is_empty());
        gathered.sort_unstable_by_key(|series| (name(series.equip), name(series.role)));
        gathered
            .into_iter()
            .map(|series| {
                let equip = name(series.equip).to_owned();
                let equip_class = inventory.equipment.get(&equip).cloned().unwrap_or_default();
                let (times, values) = in_time_order(series.times, series.values);
                Series {
                    equip,
                    equip_class,
                    role: name(series.role).to_owned(),
                    times,
                    values,
                }
            })
            .collect()
    }
}

fn codes(
    selected: Option<&BTreeSet<String>>,
    names: &mut Names,
) -> Result<Option<HashSet<u32>>, PartError> {
    selected
        .map(|selected| selected.iter().map(|name| names.intern(name)).collect())
        .transpose()
}

/// Sorts samples by time, those of equal time left in their order, and gives back what memory they
/// do not use.
fn in_time_order(mut times: Vec<i64>, mut values: Vec<f64>) -> (Vec<i64>, Vec<f64>) {
    if !times.is_sorted() {
        if values.is_empty() {
            times.sort();
        } else {
            let mut samples: Vec<(i64, f64)> =
                times.iter().copied().zip(values.iter().copied()).collect();
            samples.sort_by_key(|&(time, _)| time);
            (times, values) = samples.into_iter().unzip();
        }
    }
    times.shrink_to_fit();
    values.shrink_to_fit();
    (times, values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_equal_time_keep_their_order() {
        let (times, values) = in_time_order(vec![3, 1, 3, 2, 1], vec![0.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(times, [1, 1, 2, 3, 3]);
        assert_eq!(values, [1.0, 4.0, 3.0, 0.0, 2.0]);
        assert_eq!(
            in_time_order(vec![2, 1, 2], vec![]),
            (vec![1, 2, 2], vec![])
        );
    }
}
