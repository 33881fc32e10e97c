//! Runs sequences on a unit, each from the same power-up state.

use super::sequence::{Sequence, MOST_CYCLES};
use crate::engines::verilator::{CoveredBench, CoveredEngine};
use crate::lockstep::{Lockstep, Verdict};
use crate::stimulus::Stimulus;
use std::cell::RefCell;
use std::rc::Rc;
use surroundings::engine::{Bench, EngineError};
use surroundings::generate::steer::{places, Event, Place, Turn};
use surroundings::generate::Generator;
use surroundings::interface::Interface;
use surroundings::kit::Kit;

/// A unit that is fuzzed.
///
/// Nothing of a run reaches the next: RTL is put back to the state that it was in, golden model,
/// generator and oracle are made anew.
pub struct Runner<'a> {
    interface: &'a Interface,
    kit: &'a dyn Kit,
    golden: Box<dyn Bench>,
    dut: Rc<RefCell<CoveredEngine>>,
    lockstep: Lockstep<'a>,
    rows: Vec<u32>,
    map: Vec<u8>,
    /// Words of the inputs, when what the contract forbids is applied all the same.
    lawless: Option<Vec<Place>>,
}

impl<'a> Runner<'a> {
    /// A unit at power-up. With `lawless` the changes of a sequence are applied whether or not
    /// the contract allows them.
    pub fn new(
        interface: &'a Interface,
        kit: &'a dyn Kit,
        bench: &CoveredBench,
        power_up: u64,
        lawless: bool,
    ) -> Result<Self, EngineError> {
        let golden = kit.golden();
        let dut = Rc::new(RefCell::new(bench.start(power_up)?));
        let shared = Box::new(Rc::clone(&dut));
        let lockstep = Lockstep::new(interface, golden.start(power_up)?, shared);
        let ports: Vec<_> = interface
            .inputs()
            .iter()
            .map(|slot| slot.port.clone())
            .collect();
        let map = vec![0; dut.borrow().points()];
        Ok(Self {
            interface,
            kit,
            golden,
            dut,
            lockstep,
            rows: Vec::new(),
            map,
            lawless: lawless.then(|| places(&ports)),
        })
    }

    /// Runs a sequence; its coverage is in [`map`](Self::map) afterwards.
    pub fn run(&mut self, sequence: &Sequence) -> Result<Verdict, EngineError> {
        let lawless = self.lawless.as_deref();
        unfold(self.interface, self.kit, sequence, lawless, &mut self.rows);
        self.dut.borrow_mut().restore();
        // Golden models have no power-up values of their own.
        let golden = self.golden.start(0)?;
        self.lockstep.again(golden, self.kit.oracle());
        let verdict = self.lockstep.step(&self.rows)?;
        self.dut.borrow().map(&mut self.map);
        let cycles = (self.rows.len() / self.interface.row_words()) as u64;
        Ok(verdict.unwrap_or(Verdict::Match { cycles }))
    }

    /// What was covered by the last run, a bucket of counts for each point.
    pub fn map(&self) -> &[u8] {
        &self.map
    }

    /// The stimulus of the last run.
    pub fn stimulus(&self) -> Stimulus {
        Stimulus::from_rows(self.interface, self.rows.clone())
    }

    /// Cycles of the last run.
    pub fn cycles(&self) -> u64 {
        (self.rows.len() / self.interface.row_words()) as u64
    }
}

/// From turns to rows of inputs, the first reset included. With `lawless`, words of the inputs are
/// changed whether or not the contract allows it.
pub fn unfold(
    interface: &Interface,
    kit: &dyn Kit,
    sequence: &Sequence,
    lawless: Option<&[Place]>,
    rows: &mut Vec<u32>,
) {
    let row_words = interface.row_words();
    let cycles = 1 + sequence.cycles().min(MOST_CYCLES);
    rows.clear();
    rows.resize(cycles * row_words, 0);
    let mut rows = rows.chunks_exact_mut(row_words);
    let mut generator = kit.generator(interface, 0);
    let reset = Turn {
        event: Event::Reset,
        seed: 0,
        wishes: &[],
        touches: &[],
    };
    let mut fill = |generator: &mut dyn Generator, turn: &Turn<'_>| {
        let Some(row) = rows.next() else {
            return;
        };
        match lawless {
            None => {
                generator.steer(turn);
                generator.fill(row);
            }
            Some(places) => {
                let touches = turn.touches;
                generator.steer(&Turn {
                    touches: &[],
                    ..*turn
                });
                generator.fill(row);
                for touch in touches {
                    touch.apply(&mut row[1..], places);
                }
            }
        }
    };
    fill(&mut *generator, &reset);
    for step in &sequence.steps {
        for cycle in 0..step.times {
            fill(&mut *generator, &step.turn(cycle));
        }
    }
}
