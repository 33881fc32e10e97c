//! The arbiter of the L1 among four shards (RegLess 5, 5.2.3).

use super::compressor::ToL1;
use spec::regless::{
    bank_of, memory_line, L1Kind, L1Request, OsuBankParameters, ReglessL1ArbiterInputs,
    ReglessL1ArbiterOutputs, Wanted, BANKS, LINE_ADDRESS_BITS, SHARDS,
};
use spec::warp::WarpRegister;
use spec::{OutOfContract, Ready, UnitFault, UnitModel};

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

impl AtL1 {
    /// At the port.
    pub(super) fn presented(&self) -> L1Request {
        let (read, write, invalidate) = ReglessL1Arbiter::flags(self.kind);
        L1Request {
            valid: true,
            read,
            write,
            invalidate,
            line: self.line,
            id: self.id,
            data: self.data,
        }
    }
}

/// The model of `regless_l1_arbiter`.
#[derive(Clone, Debug)]
pub struct ReglessL1Arbiter {
    entry_bits: usize,
    base: u32,
    next: usize,
    at_l1: Option<AtL1>,
}

/// Shard, compressed line, bank or fill, entry of an id.
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
            let is_line = request.kind.is_line();
            let waits = if is_line {
                usize::from(request.warp) % BANKS
            } else {
                bank_of(request.warp, request.index)
            };
            let above = shard << 4 | usize::from(is_line) << 3 | waits;
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

/// A shard's request, from its port.
fn request(port: &Wanted) -> Result<Option<ToL1>, OutOfContract> {
    if !port.valid {
        return Ok(None);
    }
    let kind = L1Kind::from_code(port.kind)
        .ok_or_else(|| OutOfContract::new(format!("{} is no kind of request", port.kind)))?;
    Ok(Some(ToL1 {
        kind,
        warp: port.warp,
        index: port.index,
        entry: port.entry,
        data: port.data,
    }))
}

fn requests(i: &ReglessL1ArbiterInputs) -> Result<[Option<ToL1>; SHARDS], OutOfContract> {
    let mut requests = [const { None }; SHARDS];
    for (wanted, port) in requests.iter_mut().zip(&i.shard) {
        *wanted = request(port)?;
    }
    Ok(requests)
}

impl UnitModel<spec::regless::ReglessL1Arbiter> for ReglessL1Arbiter {
    fn reset(&mut self) {
        self.clear();
    }

    fn cycle(
        &mut self,
        inputs: &ReglessL1ArbiterInputs,
    ) -> Result<ReglessL1ArbiterOutputs, UnitFault<ReglessL1ArbiterOutputs>> {
        let mut requests = requests(inputs)?;
        let valid = std::array::from_fn(|s| requests[s].is_some());
        let granted = self.granted(valid, inputs.l1_ready);
        let (shard, ..) = id_fields(inputs.response_id, self.entry_bits);
        let shown = u8::from(inputs.response_valid) << shard;
        let mut outputs = ReglessL1ArbiterOutputs {
            shard: std::array::from_fn(|s| Ready {
                ready: granted == Some(s),
            }),
            response_ready: shown & inputs.shards_ready != 0,
            shards_response: shown,
            ..Default::default()
        };
        if let Some(at_l1) = &self.at_l1 {
            outputs.l1 = at_l1.presented();
        }
        let taken = granted.and_then(|s| Some((s, requests[s].take()?)));
        let base = inputs.base_valid.then_some(inputs.base_line);
        self.advance(taken, inputs.l1_ready, base);
        Ok(outputs)
    }
}
