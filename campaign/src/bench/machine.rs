//! What machine this is, for figures that depend on it.

use std::fs;
use tools::discovery::{Tool, Tools};

/// Pairs of what and which; what cannot be found out is left out.
pub fn describe() -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some(model) = field("/proc/cpuinfo", "model name") {
        facts.push(("processor", model));
    }
    if let Ok(cores) = std::thread::available_parallelism() {
        facts.push(("cores", cores.to_string()));
    }
    if let Some(memory) = field("/proc/meminfo", "MemTotal") {
        facts.push(("memory", memory));
    }
    if let Ok(release) = fs::read_to_string("/proc/sys/kernel/osrelease") {
        facts.push(("kernel", release.trim().to_owned()));
    }
    let tools = Tools::discover();
    for (name, tool) in [("compiler", Tool::Compiler), ("verilator", Tool::Verilator)] {
        if let Ok(version) = tools.find(tool).and_then(|found| found.version()) {
            facts.push((name, version));
        }
    }
    facts
}

/// Most bytes that this process has held so far, where the operating system says.
pub fn peak_memory() -> Option<u64> {
    let text = field("/proc/self/status", "VmHWM")?;
    let kilobytes: u64 = text.strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// The first `name : value` of a file of the kernel.
fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
