//! What the banks hold, and the state of each register: P, Q, S and R.

use crate::bdi::decompress;
use crate::bdi::form::{bank_enable, banks};
use spec::bdi::CompressionRange;
use spec::warp::{WarpRegister, BANKS_PER_REGISTER, LANES};

/// Lanes of an uncompressed register in one bank.
const LANES_PER_BANK: usize = LANES / BANKS_PER_REGISTER;

/// The registers, by number.
#[derive(Clone, Debug)]
pub(super) struct Storage {
    clusters: u16,
    /// P.
    pending: Vec<bool>,
    /// S, and R where S.
    state: Vec<Option<CompressionRange>>,
    /// Q, with the form that is on its way.
    coming: Vec<Option<CompressionRange>>,
    forms: Vec<WarpRegister>,
    /// The entries of each register's eight banks. Reset leaves them as they are.
    entries: Vec<WarpRegister>,
}

impl Storage {
    pub fn new(clusters: usize, registers: usize) -> Self {
        Self {
            clusters: clusters as u16,
            pending: vec![false; registers],
            state: vec![None; registers],
            coming: vec![None; registers],
            forms: vec![WarpRegister::default(); registers],
            entries: vec![WarpRegister::default(); registers],
        }
    }

    /// "Consecutive banks with the same entry index" (2.1): the cluster.
    pub fn cluster(&self, register: u16) -> usize {
        usize::from(register % self.clusters)
    }

    /// The entry index.
    pub fn entry(&self, register: u16) -> u8 {
        (register / self.clusters) as u8
    }

    pub fn is_pending(&self, register: u16) -> bool {
        self.pending[usize::from(register)]
    }

    /// An instruction is accepted that will write it.
    pub fn ask(&mut self, register: u16) {
        self.pending[usize::from(register)] = true;
    }

    /// Its result is on its way, and can be read from there.
    pub fn come(&mut self, register: u16, range: CompressionRange, form: &WarpRegister) {
        let register = usize::from(register);
        self.pending[register] = false;
        self.coming[register] = Some(range);
        self.forms[register] = *form;
    }

    /// The range of the result that is on its way, if there is one that can be read.
    pub fn coming(&self, register: u16) -> Option<CompressionRange> {
        self.coming[usize::from(register)]
    }

    /// The result on its way, as the cluster's decompressor gives it.
    pub fn forward(&self, register: u16) -> Option<WarpRegister> {
        let range = self.coming(register)?;
        Some(decompress(range, &self.forms[usize::from(register)]))
    }

    /// Its result is written.
    pub fn end(&mut self, register: u16) {
        let register = usize::from(register);
        // Of a result that was forwarded, another instruction may be waiting to write the register.
        if self.coming[register].take().is_none() {
            self.pending[register] = false;
        }
    }

    /// R, or `None` while S is 0.
    pub fn state(&self, register: u16) -> Option<CompressionRange> {
        self.state[usize::from(register)]
    }

    pub fn release(&mut self, register: u16) {
        self.state[usize::from(register)] = None;
    }

    /// The register as its cluster's decompressor gives it. Banks that were not read count as 0,
    /// which makes no difference: the decompressor ignores bytes outside the form.
    pub fn read(&self, register: u16) -> WarpRegister {
        match self.state(register) {
            Some(range) => decompress(range, &self.entries[usize::from(register)]),
            None => WarpRegister::default(),
        }
    }

    /// Stores a form in the banks that it takes; the others keep what they have.
    pub fn store(&mut self, register: u16, range: CompressionRange, form: &WarpRegister) {
        let lanes = banks(range) * LANES_PER_BANK;
        self.entries[usize::from(register)][..lanes].copy_from_slice(&form[..lanes]);
        self.state[usize::from(register)] = Some(range);
    }

    /// Stores the lanes of `mask`, and 0 in the others if the register held nothing.
    pub fn merge(&mut self, register: u16, mask: u32, data: &WarpRegister) {
        let held = self.state(register).is_some();
        let entry = &mut self.entries[usize::from(register)];
        for (lane, stored) in entry.iter_mut().enumerate() {
            if mask >> lane & 1 == 1 {
                *stored = data[lane];
            } else if !held {
                *stored = 0;
            }
        }
        self.state[usize::from(register)] = Some(CompressionRange::Uncompressed);
    }

    pub fn reset(&mut self) {
        self.pending.fill(false);
        self.coming.fill(None);
        self.state.fill(None);
    }
}

/// The banks of a cluster that hold a register in this state.
pub(super) fn banks_of(state: Option<CompressionRange>) -> u8 {
    state.map_or(0, bank_enable)
}

/// The banks of a cluster that hold a lane of the mask.
pub(super) fn banks_of_lanes(mask: u32) -> u8 {
    let lanes = (1_u32 << LANES_PER_BANK) - 1;
    let bank = |i: usize| u8::from(mask >> (i * LANES_PER_BANK) & lanes != 0) << i;
    (0..BANKS_PER_REGISTER).map(bank).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_lanes_share_a_bank() {
        assert_eq!(banks_of_lanes(0), 0);
        assert_eq!(banks_of_lanes(u32::MAX), 0xff);
        assert_eq!(banks_of_lanes(0x8000_0001), 0x81);
        assert_eq!(banks_of_lanes(0x0000_0ff0), 0x06);
    }

    #[test]
    fn register_r_lies_in_cluster_r_mod_k() {
        let file = Storage::new(4, 1024);
        assert_eq!((file.cluster(7), file.entry(7)), (3, 1));
        assert_eq!((file.cluster(1023), file.entry(1023)), (3, 255));
    }
}
