//! What a warp needs to take steps. Who executes an instruction adds to it: [`execute`](super::execute) hands
//! out what there is, by kind.

use super::launch::BlockInfo;
use super::memory::GlobalMemory;
use super::program::Program;
use super::warp::Warp;

/// See the module.
pub(super) struct Step<'a, O> {
    pub program: &'a Program,
    pub block: &'a BlockInfo<'a>,
    pub warp: &'a mut Warp,
    pub shared: &'a mut [u8],
    pub memory: &'a mut GlobalMemory,
    pub observer: &'a mut O,
}
