//! The gates of all banks (Warped-Compression 5.3), of which only those that move are stepped.

use super::bank_gate::BankGate;
use spec::regfile::{BankGateInputs, BankGateParameters, RegfileParameters};
use spec::warp::BANKS_PER_REGISTER;

/// What a cluster asks of its gates in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Demand {
    /// The entry that the write stage stores.
    pub entry: u8,
    /// The banks in which it is stored.
    pub store: u8,
    /// The banks in which it is no longer stored.
    pub rewritten: u8,
    /// An entry that is released in all banks.
    pub released: Option<u8>,
}

impl Demand {
    /// What it asks of bank `i` of the cluster, if anything.
    fn of_bank(&self, i: usize) -> BankGateInputs {
        let request = self.store >> i & 1 == 1;
        BankGateInputs {
            request,
            store: request,
            entry: self.entry,
            release0_valid: self.rewritten >> i & 1 == 1,
            release0_entry: self.entry,
            release1_valid: self.released.is_some(),
            release1_entry: self.released.unwrap_or_default(),
            clear: false,
        }
    }

    fn banks(&self) -> u8 {
        match self.released {
            Some(_) => u8::MAX,
            None => self.store | self.rewritten,
        }
    }
}

/// One gate a bank, or none at all.
#[derive(Clone, Debug)]
pub(super) struct Gates {
    gates: Vec<BankGate>,
    /// The banks without power.
    gated: u32,
    /// The banks that are not awake.
    isolated: u32,
    /// The banks whose state changes even if nobody asks for them.
    moving: u32,
}

impl Gates {
    pub fn new(parameters: &RegfileParameters) -> Self {
        // No delay is a file without gates, which a gate's own parameters refuse.
        let entries = parameters.entries() as u16;
        let gate = BankGateParameters::new(entries, parameters.wake_delay()).ok();
        let gate = gate.filter(|_| parameters.gates());
        let mut gates = Self {
            gates: gate.map_or_else(Vec::new, |gate| {
                vec![BankGate::new(gate); parameters.banks()]
            }),
            gated: 0,
            isolated: 0,
            moving: 0,
        };
        gates.look(u32::MAX);
        gates
    }

    pub fn gated(&self) -> u32 {
        self.gated
    }

    pub fn isolated(&self) -> u32 {
        self.isolated
    }

    /// Whether no gate moves by itself.
    pub fn are_at_rest(&self) -> bool {
        self.moving == 0
    }

    /// The cluster's banks that are not awake.
    pub fn isolated_of(&self, cluster: usize) -> u8 {
        (self.isolated >> (cluster * BANKS_PER_REGISTER)) as u8
    }

    /// The end of a cycle.
    pub fn cycle(&mut self, demands: &[Demand]) {
        let asked = (0..).step_by(BANKS_PER_REGISTER).zip(demands);
        let asked: u32 = asked.map(|(at, d)| u32::from(d.banks()) << at).sum();
        let stepped = asked | self.moving;
        if stepped == 0 {
            return;
        }
        for (bank, gate) in self.gates.iter_mut().enumerate() {
            if stepped >> bank & 1 == 1 {
                let demand = &demands[bank / BANKS_PER_REGISTER];
                gate.run(&demand.of_bank(bank % BANKS_PER_REGISTER));
            }
        }
        self.look(stepped);
    }

    /// Brings what is known of some banks up to date.
    fn look(&mut self, banks: u32) {
        for (bank, gate) in self.gates.iter().enumerate() {
            let bit = 1_u32 << bank;
            if banks & bit != 0 {
                let set = |plane: u32, value: bool| plane & !bit | (u32::from(value) << bank);
                self.gated = set(self.gated, gate.is_gated());
                self.isolated = set(self.isolated, !gate.is_awake());
                self.moving = set(self.moving, !gate.is_at_rest());
            }
        }
    }

    pub fn reset(&mut self) {
        use spec::UnitModel;
        self.gates.iter_mut().for_each(BankGate::reset);
        self.look(u32::MAX);
    }
}
