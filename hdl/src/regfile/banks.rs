//! The eight banks of a cluster and their gates (2.1, 5.3).

use super::bank_gate::BankGate;
use super::signals;
use crate::prelude::*;
use spec::regfile::BankGateParameters;
use spec::regfile::RegfileParameters;
use spec::warp::BANKS_PER_REGISTER;

/// The eight banks of a cluster and their gates (2.1, 5.3).
///
/// Guarantees: a bank is only read where a register has bytes, and only written when it is awake.
/// Bank i holds lanes 4i to 4i + 3 of an uncompressed register, so the mask of a bank's write is a
/// part of the warp's.
// Banks of `E` entries, `2^A`.
#[derive(LogicBlock, Described, Parts)]
pub struct RegfileBanks<const E: usize, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub read: Signal<In, Bits<8>>,
    pub read_entry: Signal<In, Bits<A>>,
    /// What was read in the cycle before.
    pub read_data: Signal<Out, Bits<1024>>,

    pub write: Signal<In, Bits<8>>,
    pub write_entry: Signal<In, Bits<A>>,
    pub write_mask: Signal<In, Bits<32>>,
    pub write_data: Signal<In, Bits<1024>>,

    /// With gates: the banks that the write stage needs; the entry leaves all others; a register
    /// is released.
    pub needed: Vec<Signal<In, Bits<8>>>,
    pub leave_others: Vec<Signal<In, Bit>>,
    pub release: Vec<Signal<In, Bit>>,
    pub release_entry: Vec<Signal<In, Bits<A>>>,
    pub gated: Vec<Signal<Out, Bits<8>>>,
    pub isolate: Vec<Signal<Out, Bits<8>>>,

    bank: Vec<MaskedMemory<128, A, 4>>,
    gate: Vec<BankGate<E>>,
    _gates: bool,
    _wake_delay: u16,
}

impl<const E: usize, const A: usize> RegfileBanks<E, A> {
    /// Empty banks; with gates they are gated.
    pub fn new(parameters: &RegfileParameters) -> Self {
        let gates = usize::from(parameters.gates());
        let gate = |_| {
            let delay = parameters.wake_delay();
            let gate = u16::try_from(E).map(|entries| BankGateParameters::new(entries, delay));
            let Ok(Ok(gate)) = gate else {
                unreachable!("a bank of the register file can be gated");
            };
            BankGate::new(gate)
        };
        let bank = |_| {
            if parameters.gates() {
                let bank = MaskedMemory::new(E).switched();
                bank.named(format!("regfile_gated_bank_{E}x128"))
            } else {
                MaskedMemory::new(E).named(format!("regfile_bank_{E}x128"))
            }
        };
        RegfileBanksParts {
            needed: signals(gates),
            leave_others: signals(gates),
            release: signals(gates),
            release_entry: signals(gates),
            gated: signals(gates),
            isolate: signals(gates),
            bank: (0..BANKS_PER_REGISTER).map(bank).collect(),
            gate: (0..gates * BANKS_PER_REGISTER).map(gate).collect(),
            _gates: parameters.gates(),
            _wake_delay: parameters.wake_delay(),
        }
        .into()
    }
}

#[hardware(name = format!("regfile_banks_e{E}_w{}", self._wake_delay))]
impl<const E: usize, const A: usize> Logic for RegfileBanks<E, A> {
    fn update(&mut self) {
        clock!(self, clock, bank);
        let mut read_data = bits::<1024>(0);
        for i in 0..BANKS_PER_REGISTER {
            self.bank[i].read_enable.next = self.read.val().get_bit(i);
            self.bank[i].read_address.next = self.read_entry.val();
            self.bank[i].write_enable.next = self.write.val().get_bit(i);
            self.bank[i].write_address.next = self.write_entry.val();
            self.bank[i].write_mask.next = self.write_mask.val().get_bits::<4>(4 * i);
            self.bank[i].write_data.next = self.write_data.val().get_bits::<128>(128 * i);
            read_data = replace_bits(read_data, 128 * i, self.bank[i].read_data.val());
        }
        self.read_data.next = read_data;

        if self._gates {
            clock!(self, clock, gate);
            let needed = self.needed[0].val();
            let write_entry = bit_cast::<8, A>(self.write_entry.val());
            let release_entry = bit_cast::<8, A>(self.release_entry[0].val());
            let mut gated_banks = bits::<8>(0);
            let mut isolated_banks = bits::<8>(0);
            for i in 0..BANKS_PER_REGISTER {
                self.gate[i].in_request.next = needed.get_bit(i);
                self.gate[i].in_store.next = needed.get_bit(i);
                self.gate[i].in_entry.next = write_entry;
                self.gate[i].in_release0_valid.next =
                    self.leave_others[0].val() && !needed.get_bit(i);
                self.gate[i].in_release0_entry.next = write_entry;
                self.gate[i].in_release1_valid.next = self.release[0].val();
                self.gate[i].in_release1_entry.next = release_entry;
                self.gate[i].in_clear.next = false;
                self.bank[i].asleep[0].next = self.gate[i].out_gated.val();
                self.bank[i].isolated[0].next = self.gate[i].out_isolate.val();
                gated_banks = gated_banks.replace_bit(i, self.gate[i].out_gated.val());
                isolated_banks = isolated_banks.replace_bit(i, self.gate[i].out_isolate.val());
            }
            self.gated[0].next = gated_banks;
            self.isolate[0].next = isolated_banks;
        }
    }
}
