//! The oracle: registers as a flat array, written in the order in which results are accepted.

use spec::regless::{REGISTERS, WARPS};
use spec::warp::{WarpRegister, LANES};

/// What a register holds, as far as writes tell.
#[derive(Clone, Copy, Debug)]
struct Flat {
    value: WarpRegister,
    /// Lanes whose value is known.
    known: u32,
}

const NOTHING: Flat = Flat {
    value: [0; LANES],
    known: 0,
};

/// A source as it must be read: its value in the lanes that are known.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    value: WarpRegister,
    known: u32,
}

impl Expected {
    /// The first lane that differs, with what it should be.
    pub fn differs(&self, read: &WarpRegister) -> Option<(usize, u32)> {
        (0..LANES)
            .filter(|lane| self.known >> lane & 1 == 1)
            .find(|lane| read[*lane] != self.value[*lane])
            .map(|lane| (lane, self.value[lane]))
    }
}

/// The registers of a shard's warps.
#[derive(Clone, Debug)]
pub struct FlatRegisters(Vec<Flat>);

impl FlatRegisters {
    /// Registers that hold nothing.
    pub fn new() -> Self {
        Self(vec![NOTHING; WARPS * REGISTERS])
    }

    /// All forget what they hold.
    pub fn clear(&mut self) {
        self.0.fill(NOTHING);
    }

    fn at(&mut self, warp: u8, register: u8) -> &mut Flat {
        &mut self.0[usize::from(warp) * REGISTERS + usize::from(register)]
    }

    /// A result under its mask.
    pub fn write(&mut self, warp: u8, register: u8, mask: u32, data: &WarpRegister) {
        let flat = self.at(warp, register);
        for lane in (0..LANES).filter(|lane| mask >> lane & 1 == 1) {
            flat.value[lane] = data[lane];
        }
        flat.known |= mask;
    }

    /// The register is dead.
    pub fn erase(&mut self, warp: u8, register: u8) {
        *self.at(warp, register) = NOTHING;
    }

    /// What a read must give.
    pub fn expect(&self, warp: u8, register: u8) -> Expected {
        let flat = self.0[usize::from(warp) * REGISTERS + usize::from(register)];
        Expected {
            value: flat.value,
            known: flat.known,
        }
    }
}

impl Default for FlatRegisters {
    fn default() -> Self {
        Self::new()
    }
}
