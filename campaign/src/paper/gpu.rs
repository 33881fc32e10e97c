//! Energy of the whole GPU, by the shares that the papers give: the rest of the chip does the same work, and
//! leaks for as long as the run takes.

use super::results::{Missing, Run};
use serde_json::Value;

/// What registers cause in the memory system, in pJ; nothing where they cause nothing.
fn memory(run: &Run<'_>) -> Result<f64, Missing> {
    if run.at("energy.memory")? == &Value::Null {
        return Ok(0.0);
    }
    let parts = ["metadata", "l1", "avc", "l2", "dram"];
    run.sum(&parts.map(|part| format!("energy.memory.{part}")))
}

/// The GPU's energy of a run over that of another, which the shares are of: they are those of a chip that
/// keeps no registers in memory, so what both runs cause there comes on top.
pub fn relative(baseline: &Run<'_>, run: &Run<'_>) -> Result<f64, Missing> {
    let registers = baseline.number("energy.total")?;
    let whole = registers / baseline.number("energy.gpu.register_file_share")?;
    let leakage = baseline.number("energy.gpu.leakage_share")?;
    let longer = run.cycles()? / baseline.cycles()?;
    let rest = (whole - registers) * (1.0 - leakage + leakage * longer);
    let energy = run.number("energy.total")? + memory(run)? + rest;
    Ok(energy / (whole + memory(baseline)?))
}
