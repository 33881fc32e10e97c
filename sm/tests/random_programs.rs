//! Random programs: physical registers, at any cap, leave the memory that virtual ones leave, and
//! lanes of a warp the memory that each thread leaves by itself.

use crate::support;

use sm::alloc::allocate;
use sm::exec::Program;
use std::fmt::Write;
use support::{load, run, Random};

const PROGRAMS: u64 = 150;
const SEED: u64 = 11;
const CAPS: [Option<u32>; 5] = [None, Some(40), Some(24), Some(14), Some(8)];
const LIMIT: u64 = 5_000_000;

/// A program in the making: registers of each kind, all defined before they are read.
struct Writer {
    text: String,
    random: Random,
    words: usize,
    pairs: usize,
    labels: usize,
    /// Ends of the loops around the next statement.
    ends: Vec<String>,
}

impl Writer {
    fn word(&mut self) -> String {
        format!("%r{}", self.random.below(self.words))
    }

    fn pair(&mut self) -> String {
        format!("%d{}", self.random.below(self.pairs))
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("$L{}", self.labels)
    }

    fn arithmetic(&mut self) {
        let guard = match self.random.below(4) {
            0 => format!("@%p{} ", self.random.below(4)),
            1 => format!("@!%p{} ", self.random.below(4)),
            _ => String::new(),
        };
        let (a, b, c, d) = (self.word(), self.word(), self.word(), self.word());
        let (x, y, z) = (self.pair(), self.pair(), self.pair());
        let p = self.random.below(4);
        let shift = self.random.below(40);
        let line = match self.random.below(16) {
            0 => format!("add.s32 {a}, {b}, {c};"),
            1 => format!("mad.lo.s32 {a}, {b}, {c}, {d};"),
            2 => format!("mul.wide.s32 {x}, {a}, {b};"),
            3 => format!("mad.wide.u32 {x}, {a}, {b}, {y};"),
            4 => format!("add.s64 {x}, {y}, {z};"),
            5 => format!("cvt.u32.u64 {a}, {x};"),
            6 => format!("cvt.s64.s32 {x}, {a};"),
            7 => format!("mov.b64 {x}, {{{a}, {b}}};"),
            8 if a != b => format!("mov.b64 {{{a}, {b}}}, {x};"),
            9 => format!("selp.b32 {a}, {b}, {c}, %p{p};"),
            10 => format!("setp.lt.s32 %p{p}, {a}, {b};"),
            11 => format!("shr.u64 {x}, {y}, {shift};"),
            12 => format!("mov.u32 {a}, {b};"),
            13 => format!("bfi.b32 {a}, {b}, {c}, {d}, 7;"),
            14 => format!("mov.u64 {x}, {y};"),
            _ => format!("xor.b32 {a}, {b}, {c};"),
        };
        self.line(&(guard + &line));
    }

    fn statements(&mut self, depth: u32) {
        for _ in 0..3 + self.random.below(8) {
            match self.random.below(if depth < 4 { 12 } else { 8 }) {
                8 | 9 => {
                    // A branch that lanes take differently.
                    let (other, end) = (self.label(), self.label());
                    let p = self.random.below(4);
                    let (a, b) = (self.word(), self.word());
                    self.line(&format!(
                        "setp.gt.u32 %p{p}, {a}, {b};\n@%p{p} bra {other};"
                    ));
                    self.statements(depth + 1);
                    self.line(&format!("bra.uni {end};\n{other}:"));
                    self.statements(depth + 1);
                    self.line(&format!("{end}:"));
                }
                10 => {
                    // A loop of as many rounds as the lane says; its counter is its own.
                    let (head, end) = (self.label(), self.label());
                    let counter = format!("%c{}", self.labels);
                    self.line(&format!("and.b32 {counter}, %lane, 3;\n{head}:"));
                    self.ends.push(end.clone());
                    self.statements(depth + 1);
                    self.ends.pop();
                    self.line(&format!(
                        "sub.s32 {counter}, {counter}, 1;\nsetp.gt.s32 %q, {counter}, 0;\n@%q bra {head};\n{end}:"
                    ));
                }
                11 if !self.ends.is_empty() => {
                    // Some lanes leave one of the loops, out of whatever they are in.
                    let loops = self.ends.len();
                    let end = self.ends[self.random.below(loops)].clone();
                    let (p, a, b) = (self.random.below(4), self.word(), self.word());
                    self.line(&format!("setp.gt.s32 %p{p}, {a}, {b};\n@%p{p} bra {end};"));
                }
                _ => self.arithmetic(),
            }
        }
    }
}

fn program(seed: u64) -> (String, usize) {
    let mut random = Random(seed);
    let (words, pairs) = (2 + random.below(30), 1 + random.below(12));
    let mut writer = Writer {
        text: String::new(),
        random,
        words,
        pairs,
        labels: 0,
        ends: Vec::new(),
    };
    writer.statements(0);
    let body = std::mem::take(&mut writer.text);
    let mut text = String::from(".version 6.0\n.target sm_50\n.address_size 32\n");
    text.push_str(".entry f(.param .u32 out)\n{\n.reg .pred %p<4>, %q;\n");
    let _ = writeln!(
        text,
        ".reg .b32 %r<{words}>, %c<{}>, %lane, %out, %block;",
        writer.labels + 1
    );
    let _ = writeln!(
        text,
        ".reg .b64 %d<{pairs}>;\nmov.u32 %lane, %tid.x;\n\
         mov.u32 %block, %ctaid.x;\nmov.u32 %out, %ntid.x;\n\
         mad.lo.u32 %lane, %block, %out, %lane;"
    );
    for p in 0..4 {
        let _ = writeln!(text, "setp.gt.u32 %p{p}, %lane, {};", p * 9);
    }
    for r in 0..words {
        let _ = writeln!(
            text,
            "mad.lo.u32 %r{r}, %lane, {}, {};",
            r * 977 + 1,
            r * 31
        );
    }
    for d in 0..pairs {
        let _ = writeln!(text, "mul.wide.u32 %d{d}, %lane, {};", d * 0x0123_4567 + 3);
    }
    text.push_str(&body);
    let row = 4 * words + 8 * pairs;
    let row = row.next_multiple_of(8);
    let _ = writeln!(
        text,
        "ld.param.u32 %out, [out];\nmad.lo.u32 %out, %lane, {row}, %out;"
    );
    for d in 0..pairs {
        let _ = writeln!(text, "st.global.u64 [%out+{}], %d{d};", 8 * d);
    }
    for r in 0..words {
        let _ = writeln!(text, "st.global.u32 [%out+{}], %r{r};", 8 * pairs + 4 * r);
    }
    text.push_str("ret;\n}\n");
    (text, row / 4)
}

#[test]
fn virtual_and_physical_registers_leave_the_same_memory() {
    println!("seed {SEED}, {PROGRAMS} programs");
    let (mut spilled, mut above) = (0, 0);
    for number in 0..PROGRAMS {
        let (text, row) = program(SEED * 1_000_003 + number);
        let module = load(&text);
        let kernel = &module.kernels[0];
        let threads = 40;
        let mut expected = vec![0; row * threads];
        let shape = (1, threads as u32);
        run(
            &Program::new(kernel.clone()),
            &module,
            shape,
            &mut expected,
            LIMIT,
        )
        .unwrap_or_else(|error| panic!("program {number}: {error}\n{text}"));
        for cap in CAPS {
            let allocated = allocate(kernel, cap)
                .unwrap_or_else(|error| panic!("program {number}, cap {cap:?}: {error}\n{text}"));
            let report = allocated.report;
            assert!(
                cap.is_none_or(|cap| report.words <= cap),
                "program {number}: {report:?}"
            );
            if cap.is_none() {
                above += u64::from(report.words > report.most_live.next_multiple_of(2));
            }
            spilled += u64::from(report.spilled > 0);
            let mut got = vec![0; row * threads];
            run(
                &Program::new(allocated.kernel),
                &module,
                shape,
                &mut got,
                LIMIT,
            )
            .unwrap_or_else(|error| panic!("program {number}, cap {cap:?}: {error}\n{text}"));
            assert!(
                got == expected,
                "program {number}, cap {cap:?} differs:\n{text}"
            );
        }
    }
    println!("{spilled} allocations spilled, {above} took more registers than are live at once");
    assert!(spilled > PROGRAMS, "the caps force spills");
    // Linear scan takes a tenth more than colouring; ours is at the lower bound nearly always.
    assert!(
        above * 10 <= PROGRAMS,
        "{above} of {PROGRAMS} are above the lower bound"
    );
}

#[test]
fn lanes_leave_the_memory_of_lone_threads() {
    let mut parted = 0;
    for number in 0..PROGRAMS {
        let (text, row) = program(SEED * 2_000_003 + number);
        let module = load(&text);
        let program = Program::new(module.kernels[0].clone());
        let threads = 40;
        // Two warps, the second one not full, against forty blocks of one thread.
        let [together, alone] = [(1, threads), (threads, 1)].map(|shape| {
            let mut words = vec![0; row * threads as usize];
            let done = run(&program, &module, shape, &mut words, LIMIT);
            let statistics =
                done.unwrap_or_else(|error| panic!("program {number}: {error}\n{text}"));
            (words, statistics)
        });
        assert!(together.0 == alone.0, "program {number} differs:\n{text}");
        // Lanes that part take more steps than lanes that stay together.
        parted += u64::from(together.1.instructions > alone.1.instructions / 32);
    }
    assert!(
        parted > PROGRAMS / 2,
        "lanes part in {parted} programs only"
    );
}
