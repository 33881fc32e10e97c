//! What waits for a shard of the register file.

use super::registers::Demand;
use std::collections::VecDeque;

/// See the module.
#[derive(Default)]
pub(super) struct Shard {
    pub demand: Demand,
    /// Operations inside, by what the answers said.
    pub inside: usize,
    /// Results that wait for a port: operation and register.
    pub results: VecDeque<(u8, u8)>,
    /// Registers to be released, by place in the file, and the block slot they were of.
    pub releases: VecDeque<(u16, usize)>,
}
