//! `warploom replay`: a saved failure again.

use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::say;
use cosim::failure::Pair;
use cosim::lockstep::{Mismatch, Verdict};
use cosim::regression::{Length, Monitor, Workshop};
use cosim::replay::{Recipe, Replay};
use cosim::report::difference;
use cosim::target::EngineKind;
use cosim::workshop::Builder;
use progress::text::{counted, grouped};
use std::path::PathBuf;
use std::sync::Arc;
use surroundings::interface::Interface;

/// Runs a saved failure again: exit code 1 if it still fails, 0 if it passes now
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example: warploom replay out/failures/bdi_compressor-fermi-seed1.json \
                  --waves bug.fst"
)]
pub struct Args {
    /// The replay file
    file: PathBuf,
    /// Write the waveform
    #[arg(long, value_name = "OUT.fst")]
    waves: Option<PathBuf>,
    /// Simulate the Verilog in this folder in place of the one that failed
    #[arg(long, value_name = "DIR")]
    rtl: Option<PathBuf>,
    /// Folder of the seeded bugs, for the replay of one
    #[arg(long, value_name = "DIR", default_value = "tests/bugs")]
    bug_folder: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let mut replay = Replay::load(&args.file)?;
    if args.rtl.is_some() {
        if replay.target.engine == EngineKind::RustHdl || replay.target.bug.is_some() {
            return Err(Failure::bad_input(
                "--rtl replaces the Verilog of a failure: this one has none, or has a seeded bug",
            ));
        }
        replay.target.rtl = args.rtl.clone();
    }
    let target = &replay.target;
    let parameters = &target.configuration.parameters;
    let interface = Interface::of(parameters);
    let kit = target.kit();
    let golden = kit.golden();
    let builder = Builder::discovered(target.engine, args.bug_folder.clone())?;
    let builder = builder.for_runs(Length::Cycles(replay.recipe.cycles()));
    let dut = builder.build(target)?;
    let pair = Pair {
        interface: &interface,
        kit: &*kit,
        golden: &*golden,
        dut: &*dut,
        seed: replay.seed,
    };
    say!("replay: {target}, seed {}", replay.seed);
    if replay.rtl_digest.is_some() && replay.rtl_digest != target.rtl_digest() {
        say!("the Verilog is not the one that failed");
    }
    let monitor = Arc::new(Monitor::default());
    interrupt::watch(&monitor)?;
    let verdict = pair.run_recipe(&replay.recipe, &monitor.watch)?;
    if let (Some(waves), Recipe::Cycles(stimulus)) = (&args.waves, &replay.recipe) {
        cosim::waves::write(&pair, stimulus, waves)?;
        say!("waves:  {}", waves.display());
    } else if args.waves.is_some() {
        return Err(Failure::bad_input(format!(
            "{}: the file names a whole run, which is too long for a waveform",
            args.file.display()
        )));
    }
    Ok(match verdict {
        Verdict::Match { cycles } => {
            say!("passes: {} match", counted(cycles, "cycle"));
            Exit::Fine
        }
        Verdict::Mismatch(mismatch) => {
            describe(&pair, &replay, &mismatch)?;
            Exit::Failed
        }
        Verdict::OutOfContract { cycle, reason } => {
            say!("out of contract in cycle {}: {reason}", grouped(cycle));
            Exit::OutOfContract
        }
        Verdict::Interrupted { cycles } => {
            say!("interrupted after {}", counted(cycles, "cycle"));
            Exit::Interrupted
        }
    })
}

fn describe(pair: &Pair<'_>, replay: &Replay, mismatch: &Mismatch) -> Result<(), Failure> {
    let same = if replay.expectation.is_like(mismatch) {
        "as it was saved"
    } else {
        "not as it was saved"
    };
    say!(
        "fails, {same}: {} in cycle {}\n",
        mismatch.subject,
        grouped(mismatch.cycle)
    );
    if let Recipe::Cycles(stimulus) = &replay.recipe {
        let recording = pair.record(stimulus)?;
        let text = difference::text(pair.interface, &recording, mismatch);
        say!("{}", text.trim_end());
    }
    Ok(())
}
