//! What a watcher knows of the metadata that a shard was given.

use super::operands::Operands;
use super::shard::Violation;
use golden::regless::metadata::Word;
use spec::regless::{Format, Operation, WARPS};
use std::collections::VecDeque;

/// Operations of regions that have not started, and what was wrong with words.
#[derive(Clone, Debug)]
pub(super) struct Regions {
    waiting: Vec<VecDeque<Vec<(Operation, u8)>>>,
    active: u16,
    /// Words of operations that each warp's region lacks.
    left: [u8; WARPS],
    /// The warp of a wrong word of this cycle, of the one before, and the first before that.
    wrong: [Option<u8>; 3],
}

impl Default for Regions {
    fn default() -> Self {
        Self {
            waiting: vec![VecDeque::new(); WARPS],
            active: 0,
            left: [0; WARPS],
            wrong: [None; 3],
        }
    }
}

impl Regions {
    /// A word is accepted.
    pub(super) fn word(&mut self, warp: u8, format: u8, word: u64) {
        let waiting = &mut self.waiting[usize::from(warp)];
        let left = &mut self.left[usize::from(warp)];
        let decoded = Format::from_code(format).and_then(|format| Word::decode(format, word));
        let more = match decoded {
            Some(Word::Region {
                operations, more, ..
            }) if *left == 0 => Some((true, operations, more)),
            Some(Word::Compact { operations, .. }) if *left == 0 => Some((true, operations, 0)),
            Some(Word::Operations(operations)) if *left > 0 => Some((false, operations, *left - 1)),
            Some(Word::LastUses(_)) => return,
            _ => None,
        };
        let Some((starts, operations, lacks)) = more else {
            self.wrong[0] = Some(warp);
            return;
        };
        *left = lacks;
        if starts {
            waiting.push_back(Vec::new());
        }
        if let Some(newest) = waiting.back_mut() {
            newest.extend(operations);
        }
    }

    /// The error output of a cycle, before its word: the first wrong one of two cycles ago and more.
    pub(super) fn see_error(&mut self, shown: Option<u8>) -> Result<(), Violation> {
        let [now, before, first] = self.wrong;
        self.wrong = [None, now, first.or(before)];
        if shown == self.wrong[2] {
            return Ok(());
        }
        Err(Violation::new(
            "BadMetadataIsReported",
            format!("error {shown:?} instead of {:?}", self.wrong[2]),
        ))
    }

    /// The warps that are shown as active.
    pub(super) fn active(&mut self, active: u16, operands: &mut Operands) {
        for warp in (0..WARPS).filter(|w| (active & !self.active) >> w & 1 == 1) {
            for (operation, register) in self.waiting[warp].pop_front().unwrap_or_default() {
                operands.operation(warp as u8, register, !operation.is_preload());
            }
        }
        self.active = active;
    }
}
