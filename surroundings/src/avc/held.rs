//! What the cache has to hold while a neighbour refuses it.

use spec::avc::CacheOutputs;

/// Whether it asks the same of the L1.
pub fn is_same_command(a: &CacheOutputs, b: &CacheOutputs) -> bool {
    a.l1_command_valid == b.l1_command_valid
        && a.l1_command_store == b.l1_command_store
        && a.l1_command_address == b.l1_command_address
        && a.l1_command_mask == b.l1_command_mask
        && (!a.l1_command_store
            || (a.l1_command_modified == b.l1_command_modified
                && a.l1_command_data == b.l1_command_data))
}

/// Whether it asks the same of memory.
pub fn is_same_request(a: &CacheOutputs, b: &CacheOutputs) -> bool {
    a.mem_valid == b.mem_valid
        && a.mem_write == b.mem_write
        && a.mem_address == b.mem_address
        && a.mem_miss == b.mem_miss
        && (!a.mem_write || (a.mem_mask == b.mem_mask && a.mem_data == b.mem_data))
}
