//! A register file hierarchy that the compiler manages (Gebhart et al., MICRO 2011), the other rival of RegLess (6.1):
//! an operand register file and a last-result file before the main one. There is no hardware of it here.
//!
//! It costs no time but that of its scheduler, two-level. What it saves is in the counts of each level
//! (`sm/src/passes/levels.rs` says what goes where).

use crate::timing::{Multiprocessor, Settings};

pub(super) fn build(settings: Settings) -> Multiprocessor {
    let entries = settings.parameters.operand_entries;
    Multiprocessor::baseline(settings).with_levels(entries)
}
