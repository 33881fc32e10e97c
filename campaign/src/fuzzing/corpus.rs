//! What a corpus is worth: `warploom fuzz --merge` takes away what it can do without, `--coverage`
//! tells what it reaches.

use super::audience::{say, Audience};
use super::Search;
use crate::Error;
use cosim::coverage::{self, Reached};
use cosim::fuzz::corpus::{load, minimal};
use cosim::fuzz::runner::Runner;
use cosim::fuzz::sequence::Sequence;
use cosim::target::Target;
use cosim::workshop::Builder;
use progress::text::{counted, grouped};
use surroundings::interface::Interface;

/// Makes the corpus of a target small. Only sequences of the unit are ever removed.
pub fn merge(
    wanted: &Search,
    builder: &Builder,
    target: &Target,
    audience: &mut dyn Audience,
) -> Result<(), Error> {
    let Some(folder) = &wanted.corpus else {
        return Err(Error::new("--merge wants --corpus DIR"));
    };
    let unit = target.configuration.unit().name();
    let corpus = load(folder, unit)?;
    for skipped in &corpus.skipped {
        audience.warn(skipped);
    }
    let interface = Interface::of(&target.configuration.parameters);
    let kit = target.kit();
    let bench = builder.build_covered(target)?;
    let mut runner = Runner::new(
        &interface,
        &*kit,
        &bench,
        wanted.seed,
        wanted.break_contract,
    )?;
    let needed = minimal(&mut runner, &corpus.sequences)?;
    for (index, (path, _)) in corpus.sequences.iter().enumerate() {
        if needed.binary_search(&index).is_err() {
            std::fs::remove_file(path).map_err(|error| {
                Error::new(format!("cannot remove {}: {error}", path.display()))
            })?;
        }
    }
    say!(
        audience,
        "{} of {} kept in {}",
        needed.len(),
        counted(corpus.sequences.len() as u64, "sequence"),
        folder.display()
    );
    Ok(())
}

/// Plays sequences on a model that counts all there is, and tells what they reach.
pub fn report(
    wanted: &Search,
    builder: &Builder,
    target: &Target,
    sequences: &[Sequence],
    audience: &mut dyn Audience,
) -> Result<(), Error> {
    let bench = builder.build_counted(target)?;
    let reached = coverage::replay(&bench, target, sequences, wanted.seed)?;
    let share = |what: &str, reached: &Reached| {
        let (count, points) = reached.counts();
        format!(
            "{what} {}/{}",
            grouped(count as u64),
            grouped(points as u64)
        )
    };
    let mut kinds = vec![
        share("lines", &reached.line),
        share("branches", &reached.branch),
        share("toggles", &reached.toggle),
    ];
    if reached.wide.counts().1 > 0 {
        kinds.push(share("of these in buses of 1,024 bits", &reached.wide));
    }
    let count = counted(sequences.len() as u64, "sequence");
    say!(audience, "reached by {count}: {}", kinds.join(", "));
    for place in &reached.unreached {
        say!(audience, "not reached: {place}");
    }
    Ok(())
}

/// The same of a folder that several processes have filled.
pub fn report_folder(
    wanted: &Search,
    builder: &Builder,
    target: &Target,
    audience: &mut dyn Audience,
) -> Result<(), Error> {
    let Some(folder) = &wanted.corpus else {
        return Ok(());
    };
    let corpus = load(folder, target.configuration.unit().name())?;
    let sequences: Vec<Sequence> = corpus.sequences.into_iter().map(|(_, s)| s).collect();
    report(wanted, builder, target, &sequences, audience)
}
