//! `warploom fuzz --merge`: a corpus without what it can do without.

use crate::commands::fuzz::Args;
use crate::failure::{Exit, Failure};
use crate::say;
use cosim::fuzz::corpus::{load, minimal};
use cosim::fuzz::runner::Runner;
use cosim::interface::Interface;
use cosim::report::table::counted;
use cosim::target::Target;
use cosim::workshop::Builder;

/// Makes the corpus of a target small. Only sequences of the unit are ever removed.
pub fn merge(args: &Args, builder: &Builder, target: &Target) -> Result<Exit, Failure> {
    let Some(folder) = &args.corpus else {
        return Err(Failure::bad_input("--merge wants --corpus DIR"));
    };
    let unit = target.configuration.unit().name();
    let corpus = load(folder, unit)?;
    for skipped in &corpus.skipped {
        eprintln!("warploom: {skipped}");
    }
    let interface = Interface::of(&target.configuration.parameters);
    let kit = target.kit();
    let bench = builder.build_covered(target)?;
    let mut runner = Runner::new(&interface, &*kit, &bench, args.seed, args.break_contract)?;
    let needed = minimal(&mut runner, &corpus.sequences)?;
    for (index, (path, _)) in corpus.sequences.iter().enumerate() {
        if needed.binary_search(&index).is_err() {
            std::fs::remove_file(path).map_err(|error| {
                Failure::bad_input(format!("cannot remove {}: {error}", path.display()))
            })?;
        }
    }
    say!(
        "{} of {} kept in {}",
        needed.len(),
        counted(corpus.sequences.len() as u64, "sequence"),
        folder.display()
    );
    Ok(Exit::Fine)
}
