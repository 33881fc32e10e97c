//! The model of `bank_gate` (Warped-Compression 5.3).

use spec::regfile::{BankGateInputs, BankGateOutputs, BankGateParameters};
use spec::{OutOfContract, UnitFault, UnitModel};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Power {
    Awake,
    Gated,
    /// Cycles until awake, this one included.
    Waking(u16),
}

/// The model of `bank_gate`.
#[derive(Clone, Debug)]
pub struct BankGate {
    wake_delay: u16,
    power: Power,
    valid: Vec<bool>,
    occupied: usize,
}

impl BankGate {
    /// A gate as it is after reset.
    pub fn new(parameters: BankGateParameters) -> Self {
        Self {
            wake_delay: parameters.wake_delay(),
            power: Power::Gated,
            valid: vec![false; parameters.entries()],
            occupied: 0,
        }
    }

    /// Whether an entry holds a value.
    pub fn valid(&self, entry: usize) -> bool {
        self.valid.get(entry).is_some_and(|&valid| valid)
    }

    /// Whether the bank has no power.
    pub fn is_gated(&self) -> bool {
        self.power == Power::Gated
    }

    /// Whether the bank can be accessed.
    pub fn is_awake(&self) -> bool {
        self.power == Power::Awake
    }

    /// Whether nothing changes while nobody asks for anything.
    pub fn is_at_rest(&self) -> bool {
        match self.power {
            Power::Gated => true,
            Power::Awake => self.occupied > 0,
            Power::Waking(_) => false,
        }
    }

    fn check(&self, inputs: &BankGateInputs) -> Result<(), OutOfContract> {
        let releases = releases(inputs);
        let accessed = inputs.request.then_some(inputs.entry);
        let entries = self.valid.len();
        for entry in accessed.into_iter().chain(releases.into_iter().flatten()) {
            if usize::from(entry) >= entries {
                let reason = format!("entry {entry} of a bank of {entries}");
                return Err(OutOfContract::new(reason));
            }
        }
        let entry = inputs.entry;
        if inputs.request && inputs.store && releases.contains(&Some(entry)) {
            let reason = format!("entry {entry} is stored and released in one cycle");
            return Err(OutOfContract::new(reason));
        }
        if inputs.request && !inputs.store && !self.valid(usize::from(entry)) {
            let reason = format!("entry {entry} is read but holds nothing");
            return Err(OutOfContract::new(reason));
        }
        Ok(())
    }

    /// A cycle whose inputs are known to be in contract.
    pub(crate) fn run(&mut self, inputs: &BankGateInputs) -> BankGateOutputs {
        let awake = self.power == Power::Awake;
        let grant = inputs.request && awake;
        let outputs = BankGateOutputs {
            grant,
            gated: self.power == Power::Gated,
            waking: matches!(self.power, Power::Waking(_)),
            isolate: !awake,
            occupied: self.occupied > 0,
        };
        self.power = match self.power {
            Power::Awake if self.occupied == 0 && !inputs.request => Power::Gated,
            Power::Gated if inputs.request => Power::Waking(self.wake_delay),
            Power::Waking(1) => Power::Awake,
            Power::Waking(cycles) => Power::Waking(cycles - 1),
            resting => resting,
        };
        if inputs.clear {
            self.valid.fill(false);
            self.occupied = 0;
            return outputs;
        }
        for entry in releases(inputs).into_iter().flatten() {
            self.set(entry, false);
        }
        if grant && inputs.store {
            self.set(inputs.entry, true);
        }
        outputs
    }

    fn set(&mut self, entry: u8, valid: bool) {
        if let Some(place) = self.valid.get_mut(usize::from(entry)) {
            self.occupied -= usize::from(*place);
            self.occupied += usize::from(valid);
            *place = valid;
        }
    }
}

fn releases(inputs: &BankGateInputs) -> [Option<u8>; 2] {
    [
        inputs.release0_valid.then_some(inputs.release0_entry),
        inputs.release1_valid.then_some(inputs.release1_entry),
    ]
}

impl UnitModel<spec::regfile::BankGate> for BankGate {
    fn reset(&mut self) {
        self.power = Power::Gated;
        self.valid.fill(false);
        self.occupied = 0;
    }

    fn cycle(
        &mut self,
        inputs: &BankGateInputs,
    ) -> Result<BankGateOutputs, UnitFault<BankGateOutputs>> {
        self.check(inputs)?;
        Ok(self.run(inputs))
    }
}
