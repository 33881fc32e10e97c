//! RegLess's regions: what they take in, give out and drop, and the operations that they become.

use super::threads::{needed_after, step_back};
use super::{Broken, Scene};
use crate::analysis::{Cfg, Set};
use crate::ir::{Kernel, Op, Registers};
use crate::passes::{
    read_words, written_words, Annotated, Encoded, Region, RegionCode, RegionLimits,
};
use golden::regless::metadata::Use;
use spec::regless::REGISTERS;
use std::collections::{BTreeMap, BTreeSet};

/// Regions with their annotations.
pub fn annotated(kernel: &Kernel, notes: &[Annotated], limits: RegionLimits) -> Result<(), Broken> {
    let Registers::Physical { words, .. } = kernel.registers else {
        return Ok(());
    };
    let cfg = Cfg::new(kernel);
    let needed = needed_after(kernel, &cfg, words as usize);
    let pass = "regions";
    let scene = Scene { pass, kernel };
    let mut at = 0;
    for note in notes {
        let region = &note.region;
        let start = region.code.start;
        scene.must(start == at && region.code.end > at, start, || {
            format!("a region does not begin where the one before it ends, at {at}")
        })?;
        at = region.code.end;
        of_region(&scene, region, &cfg, &needed[at - 1], limits)?;
        let pass = "annotations";
        of_annotations(&Scene { pass, kernel }, note, &needed)?;
    }
    scene.must(at == kernel.code.len(), None, || {
        format!("regions end at instruction {at}")
    })
}

fn of_region(
    scene: &Scene<'_>,
    region: &Region,
    cfg: &Cfg,
    behind: &Set,
    limits: RegionLimits,
) -> Result<(), Broken> {
    let kernel = scene.kernel;
    let (start, last) = (region.code.start, region.code.end - 1);
    scene.must(cfg.block_of[start] == cfg.block_of[last], start, || {
        "a region leaves its block".to_owned()
    })?;
    let (mut read_first, mut written) = (BTreeSet::new(), BTreeSet::new());
    for index in region.code.clone() {
        let instruction = &kernel.code[index];
        let ends = matches!(instruction.op, Op::Bar(_) | Op::Exit) || instruction.op.stops();
        scene.must(!ends || index == last, index, || {
            "a region goes on behind a barrier or an exit".to_owned()
        })?;
        read_first.extend(read_words(instruction).filter(|word| !written.contains(word)));
        written.extend(written_words(instruction));
    }
    let all: BTreeSet<u32> = read_first.union(&written).copied().collect();
    let staged = region.inputs.iter().chain(&region.outputs);
    let staged: BTreeSet<u32> = staged.chain(&region.interior).copied().collect();
    scene.must(staged == all, start, || {
        format!("a region stages {staged:?} and names {all:?}")
    })?;
    scene.must(read_first.is_subset(&region.inputs), start, || {
        format!("inputs {:?}, but {read_first:?} are read", region.inputs)
    })?;
    let lost = written
        .iter()
        .find(|&&word| behind.contains(word) && !region.outputs.contains(&word));
    scene.must(lost.is_none(), start, || {
        format!("{lost:?} is needed behind its region and is no output")
    })?;
    let apart =
        region.interior.is_disjoint(&region.inputs) && region.interior.is_disjoint(&region.outputs);
    scene.must(apart, start, || {
        "an interior register is an input or output".to_owned()
    })?;
    // One instruction is a region however much it takes.
    let fits = region.most <= limits.registers
        && region
            .per_bank
            .iter()
            .all(|&lines| lines <= limits.per_bank)
        && region.inputs.len() <= limits.inputs;
    scene.must(fits || start == last, start, || {
        format!("a region beyond its limits: {region:?}")
    })
}

fn of_annotations(scene: &Scene<'_>, note: &Annotated, needed: &[Set]) -> Result<(), Broken> {
    let kernel = scene.kernel;
    let region = &note.region;
    let (start, end) = (region.code.start, region.code.end);
    let preloaded = note.preloads.iter().map(|preload| preload.word);
    scene.must(preloaded.eq(region.inputs.iter().copied()), start, || {
        "other preloads than inputs".to_owned()
    })?;
    let behind = &needed[end - 1];
    let code = || kernel.code[region.code.clone()].iter();
    let is_written = |word: u32| code().any(|i| written_words(i).any(|written| written == word));
    let mut last_reads = note.preloads.iter().filter(|preload| preload.last);
    let wrong =
        last_reads.find(|preload| behind.contains(preload.word) && !is_written(preload.word));
    scene.must(wrong.is_none(), start, || {
        format!("{wrong:?} is needed behind its region, which does not write it")
    })?;
    let mut before = needed[start].clone();
    step_back(kernel, start, &mut before);
    let wrong = note.invalidates.iter().find(|&&word| before.contains(word));
    scene.must(wrong.is_none(), start, || {
        format!("{wrong:?} is invalidated and needed")
    })?;
    let mut last_uses = BTreeMap::new();
    for index in region.code.clone() {
        let instruction = &kernel.code[index];
        let words = read_words(instruction).chain(written_words(instruction));
        last_uses.extend(words.map(|word| (word, index)));
    }
    let marked = |uses: &BTreeMap<usize, BTreeSet<u32>>| -> BTreeMap<u32, usize> {
        let each = uses.iter();
        let each = each.flat_map(|(&index, words)| words.iter().map(move |&word| (word, index)));
        each.collect()
    };
    let erased = marked(&note.erases);
    let inside = erased.keys().all(|word| region.interior.contains(word));
    scene.must(inside, start, || {
        "a register is erased that is not interior".to_owned()
    })?;
    let mut all = marked(&note.evicts);
    let twice = erased.keys().find(|word| all.contains_key(word));
    scene.must(twice.is_none(), start, || {
        format!("{twice:?} is erased and evicted")
    })?;
    all.extend(erased);
    scene.must(all == last_uses, start, || {
        format!("last uses {last_uses:?}, marked {all:?}")
    })
}

/// Metadata of annotated regions.
pub fn encoded(kernel: &Kernel, notes: &[Annotated], encoded: &Encoded) -> Result<(), Broken> {
    let Registers::Physical { words, .. } = kernel.registers else {
        return Ok(());
    };
    let pass = "metadata";
    let scene = Scene { pass, kernel };
    let needed = needed_after(kernel, &Cfg::new(kernel), words as usize);
    scene.must(encoded.regions.len() == notes.len(), None, || {
        "another number of regions".to_owned()
    })?;
    for (code, note) in encoded.regions.iter().zip(notes) {
        let start = note.region.code.start;
        scene.must(code.code == note.region.code, start, || {
            "another region".to_owned()
        })?;
        let preloaded = code.operations.iter().filter(|o| o.0.is_preload());
        let preloaded = preloaded.map(|o| u32::from(o.1));
        let inputs = note.region.inputs.iter().copied();
        scene.must(preloaded.eq(inputs), start, || {
            "other preloads than inputs".to_owned()
        })?;
        of_steps(&scene, code, &needed[note.region.code.end - 1])?;
    }
    Ok(())
}

fn of_steps(scene: &Scene<'_>, code: &RegionCode, behind: &Set) -> Result<(), Broken> {
    let mut gone = BTreeSet::new();
    for index in code.code.clone() {
        let instruction = &scene.kernel.code[index];
        let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
        for step in &code.steps[code.steps_of(index)] {
            let sources = step.sources.iter().flatten();
            let named = sources.chain(&step.destination).copied();
            for word in named.map(u32::from) {
                let there = (word as usize) < REGISTERS && !gone.contains(&word);
                scene.must(there, index, || format!("r{word} is named and gone"))?;
            }
            for (source, mark) in step.sources.iter().zip(step.marks.sources) {
                let Some(word) = source.map(u32::from) else {
                    continue;
                };
                let late = written.contains(&word);
                scene.must(!late, index, || {
                    format!("r{word} is read after the instruction has written it")
                })?;
                read.insert(word);
                if mark != Use::Keep {
                    gone.insert(word);
                }
                let lost = mark == Use::Erase && behind.contains(word);
                scene.must(!lost, index, || format!("r{word} is erased and needed"))?;
            }
            if let Some(word) = step.destination.map(u32::from) {
                written.insert(word);
                if step.marks.destination {
                    gone.insert(word);
                }
            }
        }
        let same = read == read_words(instruction).collect()
            && written == written_words(instruction).collect();
        scene.must(same, index, || {
            format!("operations read {read:?} and write {written:?}")
        })?;
    }
    Ok(())
}
