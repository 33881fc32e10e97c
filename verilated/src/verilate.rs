//! From Verilog to C++, by Verilator.

use crate::codegen;
use crate::error::{BuildError, Step};
use crate::process::run;
use crate::spec::{Coverage, ModelSpec};
use crate::states;
use crate::toolchain::Toolchain;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// What Verilator is told for every model. Warnings are the lint runners' business.
pub(crate) const FLAGS: &[&str] = &[
    "--cc",
    "--prefix",
    "Vmodel",
    "--Mdir",
    ".",
    "-O3",
    "--no-timing",
    // Verilator 5.048 adds the amounts of `(a >> b) >> c` in the width of `b`, where the sum can
    // wrap around (verilator issue 7955).
    "-fno-dfg-peephole-replace-shiftl-shiftl",
    "-fno-dfg-peephole-replace-shiftr-shiftr",
    // An `x` in an expression takes whatever is fastest; a register without reset powers
    // up at random, from the seed.
    "--x-assign",
    "fast",
    "--x-initial",
    "unique",
    // An asynchronous reset that is active from the start has to count as an edge.
    "--x-initial-edge",
    "-Wno-fatal",
    "-Wno-lint",
    "-Wno-style",
    "--quiet",
    "--output-split",
    "20000",
    "+1364-2005ext+v",
    "+1800-2012ext+sv",
];

/// What it is told besides when it stops over a fault of its own: 5.048 cannot print `^(~{64'd0, c})`
/// once it has looked at the words of a wide value apart.
const CAUTIOUS: &[&str] = &["-fno-expand"];

/// Verilator's configuration file that names the modules to be compiled apart.
const BLOCKS: &str = "blocks.vlt";

/// The folder within a model's in which Verilator puts a module that is compiled apart.
pub(crate) fn block_folder(module: &str) -> String {
    format!("V{module}")
}

/// Translates the design within `work` and checks that it has the ports that are declared.
pub(crate) fn verilate(
    toolchain: &Toolchain,
    spec: &ModelSpec,
    work: &Path,
) -> Result<(), BuildError> {
    let write = |name: &str, text: &str| {
        let path = work.join(name);
        fs::write(&path, text).map_err(BuildError::io("write", &path))
    };
    let mut names: Vec<&str> = Vec::new();
    if !spec.blocks().is_empty() {
        let mut text = String::from("`verilator_config\n");
        for module in spec.blocks() {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "hier_block -module \"{module}\"");
        }
        write(BLOCKS, &text)?;
        names.extend(["--hierarchical", BLOCKS]);
    }
    for source in &spec.sources {
        write(&source.name, &source.text)?;
        names.push(&source.name);
    }
    let translate = |flags: &[&str]| {
        let mut command = toolchain.verilator_command();
        command
            .args(FLAGS)
            .args(flags)
            .args(spec.options.optimization.verilator_flags())
            .args(option_flags(spec))
            .args(["--top-module", &spec.top])
            .args(&names);
        run(Step::Verilate, command, work)
    };
    if let Err(error) = translate(&[]) {
        if !error.is_of_the_tool() || translate(CAUTIOUS).is_err() {
            return Err(error);
        }
    }
    let header = work.join("Vmodel.h");
    let class = fs::read_to_string(&header).map_err(BuildError::io("read", &header))?;
    let differences = codegen::port_differences(spec, &class);
    if !differences.is_empty() {
        return Err(BuildError::Ports {
            top: spec.top.clone(),
            differences,
        });
    }
    if spec.options.coverage == Coverage::Control {
        let header = work.join("Vmodel___024root.h");
        let root = fs::read_to_string(&header).map_err(BuildError::io("read", &header))?;
        let text = states::header(&root).map_err(|member| BuildError::State {
            top: spec.top.clone(),
            member,
        })?;
        write("states.h", &text)?;
    }
    Ok(())
}

/// The flags that follow from the model's options.
fn option_flags(spec: &ModelSpec) -> Vec<String> {
    let mut flags: Vec<&str> = Vec::new();
    let max_width;
    match spec.options.coverage {
        Coverage::None => {}
        Coverage::LineBranch | Coverage::Control => flags.push("--coverage-line"),
        Coverage::Full { max_width: width } => {
            max_width = width.to_string();
            flags.extend(["--coverage", "--coverage-max-width", &max_width]);
        }
    }
    flags.push(if spec.options.assertions {
        "--assert"
    } else {
        "--no-assert"
    });
    if spec.options.trace {
        // Verilator's own limits, 256 bits and 32 elements, would leave registers out.
        flags.extend(["--trace-vcd", "--trace-max-width", "65536"]);
        flags.extend(["--trace-max-array", "2048"]);
    }
    flags.into_iter().map(str::to_owned).collect()
}
