//! Power of the banks: what holds something is awake, what holds nothing is gated.

use crate::oracle::{check, Violation};
use spec::regfile::{RegfileOutputs, RegfileParameters};
use spec::warp::BANKS_PER_REGISTER;

/// In which banks a register lies: certainly, and possibly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lies {
    pub certainly: u8,
    pub possibly: u8,
}

impl Lies {
    pub fn in_banks(banks: u8) -> Self {
        Self {
            certainly: banks,
            possibly: banks,
        }
    }

    /// On its way from one form to another.
    pub fn or(self, other: Self) -> Self {
        Self {
            certainly: self.certainly & other.certainly,
            possibly: self.possibly | other.possibly,
        }
    }
}

/// What all banks hold.
pub struct Banks {
    clusters: usize,
    gates: bool,
    all: u32,
    registers: Vec<Lies>,
    /// Registers in each bank: certainly, and possibly.
    certainly: Vec<u32>,
    possibly: Vec<u32>,
    /// The banks that have to be gated in the next cycle.
    to_gate: u32,
}

impl Banks {
    pub fn new(parameters: &RegfileParameters) -> Self {
        Self {
            clusters: parameters.clusters(),
            gates: parameters.gates(),
            all: u32::MAX >> (u32::BITS as usize - parameters.banks()),
            registers: vec![Lies::default(); parameters.registers()],
            certainly: vec![0; parameters.banks()],
            possibly: vec![0; parameters.banks()],
            to_gate: 0,
        }
    }

    pub fn of(&self, register: u16) -> Lies {
        self.registers[usize::from(register)]
    }

    pub fn put(&mut self, register: u16, lies: Lies) {
        let first = usize::from(register) % self.clusters * BANKS_PER_REGISTER;
        let old = std::mem::replace(&mut self.registers[usize::from(register)], lies);
        for i in 0..BANKS_PER_REGISTER {
            let bit = |banks: u8| u32::from(banks >> i & 1);
            let bank = first + i;
            self.certainly[bank] += bit(lies.certainly);
            self.certainly[bank] -= bit(old.certainly);
            self.possibly[bank] += bit(lies.possibly);
            self.possibly[bank] -= bit(old.possibly);
        }
    }

    /// The banks of the file after reset.
    pub fn all_gated(&self) -> u32 {
        if self.gates {
            self.all
        } else {
            0
        }
    }

    /// `GatedBankIsNotAccessed` and `EmptyBankIsGated`, with what is held as the cycle begins.
    pub fn observe(&mut self, o: &RegfileOutputs) -> Result<(), Violation> {
        let asleep = o.bank_gated | o.bank_isolate;
        let accessed = (o.bank_read | o.bank_write) & asleep;
        check(accessed == 0, "GatedBankIsNotAccessed", || {
            format!("banks 0x{accessed:08x} are accessed and not awake")
        })?;
        check(
            o.bank_gated & !o.bank_isolate == 0,
            "GatedBankIsNotAccessed",
            || "a gated bank is not isolated".to_owned(),
        )?;
        check(self.gates || asleep == 0, "EmptyBankIsGated", || {
            "a bank of a file without gates is not awake".to_owned()
        })?;
        let plane = |counts: &[u32]| -> u32 {
            let banks = counts.iter().enumerate();
            banks.map(|(bank, &n)| u32::from(n > 0) << bank).sum()
        };
        let holding = plane(&self.certainly) & asleep;
        check(holding == 0, "EmptyBankIsGated", || {
            format!("banks 0x{holding:08x} hold something and are not awake")
        })?;
        let awake = self.to_gate & !o.bank_gated;
        check(awake == 0, "EmptyBankIsGated", || {
            format!("banks 0x{awake:08x} held nothing, nobody waited, and they are not gated")
        })?;
        self.to_gate = self.all_gated() & !asleep & !plane(&self.possibly);
        Ok(())
    }
}
