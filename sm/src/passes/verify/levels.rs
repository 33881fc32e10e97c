//! What is read from a file is there, on all ways: of each entry what it holds for certain, and of which registers the
//! main file has the newest value.

use super::{Broken, Scene};
use crate::analysis::{Cfg, Set};
use crate::ir::{Kernel, Registers};
use crate::passes::{Level, Placed};
use std::collections::BTreeMap;

/// What is certain before an instruction.
#[derive(Clone, PartialEq, Eq)]
struct Certain {
    /// Registers of which the main file has the newest value.
    main: Set,
    /// What entries hold.
    entries: BTreeMap<Level, u32>,
}

impl Certain {
    fn meet(&mut self, other: &Self) {
        let mut both = Set::new(256);
        both.union_of_common(&self.main, &other.main);
        self.main = both;
        self.entries
            .retain(|level, word| other.entries.get(level) == Some(word));
    }

    fn has(&self, word: u32, level: Level) -> bool {
        match level {
            Level::Main => self.main.contains(word),
            entry => self.entries.get(&entry) == Some(&word),
        }
    }

    fn step(&mut self, placed: &Placed, is_guarded: bool) {
        for &(word, level) in &placed.copies {
            self.entries.insert(level, word);
        }
        let before = self.clone();
        let written = |word: u32, level: Level| placed.writes.contains(&(word, level));
        for &(word, level) in &placed.writes {
            // Under a guard some lanes keep what they had: it must have been there.
            let is_whole = !is_guarded || before.has(word, level);
            if level != Level::Main && is_whole {
                self.entries.insert(level, word);
            } else if level != Level::Main {
                self.entries.remove(&level);
            }
            let in_main = written(word, Level::Main) && (!is_guarded || before.main.contains(word));
            self.main.set(word, in_main);
            self.entries
                .retain(|&entry, &mut held| held != word || written(word, entry));
        }
    }
}

/// Every read finds the newest value of its register.
pub fn placed(kernel: &Kernel, placed: &[Placed]) -> Result<(), Broken> {
    let pass = "levels";
    let scene = Scene { pass, kernel };
    if !matches!(kernel.registers, Registers::Physical { .. }) {
        return Ok(());
    }
    let cfg = Cfg::new(kernel);
    let mut begin = Certain {
        main: Set::new(256),
        entries: BTreeMap::new(),
    };
    for word in 0..256 {
        begin.main.insert(word);
    }
    let mut before: Vec<Option<Certain>> = vec![None; cfg.blocks.len()];
    before[0] = Some(begin);
    let mut work = vec![0];
    while let Some(number) = work.pop() {
        let Some(mut certain) = before[number].clone() else {
            continue;
        };
        let block = &cfg.blocks[number];
        for index in block.code.clone() {
            enter(&mut certain, &placed[index]);
            certain.step(&placed[index], kernel.code[index].guard.is_some());
        }
        for &next in &block.successors {
            let mut met = certain.clone();
            if let Some(known) = &before[next] {
                met.meet(known);
            }
            if before[next].as_ref() != Some(&met) {
                before[next] = Some(met);
                work.push(next);
            }
        }
    }
    for (number, block) in cfg.blocks.iter().enumerate() {
        let Some(mut certain) = before[number].clone() else {
            continue;
        };
        for index in block.code.clone() {
            enter(&mut certain, &placed[index]);
            for &(word, level) in &placed[index].reads {
                scene.must(certain.has(word, level), index, || {
                    format!("r{word} is read from {level:?}, which may not have it")
                })?;
            }
            certain.step(&placed[index], kernel.code[index].guard.is_some());
        }
    }
    Ok(())
}

/// Entries are another warp's before a strand begins.
fn enter(certain: &mut Certain, placed: &Placed) {
    if placed.begins_strand {
        certain.entries.clear();
    }
}
