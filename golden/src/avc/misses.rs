//! Miss registers, in each of which a read waits, and the fill: what memory gave for one of them.

use super::codec::{encode, Affine};
use spec::avc::CacheInputs;
use spec::warp::WarpRegister;

/// What a register waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waits {
    /// That memory is asked, or takes what it is asked,
    ToAsk,
    /// for what memory gives,
    ForMemory,
    /// for what is on its way to another register, or for the fill that is its own.
    ForFill,
}

/// A read that hit nowhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Miss {
    pub address: u32,
    pub mask: u32,
    /// Words of the vector that neither cache held: memory's are the newest.
    pub absent: u32,
    waits: Waits,
}

/// What is known of a vector that reads wait for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub absent: u32,
}

/// A vector that memory gave.
#[derive(Clone, Debug)]
pub(super) struct Fill {
    /// Whose read it answers next.
    pub register: usize,
    pub words: WarpRegister,
    /// What the encoder makes of the words that were asked for.
    pub affine: Option<Affine>,
    /// It has been placed, and further reads of its vector are answered.
    pub placed: bool,
    /// Cycles until it may be looked up.
    wait: u8,
    /// It stands in a stage.
    looked_up: bool,
}

/// Cycles in which a fill is with the encoder, the one in which it enters it included; looked up from
/// the next on, it meets its code in D.
const ENCODING: u8 = 2;

#[derive(Clone, Debug)]
pub(super) struct Misses {
    registers: Vec<Option<Miss>>,
    /// The register whose read stands at memory's port.
    asks: Option<usize>,
    fill: Option<Fill>,
}

impl Misses {
    pub fn new(registers: usize) -> Self {
        Self {
            registers: vec![None; registers],
            asks: None,
            fill: None,
        }
    }

    pub fn are_idle(&self) -> bool {
        self.registers.iter().all(Option::is_none)
    }

    /// The register that a read would wait in.
    pub fn free(&self) -> Option<usize> {
        self.registers.iter().position(Option::is_none)
    }

    /// Whether reads wait for a vector.
    pub fn of(&self, address: u32) -> Option<Waiting> {
        let mut all = self.registers.iter().flatten();
        let miss = all.find(|miss| miss.address == address)?;
        Some(Waiting {
            absent: miss.absent,
        })
    }

    /// A read waits; memory is asked unless another read of the vector has asked it.
    pub fn wait(&mut self, register: usize, address: u32, mask: u32, absent: u32) {
        let waits = match self.of(address) {
            Some(_) => Waits::ForFill,
            None => Waits::ToAsk,
        };
        self.registers[register] = Some(Miss {
            address,
            mask,
            absent,
            waits,
        });
    }

    /// The read at memory's port: its register and its vector.
    pub fn asked(&self) -> Option<(usize, u32)> {
        let register = self.asks?;
        self.registers[register].map(|miss| (register, miss.address))
    }

    /// A cycle of memory's port: a read that is taken makes place for the next, of those that wait
    /// since before this cycle, if `may` says so.
    pub fn ask(&mut self, ready: bool, next: Option<usize>) {
        match self.asks {
            Some(register) if ready => {
                if let Some(miss) = &mut self.registers[register] {
                    miss.waits = Waits::ForMemory;
                }
                self.asks = next;
            }
            Some(_) => {}
            None => self.asks = next,
        }
    }

    /// The lowest register that waits for memory to be asked, the one at the port aside.
    pub fn next_to_ask(&self) -> Option<usize> {
        let mut all = self.registers.iter().enumerate();
        let waits = |miss: &Option<Miss>| miss.is_some_and(|miss| miss.waits == Waits::ToAsk);
        all.find(|&(register, miss)| waits(miss) && Some(register) != self.asks)
            .map(|(register, _)| register)
    }

    /// Whether the cache takes what memory gives.
    pub fn takes(&self) -> bool {
        self.fill.is_none()
    }

    /// What memory gives is taken, and counts if it is awaited.
    pub fn take(&mut self, inputs: &CacheInputs) {
        let register = inputs.mem_response_miss as usize;
        let Some(Some(miss)) = self.registers.get_mut(register) else {
            return;
        };
        if miss.waits != Waits::ForMemory {
            return;
        }
        miss.waits = Waits::ForFill;
        self.fill = Some(Fill {
            register,
            words: inputs.mem_response_data,
            affine: encode(&inputs.mem_response_data, miss.mask),
            placed: false,
            wait: ENCODING,
            looked_up: false,
        });
    }

    /// Whether the fill enters the encoder in this cycle.
    pub fn encodes(&self) -> bool {
        self.fill.as_ref().is_some_and(|fill| fill.wait == ENCODING)
    }

    /// A cycle has passed since the fill came.
    pub fn age(&mut self) {
        if let Some(fill) = &mut self.fill {
            fill.wait = fill.wait.saturating_sub(1);
        }
    }

    pub fn fill(&self) -> Option<(&Fill, &Miss)> {
        let fill = self.fill.as_ref()?;
        Some((fill, self.registers[fill.register].as_ref()?))
    }

    /// The vector of a fill that is to be looked up.
    pub fn to_look_up(&self) -> Option<u32> {
        let (fill, miss) = self.fill()?;
        (fill.wait == 0 && !fill.looked_up).then_some(miss.address)
    }

    pub fn look_up(&mut self, looked_up: bool) {
        if let Some(fill) = &mut self.fill {
            fill.looked_up = looked_up;
        }
    }

    /// The fill is done for its register, which is free again; others that wait for the vector are
    /// next, the lowest first.
    pub fn filled(&mut self) {
        let Some(fill) = &mut self.fill else {
            return;
        };
        let done = self.registers[fill.register].take();
        let address = done.map(|miss| miss.address);
        let mut others = self.registers.iter();
        let other = others.position(|miss| miss.is_some_and(|miss| Some(miss.address) == address));
        match other {
            Some(register) => {
                fill.register = register;
                fill.placed = true;
                fill.looked_up = false;
            }
            None => self.fill = None,
        }
    }

    pub fn clear(&mut self) {
        *self = Self::new(self.registers.len());
    }
}
