//! The verifier finds what passes might do wrong: each mistake that is made here, in what a pass has left of a kernel
//! with 64-bit addresses, is an error that names pass and instruction.

use sm::alloc::allocate;
use sm::descriptor::AddressSize;
use sm::host::Session;
use sm::ir::{Class, Kernel, Op, Reg, Registers};
use sm::passes::verify::{self, Broken};
use sm::passes::{
    annotate, encode, levels, next_uses, renumber, Annotated, Encoded, Level, Nature, Placed,
    RegionLimits,
};
use std::path::Path;

fn session() -> Session {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kernels/gaussian/gaussian.toml");
    Session::open_for(&path, Some(AddressSize::Wide)).unwrap_or_else(|error| panic!("{error}"))
}

/// A kernel with loops and many pairs, over 24 registers.
fn kernel() -> Kernel {
    let session = session();
    let kernel = session.module().kernel("back_substitute");
    let allocated = allocate(kernel.expect("the entry"), Some(24));
    allocated.expect("24 suffice").kernel
}

#[track_caller]
fn found(verified: Result<(), Broken>, pass: &str, words: &str) {
    let broken = verified.expect_err("a mistake was made");
    let text = broken.to_string();
    assert_eq!(broken.pass, pass, "{text}");
    assert!(text.contains(words), "{text}");
    assert!(text.contains("kernel 'back_substitute'"), "{text}");
}

/// Renames registers as a torn search for places would.
fn moved(kernel: &Kernel, place: impl Fn(Reg) -> u32) -> Kernel {
    let mut moved = kernel.clone();
    let to = |reg: Reg| match reg.class {
        Class::Predicate => reg,
        _ => Reg {
            index: place(reg),
            ..reg
        },
    };
    for instruction in &mut moved.code {
        instruction.rename(to, to);
    }
    moved
}

#[test]
fn torn_pairs_are_found() {
    let kernel = kernel();
    let Registers::Physical { words, .. } = kernel.registers else {
        panic!("registers are allocated");
    };
    let pairs = kernel
        .code
        .iter()
        .flat_map(|i| i.results().collect::<Vec<_>>());
    let mut pairs = pairs.filter(|reg| reg.class == Class::Pair);
    let pair = pairs.next().expect("64-bit addresses").index;
    let place = |reg: Reg| (reg.index + 1) % words;
    found(
        verify::renumbered(&kernel, &moved(&kernel, place)),
        "numbering",
        "on an odd place",
    );
    // The pair has gone to where another is.
    let other = if pair == 0 { 2 } else { 0 };
    let place = |reg: Reg| if reg.index == pair { other } else { reg.index };
    let torn = verify::renumbered(&kernel, &moved(&kernel, place));
    found(torn, "numbering", "in instruction");
    let mut changed = kernel.clone();
    let last = changed.code.len() - 1;
    changed.code[last - 1].op = Op::Nop;
    let changed = verify::renumbered(&kernel, &changed);
    found(changed, "numbering", "more than registers has changed");
}

#[test]
fn values_that_share_a_place_are_found() {
    let session = session();
    let before = session
        .module()
        .kernel("back_substitute")
        .expect("the entry");
    let after = allocate(before, None).expect("it fits").kernel;
    let visitors = usize::MAX;
    verify::allocated(before, &after, 255, visitors).expect("it is as it should be");
    // Every word that is not half of a pair goes to one place.
    let pair = |reg: Reg| reg.class == Class::Pair;
    let halves: Vec<u32> = { after.code.iter() }
        .flat_map(|i| {
            i.reads()
                .chain(i.results())
                .filter(|reg| pair(*reg))
                .collect::<Vec<_>>()
        })
        .flat_map(|reg| reg.words())
        .collect();
    let single = (0..24)
        .find(|word| !halves.contains(word))
        .expect("a word alone");
    let place = |reg: Reg| match reg.class {
        Class::Word => single,
        _ => reg.index,
    };
    let shared = verify::allocated(before, &moved(&after, place), 255, visitors);
    found(shared, "allocation", "has been written for another value");
    let capped = verify::allocated(before, &after, 4, visitors);
    found(capped, "allocation", "4 are allowed");
}

/// What the verifier says of annotations with a mistake.
fn annotated(mistake: impl Fn(&mut Vec<Annotated>)) -> Result<(), Broken> {
    let (kernel, limits) = (kernel(), RegionLimits::default());
    let kernel = renumber(&kernel, limits);
    let mut notes = annotate(&kernel, limits);
    verify::annotated(&kernel, &notes, limits).expect("it is as it should be");
    mistake(&mut notes);
    verify::annotated(&kernel, &notes, limits)
}

#[test]
fn wrong_regions_and_annotations_are_found() {
    let full = |notes: &[Annotated]| {
        let busy =
            |note: &Annotated| !note.region.inputs.is_empty() && !note.region.outputs.is_empty();
        notes
            .iter()
            .position(busy)
            .expect("a region with inputs and outputs")
    };
    let mistake = annotated(|notes| {
        notes.remove(1);
    });
    found(mistake, "regions", "does not begin where");
    let mistake = annotated(|notes| {
        let at = full(notes);
        notes[at].region.inputs.pop_first();
    });
    found(mistake, "regions", "stages");
    let mistake = annotated(|notes| {
        let at = full(notes);
        let region = &mut notes[at].region;
        let lost = region
            .outputs
            .iter()
            .find(|word| !region.inputs.contains(word))
            .copied();
        let lost = lost.expect("a fresh output");
        region.outputs.remove(&lost);
        region.interior.insert(lost);
    });
    found(mistake, "regions", "needed behind its region");
    let mistake = annotated(|notes| {
        let at = full(notes);
        notes[at].preloads.pop();
    });
    found(mistake, "annotations", "other preloads");
    let mistake = annotated(|notes| {
        let kept = notes.iter_mut().flat_map(|note| &mut note.preloads);
        kept.for_each(|preload| preload.last = true);
    });
    found(mistake, "annotations", "needed behind its region");
    let mistake = annotated(|notes| {
        let at = full(notes);
        notes[at].evicts.pop_first();
    });
    found(mistake, "annotations", "last uses");
}

/// The same of metadata.
fn encoded(mistake: impl Fn(&mut Encoded)) -> Result<(), Broken> {
    let (kernel, limits) = (kernel(), RegionLimits::default());
    let notes = annotate(&kernel, limits);
    let mut code = encode(&kernel, &notes).expect("words have room");
    verify::encoded(&kernel, &notes, &code).expect("it is as it should be");
    mistake(&mut code);
    verify::encoded(&kernel, &notes, &code)
}

#[test]
fn wrong_metadata_and_next_uses_are_found() {
    let mistake = encoded(|code| {
        let mut steps = code.regions.iter_mut().flat_map(|region| &mut region.steps);
        let step = steps
            .find(|step| step.sources[0].is_some())
            .expect("a source");
        step.sources[0] = None;
    });
    found(mistake, "metadata", "operations read");
    let mistake = encoded(|code| {
        let regions = code.regions.iter_mut();
        regions.for_each(|region| region.operations.clear());
    });
    found(mistake, "metadata", "other preloads");
    let kernel = kernel();
    let mut uses = next_uses(&kernel);
    verify::uses(&kernel, &uses).expect("they are as they should be");
    let next = uses
        .iter_mut()
        .flatten()
        .next()
        .expect("something is used again");
    next.distance += 1;
    found(verify::uses(&kernel, &uses), "next_use", "named next");
}

/// The same of places in a hierarchy of register files.
fn placed(mistake: impl Fn(&mut [Placed])) -> Result<(), Broken> {
    let kernel = kernel();
    let natures = { kernel.code.iter() }.map(|instruction| Nature {
        is_slow: matches!(instruction.op, Op::Ld(_)),
        is_shared: false,
    });
    let mut placed = levels(&kernel, &natures.collect::<Vec<_>>(), 3);
    verify::placed(&kernel, &placed).expect("it is as it should be");
    mistake(&mut placed);
    verify::placed(&kernel, &placed)
}

#[test]
fn values_that_are_not_where_they_are_read_are_found() {
    // An entry that nobody wrote.
    let mistake = placed(|placed| {
        let mut reads = placed.iter_mut().flat_map(|placed| &mut placed.reads);
        let read = reads.find(|read| read.1 == Level::Main).expect("a read");
        read.1 = Level::Operand(9);
    });
    found(mistake, "levels", "which may not have it");
    // Two values in one entry at a time.
    let mistake = placed(|placed| {
        let all = placed.iter_mut();
        let all = all.flat_map(|p| p.reads.iter_mut().chain(&mut p.copies).chain(&mut p.writes));
        for place in all.filter(|place| matches!(place.1, Level::Operand(_) | Level::Last)) {
            place.1 = Level::Operand(0);
        }
    });
    found(mistake, "levels", "which may not have it");
    // What is needed behind its strand, and is not in the main file.
    let mistake = placed(|placed| {
        let writes = placed.iter_mut().map(|placed| &mut placed.writes);
        for writes in writes.filter(|writes| writes.len() > 1) {
            writes.retain(|write| write.1 != Level::Main);
        }
    });
    found(mistake, "levels", "from Main, which may not have it");
    // A strand that goes on where the warp was put aside.
    let mistake = placed(|placed| {
        let mut reads = placed.iter_mut();
        let kept = reads.find(|placed| placed.reads.iter().any(|read| read.1 != Level::Main));
        kept.expect("a read of an entry").begins_strand = true;
    });
    found(mistake, "levels", "which may not have it");
}
