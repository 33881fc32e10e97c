//! What Slumber is compared with (Slumber, section 5): a register file without power management,
//! and the Warped Register File.
//!
//! Both watch the events that a run of `slumber_top` sees, cycle by cycle, and pay for the same
//! accesses at the same times: they compare energy, not speed.

use super::energy::{Energy, Ledger, Residency, StaticPower};
use spec::slumber::{Mode, TopInputs, TopOutputs, READ_LANES};

/// A scheme that watches a run.
pub trait Baseline {
    /// One cycle of the run.
    fn observe(&mut self, inputs: &TopInputs, outputs: &TopOutputs);
    /// What its register file took so far.
    fn energy(&self, power: &StaticPower) -> Energy;
}

/// "The conventional clock gating technique": clocks stop, supplies do not, so that every register
/// leaks in every cycle.
#[derive(Clone, Copy, Debug)]
pub struct ClockGated {
    registers: u64,
    cycles: u64,
}

impl ClockGated {
    /// A file of `registers` registers.
    pub fn new(registers: usize) -> Self {
        Self {
            registers: registers as u64,
            cycles: 0,
        }
    }
}

impl Baseline for ClockGated {
    fn observe(&mut self, _inputs: &TopInputs, _outputs: &TopOutputs) {
        self.cycles += 1;
    }

    fn energy(&self, power: &StaticPower) -> Energy {
        Energy {
            leakage: self.registers * self.cycles * power.on,
            switching: 0,
        }
    }
}

/// The Warped Register File: "the registers are switched to drowsy mode after each access", a
/// register that is to be written stays ON until the write is performed, and the registers of a
/// finished warp stay drowsy (section 5). Registers that a kernel does not use are OFF.
///
/// It wakes with the request and is charged as ON from then on, which covers the wake-up.
#[derive(Clone, Debug)]
pub struct WarpedRegisterFile {
    ledger: Ledger,
    /// Registers that belong to a warp.
    allocated: Vec<bool>,
    /// Registers with a write on its way.
    pending: Vec<bool>,
    now: u64,
}

impl WarpedRegisterFile {
    /// A file of `registers` registers, all OFF.
    pub fn new(registers: usize) -> Self {
        Self {
            ledger: Ledger::new(registers),
            allocated: vec![false; registers],
            pending: vec![false; registers],
            now: 0,
        }
    }

    /// Whether a register has its full supply from the next cycle on, or is on its way to it.
    pub fn is_on(&self, register: u16) -> bool {
        self.ledger.mode(usize::from(register)) == Some(Mode::On)
    }

    /// A register wakes before it is asked for; to be called in a cycle that has been observed.
    pub fn wake(&mut self, register: u16) {
        let register = usize::from(register);
        if self.allocated.get(register) == Some(&true) {
            self.ledger.enter(register, Mode::On, self.now);
        }
    }

    /// Cycles pass in which nothing is asked.
    pub fn pass(&mut self, cycles: u64) {
        self.now += cycles;
    }

    /// Cycles of all registers so far.
    pub fn residency(&self) -> Residency {
        self.ledger.total(self.now)
    }

    fn enter(&mut self, register: u16, mode: Mode) {
        let register = usize::from(register);
        if self.allocated.get(register) == Some(&true) {
            self.ledger.enter(register, mode, self.now + 1);
        }
    }

    fn set_pending(&mut self, register: u16, pending: bool) {
        if let Some(place) = self.pending.get_mut(usize::from(register)) {
            *place = pending;
        }
    }

    fn accessed(&mut self, lane: usize, register: u16) {
        if lane >= READ_LANES {
            self.set_pending(register, false);
        }
        if self.pending.get(usize::from(register)) == Some(&false) {
            self.enter(register, Mode::DeepSleep);
        }
    }

    /// The warp that owns a register has finished; the register stays drowsy.
    fn finished(&mut self, register: u16) {
        self.set_pending(register, false);
        self.enter(register, Mode::DeepSleep);
        if let Some(place) = self.allocated.get_mut(usize::from(register)) {
            *place = false;
        }
    }

    fn allocate(&mut self, register: u16) {
        if let Some(place) = self.allocated.get_mut(usize::from(register)) {
            *place = true;
        }
        self.enter(register, Mode::DeepSleep);
    }

    fn start_kernel(&mut self) {
        self.pending.fill(false);
        self.allocated.fill(false);
        for register in 0..self.pending.len() {
            self.ledger.enter(register, Mode::Off, self.now + 1);
        }
    }
}

impl Baseline for WarpedRegisterFile {
    fn observe(&mut self, inputs: &TopInputs, _outputs: &TopOutputs) {
        if inputs.allocate_valid {
            (inputs.allocate_first..=inputs.allocate_last).for_each(|r| self.allocate(r));
        }
        for (lane, register) in inputs.done_registers.enabled(inputs.done_enable) {
            self.accessed(lane, register);
        }
        for (_, register) in inputs.write_registers.enabled(inputs.write_enable) {
            self.set_pending(register, true);
            self.enter(register, Mode::On);
        }
        for (_, register) in inputs.wake_registers.enabled(inputs.wake_enable) {
            self.enter(register, Mode::On);
        }
        if inputs.finish_valid {
            (inputs.finish_first..=inputs.finish_last).for_each(|r| self.finished(r));
        }
        if inputs.kernel_start {
            self.start_kernel();
        }
        self.now += 1;
    }

    fn energy(&self, power: &StaticPower) -> Energy {
        let residency = self.residency();
        let leakage = |mode| residency.cycles(mode) * power.of(mode);
        Energy {
            leakage: Mode::ALL.into_iter().map(leakage).sum(),
            switching: 0,
        }
    }
}
