//! The properties of `spec::regfile::Regfile`, each under its own name.

use crate::properties::assert_claims;
use crate::regfile::bounds::{hostile, longest};
use crate::regfile::count::Count;
use crate::regfile::forgetting::{release_forgets, reset_empties_file};
use crate::regfile::full_speed::two_instructions_per_cycle;
use crate::regfile::manner::{manner, parameters, Manner};
use crate::regfile::play::{Accepted, Cycle, Play};
use golden::bdi::{compress, form::bank_enable};
use golden::regfile::{Instruction, Offer, Regfile, WriteBack};
use proptest::prelude::*;
use spec::bdi::CompressionRange;
use spec::regfile::{Counter, RegfileInputs, RegfileParameters};
use spec::warp::BANKS_PER_REGISTER;

#[test]
fn every_property_has_a_test_of_its_name() {
    assert_claims!(spec::regfile::Regfile:
        ReadIsLastWrite by read_is_last_write,
        OrderIsAcceptance by order_is_acceptance,
        OffersAreHeld by offers_are_held,
        HazardsAreRefused by hazards_are_refused,
        ContentionAlternates by contention_alternates,
        BanksMatchRange by banks_match_range,
        GatedBankIsNotAccessed by gated_bank_is_not_accessed,
        EmptyBankIsGated by empty_bank_is_gated,
        EntryIsNotReadAndWritten by entry_is_not_read_and_written,
        MovOnlyWhenNeeded by mov_only_when_needed,
        OldestIsOfferedInTime by oldest_is_offered_in_time,
        WriteIsDoneInTime by write_is_done_in_time,
        ReleaseForgets by release_forgets,
        CountersAddUp by counters_add_up,
        TwoInstructionsPerCycle by two_instructions_per_cycle,
        ResetEmptiesFile by reset_empties_file,
    );
}

prop_compose! {
    /// A play and how long it goes on.
    pub fn play()(
        seed in any::<u64>(),
        parameters in parameters(),
        manner in manner(),
        cycles in 1..1500_usize,
    ) -> (u64, RegfileParameters, Manner, usize) {
        (seed, parameters, manner, cycles)
    }
}

/// The bits of a cluster.
fn of_cluster(banks: u32, cluster: usize) -> u8 {
    (banks >> (cluster * BANKS_PER_REGISTER)) as u8
}

/// What the windows of a file show of a register: whether a write is outstanding, the form that it is stored in,
/// the form that is on its way.
type Window = (bool, Option<CompressionRange>, Option<CompressionRange>);

fn windows(file: &Regfile, registers: usize) -> Vec<Window> {
    let window = |r| (file.is_pending(r), file.state(r), file.coming(r));
    (0..registers as u16).map(window).collect()
}

/// Whether a result of a register was written between two looks.
fn was_written(before: Window, after: Window) -> bool {
    before.0 && !after.0 || before.2.is_some() && after.2.is_none()
}

/// The banks that a write takes, by the contract's table.
fn banks_of_write(parameters: &RegfileParameters, held: bool, result: &WriteBack) -> u8 {
    match parameters.modes() {
        Some(modes) if result.mask == result.launched => {
            return compress(modes, false, &result.filled()).bank_enable;
        }
        None if result.mask == u32::MAX => return 0xff,
        _ => {}
    }
    let active = |bank: usize| result.mask >> (4 * bank) & 0xf != 0;
    let active = (0..8).filter(|&bank| active(bank));
    if held {
        active.map(|bank| 1 << bank).sum()
    } else {
        0xff
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn read_is_last_write((seed, parameters, manner, cycles) in play()) {
        let mut play = Play::new(seed, parameters, manner);
        for _ in 0..cycles {
            for (accepted, offer) in play.step().taken {
                prop_assert_eq!(offer.sources, accepted.sources, "{:?}", accepted.instruction);
            }
        }
    }

    #[test]
    fn order_is_acceptance((seed, parameters, manner, cycles) in play()) {
        let mut play = Play::new(seed, parameters, manner);
        for _ in 0..cycles {
            for (Accepted { instruction, .. }, offer) in play.step().taken {
                let mask = instruction.destination.map_or(0, |_| instruction.mask);
                prop_assert_eq!(
                    (offer.tag, offer.destination, offer.mask),
                    (instruction.tag, instruction.destination, mask)
                );
                prop_assert_eq!(
                    offer.sources.map(|s| s.is_some()),
                    instruction.sources.map(|s| s.is_some())
                );
            }
        }
    }

    #[test]
    fn offers_are_held((seed, parameters, manner, cycles) in play()) {
        let mut play = Play::new(seed, parameters, manner);
        let mut held: Vec<Offer> = Vec::new();
        for _ in 0..cycles {
            let Cycle { inputs, outputs, .. } = play.step();
            let offered: Vec<_> = Offer::offered(&outputs).into_iter().flatten().collect();
            prop_assert!(offered.starts_with(&held));
            held = offered.into_iter().skip(Offer::taken(&inputs, &outputs)).collect();
        }
    }

    /// A write is outstanding from the acceptance of its instruction to its own, at the earliest
    /// L + 3 cycles after its result was accepted. A full result is there for readers and for those who overwrite it
    /// F cycles after that, if the file forwards; they are offered when it is written.
    #[test]
    fn hazards_are_refused((seed, parameters, manner, cycles) in play()) {
        let mut play = Play::new(seed, parameters, manner);
        // From when on a register may be named, and be written with a MOV ahead.
        let mut free_from = vec![(0, 0); parameters.registers()];
        let latency = parameters.compression_latency() as u64;
        for _ in 0..cycles {
            let inputs = play.inputs();
            let hazards = Instruction::presented(&inputs)
                .map(|i| i.filter(|i| play.file.is_hazard(i)));
            let before = windows(&play.file, parameters.registers());
            let now = play.now;
            let cycle = play.cycle(inputs);
            for instruction in &cycle.accepted {
                prop_assert!(!hazards.contains(&Some(*instruction)));
                for register in instruction.named().map(usize::from) {
                    let (pending, _, coming) = before[register];
                    prop_assert!(!pending || coming.is_some());
                    prop_assert!(free_from[register].0 <= now, "register {register}");
                }
                let moves = parameters.modes().is_some() && instruction.is_divergent();
                if let Some(register) = instruction.destination.filter(|_| moves) {
                    let register = usize::from(register);
                    prop_assert!(!before[register].0 && free_from[register].1 <= now);
                }
            }
            for (accepted, _) in &cycle.taken {
                let written = accepted.instruction.destination;
                prop_assert!(written.is_none_or(|r| before[usize::from(r)].2.is_none()));
            }
            for instruction in &cycle.accepted {
                if let Some(register) = instruction.destination {
                    free_from[usize::from(register)] = (u64::MAX, u64::MAX);
                }
            }
            for result in &cycle.results {
                let full = match parameters.modes() {
                    Some(_) => result.mask == result.launched,
                    None => result.mask == u32::MAX,
                };
                let written = now + if full { latency } else { 0 } + 3;
                let readable = if full && parameters.forwards() {
                    now + parameters.forward_delay() as u64
                } else {
                    written
                };
                free_from[usize::from(result.register)] = (readable, written);
            }
        }
    }

    #[test]
    fn contention_alternates((seed, parameters, manner, cycles) in play()) {
        let mut play = Play::new(seed, parameters, manner);
        let mut turn = 0;
        for _ in 0..cycles {
            let inputs = play.inputs();
            let presented = Instruction::presented(&inputs);
            let free = parameters.collectors() - play.ring.len();
            let ok = presented.map(|i| i.is_some_and(|i| free > 0 && !play.file.is_hazard(&i)));
            let [first, second] = presented;
            let clash = first.zip(second).is_some_and(|(first, second)| {
                first.destination.is_some_and(|d| second.named().any(|r| r == d))
            });
            let outputs = play.cycle(inputs).outputs;
            let accepted = [outputs.issue[0].ready, outputs.issue[1].ready];
            if ok == [true; 2] && (clash || free == 1) {
                prop_assert_eq!(accepted, [turn == 0, turn == 1]);
                turn = 1 - turn;
            } else {
                prop_assert_eq!(accepted, ok);
            }
        }
    }

    #[test]
    fn banks_match_range((seed, parameters, manner, cycles) in play()) {
        let mut play = Play::new(seed, parameters, manner);
        let mut results = vec![None; parameters.registers()];
        for _ in 0..cycles {
            let inputs = play.inputs();
            let before = windows(&play.file, parameters.registers());
            let clusters = 0..parameters.clusters();
            let accessed: Vec<_> = clusters.clone().map(|k| play.file.accessed(k)).collect();
            let cycle = play.cycle(inputs);
            let after = windows(&play.file, parameters.registers());
            for k in clusters {
                // A MOV of a register that is not compressed reads nothing; what comes is not read.
                let read = of_cluster(cycle.outputs.bank_read, k);
                let forwarded = of_cluster(cycle.outputs.bank_forward, k);
                let (_, state, coming) = accessed[k].map_or((false, None, None), |r| before[usize::from(r)]);
                prop_assert_eq!(forwarded, coming.map_or(0, bank_enable));
                let banks = state.filter(|_| coming.is_none()).map_or(0, bank_enable);
                prop_assert!(read == banks || (banks == 0xff && read == 0), "read 0x{read:02x}");
                let mut written = 0;
                for r in (k..parameters.registers()).step_by(parameters.clusters()) {
                    if was_written(before[r], after[r]) {
                        let result: WriteBack = results[r].take().expect("a result");
                        written |= banks_of_write(&parameters, before[r].1.is_some(), &result);
                    } else if before[r].0 && before[r].1 != after[r].1 {
                        written |= 0xff;
                    }
                }
                prop_assert_eq!(of_cluster(cycle.outputs.bank_write, k), written);
            }
            for result in cycle.results {
                results[usize::from(result.register)] = Some(result);
            }
        }
    }

    #[test]
    fn gated_bank_is_not_accessed((seed, parameters, manner, cycles) in play()) {
        let mut play = Play::new(seed, parameters, manner);
        for _ in 0..cycles {
            let outputs = play.step().outputs;
            prop_assert_eq!(outputs.bank_gated & !outputs.bank_isolate, 0);
            let accessed = outputs.bank_read | outputs.bank_write;
            prop_assert_eq!(accessed & outputs.bank_isolate, 0);
        }
    }

    #[test]
    fn empty_bank_is_gated((seed, parameters, manner, cycles) in play()) {
        let mut play = Play::new(seed, parameters, manner);
        let mut must_gate = 0;
        for _ in 0..cycles {
            let windows = windows(&play.file, parameters.registers());
            let outputs = play.step().outputs;
            let (mut holds, mut waited) = (0_u32, 0_u32);
            for (r, &(pending, state, _)) in windows.iter().enumerate() {
                let at = r % parameters.clusters() * BANKS_PER_REGISTER;
                holds |= u32::from(state.map_or(0, bank_enable)) << at;
                waited |= if pending { 0xff << at } else { 0 };
            }
            prop_assert_eq!(outputs.bank_gated & holds, 0);
            prop_assert_eq!(outputs.bank_isolate & holds, 0);
            prop_assert_eq!(must_gate & !outputs.bank_gated, 0);
            must_gate = !(holds | waited | outputs.bank_isolate);
            must_gate &= u32::MAX >> (32 - parameters.banks());
            if !parameters.gates() {
                prop_assert_eq!(outputs.bank_isolate, 0);
                must_gate = 0;
            }
        }
    }

    #[test]
    fn entry_is_not_read_and_written((seed, parameters, manner, cycles) in play()) {
        let mut play = Play::new(seed, parameters, manner);
        for _ in 0..cycles {
            let clusters = 0..parameters.clusters();
            let accessed: Vec<_> = clusters.filter_map(|k| play.file.accessed(k)).collect();
            let before = windows(&play.file, parameters.registers());
            play.step();
            let after = windows(&play.file, parameters.registers());
            // What comes is not read from its entry.
            let read = accessed.into_iter().map(usize::from).filter(|&r| before[r].2.is_none());
            for r in read {
                prop_assert!(before[r].0 == after[r].0 || after[r].0, "register {r}");
                prop_assert_eq!(before[r].1, after[r].1, "register {}", r);
            }
        }
    }

    /// All divergent instructions are accepted with their MOVs, and all MOVs done in the end; or MOVs are accepted in
    /// their place.
    #[test]
    fn mov_only_when_needed((seed, parameters, manner, cycles) in play()) {
        let mut play = Play::new(seed, parameters, manner);
        let mut needed = 0;
        let mut done = 0;
        // Whether a register has had a MOV since its last full write.
        let mut moved = vec![false; parameters.registers()];
        let mut observe = |play: &mut Play, inputs: RegfileInputs| {
            let before = windows(&play.file, parameters.registers());
            let cycle = play.cycle(inputs);
            let is_compressed = |state| !matches!(state, None | Some(CompressionRange::Uncompressed));
            for (port, i) in Instruction::presented(&cycle.inputs).into_iter().enumerate() {
                let i = i.filter(|i| cycle.outputs.issue[port].ready && i.is_divergent());
                let register = i.and_then(|i| i.destination).map(usize::from);
                let released = register.is_some() && cycle.released.map(usize::from) == register;
                let needs = register.is_some_and(|r| is_compressed(before[r].1)) && !released;
                needed += u32::from(needs);
                let injected = cycle.outputs.injected[port].mov;
                assert_eq!(injected, needs && parameters.injects_movs());
                if let Some(register) = register.filter(|_| injected) {
                    assert!(!moved[register], "register {register}");
                    moved[register] = true;
                    done += 1;
                }
            }
            let after = windows(&play.file, parameters.registers());
            for (r, (before, after)) in before.into_iter().zip(after).enumerate() {
                let ((pending, state, _), (still_pending, now, _)) = (before, after);
                if pending && still_pending && state != now && !was_written(before, after) {
                    assert!(is_compressed(state) && !moved[r], "register {r}");
                    moved[r] = true;
                    done += 1;
                }
                // One that is pending is still as it was.
                moved[r] &= !is_compressed(now) || still_pending;
            }
        };
        for _ in 0..cycles {
            let inputs = play.inputs();
            observe(&mut play, inputs);
        }
        play.close();
        while !play.is_at_rest() {
            let inputs = play.inputs();
            observe(&mut play, inputs);
        }
        (0..2).for_each(|_| observe(&mut play, RegfileInputs::default()));
        prop_assert_eq!(done, needed);
        let select = RegfileInputs { counter_select: Counter::Movs as u8, ..Default::default() };
        let value = play.cycle(select).outputs.counter_value;
        prop_assert_eq!(value, needed);
    }

    #[test]
    fn oldest_is_offered_in_time(
        seed in any::<u64>(),
        parameters in parameters(),
        manner in prop_oneof![hostile(), manner()],
    ) {
        let mut play = Play::new(seed, parameters, manner);
        let (offer, _) = longest(&mut play, 2000);
        prop_assert!(offer <= parameters.offer_bound(), "{offer}");
    }

    #[test]
    fn write_is_done_in_time(
        seed in any::<u64>(),
        parameters in parameters(),
        manner in prop_oneof![hostile(), manner()],
    ) {
        let mut play = Play::new(seed, parameters, manner);
        let (_, write) = longest(&mut play, 2000);
        prop_assert!(write <= parameters.write_bound(), "{write}");
    }

    #[test]
    fn counters_add_up((seed, parameters, manner, cycles) in play()) {
        let mut play = Play::new(seed, parameters, manner);
        let mut count = Count::new(parameters);
        for _ in 0..cycles {
            count.step(&mut play)?;
        }
        play.close();
        while !play.is_at_rest() {
            count.step(&mut play)?;
        }
        (0..2).for_each(|_| { play.cycle(RegfileInputs::default()); });
        count.totals(&play)?;
    }
}
