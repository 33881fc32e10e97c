//! What is launched: a grid, how long it may take, and what its blocks share.

use super::fault::LaunchError;
use super::program::Program;
use super::texture::Texture;
use super::warp::Warp;
use super::LANES;
use std::collections::BTreeMap;

/// Threads of a block: what every architecture since Fermi takes.
const MOST_THREADS: u64 = 1024;
/// Bytes of a block's shared memory: as many as fit the window.
const MOST_SHARED: u64 = 1 << 20;

/// A grid to run.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
    /// The argument block.
    pub arguments: Vec<u8>,
    /// Bound textures and surfaces by the number of their handle.
    pub textures: BTreeMap<u32, Texture>,
}

/// How long a run may take; it counts down over all launches of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Warp instructions.
    pub instructions: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            instructions: 2_000_000_000,
        }
    }
}

/// What is left of a limit.
pub(crate) struct Meter {
    pub left: u64,
    pub limit: u64,
}

impl Meter {
    pub fn new(limits: &Limits) -> Self {
        Self {
            left: limits.instructions,
            limit: limits.instructions,
        }
    }
}

/// What the warps of a block share and do not change.
pub(super) struct BlockInfo<'a> {
    pub index: [u32; 3],
    pub grid: [u32; 3],
    pub threads: [u32; 3],
    pub dynamic_shared: u32,
    pub shared_bytes: u32,
    pub arguments: &'a [u8],
    pub textures: &'a BTreeMap<u32, Texture>,
}

/// Where the block with this number lies in a grid; x counts fastest.
pub(super) fn index_of(number: u64, grid: [u32; 3]) -> [u32; 3] {
    let [nx, ny, _] = grid.map(u64::from);
    [
        (number % nx) as u32,
        (number % (nx * ny) / nx) as u32,
        (number / (nx * ny)) as u32,
    ]
}

impl<'a> BlockInfo<'a> {
    /// Of the block that lies there.
    pub fn new(program: &Program, launch: &'a Launch, index: [u32; 3]) -> Self {
        Self {
            index,
            grid: launch.grid,
            threads: launch.block,
            dynamic_shared: launch.dynamic_shared,
            shared_bytes: shared_bytes(program, launch),
            arguments: &launch.arguments,
            textures: &launch.textures,
        }
    }
}

/// Blocks of a grid.
pub(crate) fn blocks(launch: &Launch) -> u64 {
    launch.grid.iter().map(|&n| u64::from(n)).product()
}

/// Bytes of shared memory of a block.
pub(crate) fn shared_bytes(program: &Program, launch: &Launch) -> u32 {
    program.kernel.shared_bytes + launch.dynamic_shared
}

/// The warps of a block, at their first instruction.
pub(super) fn warps(program: &Program, launch: &Launch) -> Vec<Warp> {
    let threads: u32 = launch.block.iter().product();
    (0..threads.div_ceil(LANES as u32))
        .map(|index| Warp::new(program, index, launch.block))
        .collect()
}

/// Refuses what the machine does not take.
pub(crate) fn check(program: &Program, launch: &Launch) -> Result<(), LaunchError> {
    refuse(program, launch).map_err(|reason| LaunchError::Refused {
        kernel: program.kernel.name.clone(),
        reason,
    })
}

fn refuse(program: &Program, launch: &Launch) -> Result<(), String> {
    let kernel = &program.kernel;
    let [x, y, z] = launch.block;
    let threads = launch.block.iter().map(|&n| u64::from(n)).product::<u64>();
    if threads == 0 || threads > MOST_THREADS || z > 64 {
        return Err(format!(
            "a block of {x} x {y} x {z} threads; allowed are 1 to {MOST_THREADS}, at most 64 in z"
        ));
    }
    let [x, y, z] = launch.grid;
    if launch.grid.contains(&0) || x > i32::MAX as u32 || y > 65_535 || z > 65_535 {
        return Err(format!(
            "a grid of {x} x {y} x {z} blocks; allowed are 1 to 2^31 - 1, 65,535 and 65,535"
        ));
    }
    if let Some(required) = kernel.required_block.filter(|&r| r != launch.block) {
        return Err(format!(
            "a block of {:?} threads; .reqntid demands {required:?}",
            launch.block
        ));
    }
    if let Some(largest) = kernel.largest_block {
        let most = largest.iter().map(|&n| u64::from(n)).product::<u64>();
        if threads > most {
            return Err(format!(
                "a block of {threads} threads; .maxntid allows {most}"
            ));
        }
    }
    let shared = u64::from(kernel.shared_bytes) + u64::from(launch.dynamic_shared);
    if shared > MOST_SHARED {
        return Err(format!(
            "{shared} bytes of shared memory; allowed are {MOST_SHARED}"
        ));
    }
    if launch.arguments.len() != kernel.parameter_bytes as usize {
        let (given, wanted) = (launch.arguments.len(), kernel.parameter_bytes);
        return Err(format!(
            "{given} bytes of arguments; its parameters take {wanted}"
        ));
    }
    Ok(())
}
