//! `bank_gate`.

use crate::prelude::*;
use spec::regfile::BankGateParameters;
use spec::Unit;

/// Whether the bank has power.
#[derive(Copy, Clone, PartialEq, Debug, LogicState, Packed)]
pub enum Power {
    Gated,
    /// It has power but is not up yet.
    Waking,
    Awake,
}

/// `bank_gate`: takes the power from a register bank that holds nothing (Warped-Compression 5.3).
///
/// Guarantees: a request that finds the bank gated waits exactly `wake_delay` cycles; a bank with a
/// valid entry is awake, so only stores ever wait. The switch and the isolation are driven by
/// registers, because a switch must not glitch.
// The gate `N` is the number of entries.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct BankGate<const N: usize> {
    pub clock: Signal<In, Clock>,
    pub in_request: Signal<In, Bit>,
    pub in_store: Signal<In, Bit>,
    pub in_entry: Signal<In, Bits<8>>,
    pub in_release0_valid: Signal<In, Bit>,
    pub in_release0_entry: Signal<In, Bits<8>>,
    pub in_release1_valid: Signal<In, Bit>,
    pub in_release1_entry: Signal<In, Bits<8>>,
    pub in_clear: Signal<In, Bit>,
    pub out_grant: Signal<Out, Bit>,
    pub out_gated: Signal<Out, Bit>,
    pub out_waking: Signal<Out, Bit>,
    pub out_isolate: Signal<Out, Bit>,
    pub out_occupied: Signal<Out, Bit>,

    power: Register<Power>,
    remaining: Register<Bits<10>>,
    valid: Register<Bits<N>>,

    _parameters: BankGateParameters,
    _wake_delay: Bits<10>,
}

impl<const N: usize> BankGate<N> {
    /// A gate whose bank is empty and gated.
    pub fn new(parameters: BankGateParameters) -> Self {
        debug_assert_eq!(parameters.entries(), N);
        BankGateParts {
            power: Register::new(Power::Gated),
            // Each wake-up loads it before anything reads it.
            remaining: Register::no_reset(),
            valid: Register::default(),
            _parameters: parameters,
            _wake_delay: bits(parameters.wake_delay().into()),
        }
        .into()
    }
}

#[hardware(name = spec::regfile::BankGate::module_name(&self._parameters))]
impl<const N: usize> Logic for BankGate<N> {
    fn update(&mut self) {
        registers!(self, clock, power, remaining, valid);
        let request = self.in_request.val();
        let occupied = self.valid.q.val().any();
        let awake = self.power.q.val() == Power::Awake;
        let grant = request && awake;

        match self.power.q.val() {
            Power::Gated => {
                if request {
                    self.power.d.next = Power::Waking;
                    self.remaining.d.next = self._wake_delay;
                }
            }
            Power::Waking => {
                self.remaining.d.next = self.remaining.q.val() - 1;
                if self.remaining.q.val() == 1 {
                    self.power.d.next = Power::Awake;
                }
            }
            Power::Awake => {
                if !occupied && !request {
                    self.power.d.next = Power::Gated;
                }
            }
        }

        let mut valid = self.valid.q.val();
        if self.in_release0_valid.val() {
            valid = valid.replace_bit(self.in_release0_entry.val().index(), false);
        }
        if self.in_release1_valid.val() {
            valid = valid.replace_bit(self.in_release1_entry.val().index(), false);
        }
        if grant && self.in_store.val() {
            valid = valid.replace_bit(self.in_entry.val().index(), true);
        }
        self.valid.d.next = if self.in_clear.val() { 0.into() } else { valid };

        self.out_grant.next = grant;
        self.out_gated.next = self.power.q.val() == Power::Gated;
        self.out_waking.next = self.power.q.val() == Power::Waking;
        self.out_isolate.next = !awake;
        self.out_occupied.next = occupied;
    }
}
