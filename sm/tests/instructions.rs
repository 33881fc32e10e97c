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
use sm::exec::{launch, GlobalMemory, Launch, Limits, Program};
use sm::lower::Module;
use std::fmt::Write;

struct Form {
    line: usize,
    code: String,
    results: Vec<String>,
    operands: Vec<String>,
    within: u64,
    rows: Vec<(usize, Vec<String>, Vec<String>)>,
}

fn forms(text: &str) -> Vec<Form> {
    let mut forms: Vec<Form> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with(' ') {
            let (operands, results) = line.split_once('=').expect("a row is operands = results");
            let form = forms.last_mut().expect("a row follows a form");
            form.rows
                .push((line_number, words(operands), words(results)));
            continue;
        }
        let (code, types) = line.rsplit_once(" : ").expect("a form is code : types");
        let (types, within) = types.split_once(" within ").unwrap_or((types, "0"));
        let (results, operands) = types.split_once('=').expect("types are results = operands");
        forms.push(Form {
            line: line_number,
            code: code.to_owned(),
            results: words(results),
            operands: words(operands),
            within: within.parse().expect("a number of units"),
            rows: Vec::new(),
        });
    }
    forms
}

/// The kernel that runs a form: block i computes row i.
fn kernel(form: &Form) -> String {
    let mut ptx = String::from(
        ".version 6.0\n.target sm_50\n.address_size 32\n.global .align 16 .b8 m[64];\n",
    );
    let constants = (0..64)
        .map(|n| n.to_string())
        .collect::<Vec<_>>()
        .join(", ");
    let _ = writeln!(ptx, ".const .align 16 .b8 k[64] = {{{constants}}};");
    ptx.push_str(".entry f(.param .u32 in, .param .u32 out)\n{\n");
    ptx.push_str(".shared .align 16 .b8 s[64];\n.local .align 16 .b8 l[64];\n.reg .b32 %n<10>;\n");
    let mut load = String::from(
        "mov.u32 %s, s;\nmov.u32 %l, l;\nmov.u32 %k, k;\nmov.u32 %m, m;\n.reg .b32 %s, %l, %k, %m;\n\
         mov.u32 %n0, %ctaid.x;\nld.param.u32 %n1, [in];\nld.param.u32 %n2, [out];\n",
    );
    let _ = writeln!(
        load,
        "mad.lo.u32 %n1, %n0, {}, %n1;",
        8 * form.operands.len()
    );
    let _ = writeln!(
        load,
        "mad.lo.u32 %n2, %n0, {}, %n2;",
        8 * form.results.len()
    );
    let mut store = String::new();
    let register = |ty: &str| {
        if ty.ends_with('8') {
            "b16".to_owned()
        } else {
            ty.to_owned()
        }
    };
    let memory = |ty: &str| {
        if ty == "f16" {
            "b16".to_owned()
        } else {
            ty.to_owned()
        }
    };
    for (index, (name, ty)) in "abch".chars().zip(&form.operands).enumerate() {
        let at = 8 * index;
        let _ = writeln!(ptx, ".reg .{} %{name};", register(ty));
        if ty == "pred" {
            let _ = writeln!(
                load,
                "ld.global.u32 %n3, [%n1+{at}];\nsetp.ne.u32 %{name}, %n3, 0;"
            );
        } else {
            let _ = writeln!(load, "ld.global.{} %{name}, [%n1+{at}];", memory(ty));
        }
    }
    for (index, (name, ty)) in "defg".chars().zip(&form.results).enumerate() {
        let at = 8 * index;
        let _ = writeln!(ptx, ".reg .{} %{name};", register(ty));
        if ty == "pred" {
            let _ = writeln!(
                store,
                "selp.u32 %n3, 1, 0, %{name};\nst.global.u32 [%n2+{at}], %n3;"
            );
        } else {
            let _ = writeln!(store, "st.global.{} [%n2+{at}], %{name};", memory(ty));
        }
    }
    // Declarations of address registers come before their use.
    let declared = ".reg .b32 %s, %l, %k, %m;\n";
    let load = load.replace(declared, "");
    ptx + declared + &load + &form.code + ";\n" + &store + "ret;\n}\n"
}

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
    launch(
        program,
        &description,
        &mut memory,
        &mut Limits::default(),
        &mut (),
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
    let mut failures = Vec::new();
    let mut rows = 0;
    for form in forms(text) {
        assert!(!form.rows.is_empty(), "{file}:{}: no rows", form.line);
        let ptx = kernel(&form);
        let module =
            Module::load(&form.code, &ptx).unwrap_or_else(|e| panic!("{file}:{}: {e}", form.line));
        let kernel = &module.kernels[0];
        let physical = allocate(kernel, Some(14))
            .expect("14 registers suffice")
            .kernel;
        for (kind, program) in [
            ("virtual", Program::new(kernel.clone())),
            ("physical", Program::new(physical)),
        ] {
            let got = run(&form, &program, &module);
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
