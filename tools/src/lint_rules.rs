//! The exact flags and rule sets of lint: the one place where they stand.
//!
//! Any message of any tool is a failure. There is no waiver, neither in a file nor in the
//! emitted text. `docs/lint.md` mirrors the table, and a test compares the two.

use crate::discovery::Tool;
use emitter::Dialect;

/// One tool's rules for one dialect.
#[derive(Debug)]
pub struct Rule {
    pub dialect: Dialect,
    pub tool: Tool,
    /// The arguments; `FILES` stands for the unit's files in the order of its file list.
    pub arguments: &'static [&'static str],
    /// Whether the tool reads concurrent assertions, so that checkers are among `FILES`.
    pub assertions: bool,
    /// How the tool's messages begin, anywhere in their first line.
    pub messages: &'static [&'static str],
}

/// All rules, in the order that `warploom lint` shows them.
pub const RULES: &[Rule] = &[
    Rule {
        dialect: Dialect::Verilog2005,
        tool: Tool::Verilator,
        arguments: &["--lint-only", "-Wall", "--language", "1364-2005", "FILES"],
        assertions: false,
        messages: &["%Warning", "%Error"],
    },
    Rule {
        dialect: Dialect::Verilog2005,
        tool: Tool::Yosys,
        arguments: &[
            "-p",
            "read_verilog FILES",
            "-p",
            "hierarchy -check -auto-top",
            "-p",
            "proc",
            "-p",
            "check -assert",
            "-p",
            "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr",
        ],
        assertions: false,
        messages: &["Warning: ", "ERROR: "],
    },
    Rule {
        dialect: Dialect::Verilog2005,
        tool: Tool::Slang,
        arguments: &["--std", "1364-2005", "-Weverything", "FILES"],
        assertions: false,
        messages: &[": warning: ", ": error: ", "error: "],
    },
    Rule {
        dialect: Dialect::Verilog2005,
        tool: Tool::Icarus,
        arguments: &["-g2005", "-Wall", "-t", "null", "FILES"],
        assertions: false,
        messages: &[""],
    },
    Rule {
        dialect: Dialect::SystemVerilog,
        tool: Tool::Verilator,
        arguments: &["--lint-only", "-Wall", "--language", "1800-2012", "FILES"],
        assertions: true,
        messages: &["%Warning", "%Error"],
    },
    Rule {
        dialect: Dialect::SystemVerilog,
        tool: Tool::Yosys,
        arguments: &[
            "-p",
            "read_verilog -sv FILES",
            "-p",
            "hierarchy -check -auto-top",
            "-p",
            "proc",
            "-p",
            "check -assert",
            "-p",
            "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr",
        ],
        assertions: false,
        messages: &["Warning: ", "ERROR: "],
    },
    Rule {
        dialect: Dialect::SystemVerilog,
        tool: Tool::Slang,
        arguments: &["--std", "1800-2017", "-Weverything", "FILES"],
        assertions: true,
        messages: &[": warning: ", ": error: ", "error: "],
    },
    Rule {
        dialect: Dialect::SystemVerilog,
        tool: Tool::Verible,
        arguments: &["--rules=line-length=length:100", "FILES"],
        assertions: true,
        messages: &[""],
    },
];

impl Rule {
    /// The rules of a dialect.
    pub fn of(dialect: Dialect) -> impl Iterator<Item = &'static Rule> {
        RULES.iter().filter(move |rule| rule.dialect == dialect)
    }

    /// The arguments for these files.
    pub fn arguments_for(&self, files: &[String]) -> Vec<String> {
        let mut arguments = Vec::new();
        for argument in self.arguments {
            match argument.split_once("FILES") {
                Some(("", "")) => arguments.extend(files.iter().cloned()),
                Some(_) => arguments.push(argument.replace("FILES", &files.join(" "))),
                None => arguments.push((*argument).to_owned()),
            }
        }
        arguments
    }

    /// The same for files of several units: of their modules several are the top. Verilator sees no
    /// less when it simplifies less, in three quarters of the time.
    pub fn arguments_for_pool(&self, files: &[String]) -> Vec<String> {
        let mut arguments = self.arguments_for(files);
        for argument in &mut arguments {
            *argument = argument.replace(" -auto-top", "");
        }
        if self.tool == Tool::Verilator {
            let pooled = ["-Wno-MULTITOP", "-fno-dfg", "-fno-gate"].map(str::to_owned);
            arguments.splice(0..0, pooled);
        }
        arguments
    }

    /// The command line as documentation shows it.
    pub fn command_line(&self) -> String {
        let mut line = match self.tool {
            Tool::Verible => "verible-verilog-lint".to_owned(),
            tool => tool.name().to_owned(),
        };
        for argument in self.arguments {
            if argument.contains(' ') {
                line.push_str(&format!(" '{argument}'"));
            } else {
                line.push_str(&format!(" {argument}"));
            }
        }
        line
    }
}
