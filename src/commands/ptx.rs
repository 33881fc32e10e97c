//! `warploom ptx`: reads a PTX module and reports what is in it.

use crate::failure::{Exit, Failure};
use crate::say;
use progress::text::table;
use sm::alloc::allocate;
use sm::analysis::{Cfg, Dominators};
use sm::ir::{Class, Kernel, Registers};
use sm::lower::{Module, Refused};
use spec::UnknownName;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Parses a PTX module; reports instruction mix, registers and control flow
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: warploom ptx kernels/vector_add/vector_add.ptx --registers")]
pub struct Args {
    /// PTX module
    file: PathBuf,
    /// Report this kernel only
    #[arg(long, value_name = "E")]
    entry: Option<String>,
    /// Allocate physical registers and report them
    #[arg(long)]
    registers: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let name = args.file.display().to_string();
    let text = std::fs::read_to_string(&args.file)
        .map_err(|error| Failure::bad_input(format!("{name}: cannot be read: {error}")))?;
    let module = Module::load(&name, &text)?;
    if let Some(entry) = &args.entry {
        let of_refused = module.refused.iter().map(|refused| &refused.name);
        let mut known = module.kernels.iter().map(|k| &k.name).chain(of_refused);
        if !known.any(|name| name == entry) {
            let known = module.kernels.iter().map(|k| k.name.clone());
            return Err(UnknownName::new("kernel", entry, known).into());
        }
    }
    let (major, minor) = module.version;
    let bits = module.address_bits;
    say!(
        "{name}: PTX {major}.{minor}, target {}, {bits}-bit addresses",
        module.target
    );
    let wanted = |kernel: &&Kernel| {
        args.entry
            .as_ref()
            .is_none_or(|entry| kernel.name == *entry)
    };
    for kernel in module.kernels.iter().filter(wanted) {
        say!("");
        report(kernel, args.registers)?;
    }
    let asked = |refused: &&Refused| args.entry.as_ref().is_none_or(|e| refused.name == *e);
    let refused: Vec<_> = module.refused.iter().filter(asked).collect();
    let Some((last, others)) = refused.split_last() else {
        return Ok(Exit::Fine);
    };
    for refused in others {
        say!("");
        say!("{} cannot be run: {}", refused.name, refused.diagnostic);
    }
    let message = format!("{} cannot be run: {}", last.name, last.diagnostic);
    Err(Failure::bad_input(message))
}

fn report(kernel: &Kernel, registers: bool) -> Result<(), Failure> {
    say!("{}", kernel.name);
    for parameter in &kernel.parameters {
        let (offset, bytes) = (parameter.offset, parameter.bytes);
        say!(
            "  parameter {} at {offset}: {bytes} bytes as {}",
            parameter.name,
            parameter.ty
        );
    }
    if let Registers::Virtual(classes) = &kernel.registers {
        let count = |wanted| classes.iter().filter(|&&class| class == wanted).count();
        say!(
            "  virtual registers: {} of 32 bits, {} of 64 bits, {} predicates",
            count(Class::Word),
            count(Class::Pair),
            count(Class::Predicate)
        );
    }
    if registers {
        let report = allocate(kernel, None)?.report;
        say!(
            "  physical registers: {} of 32 bits (at most {} live), {} predicates",
            report.words,
            report.most_live,
            report.predicates
        );
    }
    let (shared, local) = (kernel.shared_bytes, kernel.local_bytes);
    say!("  memory: {shared} bytes shared, {local} bytes local a thread");
    say!("  {} instructions", kernel.code.len());
    let mut mix = BTreeMap::new();
    for instruction in &kernel.code {
        *mix.entry(instruction.op.family()).or_insert(0u64) += 1;
    }
    let rows: Vec<_> = mix
        .iter()
        .map(|(family, count)| vec![format!("  {family}"), count.to_string()])
        .collect();
    for line in table(&["  FAMILY", "COUNT"], &rows) {
        say!("{line}");
    }
    flow(kernel);
    Ok(())
}

fn flow(kernel: &Kernel) {
    let cfg = Cfg::new(kernel);
    let dominators = Dominators::new(&cfg);
    let post = Dominators::post(&cfg);
    let name = |block: Option<usize>| block.map_or_else(|| "-".to_owned(), |b| format!("B{b}"));
    let rows: Vec<_> = cfg
        .blocks
        .iter()
        .enumerate()
        .map(|(index, block)| {
            let lines = &kernel.code[block.code.clone()];
            let lines = lines.first().zip(lines.last());
            let successors = block.successors.iter().map(|&s| name(Some(s)));
            vec![
                format!("  B{index}"),
                lines.map_or_else(String::new, |(a, b)| format!("{}-{}", a.line, b.line)),
                block.code.len().to_string(),
                successors.collect::<Vec<_>>().join(" "),
                name(dominators.immediate(index)),
                name(post.immediate(index)),
            ]
        })
        .collect();
    let header = [
        "  BLOCK",
        "LINES",
        "INSTRUCTIONS",
        "NEXT",
        "DOMINATOR",
        "POST-DOMINATOR",
    ];
    for line in table(&header, &rows) {
        say!("{line}");
    }
}
