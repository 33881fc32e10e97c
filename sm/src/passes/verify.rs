//! The verifier: what every pass must keep, looked at after each of them, in every build. It costs less than
//! the passes do, and a pass that breaks its promise is an error with a place here, where it would
//! otherwise be wrong memory far away.
//!
//! ```text
//! before                          after numbering                 the verifier
//! ld.global.b64 r0:r1, [r4]       ld.global.b64 r2:r3, [r0]
//! add.s32 r6, r1, r5              add.s32 r6, r7, r5              r1 is read as r7, but was r3 in
//!                                                                 instruction 0: the pair is torn
//! ```
//!
//! | after | must hold |
//! |---|---|
//! | spilling | what lives in memory is brought before each read and put back after each write ([`spilled`]) |
//! | allocation | [`physical`], and every use reads what its definition wrote ([`allocated`]) |
//! | numbering | [`physical`], and registers have changed their names, nothing else ([`renumbered`]) |
//! | warp liveness, next access, next use | no thread needs what is called dead ([`live`], [`accesses`], [`uses`]) |
//! | levels | every read finds the newest value in the file that it is said to be in ([`placed`]) |
//! | regions, annotations | each region takes in what it reads and gives out what is needed ([`annotated`]) |
//! | metadata | operations are the instructions', and nothing is named that is gone ([`encoded`]) |

mod flow;
mod hints;
mod levels;
mod spill;
mod staging;
mod threads;

pub use flow::allocated;
pub use hints::{accesses, live, uses};
pub use levels::placed;
pub use spill::spilled;
pub use staging::{annotated, encoded};

use crate::ir::{Class, Instruction, Kernel, Op, Operand, Reg, Registers};
use std::collections::BTreeMap;
use std::fmt;

/// A pass has not kept what it must: a defect of ours, not of the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The pass.
    pub pass: &'static str,
    /// The kernel.
    pub kernel: String,
    /// The instruction, and its line of the PTX.
    pub at: Option<(usize, u32)>,
    /// What does not hold.
    pub what: String,
}

impl Broken {
    /// Everything but the kernel's name.
    pub fn reason(&self) -> String {
        let at = self.at.map_or(String::new(), |(index, line)| {
            format!(" at instruction {index} (PTX line {line})")
        });
        let (pass, what) = (self.pass, &self.what);
        format!("pass '{pass}' broke it{at}: {what}; this is a defect of warploom")
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kernel '{}': {}", self.kernel, self.reason())
    }
}

impl std::error::Error for Broken {}

/// What is being looked at, for errors to name.
#[derive(Clone, Copy)]
struct Scene<'a> {
    pass: &'static str,
    kernel: &'a Kernel,
}

impl Scene<'_> {
    fn broken(&self, index: impl Into<Option<usize>>, what: String) -> Broken {
        let code = &self.kernel.code;
        let at = index.into();
        Broken {
            pass: self.pass,
            kernel: self.kernel.name.clone(),
            at: at.map(|index| (index, code.get(index).map_or(0, |i| i.line))),
            what,
        }
    }

    fn must(
        &self,
        holds: bool,
        index: impl Into<Option<usize>>,
        what: impl FnOnce() -> String,
    ) -> Result<(), Broken> {
        if holds {
            Ok(())
        } else {
            Err(self.broken(index, what()))
        }
    }
}

/// A register as a person reads it: `r4`, `r4:r5`, `p1`.
fn name(reg: Reg) -> String {
    match reg.class {
        Class::Word => format!("r{}", reg.index),
        Class::Pair => format!("r{}:r{}", reg.index, reg.index + 1),
        Class::Predicate => format!("p{}", reg.index),
    }
}

/// A kernel over physical registers, at most `cap` of them: all that it names is there, pairs lie on even
/// places, results of one instruction lie apart, vectors have as many registers as elements.
pub fn physical(pass: &'static str, kernel: &Kernel, cap: u32) -> Result<(), Broken> {
    let scene = Scene { pass, kernel };
    let Registers::Physical { words, predicates } = kernel.registers else {
        return Err(scene.broken(None, "registers are virtual".into()));
    };
    scene.must(words <= cap, None, || {
        format!("{words} registers, {cap} are allowed")
    })?;
    let last = kernel.code.last();
    let ends = last.is_some_and(|i| i.op == Op::Exit && i.guard.is_none());
    scene.must(ends, None, || "it does not end with exit".into())?;
    for (index, instruction) in kernel.code.iter().enumerate() {
        let named = instruction.reads().chain(instruction.results());
        for reg in named {
            let (end, most) = match reg.class {
                Class::Predicate => (reg.index + 1, predicates),
                _ => (reg.words().end, words),
            };
            scene.must(end <= most, index, || {
                format!("{} of {most} registers of its kind", name(reg))
            })?;
            let odd = reg.class == Class::Pair && reg.index % 2 != 0;
            scene.must(!odd, index, || {
                format!("pair {} on an odd place", name(reg))
            })?;
        }
        let results: Vec<Reg> = instruction.results().collect();
        for (position, a) in results.iter().enumerate() {
            let same = |b: &&Reg| overlap(*a, **b);
            if let Some(b) = results[..position].iter().find(same) {
                let what = format!("results {} and {} share a place", name(*b), name(*a));
                return Err(scene.broken(index, what));
            }
        }
        shape(&scene, index, instruction)?;
    }
    Ok(())
}

/// Targets are instructions, constants are in the pool, vectors have their elements.
fn shape(scene: &Scene<'_>, index: usize, instruction: &Instruction) -> Result<(), Broken> {
    let kernel = scene.kernel;
    let inside = |target: &u32| (*target as usize) < kernel.code.len();
    let fine = match instruction.op {
        Op::Bra(target) => inside(&target),
        Op::Brx(table) => {
            let table = kernel.tables.get(table as usize);
            table.is_some_and(|table| table.iter().all(inside))
        }
        Op::Ld(access) => instruction.result_count() == u32::from(access.count),
        Op::St(access) => instruction.operands().len() == 1 + usize::from(access.count),
        _ => true,
    };
    scene.must(fine, index, || {
        "a target or a vector that is none".to_owned()
    })?;
    let known = |operand: &Operand| match operand {
        Operand::Constant(constant) => (*constant as usize) < kernel.constants.len(),
        _ => true,
    };
    let known = instruction.operands().iter().all(known);
    scene.must(known, index, || "a constant that there is not".to_owned())
}

/// Whether two registers have a word, or are the same predicate.
fn overlap(a: Reg, b: Reg) -> bool {
    match (a.class, b.class) {
        (Class::Predicate, Class::Predicate) => a.index == b.index,
        (Class::Predicate, _) | (_, Class::Predicate) => false,
        _ => a.words().start < b.words().end && b.words().start < a.words().end,
    }
}

/// The registers of two kernels side by side, instruction for instruction, which must not differ in
/// anything else.
fn side_by_side(scene: &Scene<'_>, before: &Kernel) -> Result<Vec<(usize, Reg, Reg)>, Broken> {
    let after = scene.kernel;
    scene.must(before.code.len() == after.code.len(), None, || {
        let (had, has) = (before.code.len(), after.code.len());
        format!("{had} instructions before, {has} after")
    })?;
    let mut pairs = Vec::new();
    for (index, (old, new)) in before.code.iter().zip(&after.code).enumerate() {
        let nowhere = |reg: Reg| Reg { index: 0, ..reg };
        let (mut a, mut b) = (*old, *new);
        a.rename(nowhere, nowhere);
        b.rename(nowhere, nowhere);
        scene.must(a == b, index, || {
            "more than registers has changed".to_owned()
        })?;
        let named = |i: &Instruction| i.reads().chain(i.results()).collect::<Vec<_>>();
        let registers = named(old).into_iter().zip(named(new));
        pairs.extend(registers.map(|(old, new)| (index, old, new)));
    }
    Ok(pairs)
}

/// A kernel whose registers have got other numbers: every word has one new place, no two share one, and the
/// words of a pair still lie side by side.
pub fn renumbered(before: &Kernel, after: &Kernel) -> Result<(), Broken> {
    let pass = "numbering";
    let scene = Scene {
        pass,
        kernel: after,
    };
    let Registers::Physical { words, .. } = before.registers else {
        return scene.must(before == after, None, || {
            "virtual registers were changed".into()
        });
    };
    physical(pass, after, words)?;
    scene.must(before.registers == after.registers, None, || {
        "another number of registers".into()
    })?;
    // Of each word its place, of each place its word, and where that was seen first.
    let mut places: BTreeMap<u32, (u32, usize)> = BTreeMap::new();
    let mut holders: BTreeMap<u32, (u32, usize)> = BTreeMap::new();
    for (index, old, new) in side_by_side(&scene, before)? {
        if old.class == Class::Predicate {
            scene.must(old == new, index, || {
                format!("{} became {}", name(old), name(new))
            })?;
        }
        for (word, place) in old.words().zip(new.words()) {
            let (known, first) = *places.entry(word).or_insert((place, index));
            scene.must(known == place, index, || {
                format!("r{word} is r{place}, but r{known} in instruction {first}")
            })?;
            let (holder, first) = *holders.entry(place).or_insert((word, index));
            scene.must(holder == word, index, || {
                format!("r{word} is r{place}, as r{holder} is in instruction {first}")
            })?;
        }
    }
    Ok(())
}
