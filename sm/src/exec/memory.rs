//! Global memory: allocations with guards between them.

use crate::ptx::Space;
use std::fmt;

/// Alignment of allocations, and the least distance between them.
const GUARD: u64 = 256;
/// Distance of an allocation beside which reads give zero, and how far away they do: more than a row of what kernels
/// read with a step too far.
pub const REACH: u64 = 1 << 20;
/// Bytes in all: a kernel that needs more is no kernel for a functional model.
const LARGEST: u64 = 768 << 20;

/// A run of bytes that kernels may access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// Whose it is.
    pub name: String,
    /// Its first address.
    pub address: u64,
    /// Its bytes.
    pub bytes: u64,
    /// Reads beside it, if they read as zero instead of being faults: how many there were.
    pub outside: Option<u64>,
}

/// Memory is full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryError {
    /// What did not fit.
    pub name: String,
    /// Its bytes.
    pub bytes: u64,
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, bytes, most) = (&self.name, self.bytes, LARGEST >> 20);
        write!(
            f,
            "buffer {name:?} of {bytes} bytes does not fit: buffers may take {most} MiB in all"
        )
    }
}

impl std::error::Error for MemoryError {}

/// The memory of a grid, which also holds the module's constants.
#[derive(Clone, Debug)]
pub struct GlobalMemory {
    base: u64,
    bytes: Vec<u8>,
    allocations: Vec<Allocation>,
    /// Constant memory, read-only for kernels.
    pub constant: Vec<u8>,
    /// What kernels have printed and nobody has taken yet.
    pub(super) printed: Vec<u8>,
}

impl GlobalMemory {
    /// Empty memory that begins at an address.
    pub fn new(base: u64) -> Self {
        Self {
            base,
            bytes: Vec::new(),
            allocations: Vec::new(),
            constant: Vec::new(),
            printed: Vec::new(),
        }
    }

    /// The memory that a module begins with: its variables.
    pub fn of_module(module: &crate::lower::Module) -> Self {
        let image = &module.global;
        let allocations = image.variables.iter().map(|variable| Allocation {
            name: variable.name.clone(),
            address: variable.address,
            bytes: variable.bytes,
            outside: None,
        });
        Self {
            base: image.base,
            bytes: image.bytes.clone(),
            allocations: allocations.collect(),
            constant: module.constant.bytes.clone(),
            printed: Vec::new(),
        }
    }

    /// Allocates bytes of zero; gives their address.
    pub fn allocate(&mut self, name: &str, bytes: u64) -> Result<u64, MemoryError> {
        self.place(name, bytes, None)
    }

    /// As [`Self::allocate`], of memory beside which reads give zero, up to [`REACH`] bytes away.
    pub fn allocate_forgiving(&mut self, name: &str, bytes: u64) -> Result<u64, MemoryError> {
        self.place(name, bytes, Some(0))
    }

    fn place(&mut self, name: &str, bytes: u64, outside: Option<u64>) -> Result<u64, MemoryError> {
        let before = self.allocations.last();
        let near = outside.is_some() || before.is_some_and(|before| before.outside.is_some());
        let guard = if near { REACH } else { GUARD };
        let start = (self.bytes.len() as u64 + guard).next_multiple_of(GUARD);
        let end = start.checked_add(bytes).filter(|&end| end <= LARGEST);
        let end = end.ok_or_else(|| MemoryError {
            name: name.to_owned(),
            bytes,
        })?;
        self.bytes.resize(end as usize, 0);
        let address = self.base + start;
        self.allocations.push(Allocation {
            name: name.to_owned(),
            address,
            bytes,
            outside,
        });
        Ok(address)
    }

    /// Whether a read outside of all allocations gives zero, because the nearest one says so; counts it there.
    pub(super) fn forgives(&mut self, address: u64) -> bool {
        let after = self.allocations.partition_point(|a| a.address <= address);
        let distance = |a: &Allocation| {
            let end = a.address + a.bytes;
            if address < a.address {
                a.address - address
            } else {
                address.saturating_sub(end)
            }
        };
        let around = after.saturating_sub(1)..(after + 1).min(self.allocations.len());
        let nearest = around.min_by_key(|&index| distance(&self.allocations[index]));
        let Some(nearest) = nearest.map(|index| &mut self.allocations[index]) else {
            return false;
        };
        let near = distance(nearest) <= REACH;
        match &mut nearest.outside {
            Some(count) if near => {
                *count += 1;
                true
            }
            _ => false,
        }
    }

    /// Takes what kernels have printed since the last time.
    pub fn take_printed(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.printed)
    }

    /// Says where it first differs from another memory, if it does.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let mut pairs = self.bytes.iter().zip(&other.bytes);
        let at = pairs.position(|(mine, theirs)| mine != theirs)?;
        let (got, wanted) = (self.bytes[at], other.bytes[at]);
        let place = self.near(self.base + at as u64);
        Some(format!("{place}, is {got:#04x} and not {wanted:#04x}"))
    }

    /// Where allocations are, ascending.
    pub fn allocations(&self) -> &[Allocation] {
        &self.allocations
    }

    /// The host's view of a run of bytes; `None` if it is not all allocated memory.
    pub fn slice(&self, address: u64, bytes: u64) -> Option<&[u8]> {
        let start = address.checked_sub(self.base)?;
        self.bytes
            .get(start as usize..start.checked_add(bytes)? as usize)
    }

    /// As [`Self::slice`], to write.
    pub fn slice_mut(&mut self, address: u64, bytes: u64) -> Option<&mut [u8]> {
        let start = address.checked_sub(self.base)?;
        self.bytes
            .get_mut(start as usize..start.checked_add(bytes)? as usize)
    }

    /// The offset of an access into [`Self::bytes`], if it lies in one allocation. `hint` is the
    /// allocation that was hit last, which is the one that is hit next.
    #[inline]
    pub(super) fn locate(&self, address: u64, bytes: u32, hint: &mut usize) -> Option<usize> {
        let inside = |allocation: &Allocation| {
            let offset = address.wrapping_sub(allocation.address);
            offset < allocation.bytes && u64::from(bytes) <= allocation.bytes - offset
        };
        if !self.allocations.get(*hint).is_some_and(inside) {
            let after = self.allocations.partition_point(|a| a.address <= address);
            *hint = after.checked_sub(1)?;
            if !inside(&self.allocations[*hint]) {
                return None;
            }
        }
        Some((address - self.base) as usize)
    }

    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    #[inline]
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Says in words which allocation an address is near to.
    pub(super) fn near(&self, address: u64) -> String {
        let after = self.allocations.partition_point(|a| a.address <= address);
        let below = after.checked_sub(1).map(|index| &self.allocations[index]);
        let above = self.allocations.get(after);
        match (below, above) {
            (Some(below), _) if address < below.address + below.bytes + (1 << 20) => {
                let offset = address - below.address;
                let (name, bytes) = (&below.name, below.bytes);
                format!("byte {offset} of '{name}', which has {bytes}")
            }
            (_, Some(above)) => {
                let distance = above.address - address;
                format!("{distance} bytes before '{}'", above.name)
            }
            _ => "far from every buffer".to_owned(),
        }
    }
}

/// Says in words how large a space is.
pub(super) fn has(space: Space, bytes: u64) -> String {
    format!("{space} memory has {bytes} bytes here")
}
