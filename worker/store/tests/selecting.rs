//! Any selection of any facility gives exactly the rows that a filter over all rows gives.

#![cfg(test)]

use std::collections::{BTreeMap, BTreeSet};

use camber_demo::clock::{DAY, HOUR, date};
use camber_demo::writer::{PartOptions, Registration, Row, StoreWriter};
use camber_store::{Selection, Store};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

const EQUIPS: [&str; 3] = ["AHU-1", "AHU-10", "\u{e9}"];
const CLASSES: [&str; 2] = ["", "AHU"];
const ROLES: [&str; 3] = ["oat", "power", ""];
/// Quarter days around a new year: rows fall into six months of two years.
const FIRST: i64 = date(2023, 11, 1);
const STEP: i64 = 6 * HOUR;
const STEPS: i64 = 180 * DAY / STEP;

/// A row, by the places of its time and names.
type Place = (i64, usize, usize, usize, bool);

#[derive(Debug, Clone)]
struct Part {
    rows: Vec<Place>,
    by_year: bool,
    rows_per_group: usize,
    statistics: bool,
}

fn part() -> impl Strategy<Value = Part> {
    let row = (
        0..STEPS,
        0..EQUIPS.len(),
        0..CLASSES.len(),
        0..ROLES.len(),
        prop::bool::weighted(0.9),
    );
    (vec(row, 0..40), any::<bool>(), 1..20_usize, any::<bool>()).prop_map(
        |(rows, by_year, rows_per_group, statistics)| Part {
            rows,
            by_year,
            rows_per_group,
            statistics,
        },
    )
}

fn selection() -> impl Strategy<Value = Selection> {
    let moment = || option::of((-2..STEPS + 2).prop_map(|step| FIRST + step * STEP));
    let names = |of: &'static [&'static str]| {
        option::of(vec(0..of.len(), 0..of.len()).prop_map(move |chosen| {
            chosen
                .into_iter()
                .map(|place| of[place].to_owned())
                .collect::<BTreeSet<String>>()
        }))
    };
    (
        moment(),
        moment(),
        names(&EQUIPS),
        names(&ROLES),
        any::<bool>(),
    )
        .prop_map(|(start, end, equips, roles, values)| Selection {
            start,
            end,
            equips,
            roles,
            values,
        })
}

type Samples = BTreeMap<(String, String), Vec<(i64, Option<u64>)>>;

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_selection_is_a_filter(parts in vec(part(), 1..5), selection in selection()) {
        let scratch = tempfile::tempdir().unwrap();
        let mut writer = StoreWriter::new(scratch.path()).facility("f", Registration::active("F"));
        let mut expected = Samples::new();
        let mut points = BTreeSet::new();
        for (number, part) in parts.iter().enumerate() {
            writer = if part.by_year { writer.by_year() } else { writer.by_month() };
            writer = writer.options(PartOptions {
                rows_per_group: part.rows_per_group,
                statistics: part.statistics,
                ..PartOptions::default()
            });
            for (place, &(step, equip, class, role, valid)) in part.rows.iter().enumerate() {
                // Every row has a value of its own.
                let value = (number * 1000 + place) as f64;
                let (time, equip, role) = (FIRST + step * STEP, EQUIPS[equip], ROLES[role]);
                let row = Row::new(time, equip, CLASSES[class], role, value);
                writer = writer.row(Row { value: valid.then_some(value), ..row });
                points.insert((equip.to_owned(), role.to_owned()));
                let chosen = selection.start.is_none_or(|start| start <= time)
                    && selection.end.is_none_or(|end| time <= end)
                    && selection.equips.as_ref().is_none_or(|equips| equips.contains(equip))
                    && selection.roles.as_ref().is_none_or(|roles| roles.contains(role))
                    && (valid || selection.values);
                if chosen {
                    let bits = if valid { value.to_bits() } else { f64::NAN.to_bits() };
                    let sample = (time, selection.values.then_some(bits));
                    expected.entry((equip.to_owned(), role.to_owned())).or_default().push(sample);
                }
            }
            writer = writer.part();
        }
        writer.finish().unwrap();
        if points.is_empty() {
            // Nothing was written: the facility does not exist.
            return Ok(());
        }
        let store = Store::open(scratch.path()).unwrap();
        let data = store.load("f", &selection).unwrap();
        let mut found = Samples::new();
        for series in &data.series {
            prop_assert!(series.times.is_sorted());
            prop_assert_eq!(&series.equip_class, &data.inventory.equipment[&series.equip]);
            let values = series.values.iter().map(|value| Some(value.to_bits()));
            let samples = match selection.values {
                true => series.times.iter().copied().zip(values).collect(),
                false => series.times.iter().map(|&time| (time, None)).collect(),
            };
            let key = (series.equip.clone(), series.role.clone());
            prop_assert!(found.insert(key, samples).is_none());
        }
        for samples in found.values_mut().chain(expected.values_mut()) {
            samples.sort_unstable();
        }
        prop_assert_eq!(found, expected);
        let named = data.inventory.points.iter().map(|point| (point.equip.clone(), point.role.clone()));
        prop_assert_eq!(named.collect::<Vec<_>>(), points.into_iter().collect::<Vec<_>>());
        prop_assert_eq!(&data.inventory, &Store::open(scratch.path()).unwrap().inventory("f").unwrap());
    }
}
