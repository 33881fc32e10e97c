//! The C++ that is written for one model: how its ports map to the words of a frame.

use crate::spec::{ModelSpec, Port};
use std::fmt::Write;

pub(crate) const PRELUDE: &str = include_str!("../shim/prelude.h");
pub(crate) const FRAME: &str = include_str!("../shim/frame.h");
pub(crate) const MODEL: &str = include_str!("../shim/model.cpp");
pub(crate) const BARE: &str = include_str!("../shim/bare.cpp");

/// `ports.h`: setters and getters with every width known to the compiler.
pub(crate) fn ports_header(spec: &ModelSpec) -> String {
    let mut text = String::from("#include \"frame.h\"\n\n");
    let clocked = u32::from(spec.clock.is_some());
    // Writing to a String cannot fail.
    let _ = writeln!(text, "#define WARPLOOM_CLOCKED {clocked}");
    let _ = writeln!(text, "#define WARPLOOM_INPUT_WORDS {}u", spec.input_words());
    let _ = writeln!(
        text,
        "#define WARPLOOM_OUTPUT_WORDS {}u\n",
        spec.output_words()
    );
    text.push_str("static inline void set_inputs(Vmodel& model, const uint32_t* words) {\n");
    accesses(&mut text, "put", &spec.inputs);
    text.push_str("}\nstatic inline void get_outputs(const Vmodel& model, uint32_t* words) {\n");
    accesses(&mut text, "get", &spec.outputs);
    text.push_str("}\nstatic inline void set_clock(Vmodel& model, int level) {\n");
    match &spec.clock {
        Some(clock) => {
            let _ = writeln!(text, "    model.{clock} = level;");
        }
        None => text.push_str("    (void)model;\n    (void)level;\n"),
    }
    text.push_str("}\n");
    text
}

fn accesses(text: &mut String, verb: &str, ports: &[Port]) {
    text.push_str("    (void)model;\n    (void)words;\n");
    let mut word = 0;
    for port in ports {
        let _ = writeln!(
            text,
            "    warploom::{verb}<{}>(model.{}, words + {word});",
            port.width, port.name
        );
        let used = port.width.div_ceil(32) as usize;
        if verb == "get" && used < port.words {
            let (first, count) = (word + used, port.words - used);
            let _ = writeln!(
                text,
                "    std::memset(words + {first}, 0, {count} * sizeof(uint32_t));"
            );
        }
        word += port.words;
    }
}

/// Compares the declared ports with those of the class that Verilator wrote. A port that
/// is left out would be simulated at a random constant, so each difference is an error.
pub(crate) fn port_differences(spec: &ModelSpec, class_header: &str) -> Vec<String> {
    let mut actual = parse_ports(class_header);
    let mut differences = Vec::new();
    let clock = spec.clock.as_ref().map(|name| Port::new(name, 1));
    let declared = (spec.inputs.iter().chain(clock.as_ref()))
        .map(|port| ("input", port))
        .chain(spec.outputs.iter().map(|port| ("output", port)));
    for (direction, port) in declared {
        let Some(at) = actual.iter().position(|found| found.1.name == port.name) else {
            differences.push(format!("the design has no port `{}`", port.name));
            continue;
        };
        let (found_direction, found) = actual.swap_remove(at);
        if found_direction != direction || found.width != port.width {
            differences.push(format!(
                "`{}` is declared as {direction} of {} bits and is {found_direction} of {} bits",
                port.name, port.width, found.width
            ));
        }
    }
    actual.sort_by(|a, b| a.1.name.cmp(&b.1.name));
    differences.extend(
        actual
            .iter()
            .map(|(direction, port)| format!("{direction} `{}` is not declared", port.name)),
    );
    differences
}

/// Reads lines such as `VL_INW(&in_data,1023,0,32);`.
fn parse_ports(class_header: &str) -> Vec<(&'static str, Port)> {
    class_header.lines().filter_map(parse_port).collect()
}

fn parse_port(line: &str) -> Option<(&'static str, Port)> {
    let (macro_name, rest) = line.trim().split_once("(&")?;
    let direction = match macro_name.get(..5)? {
        "VL_IN" if macro_name.starts_with("VL_INOUT") => "inout",
        "VL_IN" => "input",
        "VL_OU" => "output",
        _ => return None,
    };
    let mut fields = rest.strip_suffix(");")?.split(',');
    let name = fields.next()?;
    let msb: i64 = fields.next()?.parse().ok()?;
    let lsb: i64 = fields.next()?.parse().ok()?;
    let width = u32::try_from((msb - lsb).abs() + 1).ok()?;
    Some((direction, Port::new(name, width)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{BuildOptions, Source};

    const HEADER: &str = "    VL_IN8(&clock,0,0);\n    VL_INW(&in_data,1023,0,32);\n    \
                          VL_OUT64(&mid,40,0);\n    Vroot* const rootp;\n";

    fn spec(inputs: &[(&str, u32)]) -> ModelSpec {
        ModelSpec {
            top: "m".into(),
            sources: vec![Source::new("m.v", "")],
            inputs: inputs.iter().map(|&(n, w)| Port::new(n, w)).collect(),
            outputs: vec![Port::new("mid", 41)],
            clock: Some("clock".into()),
            repeated: Vec::new(),
            options: BuildOptions::default(),
        }
    }

    #[test]
    fn ports_that_agree_have_no_difference() {
        assert!(port_differences(&spec(&[("in_data", 1024)]), HEADER).is_empty());
    }

    #[test]
    fn each_difference_is_named() {
        let found = port_differences(&spec(&[("in_data", 1023), ("gone", 1)]), HEADER);
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("1023 bits and is input of 1024 bits"));
        assert!(found[1].contains("no port `gone`"));
        let found = port_differences(&spec(&[]), HEADER);
        assert_eq!(found, ["input `in_data` is not declared"]);
    }
}
