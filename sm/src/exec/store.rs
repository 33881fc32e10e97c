//! Loads, stores and atomics: every access checked for bounds and alignment.

use super::atomic;
use super::convert::{cut, extend};
use super::fault::FaultKind;
use super::lanes::lanes_of;
use super::memory::has;
use super::observe::Observer;
use super::step::Step;
use super::LANES;
use crate::ir::{Access, Atomic, Instruction, Op, Operand};
use crate::layout;
use crate::ptx::types::Width;
use crate::ptx::Space;

/// A fault and the lane that made it.
pub(super) type LaneFault = (FaultKind, usize);

/// Where an access goes once its space is known.
enum Place {
    Global(usize),
    Constant(usize),
    Shared(usize),
    /// Word and byte within it.
    Local(usize, u32),
    Parameter(usize),
    /// Outside of a buffer whose descriptor says that this reads as zero.
    Nowhere,
}

fn load_bytes(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    }
}

impl<O: Observer> Step<'_, O> {
    /// The address of an access in each lane.
    #[inline(always)]
    pub(super) fn addresses(&self, i: &Instruction) -> [u64; LANES] {
        let operand = i.operand(0);
        let offset = i.offset as u64;
        let wide = match operand {
            Operand::Reg(reg) => reg.class == crate::ir::Class::Pair,
            _ => true,
        };
        let base: [u64; LANES] = if wide {
            self.read(operand)
        } else {
            self.read::<u32>(operand).map(u64::from)
        };
        // A 32-bit register holds an offset into a window, which wraps there, in 64-bit modules too.
        let in_window = match i.op {
            Op::Ld(access) | Op::St(access) | Op::Atom(_, access) => {
                !matches!(access.space, Space::Global | Space::Generic)
            }
            _ => false,
        };
        let narrow = self.program.kernel.address_bits == 32;
        let limit = if narrow || (in_window && !wide) {
            u64::from(u32::MAX)
        } else {
            u64::MAX
        };
        base.map(|address| address.wrapping_add(offset) & limit)
    }

    #[inline(always)]
    fn place(
        &self,
        space: Space,
        address: u64,
        bytes: u32,
        hint: &mut usize,
    ) -> Result<Place, FaultKind> {
        if address & u64::from(bytes - 1) != 0 {
            return Err(FaultKind::Misaligned {
                space,
                address,
                bytes,
            });
        }
        let within = |size: usize| {
            (address.saturating_add(u64::from(bytes)) <= size as u64).then_some(address as usize)
        };
        let (place, size) = match space {
            Space::Generic => {
                let (space, address) = layout::resolve(address);
                return self.place(space, address, bytes, hint);
            }
            Space::Global => {
                let place = self.memory.locate(address, bytes, hint);
                return place
                    .map(Place::Global)
                    .ok_or_else(|| FaultKind::OutOfBounds {
                        space,
                        address,
                        bytes,
                        near: self.memory.near(address),
                    });
            }
            Space::Shared => (
                within(self.shared.len()).map(Place::Shared),
                self.shared.len(),
            ),
            Space::Const => {
                let size = self.memory.constant.len();
                (within(size).map(Place::Constant), size)
            }
            Space::Param => {
                let size = self.block.arguments.len();
                (within(size).map(Place::Parameter), size)
            }
            Space::Local => {
                let size = self.warp.local.len() * 4;
                let place = within(size).map(|at| Place::Local(at / 4, 8 * (at as u32 & 3)));
                (place, size)
            }
        };
        place.ok_or_else(|| FaultKind::OutOfBounds {
            space,
            address,
            bytes,
            near: has(space, size as u64),
        })
    }

    /// Where a load goes: beyond a buffer that says so, nowhere.
    #[inline(always)]
    fn source(
        &mut self,
        space: Space,
        address: u64,
        bytes: u32,
        hint: &mut usize,
    ) -> Result<Place, FaultKind> {
        let place = self.place(space, address, bytes, hint);
        match place {
            Err(FaultKind::OutOfBounds {
                space: Space::Global,
                address,
                ..
            }) if self.memory.forgives(address) => Ok(Place::Nowhere),
            other => other,
        }
    }

    /// A byte that the kernel gives as an address; for what the host reads.
    pub(super) fn byte(&self, address: u64, lane: usize) -> Result<u8, FaultKind> {
        let place = self.place(Space::Generic, address, 1, &mut 0)?;
        Ok(self.peek(&place, lane, 0, 1) as u8)
    }

    /// A value of at most 8 bytes that the kernel gives as an address.
    pub(super) fn value(&self, address: u64, bytes: u32, lane: usize) -> Result<u64, FaultKind> {
        let place = self.place(Space::Generic, address, bytes, &mut 0)?;
        Ok(self.peek(&place, lane, 0, bytes))
    }

    /// `ld`
    pub(super) fn load(
        &mut self,
        access: Access,
        i: &Instruction,
        mask: u32,
    ) -> Result<(), LaneFault> {
        let element = access.ty.bytes();
        let count = usize::from(access.count);
        let addresses = self.addresses(i);
        if element == 4 && count == 1 && access.register == Width::W32 {
            return self.load_words(access.space, &addresses, i, mask);
        }
        let mut values = [[0u64; LANES]; 4];
        let mut hint = 0;
        for lane in lanes_of(mask) {
            let bytes = element * count as u32;
            let place = self.source(access.space, addresses[lane], bytes, &mut hint);
            let place = place.map_err(|fault| (fault, lane))?;
            for (index, row) in values.iter_mut().take(count).enumerate() {
                let bits = self.peek(&place, lane, index, element);
                row[lane] = cut(extend(bits, access.ty), access.register);
            }
        }
        for (index, row) in values.iter().take(count).enumerate() {
            self.write_bits(i.result(index), access.register, *row, mask);
        }
        Ok(())
    }

    /// The load that kernels are made of: one word a lane.
    #[inline]
    fn load_words(
        &mut self,
        space: Space,
        addresses: &[u64; LANES],
        i: &Instruction,
        mask: u32,
    ) -> Result<(), LaneFault> {
        let mut values = [0u32; LANES];
        // Spilled registers and scalars: the same private address in all lanes is one row.
        let same = matches!(i.operand(0), Operand::Constant(_));
        if same && matches!(space, Space::Local | Space::Param) {
            let lane = mask.trailing_zeros() as usize % LANES;
            let place = self.source(space, addresses[lane], 4, &mut 0);
            let place = place.map_err(|fault| (fault, lane))?;
            values = match place {
                Place::Local(word, _) => self.warp.local[word],
                other => [self.peek(&other, lane, 0, 4) as u32; LANES],
            };
        } else {
            let mut hint = 0;
            for lane in lanes_of(mask) {
                let place = self.source(space, addresses[lane], 4, &mut hint);
                let place = place.map_err(|fault| (fault, lane))?;
                values[lane] = self.peek(&place, lane, 0, 4) as u32;
            }
        }
        self.write::<u32>(i.result(0), values, mask);
        Ok(())
    }

    /// Reads element `index` of an access.
    #[inline(always)]
    fn peek(&self, place: &Place, lane: usize, index: usize, element: u32) -> u64 {
        let size = element as usize;
        let from = |bytes: &[u8], at: usize| load_bytes(&bytes[at + index * size..][..size]);
        match *place {
            Place::Global(at) => from(self.memory.bytes(), at),
            Place::Constant(at) => from(&self.memory.constant, at),
            Place::Shared(at) => from(self.shared, at),
            Place::Parameter(at) => from(self.block.arguments, at),
            Place::Nowhere => 0,
            Place::Local(word, shift) => match size {
                8 => {
                    let word = word + 2 * index;
                    let row = |word: usize| u64::from(self.warp.local[word][lane]);
                    row(word) | row(word + 1) << 32
                }
                4 => u64::from(self.warp.local[word + index][lane]),
                _ => {
                    let bit = shift as usize + index * size * 8;
                    let value = self.warp.local[word + bit / 32][lane] >> (bit % 32);
                    u64::from(value) & ((1 << (8 * size)) - 1)
                }
            },
        }
    }

    /// Writes element `index` of an access.
    #[inline(always)]
    fn poke(&mut self, place: &Place, lane: usize, index: usize, element: u32, value: u64) {
        let size = element as usize;
        let to = |bytes: &mut [u8], at: usize| {
            let at = at + index * size;
            bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
        };
        match *place {
            Place::Global(at) => to(self.memory.bytes_mut(), at),
            Place::Shared(at) => to(self.shared, at),
            // Refused before it comes here.
            Place::Constant(_) | Place::Parameter(_) | Place::Nowhere => {}
            Place::Local(word, shift) => match size {
                8 => {
                    let word = word + 2 * index;
                    self.warp.local[word][lane] = value as u32;
                    self.warp.local[word + 1][lane] = (value >> 32) as u32;
                }
                4 => self.warp.local[word + index][lane] = value as u32,
                _ => {
                    let bit = shift as usize + index * size * 8;
                    let slot = &mut self.warp.local[word + bit / 32][lane];
                    let ones = ((1u32 << (8 * size)) - 1) << (bit % 32);
                    *slot = *slot & !ones | (value as u32) << (bit % 32) & ones;
                }
            },
        }
    }

    /// `st`
    pub(super) fn store(
        &mut self,
        access: Access,
        i: &Instruction,
        mask: u32,
    ) -> Result<(), LaneFault> {
        let element = access.ty.bytes();
        let count = usize::from(access.count);
        let addresses = self.addresses(i);
        let mut values = [[0u64; LANES]; 4];
        for (index, row) in values.iter_mut().take(count).enumerate() {
            *row = self.bits(i.operand(1 + index), element);
        }
        let mut hint = 0;
        for lane in lanes_of(mask) {
            let bytes = element * count as u32;
            let place = self.place(access.space, addresses[lane], bytes, &mut hint);
            let place = place.map_err(|fault| (fault, lane))?;
            writable(&place).map_err(|fault| (fault, lane))?;
            for (index, row) in values.iter().take(count).enumerate() {
                self.poke(&place, lane, index, element, row[lane]);
            }
        }
        Ok(())
    }

    /// An operand's bits, zero-extended.
    #[inline(always)]
    fn bits(&self, operand: Operand, bytes: u32) -> [u64; LANES] {
        if bytes == 8 {
            self.read(operand)
        } else {
            self.read::<u32>(operand).map(u64::from)
        }
    }

    /// `atom` and `red`: lane after lane.
    pub(super) fn atom(
        &mut self,
        atomic: Atomic,
        access: Access,
        i: &Instruction,
        mask: u32,
    ) -> Result<(), LaneFault> {
        let element = access.ty.bytes();
        let addresses = self.addresses(i);
        let b = self.bits(i.operand(1), element);
        let c = if atomic == Atomic::Cas {
            self.bits(i.operand(2), element)
        } else {
            [0; LANES]
        };
        let mut old = [0u64; LANES];
        let mut hint = 0;
        for lane in lanes_of(mask) {
            let place = self.place(access.space, addresses[lane], element, &mut hint);
            let place = place.map_err(|fault| (fault, lane))?;
            writable(&place).map_err(|fault| (fault, lane))?;
            // Additions of f32 in global memory flush subnormals; those in shared memory do not.
            let flushes = matches!(place, Place::Global(_));
            old[lane] = self.peek(&place, lane, 0, element);
            let new = atomic::update(atomic, access.ty, old[lane], b[lane], c[lane], flushes);
            self.poke(&place, lane, 0, element, new);
        }
        let width = if element == 8 { Width::W64 } else { Width::W32 };
        self.write_bits(i.result(0), width, old, mask);
        Ok(())
    }
}

/// Whether a place can be written.
fn writable(place: &Place) -> Result<(), FaultKind> {
    let (space, at) = match place {
        Place::Constant(at) => (Space::Const, *at),
        Place::Parameter(at) => (Space::Param, *at),
        _ => return Ok(()),
    };
    let address = at as u64;
    Err(FaultKind::ReadOnly { space, address })
}
