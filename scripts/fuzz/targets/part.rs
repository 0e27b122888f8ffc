//! A part file of any bytes: read or refused, and what is read keeps the batches' promises.
#![no_main]

use std::ops::ControlFlow;

use camber_store::parquet::{NULL_CODE, Names, Wanted, part_statistics, scan_part};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let statistics = part_statistics(bytes);
    for wanted in [
        Wanted {
            range: None,
            values: true,
        },
        Wanted {
            range: Some((0, 1_740_000_000_000_000_000)),
            values: false,
        },
    ] {
        let mut names = Names::default();
        let mut rows = 0;
        let mut highest = None;
        let read = scan_part(bytes, &wanted, &mut names, &mut |batch| {
            let length = batch.ts.len();
            assert_eq!(
                [batch.equip.len(), batch.equip_class.len(), batch.role.len()],
                [length; 3]
            );
            assert_eq!(batch.value.len(), if wanted.values { length } else { 0 });
            for codes in [batch.equip, batch.equip_class, batch.role] {
                highest = highest.max(
                    codes
                        .iter()
                        .copied()
                        .filter(|&code| code != NULL_CODE)
                        .max(),
                );
            }
            rows += length as u64;
            ControlFlow::Continue(())
        });
        if let Some(highest) = highest {
            assert!((highest as usize) < names.len());
        }
        if let Ok(summary) = read {
            assert!(
                statistics.is_ok(),
                "rows were read of a part whose footer is refused"
            );
            assert!(wanted.range.is_some() || rows == summary.rows as u64);
        }
    }
});
