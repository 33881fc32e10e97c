//! The power-aware oracle of `bank_gate`: the bank's entries, which forget without power.

use crate::closed::Watcher;
use crate::oracle::{check, Violation};
use crate::prng::Prng;
use spec::regfile::{BankGate, BankGateInputs, BankGateOutputs, BankGateParameters};

/// What an entry forgets is drawn from this.
const SEED: u64 = 0xba9c;

/// Watches a bank gate with the values of its entries.
pub struct BankStorage {
    wake_delay: u16,
    /// Cycles until the bank can be used, if it has power from now on.
    needs: u16,
    gated: bool,
    holds: Vec<u32>,
    /// What was stored last, as long as it is valid.
    stored: Vec<Option<u32>>,
    token: u32,
    noise: Prng,
}

impl BankStorage {
    /// Of a bank that is at reset.
    pub fn new(parameters: BankGateParameters) -> Self {
        Self {
            wake_delay: parameters.wake_delay(),
            needs: parameters.wake_delay(),
            gated: true,
            holds: vec![0; parameters.entries()],
            stored: vec![None; parameters.entries()],
            token: 0,
            noise: Prng::new(SEED),
        }
    }

    fn access(&mut self, i: &BankGateInputs) -> Result<(), Violation> {
        let entry = usize::from(i.entry);
        let Some(place) = self.holds.get_mut(entry) else {
            return Ok(());
        };
        let awake = self.needs == 0;
        if i.store {
            self.token += 1;
            *place = if awake {
                self.token
            } else {
                self.noise.next_u32()
            };
            self.stored[entry] = Some(self.token);
            return Ok(());
        }
        let read = if awake { *place } else { self.noise.next_u32() };
        let lost = self.stored[entry].is_some_and(|stored| stored != read);
        check(!lost, "GatedOnlyWhenEmpty", || {
            format!("entry {entry} is read as 0x{read:x}: its value was lost, or read too early")
        })
    }
}

impl Watcher<BankGate> for BankStorage {
    fn reset(&mut self) {
        self.needs = self.wake_delay;
        self.gated = true;
        self.stored.fill(None);
    }

    fn observe(&mut self, i: &BankGateInputs, o: &BankGateOutputs) -> Result<(), Violation> {
        self.needs = match (self.gated, o.gated) {
            (_, true) | (true, false) => self.wake_delay,
            (false, false) => self.needs.saturating_sub(1),
        };
        self.gated = o.gated;
        if o.gated {
            let noise = &mut self.noise;
            self.holds.fill_with(|| noise.next_u32());
        }
        let result = if o.grant { self.access(i) } else { Ok(()) };
        let mut release = |valid: bool, entry: u8| {
            if let Some(place) = self.stored.get_mut(usize::from(entry)) {
                *place = place.filter(|_| !valid);
            }
        };
        release(i.release0_valid, i.release0_entry);
        release(i.release1_valid, i.release1_entry);
        if i.clear {
            self.stored.fill(None);
        }
        result
    }
}
