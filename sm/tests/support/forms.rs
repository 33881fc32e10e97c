//! The tables of instruction forms, and the kernels that run them.

use std::fmt::Write;

/// A form, and the rows below it.
pub struct Form {
    /// Its line in the table.
    pub line: usize,
    /// One or more instructions.
    pub code: String,
    /// Types of the results.
    pub results: Vec<String>,
    /// Types of the operands.
    pub operands: Vec<String>,
    /// Units in the last place that results may be off.
    pub within: u64,
    /// Line, operands, results.
    pub rows: Vec<(usize, Vec<String>, Vec<String>)>,
}

/// The forms of a table.
pub fn forms(text: &str) -> Vec<Form> {
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
pub fn kernel(form: &Form) -> String {
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
    let bits = |ty: &str| match ty {
        "f16" | "bf16" => "b16".to_owned(),
        "f16x2" | "bf16x2" => "b32".to_owned(),
        other => other.to_owned(),
    };
    let register = |ty: &str| match ty {
        "f16" => ty.to_owned(),
        _ if ty.ends_with('8') => "b16".to_owned(),
        _ => bits(ty),
    };
    let memory = bits;
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
