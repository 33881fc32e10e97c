//! A pipeline of registers and nothing else around [`Powered`], and a unit that is listened to: what
//! it is told, against what has happened.

use super::*;
use crate::timing::registers::{Accessed, Operation, Written};
use proptest::prelude::*;
use spec::slumber::TopOutputs;
use spec::{AnyParameters, UnitId};
use std::cell::RefCell;
use std::rc::Rc;

/// Registers of a warp, and warps at a time.
const WORDS: u16 = 4;
const SLOTS: usize = 16;

/// The golden model, and what it was told last.
struct Heard(golden::slumber::SlumberTop, Rc<RefCell<TopInputs>>);

impl UnitModel<SlumberTop> for Heard {
    fn reset(&mut self) {
        self.0.reset();
    }

    fn cycle(&mut self, inputs: &TopInputs) -> Result<TopOutputs, UnitFault<TopOutputs>> {
        self.1.borrow_mut().clone_from(inputs);
        self.0.cycle(inputs)
    }
}

/// An instruction, with registers by their place in the warp.
#[derive(Clone, Debug)]
struct Instruction {
    sources: [Option<u16>; SOURCES],
    destinations: Vec<u16>,
    mask: u32,
    latency: u16,
}

impl Instruction {
    /// A part has one destination; the first one has the sources.
    fn parts(&self) -> usize {
        self.destinations.len().max(1)
    }

    fn part(&self, part: usize, tag: usize) -> Operation {
        let place = |register: u16| tag as u16 * WORDS + register;
        let sources = if part == 0 { self.sources } else { [None; 3] };
        Operation {
            tag: tag as u8,
            sources: sources.map(|source| source.map(place)),
            destination: self.destinations.get(part).copied().map(place),
            mask: self.mask,
            latency: Some(self.latency),
            ..Operation::default()
        }
    }
}

/// The warp of a slot: instructions that are over, and parts of the next one that the file has taken
/// and given back, with its results that are written.
#[derive(Clone, Default)]
struct Warp {
    over: usize,
    taken: usize,
    left: usize,
    written: usize,
}

struct Pipeline<'a> {
    path: Powered,
    heard: Rc<RefCell<TopInputs>>,
    program: &'a [Instruction],
    /// Those that have not begun; and where one is running.
    blocks: usize,
    runs: Vec<bool>,
    /// Of a block.
    size: usize,
    now: u64,
    warps: Vec<Warp>,
    /// Results with the cycle in which they are there, and those that are written then.
    results: VecDeque<(u64, usize, u16)>,
    landed: VecDeque<(u64, usize, u16)>,
    /// What the unit has not been told.
    ranges: Vec<Range>,
    writes: Vec<u16>,
}

impl<'a> Pipeline<'a> {
    fn new(program: &'a [Instruction], blocks: usize, size: usize) -> Self {
        let preset = UnitId::SlumberTop.preset("fermi-256").expect("it exists");
        let AnyParameters::SlumberTop(parameters) = preset.parameters else {
            panic!("{:?}", preset.parameters);
        };
        let heard = Rc::new(RefCell::new(TopInputs::default()));
        let model = golden::slumber::SlumberTop::new(parameters);
        let unit = Box::new(Heard(model, Rc::clone(&heard)));
        Self {
            path: Powered::new(Flat::new(256, 4, 16), unit, parameters),
            heard,
            program,
            blocks,
            runs: vec![false; SLOTS / size],
            size,
            now: 0,
            warps: vec![Warp::default(); SLOTS],
            results: VecDeque::new(),
            landed: VecDeque::new(),
            ranges: Vec::new(),
            writes: Vec::new(),
        }
    }

    fn range(&mut self, begins: bool, warp: usize) {
        let first = warp as u16 * WORDS;
        let last = first + WORDS - 1;
        let (notice, range) = if begins {
            (
                Notice::Begin {
                    first,
                    last,
                    block: 0,
                },
                Range::Begin(first, last),
            )
        } else {
            (Notice::Finish(first, last), Range::Finish(first, last))
        };
        self.path.tell(notice);
        self.ranges.push(range);
    }

    /// Results that land, instructions that are over, and blocks: as after a barrier all warps of one
    /// end at once, and those of the next one are there.
    fn events(&mut self) {
        while let Some(&(at, warp, register)) = self.landed.front() {
            if at > self.now {
                break;
            }
            self.landed.pop_front();
            self.warps[warp].written += 1;
            self.path.tell(Notice::Written(Accessed {
                registers: [Some(register), None, None],
                ..Accessed::default()
            }));
        }
        for warp in &mut self.warps {
            let next = self.program.get(warp.over);
            if next.is_some_and(|i| warp.left == i.parts() && warp.written == i.destinations.len())
            {
                *warp = Warp {
                    over: warp.over + 1,
                    ..Warp::default()
                };
            }
        }
        for place in 0..self.runs.len() {
            let slots = place * self.size..(place + 1) * self.size;
            let mut warps = self.warps[slots.clone()].iter();
            if self.runs[place] && warps.all(|warp| warp.over == self.program.len()) {
                self.runs[place] = false;
                slots.clone().for_each(|slot| self.range(false, slot));
            }
            if !self.runs[place] && self.blocks > 0 {
                self.blocks -= 1;
                self.runs[place] = true;
                self.warps[slots.clone()].fill(Warp::default());
                slots.for_each(|slot| self.range(true, slot));
            }
        }
    }

    /// Warps take turns at their port.
    fn demand(&self) -> Demand {
        let mut demand = Demand::default();
        for port in 0..PORTS {
            let count = self.warps.len();
            let turns = (0..count).map(|turn| (turn + self.now as usize) % count);
            for slot in turns.filter(|slot| slot % PORTS == port) {
                let warp = &self.warps[slot];
                let next = self.program.get(warp.over);
                let next = next.filter(|_| self.runs[slot / self.size]);
                if let Some(instruction) = next.filter(|next| warp.taken < next.parts()) {
                    demand.presented[port] = true;
                    demand.operations[port] = instruction.part(warp.taken, slot);
                    break;
                }
            }
            if let Some(result) = self.results.get(port).filter(|r| r.0 <= self.now) {
                demand.written[port] = true;
                demand.results[port] = Written {
                    register: result.2,
                    mask: u32::MAX,
                    ..Written::default()
                };
            }
        }
        demand
    }

    /// What the unit has been told in this cycle is queued no more.
    fn hear(&mut self) -> Result<(), TestCaseError> {
        let heard = self.heard.borrow();
        let begun = Range::Begin(heard.allocate_first, heard.allocate_last);
        let over = Range::Finish(heard.finish_first, heard.finish_last);
        for (valid, range) in [(heard.allocate_valid, begun), (heard.finish_valid, over)] {
            // Ranges side by side are told as one.
            self.ranges.retain(|queued| {
                let is_heard = match (*queued, range) {
                    (Range::Begin(from, to), Range::Begin(first, last))
                    | (Range::Finish(from, to), Range::Finish(first, last)) => {
                        first <= from && to <= last
                    }
                    _ => false,
                };
                !(valid && is_heard)
            });
        }
        for (_, register) in heard.write_registers.enabled(heard.write_enable) {
            let Some(untold) = self.writes.iter().position(|write| *write == register) else {
                return Err(TestCaseError::fail(format!("{register} is told twice")));
            };
            self.writes.remove(untold);
        }
        Ok(())
    }

    fn cycle(&mut self) -> Result<(), TestCaseError> {
        self.events();
        let demand = self.demand();
        let asleep: Vec<u16> = { 0..256u16 }
            .filter(|&register| self.path.awake(register) != Awake::On)
            .collect();
        let answer = self.path.cycle(&demand);
        let answer = answer.map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
        self.hear()?;
        for register in asleep {
            prop_assert!(
                !bit(&self.path.shown.ready, register),
                "{register} is ready"
            );
        }
        for (port, slot) in answer.offered.into_iter().enumerate() {
            let Some(slot) = slot.map(usize::from) else {
                continue;
            };
            let warp = &mut self.warps[slot];
            let instruction = &self.program[warp.over];
            let part = instruction.part(warp.left, slot);
            warp.left += 1;
            if let Some(register) = part.destination {
                prop_assert!(!self.writes.contains(&register), "{register} is not told");
                let at = self.now + u64::from(part.latency.unwrap_or(0));
                self.results.push_back((at, slot, register));
            }
            if part.sources.iter().any(Option::is_some) {
                let accessed = Accessed {
                    registers: part.sources,
                    ..Accessed::default()
                };
                self.path.tell(Notice::Read(port, accessed));
            }
        }
        for port in (0..PORTS).rev().filter(|&port| answer.written[port]) {
            if let Some((_, slot, register)) = self.results.remove(port) {
                let at = self.now + self.path.write_latency(&demand.results[port]);
                self.landed.push_back((at, slot, register));
            }
        }
        for port in (0..PORTS).filter(|&port| answer.accepted[port]) {
            let operation = &demand.operations[port];
            self.warps[usize::from(operation.tag)].taken += 1;
            self.writes.extend(operation.destination);
            let named = operation.sources.iter().chain([&operation.destination]);
            for &register in named.flatten() {
                let queued = self.ranges.iter().find(|range| range.holds(register));
                prop_assert!(queued.is_none(), "{register} is let in under {queued:?}");
            }
        }
        self.now += 1;
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.blocks == 0 && self.ranges.is_empty() && !self.runs.contains(&true)
    }
}

fn program(destinations: usize) -> impl Strategy<Value = Vec<Instruction>> {
    let sources = prop::array::uniform3(prop::option::of(0..WORDS));
    let all: Vec<u16> = (0..WORDS).collect();
    let destinations = prop::sample::subsequence(all, 0..=destinations);
    let mask = prop_oneof![Just(u32::MAX), Just(1)];
    let parts = (sources, destinations, mask, 1..80u16);
    let instruction = parts.prop_map(|(sources, destinations, mask, latency)| Instruction {
        sources,
        destinations,
        mask,
        latency,
    });
    prop::collection::vec(instruction, 0..6)
}

fn run(program: &[Instruction], blocks: usize, size: usize) -> Result<(), TestCaseError> {
    let mut pipeline = Pipeline::new(program, blocks, size);
    while !pipeline.is_over() {
        prop_assert!(pipeline.now < 100_000, "it does not end");
        pipeline.cycle()?;
    }
    prop_assert_eq!(&pipeline.writes, &[] as &[u16]);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn let_in_once_ranges_are_told(program in program(1), blocks in 1..6usize) {
        run(&program, blocks, 8)?;
    }

    /// What is ON is seen to be in the cycle in which it is, and not one later: `cycle` looks at all registers.
    #[test]
    fn what_is_ready_is_awake(program in program(WORDS.into()), blocks in 1..6usize) {
        run(&program, blocks, 4)?;
    }

    #[test]
    fn each_destination_is_told_once(program in program(WORDS.into())) {
        run(&program, 1, 8)?;
    }

    /// Blocks of one warp: its end is told with its last write, and the next warp reads what nobody has
    /// written.
    #[test]
    fn what_has_ended_holds_nothing(program in program(1), blocks in 1..100usize) {
        run(&program, blocks, 1)?;
    }
}
