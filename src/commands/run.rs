//! `warploom run`: executes a kernel's descriptor and checks what it left, functionally or, with
//! `--scheme`, cycle by cycle.

use crate::failure::{Exit, Failure};
use crate::say;
use crate::timed_run::{self, shown};
use campaign::timed::document::Document;
use campaign::timed::Timed;
use progress::text::table;
use sm::descriptor::AddressSize;
use sm::exec::Bins;
use sm::host::{check_dump, Options, Session};
use spec::UnknownName;
use std::path::PathBuf;

/// Executes a kernel and checks its results
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  warploom run kernels/vector_add/vector_add.toml --max-registers 16\n  \
                  warploom run kernels/hotspot/hotspot.toml --scheme warped-compression\n  \
                  warploom run kernels/bfs/bfs.toml --scheme warped-compression --engine lockstep \
                  --max-cycles 20000\n  warploom run kernels/srad/srad.toml --dump image=image.npy"
)]
pub struct Args {
    /// Launch descriptor (docs/sm/descriptor.md)
    kernel: PathBuf,
    /// Run the descriptor's module with addresses of so many bits: 32, 64 [default: the module in
    /// its key ptx]
    #[arg(long, value_name = "BITS")]
    address_size: Option<AddressSize>,
    /// Execute over physical registers, at most this many a thread; the rest is spilled
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=255))]
    max_registers: Option<u32>,
    /// Execute over physical registers, as many as the kernel takes
    #[arg(long)]
    physical: bool,
    /// Write what a buffer holds at the end to a file: .npy, .csv, or raw as .bin or .raw; may be repeated
    #[arg(long, value_name = "BUFFER=FILE", value_parser = dump)]
    dump: Vec<(String, PathBuf)>,
    /// Write results and statistics to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    timed: timed_run::Args,
}

/// `BUFFER=FILE`, of a file whose name says how it is written.
fn dump(text: &str) -> Result<(String, PathBuf), String> {
    let (buffer, file) = text.split_once('=').ok_or("expected BUFFER=FILE")?;
    let file = PathBuf::from(file);
    check_dump(&file)?;
    Ok((buffer.to_owned(), file))
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let session = Session::open_for(&args.kernel, args.address_size)?.printing(crate::output::text);
    let known = session.descriptor().buffers.iter().map(|b| b.name.as_str());
    for (buffer, _) in &args.dump {
        if !known.clone().any(|name| name == buffer) {
            let known = known.map(str::to_owned);
            return Err(UnknownName::new("buffer", buffer, known).into());
        }
    }
    let options = Options {
        physical: args.physical || args.max_registers.is_some(),
        max_registers: args.max_registers,
    };
    let timed = args.timed.run()?;
    let (outcome, statistics, ran) = match &timed {
        None => {
            let (outcome, statistics) = session.run_counted(options)?;
            (outcome, statistics, None)
        }
        Some(timed) => match timed.run(&session, options, &|line| say!("{line}"))? {
            Timed::Ran(ran) => (ran.outcome.clone(), ran.statistics.clone(), Some(ran)),
            Timed::Differs(difference) => {
                shown::print_difference(&difference);
                return Ok(Exit::Failed);
            }
        },
    };
    let added = timed.as_ref().zip(ran.as_ref());
    let added = added.map(|(timed, ran)| timed.document(ran));
    let document = Document::new(&args.kernel, &session, &outcome, &statistics, added);
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(&document)?;
        std::fs::write(path, text + "\n").map_err(|e| {
            Failure::bad_input(format!("{}: cannot be written: {e}", path.display()))
        })?;
    }
    for (buffer, file) in &args.dump {
        outcome.dump(buffer, file).map_err(Failure::bad_input)?;
    }
    print(&document);
    Ok(if outcome.passed() {
        Exit::Fine
    } else {
        Exit::Failed
    })
}

fn print(document: &Document<'_>) {
    let statistics = document.statistics;
    let word = if document.passed { "passed" } else { "FAILED" };
    say!("{}: {word}", document.kernel);
    for check in &document.outcome.checks {
        say!("  {check}");
    }
    for (buffer, count) in &document.outcome.outside {
        say!("  {buffer}: {count} reads beside it gave zero");
    }
    if let Some(unfinished) = &document.outcome.unfinished {
        say!("  {unfinished}");
    }
    for (kernel, registers) in &document.outcome.registers {
        say!(
            "  {kernel}: {} registers a thread, {} predicates; {} spilled ({} bytes a thread)",
            registers.words,
            registers.predicates,
            registers.spilled,
            registers.spill_bytes
        );
    }
    say!(
        "  {} launches, {} warp instructions, {:.1} % divergent",
        document.outcome.launches,
        statistics.instructions,
        100.0 * statistics.divergence()
    );
    let row = |name: &str, bins: &Bins| {
        let share =
            |count: u64| format!("{:.1} %", 100.0 * count as f64 / bins.total().max(1) as f64);
        vec![
            format!("  {name}"),
            share(bins.zero),
            share(bins.within_128),
            share(bins.within_32k),
            share(bins.random),
        ]
    };
    let rows = [
        row("not divergent", &statistics.uniform_bins),
        row("divergent", &statistics.divergent_bins),
    ];
    for line in table(
        &["  REGISTER WRITES", "ZERO", "128", "32K", "RANDOM"],
        &rows,
    ) {
        say!("{line}");
    }
    if let Some(timed) = &document.timed {
        shown::print(timed);
    }
}
