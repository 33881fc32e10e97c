//! Operands and results of each instruction form, from the PTX ISA's definitions.
//!
//! The tables are `instructions/*.txt`. A form is a line of PTX with the types of its results and
//! operands, and below it the rows:
//!
//! ```text
//! add.s32 %d, %a, %b : s32 = s32 s32
//!     1 2 = 3
//! ```
//!
//! Results are `%d %e %f %g`, operands `%a %b %c %h`. `%s`, `%l`, `%k` and `%m` hold the addresses
//! of 64 bytes of shared, local, constant (bytes 0 to 63) and global memory. A form may be several
//! instructions. Numbers are decimal, `0x` bits, `inf`, `nan` (any NaN is the canonical one) or
//! `true`/`false`. `within N` after the types allows N units in the last place.
//!
//! Every form runs over virtual registers and over physical ones with a tight cap.

use sm::alloc::allocate;
use sm::exec::{launch_counted, GlobalMemory, Launch, Limits, Program, Statistics};
use sm::lower::Module;
use support::forms::{forms, kernel, Form};
use support::{comparisons, conversions};

use crate::support;

fn value(text: &str, ty: &str) -> u64 {
    if let Some(digits) = text.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).expect("hexadecimal digits");
    }
    match (text, ty) {
        ("true", _) => 1,
        ("false", _) => 0,
        ("nan", "f16") => 0x7fff,
        ("nan", "f32") => 0x7fff_ffff,
        ("nan", "f64") => 0x7ff8_0000_0000_0000,
        (_, "f32") => u64::from(text.parse::<f32>().expect("a number").to_bits()),
        (_, "f64") => text.parse::<f64>().expect("a number").to_bits(),
        _ => {
            let wide: i128 = text
                .parse()
                .unwrap_or_else(|_| panic!("{text} is no number"));
            let bits: u32 = ty
                .trim_start_matches(char::is_alphabetic)
                .parse()
                .unwrap_or(1);
            wide as u64 & (u64::MAX >> (64 - bits))
        }
    }
}

fn distance(got: u64, expected: u64) -> u64 {
    // Neighbouring numbers of one sign have neighbouring bits.
    got.abs_diff(expected)
}

fn run(form: &Form, program: &Program, module: &Module) -> Vec<u64> {
    let mut memory = GlobalMemory::of_module(module);
    let rows = form.rows.len() as u64;
    let input = memory
        .allocate("in", rows * 8 * form.operands.len() as u64)
        .expect("memory");
    let output = memory
        .allocate("out", rows * 8 * form.results.len() as u64)
        .expect("memory");
    let mut bytes = Vec::new();
    for (line, operands, _) in &form.rows {
        assert_eq!(operands.len(), form.operands.len(), "line {line}");
        for (text, ty) in operands.iter().zip(&form.operands) {
            bytes.extend(value(text, ty).to_le_bytes());
        }
    }
    let target = memory
        .slice_mut(input, bytes.len() as u64)
        .expect("allocated");
    target.copy_from_slice(&bytes);
    let arguments = [input as u32, output as u32].map(u32::to_le_bytes).concat();
    let description = Launch {
        grid: [rows as u32, 1, 1],
        block: [1, 1, 1],
        arguments,
        ..Launch::default()
    };
    launch_counted(
        program,
        &description,
        &mut memory,
        &mut Limits::default(),
        &mut Statistics::default(),
    )
    .unwrap_or_else(|error| panic!("{} (line {}): {error}", form.code, form.line));
    let bytes = memory
        .slice(output, rows * 8 * form.results.len() as u64)
        .expect("allocated");
    bytes
        .chunks_exact(8)
        .map(|c| u64::from_le_bytes(c.try_into().expect("eight")))
        .collect()
}

fn check(file: &str, text: &str) {
    check_forms(file, &forms(text));
}

fn check_forms(file: &str, forms: &[Form]) {
    let mut failures = Vec::new();
    let mut rows = 0;
    for form in forms {
        assert!(!form.rows.is_empty(), "{file}:{}: no rows", form.line);
        let ptx = kernel(form);
        let module =
            Module::load(&form.code, &ptx).unwrap_or_else(|e| panic!("{file}:{}: {e}", form.line));
        if let Some(refused) = module.refused.first() {
            panic!("{file}:{}: {}", form.line, refused.diagnostic);
        }
        let kernel = &module.kernels[0];
        let physical = allocate(kernel, Some(14))
            .expect("14 registers suffice")
            .kernel;
        for (kind, program) in [
            ("virtual", Program::new(kernel.clone())),
            ("physical", Program::new(physical)),
        ] {
            let got = run(form, &program, &module);
            let columns = form.results.len();
            for ((line, operands, results), got) in form.rows.iter().zip(got.chunks(columns.max(1)))
            {
                assert_eq!(results.len(), columns, "{file}:{line}");
                rows += 1;
                for ((text, ty), &got) in results.iter().zip(&form.results).zip(got) {
                    let expected = value(text, ty);
                    if distance(got, expected) > form.within {
                        failures.push(format!(
                            "{file}:{line}: {} {operands:?} ({kind}): got {got:#x}, expected {expected:#x}",
                            form.code
                        ));
                    }
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {rows} rows:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn integers() {
    check("integer.txt", include_str!("instructions/integer.txt"));
}

#[test]
fn floats() {
    check("float.txt", include_str!("instructions/float.txt"));
}

#[test]
fn halves() {
    check("half.txt", include_str!("instructions/half.txt"));
}

#[test]
fn conversions() {
    check(
        "conversion.txt",
        include_str!("instructions/conversion.txt"),
    );
}

#[test]
fn memory() {
    check("memory.txt", include_str!("instructions/memory.txt"));
}

#[test]
fn every_pair_of_types_converts() {
    check_forms("conversions", &conversions::conversions());
}

#[test]
fn every_comparison_of_every_type() {
    check_forms("comparisons", &comparisons::comparisons());
}

/// Opcodes of the instruction list, from its source: each one is tested somewhere.
#[test]
fn no_opcode_is_without_a_test() {
    let list = include_str!("../src/lower/instruction.rs");
    let tests = [
        include_str!("instructions/integer.txt"),
        include_str!("instructions/float.txt"),
        include_str!("instructions/half.txt"),
        include_str!("instructions/conversion.txt"),
        include_str!("instructions/memory.txt"),
        include_str!("warps.rs"),
        include_str!("host.rs"),
        include_str!("modules/image.ptx"),
    ]
    .concat();
    let arms = list
        .lines()
        .filter(|line| line.contains(" => ") && line.contains('"'));
    let opcodes: Vec<&str> = arms
        .filter_map(|line| line.split("=>").next())
        .flat_map(|arm| arm.split('|'))
        .map(|opcode| opcode.trim().trim_matches('"'))
        .collect();
    assert!(opcodes.len() > 70, "found {opcodes:?}");
    let missing: Vec<_> = opcodes
        .iter()
        .filter(|opcode| {
            let ends = ['.', ' ', ';'].map(|end| format!("{opcode}{end}"));
            !ends.iter().any(|text| tests.contains(text.as_str()))
        })
        .collect();
    assert!(missing.is_empty(), "no test has {missing:?}");
}
