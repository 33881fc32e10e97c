//! The passes against execution: what they say is not needed is filled with garbage, in all lanes,
//! and every shipped kernel must still leave the same memory.

use super::{annotate, next_accesses, verify, Annotated, NextAccess, NextAccesses, RegionLimits};
use crate::alloc::AllocationError;
use crate::descriptor::AddressSize;
use crate::exec::{
    blocks, check, Environment, GlobalMemory, Launch, Limits, Program, Resident, Standing,
    Statistics,
};
use crate::host::{HostError, Machine, Options, Session};
use crate::timing::TimingError;
use std::path::{Path, PathBuf};

/// What is poisoned.
#[derive(Clone, Copy, Debug)]
enum What {
    /// After an instruction, what its flags say is written next.
    NextAccess,
    /// Before a region, what it names and does not have as an input.
    Regions,
    /// When a region begins what it invalidates, after an instruction what it erases, behind a region
    /// what was preloaded for the last time.
    Annotations,
}

struct Poisoning {
    what: What,
    /// Registers that were filled.
    filled: u64,
}

struct Notes {
    flags: NextAccesses,
    regions: Vec<Annotated>,
}

impl Poisoning {
    /// Executes one block, its warps in turns as functional execution does.
    fn block(
        &mut self,
        env: &mut Environment<'_>,
        resident: &mut Resident,
        notes: &Notes,
    ) -> Result<(), TimingError> {
        loop {
            let mut waits = false;
            let mut progressed = false;
            for warp in 0..resident.warps() {
                while let Standing::At(pc) = resident.standing(warp) {
                    progressed = true;
                    self.before(resident, warp, pc, notes);
                    resident.step(env, warp)?;
                    self.after(resident, warp, pc, notes);
                }
                waits |= resident.standing(warp) == Standing::Waits;
            }
            if !waits {
                return Ok(());
            }
            assert!(progressed, "the warps wait for each other");
        }
    }

    fn poison(&mut self, resident: &mut Resident, warp: usize, words: impl Iterator<Item = u32>) {
        for word in words {
            resident.poison(warp, word);
            self.filled += 1;
        }
    }

    fn before(&mut self, resident: &mut Resident, warp: usize, pc: u32, notes: &Notes) {
        let begins = |note: &&Annotated| note.region.code.start == pc as usize;
        let Some(note) = notes.regions.iter().find(begins) else {
            return;
        };
        let region = &note.region;
        match self.what {
            What::NextAccess => {}
            What::Regions => {
                let fresh = region.interior.iter().chain(&region.outputs);
                let fresh = fresh.filter(|word| !region.inputs.contains(word));
                self.poison(resident, warp, fresh.copied());
            }
            What::Annotations => self.poison(resident, warp, note.invalidates.iter().copied()),
        }
    }

    fn after(&mut self, resident: &mut Resident, warp: usize, pc: u32, notes: &Notes) {
        let pc = pc as usize;
        match self.what {
            // `bar.red` has its result later, when its barrier opens.
            What::NextAccess => {
                let flags = notes.flags.of(pc).iter();
                let dead = flags.filter(|flag| flag.1 == NextAccess::Write);
                self.poison(resident, warp, dead.map(|flag| flag.0));
            }
            What::Regions => {}
            What::Annotations => {
                let holds = |note: &&Annotated| note.region.code.contains(&pc);
                let Some(note) = notes.regions.iter().find(holds) else {
                    return;
                };
                let erased = note.erases.get(&pc).into_iter().flatten();
                self.poison(resident, warp, erased.copied());
                if note.region.code.end == pc + 1 {
                    let last = note.preloads.iter().filter(|preload| preload.last);
                    // What the region has written anew lives on; memory's copy is gone all the same.
                    let gone = last.filter(|preload| !note.region.outputs.contains(&preload.word));
                    self.poison(resident, warp, gone.map(|preload| preload.word));
                }
            }
        }
    }
}

impl Machine for Poisoning {
    fn launch(
        &mut self,
        program: &Program,
        launch: &Launch,
        memory: &mut GlobalMemory,
        limits: &mut Limits,
    ) -> Result<(), HostError> {
        check(program, launch)?;
        let notes = Notes {
            flags: next_accesses(&program.kernel),
            regions: annotate(&program.kernel, RegionLimits::default()),
        };
        let mut statistics = Statistics::default();
        let mut env = Environment::new(program, launch, memory, &mut statistics, limits);
        for number in 0..blocks(launch) {
            let mut resident = Resident::new(program, launch, number);
            self.block(&mut env, &mut resident, &notes)?;
        }
        limits.instructions = env.meter.left;
        Ok(())
    }
}

fn kernels() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kernels");
    let folders = std::fs::read_dir(folder).expect("kernels/ is readable");
    let mut found: Vec<PathBuf> = folders
        .map(|entry| entry.expect("an entry").path())
        .filter_map(|folder| {
            let name = folder.file_name()?.to_str()?.to_owned();
            Some(folder.join(name + ".toml")).filter(|path| path.exists())
        })
        .collect();
    found.sort();
    found
}

/// Short ones that between them diverge, loop, call barriers and define a register on both paths
/// of a branch (srad); all with WARPLOOM_TESTS=full.
const SMOKE: [&str; 8] = [
    "bfs",
    "gaussian",
    "lud",
    "needleman_wunsch",
    "pathfinder",
    "spmv",
    "srad",
    "texture_lookup",
];

fn survives(what: What) {
    let all = kernels();
    assert!(all.len() >= 33, "{} kernels", all.len());
    let full = std::env::var("WARPLOOM_TESTS").is_ok_and(|value| value == "full");
    let chosen = |path: &&PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        full || SMOKE.contains(&&*name)
    };
    let chosen = all.iter().filter(chosen);
    for (path, size) in chosen.flat_map(|path| AddressSize::ALL.map(|size| (path, size))) {
        let session = Session::open_for(path, Some(size));
        let session = session.unwrap_or_else(|error| panic!("{error}"));
        for max_registers in [None, Some(16)] {
            let options = Options {
                physical: true,
                max_registers,
            };
            let name = format!("{}, {size}-bit addresses", path.display());
            let mut machine = Poisoning { what, filled: 0 };
            let run = match session.execute(options, &mut machine, None) {
                Ok(run) => run,
                // Not every kernel can live with so few.
                Err(HostError::Allocation(AllocationError::TooFew { .. }))
                    if max_registers.is_some() =>
                {
                    continue
                }
                Err(error) => panic!("{name}, {what:?}: {error}"),
            };
            assert!(machine.filled > 0, "{name}, {what:?}: nothing was poisoned");
            let outcome = run.finish().unwrap_or_else(|_| panic!("{name}"));
            for check in &outcome.checks {
                assert!(
                    check.passed(),
                    "{name}, {what:?}, {max_registers:?}: {check}"
                );
            }
        }
    }
}

#[test]
fn what_is_written_next_holds_nothing_of_use() {
    survives(What::NextAccess);
}

#[test]
fn what_is_no_input_of_a_region_holds_nothing_of_use() {
    survives(What::Regions);
}

#[test]
fn what_annotations_drop_is_of_no_use() {
    survives(What::Annotations);
}

#[test]
fn regions_keep_algorithm_1() {
    for path in kernels() {
        for size in AddressSize::ALL {
            let session = Session::open_for(&path, Some(size));
            let session = session.unwrap_or_else(|error| panic!("{error}"));
            for kernel in &session.module().kernels {
                let allocated = crate::alloc::allocate(kernel, None).expect("it fits");
                let (kernel, limits) = (allocated.kernel, RegionLimits::default());
                let verified = verify::annotated(&kernel, &annotate(&kernel, limits), limits);
                verified.unwrap_or_else(|broken| panic!("{broken}"));
            }
        }
    }
}
