//! Where the state spaces lie in the generic address space.
//!
//! Shared, local and constant memory are windows below the global memory; an address in its own
//! space is the offset into the window. Everything fits 32 bits. Modules of 64-bit addresses have
//! their global memory above 4 GiB, so that an address that loses its upper half faults.

use crate::ptx::Space;

/// Bytes of each window.
pub const WINDOW_BYTES: u64 = 0x0100_0000;
/// First generic address of shared memory.
pub const SHARED_WINDOW: u64 = 0x0100_0000;
/// First generic address of local memory.
pub const LOCAL_WINDOW: u64 = 0x0200_0000;
/// First generic address of constant memory, whose window is as large as a module's image may be.
pub const CONST_WINDOW: u64 = 0xe000_0000;
/// Bytes of the constant window.
pub const CONST_WINDOW_BYTES: u64 = 0x1000_0000;

/// First generic address of a kernel's parameters.
pub const PARAM_WINDOW: u64 = 0x0300_0000;
/// Address of a module's first function. Nothing can be read there, but calls through registers find it.
const FUNCTIONS: u64 = 0xf000_0000;
/// Handle of the first texture or surface.
const HANDLES: u64 = 0xf800_0000;
/// Distance of functions and of handles.
const STEP: u64 = 16;

/// The address of a function by its number in the module.
pub const fn function(number: u32) -> u64 {
    FUNCTIONS + STEP * number as u64
}

/// The handle of a texture or surface by its number.
pub const fn handle(number: u32) -> u64 {
    HANDLES + STEP * number as u64
}

/// The number of a texture or surface by its handle.
pub fn handle_number(handle: u64) -> Option<u32> {
    let offset = handle.checked_sub(HANDLES)?;
    (offset.is_multiple_of(STEP)).then(|| u32::try_from(offset / STEP).ok())?
}

/// First address of global memory.
pub const fn global_base(address_bits: u32) -> u64 {
    if address_bits == 64 {
        0x1_1000_0000
    } else {
        0x1000_0000
    }
}

/// What a space's addresses are moved by to become generic.
pub fn window(space: Space) -> u64 {
    match space {
        Space::Generic | Space::Global => 0,
        Space::Shared => SHARED_WINDOW,
        Space::Local => LOCAL_WINDOW,
        Space::Const => CONST_WINDOW,
        Space::Param => PARAM_WINDOW,
    }
}

/// The space that a generic address lies in, and the address in that space.
pub fn resolve(generic: u64) -> (Space, u64) {
    match generic {
        SHARED_WINDOW..LOCAL_WINDOW => (Space::Shared, generic - SHARED_WINDOW),
        LOCAL_WINDOW..PARAM_WINDOW => (Space::Local, generic - LOCAL_WINDOW),
        PARAM_WINDOW..0x0400_0000 => (Space::Param, generic - PARAM_WINDOW),
        CONST_WINDOW..0xf000_0000 => (Space::Const, generic - CONST_WINDOW),
        _ => (Space::Global, generic),
    }
}
