//! What is said of registers one by one: liveness, next accesses, next uses.

use super::threads::{needed_after, step_back};
use super::{Broken, Scene};
use crate::analysis::Cfg;
use crate::ir::{Instruction, Kernel, Registers};
use crate::passes::{read_words, written_words, NextAccess, NextAccesses, NextUse, WarpLiveness};
use std::collections::BTreeSet;

fn named(instruction: &Instruction) -> BTreeSet<u32> {
    let words = read_words(instruction).chain(written_words(instruction));
    words.collect()
}

/// What a thread needs its warp needs, and what is written under a guard keeps other lanes.
pub fn live(kernel: &Kernel, live: &WarpLiveness) -> Result<(), Broken> {
    let pass = "warp_liveness";
    let scene = Scene { pass, kernel };
    let Registers::Physical { words, .. } = kernel.registers else {
        return Ok(());
    };
    let cfg = Cfg::new(kernel);
    let needed = needed_after(kernel, &cfg, words as usize);
    for (index, mut needed) in needed.into_iter().enumerate() {
        for (when, known) in [("after", live.after(index)), ("before", live.before(index))] {
            if let Some(word) = needed.iter().find(|&word| !known.contains(word)) {
                let what = format!("a thread needs r{word} {when} it, the warp is said not to");
                return Err(scene.broken(index, what));
            }
            step_back(kernel, index, &mut needed);
        }
        let instruction = &kernel.code[index];
        if instruction.guard.is_some() {
            let hard = written_words(instruction).find(|&w| !live.soft().contains(index, w));
            scene.must(hard.is_none(), index, || {
                format!("{hard:?} is written under a guard, and hard")
            })?;
        }
    }
    Ok(())
}

/// Each instruction has a flag for each word that it names, and no thread reads next what is said to be
/// written next.
pub fn accesses(kernel: &Kernel, flags: &NextAccesses) -> Result<(), Broken> {
    let pass = "next_access";
    let scene = Scene { pass, kernel };
    let Registers::Physical { words, .. } = kernel.registers else {
        return Ok(());
    };
    let needed = needed_after(kernel, &Cfg::new(kernel), words as usize);
    for (index, instruction) in kernel.code.iter().enumerate() {
        let flags = flags.of(index);
        let flagged = flags.iter().map(|flag| flag.0);
        scene.must(flagged.eq(named(instruction)), index, || {
            "flags of other registers than it names".to_owned()
        })?;
        for &(word, next) in flags {
            let wrong = next == NextAccess::Write && needed[index].contains(word);
            scene.must(!wrong, index, || {
                format!("r{word} is read again, and said not to be")
            })?;
        }
    }
    Ok(())
}

/// A next use names the register, and so does the instruction that it is of; none before it in the same
/// block does.
pub fn uses(kernel: &Kernel, uses: &[Vec<NextUse>]) -> Result<(), Broken> {
    let pass = "next_use";
    let scene = Scene { pass, kernel };
    if matches!(kernel.registers, Registers::Virtual(_)) {
        return Ok(());
    }
    let cfg = Cfg::new(kernel);
    let names: Vec<BTreeSet<u32>> = kernel.code.iter().map(named).collect();
    for (index, names_here) in names.iter().enumerate() {
        let block = &cfg.blocks[cfg.block_of[index]];
        for &word in names_here {
            let mut ahead = index + 1..block.code.end;
            let near = ahead.find(|&later| names[later].contains(&word));
            let said = uses[index].iter().find(|next| next.word == word);
            let right = match (near, said) {
                (Some(near), Some(said)) => {
                    (said.pc as usize, said.distance as usize) == (near, near - index)
                }
                (Some(_), None) => false,
                (None, Some(said)) => {
                    let beyond = said.distance as usize >= block.code.end - index;
                    names[said.pc as usize].contains(&word) && beyond
                }
                (None, None) => true,
            };
            scene.must(right, index, || {
                format!("r{word} is said to be named next in {said:?}")
            })?;
        }
        let foreign = uses[index]
            .iter()
            .find(|next| !names_here.contains(&next.word));
        scene.must(foreign.is_none(), index, || {
            format!("a next use of a register that it does not name: {foreign:?}")
        })?;
    }
    Ok(())
}
