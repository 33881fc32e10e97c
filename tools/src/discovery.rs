//! Where each tool is.
//!
//! A tool is taken from the environment variable that names it, else from the project's
//! tool folder, which `make tools` fills. What is on PATH is not used unless a variable
//! says so: a regression must not depend on what else a machine has. The C++ compiler,
//! Python and Icarus come with the machine and are the exceptions.

use crate::error::Error;
pub use crate::found::Found;
pub use crate::table::{Entry, Source, Tool, TABLE};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Names another tool folder than `.tools` in the project.
pub const TOOLS_VARIABLE: &str = "WARPLOOM_TOOLS";

/// Names another folder than `.cache` in the project for what can be computed again.
pub const CACHE_VARIABLE: &str = "WARPLOOM_CACHE";

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
