//! The pair of programs that turn Verilog into a model: Verilator and a C++ compiler.
//!
//! Nothing is searched for here: the caller says where the programs are.

use crate::error::ToolchainError;
use crate::process::{first_lines, show};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The oldest Verilator whose generated classes the bindings fit: earlier ones seed the
/// power-up values of registers differently and have no wide toggle counters.
pub const LEAST_VERILATOR: (u32, u32) = (5, 38);

/// Verilator and a C++ compiler that both answered when asked for their versions.
#[derive(Debug, Clone)]
pub struct Toolchain {
    pub(crate) verilator: PathBuf,
    pub(crate) root: PathBuf,
    pub(crate) compiler: PathBuf,
    verilator_version: String,
    compiler_version: String,
}

impl Toolchain {
    /// Checks both programs. `root` is `VERILATOR_ROOT`; a Verilator that was installed
    /// for its machine knows its own and takes `None`.
    pub fn new(
        verilator: impl Into<PathBuf>,
        root: Option<PathBuf>,
        compiler: impl Into<PathBuf>,
    ) -> Result<Self, ToolchainError> {
        let verilator = verilator.into();
        let compiler = compiler.into();
        let root = match root {
            Some(root) => root,
            None => PathBuf::from(ask(
                "Verilator",
                &verilator,
                None,
                &["--getenv", "VERILATOR_ROOT"],
            )?),
        };
        if !root.join("include/verilated.h").is_file() {
            return Err(ToolchainError::Root { root });
        }
        let line = ask("Verilator", &verilator, Some(&root), &["--version"])?;
        let version = parse_version(&line).or_else(|| package_version(&root));
        match version {
            Some(version) if version >= LEAST_VERILATOR => {}
            Some((major, minor)) => {
                return Err(ToolchainError::Version {
                    found: format!("{major}.{minor:03}"),
                    least: LEAST_VERILATOR,
                })
            }
            None => {
                return Err(ToolchainError::Version {
                    found: format!("`{}`", line.trim()),
                    least: LEAST_VERILATOR,
                })
            }
        }
        let (major, minor) = version.unwrap_or(LEAST_VERILATOR);
        let compiler_line = ask("the C++ compiler", &compiler, None, &["--version"])?;
        Ok(Self {
            verilator,
            root,
            compiler,
            verilator_version: format!("{major}.{minor:03} ({})", line.trim()),
            compiler_version: compiler_line.trim().to_owned(),
        })
    }

    /// Such as `5.048 (rev ...)`.
    pub fn verilator_version(&self) -> &str {
        &self.verilator_version
    }

    /// The first line of what the compiler says of itself.
    pub fn compiler_version(&self) -> &str {
        &self.compiler_version
    }

    pub(crate) fn verilator_command(&self) -> Command {
        let mut command = Command::new(&self.verilator);
        command.env("VERILATOR_ROOT", &self.root);
        command
    }

    pub(crate) fn compiler_command(&self) -> Command {
        let mut command = Command::new(&self.compiler);
        // Messages in the reader's language would make the same failure read differently.
        command.env("LC_ALL", "C");
        command
    }
}

/// Runs a query and gives its first line.
fn ask(
    tool: &'static str,
    program: &Path,
    root: Option<&Path>,
    arguments: &[&str],
) -> Result<String, ToolchainError> {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .env("LC_ALL", "C");
    if let Some(root) = root {
        command.env("VERILATOR_ROOT", root);
    }
    let output = command.output().map_err(|source| ToolchainError::Missing {
        tool,
        path: program.to_owned(),
        source,
    })?;
    let line = String::from_utf8_lossy(&output.stdout)
        .lines()
        .find(|line| !line.trim().is_empty())
        .map(str::to_owned);
    match line {
        Some(line) if output.status.success() => Ok(line),
        _ => Err(ToolchainError::Broken {
            tool,
            command: show(&command),
            message: format!("{} {}", output.status, first_lines(&output)),
        }),
    }
}

/// Reads `Verilator 5.048 2026-04-01 rev v5.048`.
fn parse_version(line: &str) -> Option<(u32, u32)> {
    let (major, rest) = line.trim().strip_prefix("Verilator ")?.split_once('.')?;
    let minor: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Verilators packed for Python are built outside of a release's source tree and say no
/// number; their package does, in the name of a folder beside the root.
fn package_version(root: &Path) -> Option<(u32, u32)> {
    let entries = std::fs::read_dir(root.parent()?).ok()?;
    entries.flatten().find_map(|entry| {
        let name = entry.file_name();
        let version = name
            .to_str()?
            .strip_prefix("verilator-")?
            .strip_suffix(".dist-info")?
            .to_owned();
        let mut numbers = version.split('.').map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn release_lines_carry_their_number() {
        assert_eq!(
            parse_version("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)"),
            Some((5, 6))
        );
        assert_eq!(parse_version(" rev vUNKNOWN-built20260516-4e853d8"), None);
    }
}
