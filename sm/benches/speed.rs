//! `cargo bench -p sm`: warp instructions a second, and the time to parse and allocate.
//!
//! Figures to reach (docs/sm/ptx.md): 3 million warp instructions a second on one core, and
//! 150 ms for a module of 5,000 instructions.

use sm::alloc::allocate;
use sm::exec::{launch, GlobalMemory, Launch, Limits, Program, Statistics};
use sm::lower::Module;
use std::fmt::Write;
use std::time::Instant;

fn load(name: &str, text: &str) -> Module {
    Module::load(name, text).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a kernel of three matrices, and prints its rate with statistics on.
fn rate(name: &str, text: &str, n: u32, repeat: u32) {
    let module = load(name, text);
    for physical in [false, true] {
        let mut kernel = module.kernels[0].clone();
        if physical {
            kernel = allocate(&kernel, None)
                .unwrap_or_else(|error| panic!("{error}"))
                .kernel;
        }
        let program = Program::new(kernel);
        let mut memory = GlobalMemory::of_module(&module);
        let bytes = u64::from(4 * n * n);
        let mut arguments = Vec::new();
        for buffer in ["a", "b", "c"] {
            let address = memory
                .allocate(buffer, bytes)
                .unwrap_or_else(|error| panic!("{error}"));
            arguments.extend((address as u32).to_le_bytes());
            if let Some(contents) = memory.slice_mut(address, bytes) {
                for (index, element) in contents.chunks_exact_mut(4).enumerate() {
                    element.copy_from_slice(&((index % 97) as f32).to_le_bytes());
                }
            }
        }
        arguments.extend(n.to_le_bytes());
        let description = Launch {
            grid: [n / 16, n / 16, 1],
            block: [16, 16, 1],
            arguments,
            ..Launch::default()
        };
        let mut statistics = Statistics::default();
        let start = Instant::now();
        for _ in 0..repeat {
            let limits = &mut Limits::default();
            launch(&program, &description, &mut memory, limits, &mut statistics)
                .unwrap_or_else(|error| panic!("{error}"));
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{name}, {}: {:.2} million warp instructions/s ({} in {seconds:.2} s)",
            if physical {
                "physical registers"
            } else {
                "virtual registers"
            },
            statistics.instructions as f64 / seconds / 1e6,
            statistics.instructions
        );
    }
}

/// A module of about this many instructions, with loops, branches and long-lived registers.
fn large_module(instructions: u32) -> String {
    let mut ptx = String::from(
        ".version 6.0\n.target sm_50\n.address_size 32\n.entry large(.param .u32 p)\n{\n\
         .reg .b32 %r<6000>;\n.reg .b64 %d<600>;\n.reg .pred %q<600>;\nld.param.u32 %r0, [p];\n",
    );
    for keep in 1..40 {
        let _ = writeln!(ptx, "ld.global.u32 %r{keep}, [%r0+{}];", 4 * keep);
    }
    for part in 0..instructions / 10 {
        let (r, keep) = (100 + part * 10, 1 + part % 39);
        let _ = writeln!(
            ptx,
            "$l{part}: add.s32 %r{r}, %r{keep}, {part};\nmul.wide.s32 %d{part}, %r{r}, %r0;\n\
             cvt.u32.u64 %r{}, %d{part};\nxor.b32 %r{}, %r{}, %r{r};\n\
             setp.lt.s32 %q{part}, %r{}, %r{keep};\n@%q{part} add.s32 %r{keep}, %r{keep}, %r{};\n\
             mad.lo.s32 %r{}, %r{keep}, %r{r}, %r{};\nst.global.u32 [%r0+{}], %r{};\n\
             add.s32 %r{keep}, %r{keep}, 3;\n@!%q{part} bra $l{part};",
            r + 1,
            r + 2,
            r + 1,
            r + 2,
            r + 2,
            r + 3,
            r + 1,
            4 * part,
            r + 3,
        );
    }
    ptx.push_str("ret;\n}\n");
    ptx
}

fn front_end() {
    let text = large_module(5000);
    let best = (0..5).map(|_| {
        let start = Instant::now();
        let module = load("large", &text);
        let parsed = start.elapsed();
        let report = allocate(&module.kernels[0], None)
            .unwrap_or_else(|error| panic!("{error}"))
            .report;
        (
            start.elapsed(),
            parsed,
            module.kernels[0].code.len(),
            report,
        )
    });
    let (total, parsed, length, report) = best.min_by_key(|t| t.0).unwrap_or_default();
    println!(
        "parse {length} instructions: {parsed:.1?}; parse and allocate: {total:.1?}, {report:?}"
    );
}

fn main() {
    rate("matmul", include_str!("matmul.ptx"), 128, 8);
    rate("hotspot", include_str!("hotspot.ptx"), 512, 10);
    front_end();
}
