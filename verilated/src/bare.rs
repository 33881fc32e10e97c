//! The yardstick: the loop that one would write by hand in C++ around the same model.

use crate::compile;
use crate::error::{BuildError, Step};
use crate::model::fold_seed;
use crate::process::run;
use crate::product::Product;
use crate::spec::ModelSpec;
use crate::store::Cache;
use crate::toolchain::Toolchain;
use std::process::Command;
use std::time::Duration;

/// What the bare loop measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BareRun {
    pub cycles: u64,
    pub elapsed: Duration,
    /// Of the last pass's outputs; [`checksum`] gives the same for frames from a model.
    pub checksum: u64,
}

impl BareRun {
    /// Simulated cycles in a second.
    pub fn cycles_per_second(&self) -> f64 {
        self.cycles as f64 / self.elapsed.as_secs_f64()
    }
}

/// Runs the frames of `inputs` `passes` times over, in a C++ program that is built from
/// the same Verilated sources with the same flags as the library.
pub fn bare_loop(
    cache: &Cache,
    toolchain: &Toolchain,
    spec: &ModelSpec,
    seed: u64,
    inputs: &[u32],
    passes: usize,
) -> Result<BareRun, BuildError> {
    let (program, _) = compile::build(cache, toolchain, spec, Product::Bare)?;
    let folder = tempfile::tempdir().map_err(BuildError::io("create", &std::env::temp_dir()))?;
    let stimulus = folder.path().join("stimulus");
    let bytes: Vec<u8> = inputs.iter().flat_map(|word| word.to_ne_bytes()).collect();
    std::fs::write(&stimulus, bytes).map_err(BuildError::io("write", &stimulus))?;

    let frames = inputs.len().checked_div(spec.input_words()).unwrap_or(1);
    let mut command = Command::new(&program);
    command.arg(&stimulus);
    command.args([frames.to_string(), passes.to_string()]);
    command.arg(fold_seed(seed).to_string());
    let output = run(Step::Run, command, folder.path())?;
    let text = String::from_utf8_lossy(&output.stdout);
    parse(&text).ok_or_else(|| BuildError::Failed {
        step: Step::Run,
        command: program.display().to_string(),
        status: output.status,
        message: format!("unexpected output: {text}"),
    })
}

/// Reads `cycles seconds checksum`.
fn parse(text: &str) -> Option<BareRun> {
    let mut fields = text.split_whitespace();
    Some(BareRun {
        cycles: fields.next()?.parse().ok()?,
        elapsed: Duration::try_from_secs_f64(fields.next()?.parse().ok()?).ok()?,
        checksum: fields.next()?.parse().ok()?,
    })
}

/// The checksum that the bare loop prints, for the output frames of one pass.
pub fn checksum(outputs: &[u32]) -> u64 {
    outputs.iter().fold(0u64, |sum, &word| {
        sum.wrapping_mul(31).wrapping_add(u64::from(word))
    })
}
