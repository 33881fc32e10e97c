//! Leakage from states (Slumber Table 1) and the energy of switching (section 3).
//!
//! Energy is counted in percent-cycles: a register that is ON for a cycle takes 100.
//!
//! An idle period of length I in a state with leakage L and break-even time B costs
//! `I * L + B * (100 - L)`: what is saved in B cycles pays for the way down and up, so that the
//! saving is `(I - B) * (100 - L)`. This is how the paper counts: with 6 idle cycles "there is a
//! energy saving of 2 cc after accounting for the switching overhead to SS state" (4.1). The model
//! sees the way up as cycles of waking at full supply; what is left of B is charged on entry:
//!
//! ```text
//! I * L + B * (100 - L)  =  (I - D) * L  +  D * 100  +  (B - D) * (100 - L)
//!                           resting         waking      charged on entry
//! ```
//! where D is the wake delay, never longer than B.

use spec::slumber::{BreakEvens, Delays, Mode};

/// Where a register spent its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Residency {
    /// Cycles in each state, by the code of [`Mode`].
    cycles: [u64; Mode::ALL.len()],
    /// How often a resting state was entered from a shallower one, by the code of [`Mode`].
    entries: [u64; 4],
}

impl Residency {
    /// Cycles in `mode`.
    pub fn cycles(&self, mode: Mode) -> u64 {
        self.cycles[mode as usize]
    }

    /// How often SS, DS or OFF was entered from a shallower state; 0 for any other.
    pub fn entries(&self, mode: Mode) -> u64 {
        match mode {
            Mode::ShallowSleep | Mode::DeepSleep | Mode::Off => self.entries[mode as usize],
            Mode::On | Mode::Waking | Mode::Lifting => 0,
        }
    }

    /// All cycles.
    pub fn total(&self) -> u64 {
        self.cycles.iter().sum()
    }

    fn add(&mut self, other: &Residency) {
        let cycles = self.cycles.iter_mut().zip(other.cycles);
        let entries = self.entries.iter_mut().zip(other.entries);
        cycles.chain(entries).for_each(|(sum, n)| *sum += n);
    }
}

/// Static power in percent of that in ON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticPower {
    /// In ON and on the way up, when the supply is connected.
    pub on: u64,
    /// In SS.
    pub shallow: u64,
    /// In DS.
    pub deep: u64,
    /// In OFF.
    pub off: u64,
}

impl StaticPower {
    /// Table 1.
    pub const TABLE_1: StaticPower = StaticPower {
        on: 100,
        shallow: 94,
        deep: 42,
        off: 0,
    };

    /// Of a state. A register on its way up is charged as ON: its switch conducts.
    pub fn of(&self, mode: Mode) -> u64 {
        match mode {
            Mode::On | Mode::Waking | Mode::Lifting => self.on,
            Mode::ShallowSleep => self.shallow,
            Mode::DeepSleep => self.deep,
            Mode::Off => self.off,
        }
    }
}

/// What a register file took, in percent-cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Energy {
    /// Leakage.
    pub leakage: u64,
    /// Switching down and up, beyond the cycles of waking.
    pub switching: u64,
}

impl Energy {
    /// Both.
    pub fn total(&self) -> u64 {
        self.leakage + self.switching
    }

    /// The part of `baseline` that is saved, such as 0.94.
    pub fn saving(&self, baseline: &Energy) -> f64 {
        if baseline.total() == 0 {
            return 0.0;
        }
        1.0 - self.total() as f64 / baseline.total() as f64
    }
}

/// The energy of registers that spent their time as `residency` says.
pub fn energy(
    residency: &Residency,
    power: &StaticPower,
    delays: &Delays,
    break_evens: &BreakEvens,
) -> Energy {
    let leakage = |mode| residency.cycles(mode) * power.of(mode);
    let switching = [
        (Mode::ShallowSleep, break_evens.shallow, delays.shallow_wake),
        (Mode::DeepSleep, break_evens.deep, delays.deep_wake),
        (Mode::Off, break_evens.off, delays.off_wake),
    ];
    let overhead = |(mode, break_even, wake): (Mode, u16, u16)| {
        let saved_a_cycle = power.on.saturating_sub(power.of(mode));
        residency.entries(mode) * u64::from(break_even.saturating_sub(wake)) * saved_a_cycle
    };
    Energy {
        leakage: Mode::ALL.into_iter().map(leakage).sum(),
        switching: switching.into_iter().map(overhead).sum(),
    }
}

/// Counts the cycles of each register, touching a register only when its state changes.
#[derive(Clone, Debug)]
pub struct Ledger {
    accounts: Vec<Account>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Account {
    residency: Residency,
    mode: Mode,
    since: u64,
}

impl Account {
    fn until(&self, now: u64) -> Residency {
        let mut residency = self.residency;
        residency.cycles[self.mode as usize] += now - self.since;
        residency
    }
}

impl Ledger {
    /// Registers that are OFF at cycle 0.
    pub fn new(registers: usize) -> Self {
        Self {
            accounts: vec![Account::default(); registers],
        }
    }

    /// From cycle `at` on, `register` is in `mode`. Cycles must not go back.
    pub fn enter(&mut self, register: usize, mode: Mode, at: u64) {
        let Some(account) = self.accounts.get_mut(register) else {
            return;
        };
        if account.mode == mode {
            return;
        }
        account.residency.cycles[account.mode as usize] += at - account.since;
        let lifted = account.mode == Mode::Lifting && mode == Mode::ShallowSleep;
        if mode != Mode::On && !lifted {
            if let Some(entries) = account.residency.entries.get_mut(mode as usize) {
                *entries += 1;
            }
        }
        account.mode = mode;
        account.since = at;
    }

    /// The state of a register, if it exists.
    pub fn mode(&self, register: usize) -> Option<Mode> {
        self.accounts.get(register).map(|account| account.mode)
    }

    /// Up to and without cycle `now`.
    pub fn residency(&self, register: usize, now: u64) -> Option<Residency> {
        self.accounts
            .get(register)
            .map(|account| account.until(now))
    }

    /// All registers together, up to and without cycle `now`.
    pub fn total(&self, now: u64) -> Residency {
        let mut total = Residency::default();
        for account in &self.accounts {
            total.add(&account.until(now));
        }
        total
    }
}
