//! A register file whose registers have power modes: [`Flat`] behind a unit that says which register
//! can be accessed (Slumber, Figure 8).
//!
//! An operation is let in when all of its sources are ON, a result when its register is; until then
//! the unit has been asked to wake them. What the multiprocessor tells is told to the unit in the
//! next cycle. Three things are the pipeline's to keep (docs/units/slumber.md, Bad input):
//!
//! - `LetInOnceRangesAreTold`: no operation is accepted while a range that holds one of its registers
//!   is queued. The unit hears of one finish and one allocation a cycle, so a warp can begin before
//!   the unit knows that its predecessor is over; a finish that came later would take what it wrote;
//! - a register is told as read only when nobody inside the file reads it any more and nobody asks
//!   for it in this cycle, so nothing sends it to sleep under a reader;
//! - what holds a value must have kept it: a source that was written and is not `retained` is an error.

mod account;
mod events;
mod seen;
mod told;

#[cfg(test)]
mod tests;

pub use account::Account;

use super::notice::Notice;
use super::states::States;
use super::{Activity, Answer, Awake, Demand, Flat, RegisterPath, Written, PORTS, SOURCES};
use crate::timing::error::Disagreement;
use crate::timing::stalls::Cause;
use spec::slumber::{
    RegisterPlane, SlumberTop, TopInputs, TopOutputs, TopParameters, READ_LANES, WRITE_LANES,
};
use spec::{UnitFault, UnitModel};
use std::collections::VecDeque;
use told::{Range, Told};

/// A destination and its write, of an operation inside the file.
#[derive(Clone, Copy, Debug, Default)]
struct Dispatch {
    register: Option<u16>,
    partial: bool,
    latency: Option<u16>,
    /// It has been told.
    told: bool,
}

/// See the module.
pub struct Powered {
    file: Flat,
    unit: Box<dyn UnitModel<SlumberTop>>,
    parameters: TopParameters,
    /// Somebody else counts.
    account: Option<std::rc::Rc<dyn Account>>,
    inputs: TopInputs,
    told: Told,
    states: States,
    now: u64,
    /// Operations inside that read each register.
    readers: Vec<u16>,
    /// Registers that belong to a warp, as far as the unit knows.
    owned: Vec<bool>,
    /// Registers that belong to a warp now.
    belongs: Vec<bool>,
    /// Registers that hold a value.
    holds: Vec<bool>,
    /// Registers that have been written, and when the unit shows it.
    settled: VecDeque<(u64, u16)>,
    /// What each operation inside writes, in the order in which they came and will leave. Not by tag:
    /// parts of one instruction share it, and each has a destination.
    writes: VecDeque<Dispatch>,
    /// Where registers that belong to a warp have spent their time: less what was before it, for each that does.
    given: [i64; 6],
    /// What is let through to the file.
    let_in: Demand,
    /// For each register that has been named, the last cycle in which that does not show yet.
    named_until: Vec<u64>,
    /// What the unit showed in the last cycle.
    shown: TopOutputs,
    /// Why operations were refused in the last cycle, if somebody wants to know.
    refused: Option<[Cause; PORTS]>,
}

fn bit(plane: &RegisterPlane, register: u16) -> bool {
    plane[usize::from(register) / 32] >> (register % 32) & 1 == 1
}

impl Powered {
    /// A file behind a unit, which is reset.
    pub fn new(
        file: Flat,
        unit: Box<dyn UnitModel<SlumberTop>>,
        parameters: TopParameters,
    ) -> Self {
        let registers = parameters.array().registers();
        let mut path = Self {
            file,
            unit,
            parameters,
            account: None,
            inputs: TopInputs::default(),
            told: Told::default(),
            states: States::new(registers, parameters.array().delays()),
            now: 0,
            readers: vec![0; registers],
            owned: vec![false; registers],
            belongs: vec![false; registers],
            holds: vec![false; registers],
            settled: VecDeque::new(),
            writes: VecDeque::new(),
            given: [0; 6],
            let_in: Demand::default(),
            named_until: vec![0; registers],
            shown: TopOutputs::default(),
            refused: None,
        };
        path.reset();
        path
    }

    /// The same with somebody else who counts.
    #[must_use]
    pub fn with_account(mut self, account: std::rc::Rc<dyn Account>) -> Self {
        self.account = Some(account);
        self
    }

    /// A cycle of the unit, whose outputs are then in `shown`.
    fn run(&mut self, demand: &Demand) -> Result<(), Disagreement> {
        match self.unit.cycle(&self.inputs) {
            Ok(outputs) => self.shown = outputs,
            Err(error) => return Err(self.disagreement(error, demand)),
        }
        if self.inputs.finish_valid {
            let (first, last) = (self.inputs.finish_first, self.inputs.finish_last);
            self.belong(first, last, false);
        }
        if self.inputs.allocate_valid {
            let (first, last) = (self.inputs.allocate_first, self.inputs.allocate_last);
            self.belong(first, last, true);
        }
        if self.account.is_none() {
            self.states.observe(self.now, &self.shown);
        }
        self.now += 1;
        Ok(())
    }

    /// The unit is yet to be told that a register begins or ends to belong to a warp.
    fn is_queued(&self, register: u16) -> bool {
        { self.told.ranges.iter() }.any(|range| range.holds(register))
    }

    /// A register belongs to the warp that names it: to nobody who was there before.
    fn is_given(&self, register: u16) -> bool {
        self.owned[usize::from(register)] && !self.is_queued(register)
    }

    /// Operations whose sources are awake, and results whose register is.
    fn let_in(&mut self, demand: &Demand, grant: u8) {
        let granted = |lane: usize| grant >> lane & 1 == 1;
        for port in 0..PORTS {
            let operation = &demand.operations[port];
            let given = |register: &u16| self.is_given(*register);
            let named = operation.sources.iter().chain([&operation.destination]);
            let awake = |place: usize| {
                operation.sources[place].is_none() || granted(SOURCES * port + place)
            };
            self.let_in.presented[port] =
                demand.presented[port] && named.flatten().all(given) && (0..SOURCES).all(awake);
            let target = &mut self.let_in.operations[port];
            target.tag = operation.tag;
            target.sources = operation.sources;
            target.destination = operation.destination;
            target.mask = operation.mask;
            self.let_in.written[port] = demand.written[port] && granted(READ_LANES + port);
            self.let_in.results[port].register = demand.results[port].register;
            self.let_in.results[port].mask = demand.results[port].mask;
            self.let_in.results[port].launched = demand.results[port].launched;
        }
    }

    /// What an error of the unit is about.
    fn disagreement(&self, fault: UnitFault<TopOutputs>, demand: &Demand) -> Disagreement {
        let UnitFault::Differs(difference) = fault else {
            return fault.into();
        };
        let presented = (0..PORTS).find(|&port| demand.presented[port]);
        Disagreement::Port {
            port: difference.port,
            tag: presented.map(|port| demand.operations[port].tag),
            register: None,
            reason: difference.reason,
        }
    }
}

impl RegisterPath for Powered {
    fn reset(&mut self) {
        self.unit.reset();
        self.file.reset();
        let registers = self.owned.len();
        self.told = Told {
            start: true,
            ..Told::default()
        };
        self.states = States::new(registers, self.parameters.array().delays());
        self.now = 0;
        self.readers.fill(0);
        self.owned.fill(false);
        self.belongs.fill(false);
        self.given = [0; 6];
        self.holds.fill(false);
        self.named_until.fill(0);
        self.shown = TopOutputs::default();
        self.settled.clear();
        self.writes.clear();
    }

    fn cycle(&mut self, demand: &Demand) -> Result<Answer, Disagreement> {
        for port in (0..PORTS).filter(|&port| demand.written[port]) {
            // An outcome that is told beside the write or after it would send the register down.
            let register = demand.results[port].register;
            self.told.outcomes.retain(|outcome| outcome.1 != register);
        }
        self.events(demand);
        self.run(demand)?;
        let grant = self.shown.grant;
        self.let_in(demand, grant);
        let answer = self.file.cycle(&self.let_in)?;
        if self.refused.is_some() {
            let why = |port| self.why(demand, port, grant);
            self.refused = Some(std::array::from_fn(why));
        }
        for _ in answer.offered.iter().flatten() {
            self.writes.pop_front();
        }
        for port in 0..PORTS {
            if answer.written[port] {
                self.holds[usize::from(demand.results[port].register)] = false;
            }
            if !answer.accepted[port] {
                continue;
            }
            let operation = &demand.operations[port];
            let mut named = operation.sources.iter().chain([&operation.destination]);
            debug_assert!(
                named.all(|register| !register.is_some_and(|r| self.is_queued(r))),
                "LetInOnceRangesAreTold"
            );
            for &register in operation.sources.iter().flatten() {
                self.readers[usize::from(register)] += 1;
                if self.holds[usize::from(register)] && !bit(&self.shown.retained, register) {
                    return Err(Disagreement::Port {
                        port: "retained".to_owned(),
                        tag: Some(operation.tag),
                        register: Some(register),
                        reason: "the register has lost what it held".to_owned(),
                    });
                }
            }
            self.writes.push_back(Dispatch {
                register: operation.destination,
                partial: operation.mask != u32::MAX,
                latency: operation.latency,
                told: false,
            });
        }
        Ok(answer)
    }

    fn carries_data(&self) -> bool {
        false
    }

    fn wants_releases(&self) -> bool {
        false
    }

    fn write_latency(&self, result: &Written) -> u64 {
        self.file.write_latency(result)
    }

    fn quiet(&self) -> u64 {
        if !self.told.is_empty() {
            return 0;
        }
        // The write of an operation is told in the cycle before it leaves.
        let file = match self.file.quiet() {
            u64::MAX => u64::MAX,
            cycles => cycles.saturating_sub(1),
        };
        file.min(self.unit.quiescent_until())
    }

    fn skip(&mut self, cycles: u64) -> Result<(), Disagreement> {
        let Some(more) = cycles.checked_sub(1) else {
            return Ok(());
        };
        // The last change shows in the first cycle; then registers are at rest.
        self.inputs = TopInputs::default();
        self.run(&Demand::default())?;
        self.file.skip(cycles)?;
        self.now += more;
        Ok(self.unit.skip(&self.inputs, more)?)
    }

    fn listens(&self) -> bool {
        true
    }

    fn tell(&mut self, notice: Notice) {
        let told = &mut self.told;
        match notice {
            Notice::Begin { first, last, .. } => told.range(Range::Begin(first, last)),
            Notice::Finish(first, last) => told.range(Range::Finish(first, last)),
            Notice::Fetch(fetched) => told.fetches.push_back(fetched),
            Notice::Future(named) => told.futures.push_back(named),
            Notice::Line { filled, evicted } => told.lines.push_back((filled, evicted)),
            Notice::Read(port, accessed) => {
                for &register in accessed.registers.iter().flatten() {
                    self.readers[usize::from(register)] -= 1;
                }
                told.reads[port] = Some(accessed);
            }
            Notice::Written(accessed) => {
                // What comes too late to be of use would meet the end of the write.
                let over = |register: u16| accessed.registers.contains(&Some(register));
                told.outcomes.retain(|&(_, register, _)| !over(register));
                told.written.push_back(accessed);
            }
            Notice::Outcome {
                warp,
                register,
                outcome,
            } => told.outcomes.push_back((warp, register, outcome)),
        }
    }

    fn awake(&self, register: u16) -> Awake {
        // Who counts by somebody else's ledger sees of a register only that it is ready.
        let (on, rises) = match self.account {
            Some(_) => (bit(&self.shown.ready, register), false),
            None => {
                let on = self.states.on(register);
                (on.is_some_and(|on| on <= self.now), on.is_some())
            }
        };
        let mut queued = self.told.futures.iter().flatten();
        if on {
            Awake::On
        } else if rises
            || self.named_until[usize::from(register)] >= self.now
            || queued.any(|&named| named == Some(register))
        {
            Awake::Coming
        } else {
            Awake::Asleep
        }
    }

    fn why_asleep(&self, register: u16) -> Cause {
        self.wakes_from(register)
    }

    fn watch(&mut self) {
        self.file.watch();
        self.refused = Some([Cause::Bank; PORTS]);
    }

    fn why_refused(&self, port: usize) -> Cause {
        self.refused.map_or(Cause::Bank, |refused| refused[port])
    }

    fn why_unwritten(&self, register: u16) -> Cause {
        match self.wakes_from(register) {
            Cause::WakingOn => Cause::ResultPort,
            asleep => asleep,
        }
    }

    fn activity(&mut self) -> Result<Activity, Disagreement> {
        let sleep = match &self.account {
            Some(account) => account.sleep(),
            None => self.sleep(),
        };
        Ok(Activity {
            sleep,
            ..self.file.activity()?
        })
    }
}
