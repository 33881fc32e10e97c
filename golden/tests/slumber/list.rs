//! The properties of `spec::slumber::FetchUnitList`, each under its own name.

use crate::properties::assert_claims;
use golden::slumber::FetchUnitList;
use proptest::prelude::*;
use spec::slumber::{ListInputs, ListParameters, PcLanes, LOOKUPS};
use spec::UnitModel;
use std::collections::BTreeSet;

#[test]
fn every_property_has_a_test_of_its_name() {
    assert_claims!(spec::slumber::FetchUnitList:
        FillMakesHit by fill_makes_hit,
        EvictEndsHit by evict_ends_hit,
        HitWasFilled by hit_was_filled,
        OldestIsReplaced by oldest_is_replaced,
        FlushEmpties by flush_empties,
    );
}

/// Lines that the tests use, more than any list here has entries.
const LINES: u64 = 8;

fn list(entries: u16) -> FetchUnitList {
    FetchUnitList::new(ListParameters::new(entries, 16).expect("legal"))
}

/// Any PC of a line; the lines differ in high bits too.
fn pc(line: u64, offset: u64) -> u64 {
    (line << 50 | line) << 7 | offset
}

fn inputs() -> impl Strategy<Value = ListInputs> {
    let line = || (0..LINES, 0..128_u64);
    (0..20_u8, any::<[bool; 2]>(), line(), line()).prop_filter_map(
        "fill and evict of one line",
        |(flush, [fill_valid, evict_valid], fill, evict)| {
            let legal = !(fill_valid && evict_valid && fill.0 == evict.0);
            legal.then(|| ListInputs {
                flush: flush == 0,
                fill_valid,
                fill_pc: pc(fill.0, fill.1),
                evict_valid,
                evict_pc: pc(evict.0, evict.1),
                ..Default::default()
            })
        },
    )
}

fn histories() -> impl Strategy<Value = Vec<ListInputs>> {
    prop::collection::vec(inputs(), 1..60)
}

fn step(list: &mut FetchUnitList, inputs: &ListInputs) -> u8 {
    list.cycle(inputs).expect("in contract").hit
}

/// The lines that hit in the coming cycle.
fn held(list: &FetchUnitList) -> BTreeSet<u64> {
    let hits = |first: u64| {
        let pcs = std::array::from_fn(|lane| pc(first + lane as u64, 77));
        let lookup = ListInputs {
            lookup_pcs: PcLanes(pcs),
            ..Default::default()
        };
        let hit = step(&mut list.clone(), &lookup);
        (0..LOOKUPS as u64)
            .filter(move |lane| hit >> lane & 1 == 1)
            .map(move |lane| first + lane)
    };
    (0..LINES).step_by(LOOKUPS).flat_map(hits).collect()
}

fn line(pc: u64) -> u64 {
    pc >> 7 & 0xff
}

proptest! {
    #[test]
    fn fill_makes_hit(entries in 1..6_u16, history in histories()) {
        let mut list = list(entries);
        for inputs in &history {
            step(&mut list, inputs);
            if inputs.fill_valid && !inputs.flush {
                prop_assert!(held(&list).contains(&line(inputs.fill_pc)));
            }
        }
    }

    #[test]
    fn evict_ends_hit(entries in 1..6_u16, history in histories()) {
        let mut list = list(entries);
        for inputs in &history {
            step(&mut list, inputs);
            if inputs.evict_valid {
                prop_assert!(!held(&list).contains(&line(inputs.evict_pc)));
            }
        }
    }

    #[test]
    fn hit_was_filled(entries in 1..6_u16, history in histories()) {
        let mut list = list(entries);
        let mut filled = BTreeSet::new();
        for inputs in &history {
            step(&mut list, inputs);
            if inputs.evict_valid {
                filled.remove(&line(inputs.evict_pc));
            }
            if inputs.fill_valid {
                filled.insert(line(inputs.fill_pc));
            }
            if inputs.flush {
                filled.clear();
            }
            prop_assert!(held(&list).is_subset(&filled));
            prop_assert!(held(&list).len() <= usize::from(entries));
        }
    }

    #[test]
    fn oldest_is_replaced(entries in 1..6_u16, history in histories()) {
        let mut list = list(entries);
        for inputs in &history {
            let before = held(&list);
            step(&mut list, inputs);
            let mut lost: Vec<_> = before.difference(&held(&list)).copied().collect();
            lost.retain(|&l| !(inputs.evict_valid && l == line(inputs.evict_pc)));
            let full = before.len() == usize::from(entries);
            let evicts = inputs.evict_valid && before.contains(&line(inputs.evict_pc));
            let may_lose = inputs.fill_valid && full && !evicts;
            prop_assert!(inputs.flush || lost.len() <= usize::from(may_lose));
        }
        // From a full list on, fills of new lines replace in turn.
        list.reset();
        for filled in 0..LINES {
            let fill = ListInputs { fill_valid: true, fill_pc: pc(filled, 0), ..Default::default() };
            step(&mut list, &fill);
            let oldest = (filled + 1).saturating_sub(u64::from(entries));
            prop_assert_eq!(held(&list), (oldest..=filled).collect::<BTreeSet<_>>());
        }
    }

    #[test]
    fn flush_empties(entries in 1..6_u16, history in histories(), reset in any::<bool>()) {
        let mut list = list(entries);
        for inputs in &history {
            step(&mut list, inputs);
        }
        if reset {
            list.reset();
        } else {
            let fill = ListInputs { flush: true, fill_valid: true, ..Default::default() };
            step(&mut list, &fill);
        }
        prop_assert!(held(&list).is_empty());
    }
}
