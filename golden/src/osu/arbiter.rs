//! The arbiter of the L1 among four shards (RegLess 5, 5.2.3).

use super::compressor::ToL1;
use spec::osu::{
    bank_of, memory_line, L1Kind, OsuBankParameters, ReglessL1ArbiterInputs,
    ReglessL1ArbiterOutputs, LINE_ADDRESS_BITS, SHARDS,
};
use spec::warp::WarpRegister;
use spec::{OutOfContract, UnitModel};

/// A request at the L1.
#[derive(Clone, Debug)]
pub struct AtL1 {
    /// What it asks.
    pub kind: L1Kind,
    /// The line of memory.
    pub line: u32,
    /// Given back with the answer.
    pub id: u16,
    /// What is written.
    pub data: WarpRegister,
}

/// The model of `regless_l1_arbiter`.
#[derive(Clone, Debug)]
pub struct ReglessL1Arbiter {
    entry_bits: usize,
    base: u32,
    next: usize,
    at_l1: Option<AtL1>,
}

/// Shard, compressed line, bank, entry of an id.
pub fn id_fields(id: u16, entry_bits: usize) -> (usize, bool, u8, u8) {
    let above = id >> entry_bits;
    let entry = id & ((1 << entry_bits) - 1);
    (
        usize::from(above >> 4 & 3),
        above >> 3 & 1 == 1,
        (above & 7) as u8,
        entry as u8,
    )
}

impl ReglessL1Arbiter {
    /// An arbiter after reset.
    pub fn new(parameters: OsuBankParameters) -> Self {
        Self {
            entry_bits: parameters.entry_bits(),
            base: 0,
            next: 0,
            at_l1: None,
        }
    }

    /// Back to the state after reset.
    pub fn clear(&mut self) {
        (self.base, self.next, self.at_l1) = (0, 0, None);
    }

    /// The request at the L1 in this cycle.
    pub fn at_l1(&self) -> Option<&AtL1> {
        self.at_l1.as_ref()
    }

    /// The shard whose request is taken in this cycle.
    pub fn granted(&self, valid: [bool; SHARDS], l1_ready: bool) -> Option<usize> {
        if self.at_l1.is_some() && !l1_ready {
            return None;
        }
        (0..SHARDS)
            .map(|i| (self.next + i) % SHARDS)
            .find(|s| valid[*s])
    }

    /// The clock rises; `taken` is the request of the shard that is granted.
    pub fn advance(&mut self, taken: Option<(usize, ToL1)>, l1_ready: bool, base: Option<u32>) {
        if l1_ready {
            self.at_l1 = None;
        }
        if let Some((shard, request)) = taken {
            let line = memory_line(request.kind, shard, request.warp, request.index) as u32;
            let is_line = matches!(request.kind, L1Kind::ReadLine | L1Kind::WriteLine);
            let above =
                shard << 4 | usize::from(is_line) << 3 | bank_of(request.warp, request.index);
            self.at_l1 = Some(AtL1 {
                kind: request.kind,
                line: self.base.wrapping_add(line) & ((1 << LINE_ADDRESS_BITS) - 1),
                id: (above << self.entry_bits) as u16 | u16::from(request.entry),
                data: request.data,
            });
            self.next = (shard + 1) % SHARDS;
        }
        self.base = base.unwrap_or(self.base);
    }

    /// The request's flags: read, write, invalidate.
    pub fn flags(kind: L1Kind) -> (bool, bool, bool) {
        let invalidates = matches!(kind, L1Kind::InvalidatingRead | L1Kind::InvalidateRegister);
        (kind.reads(), kind.writes(), invalidates)
    }
}

/// A shard's request, from its ports.
macro_rules! request {
    ($inputs:ident, $valid:ident, $kind:ident, $warp:ident, $index:ident, $entry:ident, $data:ident) => {
        if $inputs.$valid {
            let kind = L1Kind::from_code($inputs.$kind).ok_or_else(|| {
                OutOfContract::new(format!("{} is no kind of request", $inputs.$kind))
            })?;
            Some(ToL1 {
                kind,
                warp: $inputs.$warp,
                index: $inputs.$index,
                entry: $inputs.$entry,
                data: $inputs.$data,
            })
        } else {
            None
        }
    };
}

fn requests(i: &ReglessL1ArbiterInputs) -> Result<[Option<ToL1>; SHARDS], OutOfContract> {
    Ok([
        request!(
            i,
            shard0_valid,
            shard0_kind,
            shard0_warp,
            shard0_index,
            shard0_entry,
            shard0_data
        ),
        request!(
            i,
            shard1_valid,
            shard1_kind,
            shard1_warp,
            shard1_index,
            shard1_entry,
            shard1_data
        ),
        request!(
            i,
            shard2_valid,
            shard2_kind,
            shard2_warp,
            shard2_index,
            shard2_entry,
            shard2_data
        ),
        request!(
            i,
            shard3_valid,
            shard3_kind,
            shard3_warp,
            shard3_index,
            shard3_entry,
            shard3_data
        ),
    ])
}

impl UnitModel<spec::osu::ReglessL1Arbiter> for ReglessL1Arbiter {
    fn reset(&mut self) {
        self.clear();
    }

    fn cycle(
        &mut self,
        inputs: &ReglessL1ArbiterInputs,
    ) -> Result<ReglessL1ArbiterOutputs, OutOfContract> {
        let mut requests = requests(inputs)?;
        let valid = std::array::from_fn(|s| requests[s].is_some());
        let granted = self.granted(valid, inputs.l1_ready);
        let (shard, ..) = id_fields(inputs.response_id, self.entry_bits);
        let shown = u8::from(inputs.response_valid) << shard;
        let mut outputs = ReglessL1ArbiterOutputs {
            shard0_ready: granted == Some(0),
            shard1_ready: granted == Some(1),
            shard2_ready: granted == Some(2),
            shard3_ready: granted == Some(3),
            response_ready: shown & inputs.shards_ready != 0,
            shards_response: shown,
            ..Default::default()
        };
        if let Some(at_l1) = &self.at_l1 {
            outputs.l1_valid = true;
            (outputs.l1_read, outputs.l1_write, outputs.l1_invalidate) = Self::flags(at_l1.kind);
            outputs.l1_line = at_l1.line;
            outputs.l1_id = at_l1.id;
            outputs.l1_data = at_l1.data;
        }
        let taken = granted.and_then(|s| Some((s, requests[s].take()?)));
        let base = inputs.base_valid.then_some(inputs.base_line);
        self.advance(taken, inputs.l1_ready, base);
        Ok(outputs)
    }
}
