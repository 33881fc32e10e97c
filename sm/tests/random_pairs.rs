//! Random programs with 64-bit addresses: pairs, vectors of words and of pairs, guards, branches and loops. Under random
//! caps, allocation and every pass keep what the verifier asks of them, and what comes out leaves the memory
//! that virtual registers leave: functionally, and cycle by cycle under every scheme.
//!
//! `WARPLOOM_SEED=N` runs other programs; a failure prints the seed of its program, which it runs alone.

use crate::support;

use sm::alloc::{allocate, AllocationError};
use sm::analysis::Cfg;
use sm::exec::{GlobalMemory, Launch, Limits, Program, Statistics};
use sm::ir::{Kernel, Registers};
use sm::lower::Module;
use sm::passes::{
    annotate, encode, next_accesses, next_uses, renumber, verify, RegionLimits, WarpLiveness,
};
use sm::scheme::{build, Golden};
use sm::timing::{Preset, Settings};
use spec::Scheme;
use std::fmt::Write;
use support::{load, run, Random};

const PROGRAMS: u64 = 120;
/// Programs that also run cycle by cycle under every scheme, which takes long.
const TIMED: u64 = 6;
const SEED: u64 = 30;
const LIMIT: u64 = 5_000_000;
const THREADS: usize = 40;
/// Bytes of a thread's own memory that its program loads and stores: two vectors of the largest size.
const SCRATCH: usize = 32;

/// A program in the making: all registers are defined before the body reads them.
struct Writer {
    text: String,
    random: Random,
    words: usize,
    pairs: usize,
    labels: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Registers of a kind, no two the same, as a vector's must be.
    fn distinct(&mut self, kind: &str, of: usize, count: usize) -> Vec<String> {
        let first = self.random.below(of);
        let step = 1 + self.random.below(of / count);
        let number = |i: usize| format!("{kind}{}", (first + i * step) % of);
        (0..count).map(number).collect()
    }

    fn statement(&mut self) {
        let guard = match self.random.below(4) {
            0 => format!("@%p{} ", self.random.below(4)),
            1 => format!("@!%p{} ", self.random.below(4)),
            _ => String::new(),
        };
        let words = self.distinct("%r", self.words, 4);
        let pairs = self.distinct("%d", self.pairs, 2);
        let [a, b, c, d] = &words[..] else { return };
        let [x, y] = &pairs[..] else { return };
        let z = format!("%d{}", self.random.below(self.pairs));
        let (p, shift) = (self.random.below(4), self.random.below(40));
        let half = 16 * self.random.below(2);
        let (v2, v4) = (format!("{{{a}, {b}}}"), words.join(", "));
        let line = match self.random.below(19) {
            0 => format!("ld.global.v4.b32 {{{v4}}}, [%row+{half}];"),
            1 => format!("st.global.v4.b32 [%row+{half}], {{{v4}}};"),
            2 => format!("ld.global.v2.b32 {v2}, [%row+{half}];"),
            3 => format!("st.global.v2.b32 [%row+{}], {v2};", half + 8),
            4 => format!("ld.global.v2.b64 {{{x}, {y}}}, [%row+{half}];"),
            5 => format!("st.global.v2.b64 [%row+{half}], {{{x}, {y}}};"),
            6 => format!("ld.global.b64 {x}, [%row+{half}];"),
            7 => format!("mov.b64 {v2}, {x};"),
            8 => format!("mov.b64 {x}, {v2};"),
            9 => format!("mad.wide.u32 {x}, {a}, {b}, {y};"),
            10 => format!("add.s64 {x}, {y}, {z};"),
            11 => format!("cvt.u32.u64 {a}, {x};"),
            12 => format!("shr.u64 {x}, {y}, {shift};"),
            13 => format!("mov.u64 {x}, {y};"),
            14 => format!("selp.b64 {x}, {y}, {z}, %p{p};"),
            15 => format!("setp.lt.s32 %p{p}, {a}, {b};"),
            16 => format!("mad.lo.s32 {a}, {b}, {c}, {d};"),
            17 => format!("mov.u32 {a}, {b};"),
            _ => format!("xor.b32 {a}, {b}, {c};"),
        };
        self.line(&(guard + &line));
    }

    fn body(&mut self, depth: u32) {
        for _ in 0..4 + self.random.below(10) {
            let kinds = if depth < 3 { 12 } else { 10 };
            let kind = self.random.below(kinds);
            self.labels += usize::from(kind >= 10);
            let (label, p) = (self.labels, self.random.below(4));
            match kind {
                10 => {
                    self.line(&format!("@%p{p} bra ELSE{label};"));
                    self.body(depth + 1);
                    self.line(&format!("bra.uni END{label};\nELSE{label}:"));
                    self.body(depth + 1);
                    self.line(&format!("END{label}:"));
                }
                11 => {
                    // As many rounds as the lane says.
                    let counter = format!("%c{label}");
                    self.line(&format!("and.b32 {counter}, %lane, 3;\nLOOP{label}:"));
                    self.body(depth + 1);
                    self.line(&format!(
                        "sub.s32 {counter}, {counter}, 1;\nsetp.gt.s32 %q, {counter}, 0;\n@%q bra LOOP{label};"
                    ));
                }
                _ => self.statement(),
            }
        }
    }
}

/// A program, and the bytes that each of its threads has.
fn program(seed: u64) -> (String, usize) {
    let mut random = Random(seed);
    let (words, pairs) = (4 + random.below(24), 2 + random.below(14));
    let mut writer = Writer {
        text: String::new(),
        random,
        words,
        pairs,
        labels: 0,
    };
    writer.body(0);
    let row = (SCRATCH + 8 * pairs + 4 * words).next_multiple_of(16);
    let mut text = String::from(".version 6.0\n.target sm_50\n.address_size 64\n");
    let _ = writeln!(
        text,
        ".entry f(.param .u64 out)\n{{\n.reg .pred %p<4>, %q;\n.reg .b32 %r<{words}>, %c<{}>, %lane, %n;\n\
         .reg .b64 %d<{pairs}>, %row;\nld.param.u64 %row, [out];\nmov.u32 %lane, %ctaid.x;\nmov.u32 %n, %ntid.x;\n\
         mov.u32 %c0, %tid.x;\nmad.lo.u32 %lane, %lane, %n, %c0;\nmad.wide.u32 %row, %lane, {row}, %row;",
        writer.labels + 1
    );
    for p in 0..4 {
        let _ = writeln!(text, "setp.gt.u32 %p{p}, %lane, {};", p * 9);
    }
    for r in 0..words {
        let (factor, start) = (r * 977 + 1, r * 31);
        let _ = writeln!(text, "mad.lo.u32 %r{r}, %lane, {factor}, {start};");
    }
    for d in 0..pairs {
        let _ = writeln!(text, "mul.wide.u32 %d{d}, %lane, {};", d * 0x0123_4567 + 3);
    }
    text.push_str(&writer.text);
    for d in 0..pairs {
        let _ = writeln!(text, "st.global.u64 [%row+{}], %d{d};", SCRATCH + 8 * d);
    }
    for r in 0..words {
        let at = SCRATCH + 8 * pairs + 4 * r;
        let _ = writeln!(text, "st.global.u32 [%row+{at}], %r{r};");
    }
    text.push_str("ret;\n}\n");
    (text, row)
}

/// All passes over a kernel with physical registers, each verified; the kernel that RegLess gets.
fn passes(kernel: &Kernel) -> Result<Kernel, verify::Broken> {
    let Registers::Physical { words, .. } = kernel.registers else {
        panic!("registers are allocated");
    };
    let live = WarpLiveness::new(kernel, &Cfg::new(kernel), words as usize);
    verify::live(kernel, &live)?;
    verify::accesses(kernel, &next_accesses(kernel))?;
    verify::uses(kernel, &next_uses(kernel))?;
    let limits = RegionLimits::default();
    let renumbered = renumber(kernel, limits);
    verify::renumbered(kernel, &renumbered)?;
    let notes = annotate(&renumbered, limits);
    verify::annotated(&renumbered, &notes, limits)?;
    let encoded = encode(&renumbered, &notes).expect("words have room");
    verify::encoded(&renumbered, &notes, &encoded)?;
    Ok(renumbered)
}

fn execute(kernel: Kernel, module: &Module, row: usize) -> Vec<u32> {
    let mut memory = vec![0; row / 4 * THREADS];
    let shape = (1, THREADS as u32);
    let done = run(&Program::new(kernel), module, shape, &mut memory, LIMIT);
    done.unwrap_or_else(|error| panic!("{error}"));
    memory
}

/// The same cycle by cycle.
fn timed(scheme: Scheme, kernel: &Kernel, module: &Module, row: usize) -> Vec<u8> {
    let preset = match scheme {
        Scheme::WarpedCompression => Preset::Fermi,
        _ => Preset::Maxwell,
    };
    let settings = Settings::new(preset.parameters());
    let mut multiprocessor = build(scheme, settings, &mut Golden).expect("it has the scheme");
    let mut memory = GlobalMemory::of_module(module);
    let bytes = (row * THREADS) as u64;
    let address = memory.allocate("words", bytes).expect("it fits");
    let launch = Launch {
        grid: [1, 1, 1],
        block: [THREADS as u32, 1, 1],
        arguments: address.to_le_bytes().to_vec(),
        ..Launch::default()
    };
    let program = Program::new(kernel.clone());
    let (limits, statistics) = (&mut Limits::default(), &mut Statistics::default());
    let done = multiprocessor.launch(&program, &launch, &mut memory, limits, statistics);
    done.unwrap_or_else(|error| panic!("{scheme}: {error}"));
    memory.slice(address, bytes).expect("allocated").to_vec()
}

/// Everything about one program; what was tried under caps that do.
fn check(seed: u64, is_timed: bool) -> u64 {
    let (text, row) = program(seed);
    let module = load(&text);
    let kernel = &module.kernels[0];
    let expected = execute(kernel.clone(), &module, row);
    let mut random = Random(!seed);
    let caps = [None, Some(64), Some(8 + random.below(40) as u32)];
    let mut tried = 0;
    for cap in caps {
        let allocated = match allocate(kernel, cap) {
            Ok(allocated) => allocated.kernel,
            Err(AllocationError::TooFew { .. }) => continue,
            Err(error) => panic!("cap {cap:?}: {error}\n{text}"),
        };
        tried += 1;
        let physical = execute(allocated.clone(), &module, row);
        assert!(physical == expected, "cap {cap:?}: another memory\n{text}");
        if Program::new(allocated.clone()).words > 64 {
            continue;
        }
        let renumbered = passes(&allocated);
        let renumbered = renumbered.unwrap_or_else(|error| panic!("cap {cap:?}: {error}\n{text}"));
        let spread = execute(renumbered, &module, row);
        assert!(
            spread == expected,
            "cap {cap:?}, renumbered: another memory\n{text}"
        );
        if is_timed && cap.is_some() {
            let bytes: Vec<u8> = expected
                .iter()
                .flat_map(|word| word.to_le_bytes())
                .collect();
            for scheme in Scheme::ALL {
                let got = timed(scheme, &allocated, &module, row);
                assert!(
                    got == bytes,
                    "cap {cap:?}, {scheme}: another memory\n{text}"
                );
            }
        }
    }
    tried
}

#[test]
fn passes_keep_pairs_and_vectors_of_random_programs() {
    let named = std::env::var("WARPLOOM_SEED").ok();
    if let Some(seed) = named.map(|seed| seed.parse().expect("WARPLOOM_SEED is a number")) {
        check(seed, true);
        return;
    }
    let mut tried = 0;
    for number in 0..PROGRAMS {
        let seed = SEED * 1_000_003 + number;
        let ran = std::panic::catch_unwind(|| check(seed, number < TIMED));
        tried += ran.unwrap_or_else(|_| panic!("run it alone: WARPLOOM_SEED={seed}"));
    }
    println!("{tried} allocations of {PROGRAMS} programs");
    assert!(tried > 2 * PROGRAMS, "only {tried} allocations");
}
