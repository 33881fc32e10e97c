//! What a unit costs: Yosys on generic gates, or mapped to a Liberty library and timed.

pub mod baseline;
pub mod breakdown;
mod clock_gate;
pub mod energy;
mod exchange;
mod figures;
pub mod flow;
mod function;
mod hierarchy;
mod kept;
pub mod liberty;
pub mod library;
pub mod proof;
pub mod recipes;
pub mod report;
mod sizing;
pub mod statistics;
pub mod timing;

use breakdown::Breakdown;
use emitter::Reset;
use energy::{Activity, Energy};
pub use figures::{Figures, Mapped};
use flow::{Attempt, Pieces};
use kept::{Kept, NETLIST};
use library::Library;
use progress::board::Place;
use recipes::rounds;
use sizing::Sizing;
use spec::{Configuration, UnitId};
use std::fmt;
use std::fs;
use std::path::Path;
use std::str::FromStr;
use timing::Timer;
use tools::discovery::Tools;
use tools::hardware::{Hardware, SourceFile};
use tools::Error;

/// Generic cells of the largest design that is mapped in one piece. Beyond, modules are mapped one by one.
const ONE_PIECE: u64 = 150_000;
/// Generic cells of the largest netlist whose toggles are counted: a model of it takes minutes to build.
const COUNTED: u64 = 45_000;

/// The best netlist so far, with the names of the source.
const BEST: &str = "best.il";

/// How hard the mapper is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// A few recipes at one target, and at a tighter one while the clock is missed.
    Quick,
    /// Every recipe at every target.
    Full,
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Quick => "quick",
            Self::Full => "full",
        })
    }
}

impl FromStr for Effort {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        [Self::Quick, Self::Full]
            .into_iter()
            .find(|effort| effort.to_string() == text)
            .ok_or_else(|| Error::new(format!("no effort '{text}'; there are: quick, full")))
    }
}

/// Plays netlists against what they have to do.
pub trait Player: Sync {
    /// Compares every cycle with the golden model; if `counted`, says what toggled.
    fn play(
        &self,
        configuration: &Configuration,
        netlist: &Hardware,
        counted: bool,
    ) -> Result<Option<Activity>, Error>;
}

/// A library and what to do with it.
pub struct Mapping {
    pub library: Library,
    pub timer: Timer,
    /// In place of the units' own clocks.
    pub clock_ps: Option<u32>,
    pub effort: Effort,
    /// Modules are mapped one by one, as those of large designs are.
    pub by_module: bool,
    /// Besides, what netlists are of.
    pub explain: bool,
    /// Generic cells of the largest design that is mapped, if there is a limit.
    pub largest: Option<u64>,
}

impl Mapping {
    fn takes(&self, cells: u64) -> bool {
        self.largest.is_none_or(|largest| cells <= largest)
    }
}

/// The clock that a unit is for, in picoseconds.
pub fn clock(unit: UnitId) -> u32 {
    match unit {
        // One of a thousand, with decisions before it and switches behind it in the same cycle.
        UnitId::PowerController => 450,
        _ => spec::CLOCK_PERIOD_PS,
    }
}

/// Synthesizes the hardware of a configuration, or finds what it came to the last time; `place` hears
/// how far it is.
pub fn synthesize(
    tools: &Tools,
    (configuration, hardware): (&Configuration, &Hardware),
    mapping: Option<&Mapping>,
    player: &dyn Player,
    place: &Place<'_>,
) -> Result<Figures, Error> {
    let folder = tempfile::tempdir()
        .map_err(|error| Error::new(format!("cannot create a temporary folder: {error}")))?;
    let kept = Kept::new(tools, hardware, configuration, mapping)?;
    if let Some(mut figures) = kept.figures() {
        // It may have been mapped when it was named.
        if mapping.is_some_and(|mapping| !mapping.takes(figures.cells)) {
            figures.mapped = None;
        }
        if let (Some(mapped), Some(mapping)) = (&mut figures.mapped, mapping) {
            mapped.rest = energy::at_rest(&mapping.library, &hardware.top, &kept.verilog()?);
        }
        figures.explain(mapping, hardware, &kept, folder.path())?;
        return Ok(figures);
    }
    let job = Job {
        tools,
        hardware,
        configuration,
        player,
        folder: folder.path(),
        place,
    };
    let mut figures = job.generic()?;
    if let Some(mapping) = mapping.filter(|mapping| mapping.takes(figures.cells)) {
        figures.mapped = Some(job.map(mapping, figures.cells, &kept)?);
        kept.keep(&figures)?;
    }
    figures.explain(mapping, hardware, &kept, folder.path())?;
    Ok(figures)
}

impl Figures {
    /// Says what the netlist is of, if that is asked for.
    fn explain(
        &mut self,
        mapping: Option<&Mapping>,
        hardware: &Hardware,
        kept: &Kept,
        folder: &Path,
    ) -> Result<(), Error> {
        let Some(mapping) = mapping.filter(|mapping| mapping.explain) else {
            return Ok(());
        };
        if let Some(mapped) = &mut self.mapped {
            let (timer, library) = (&mapping.timer, &mapping.library);
            let netlist = kept.folder.join(NETLIST);
            let breakdown = Breakdown::of(timer, library, &hardware.top, &netlist, folder)?;
            mapped.breakdown = Some(breakdown);
        }
        Ok(())
    }
}

/// One configuration under work.
struct Job<'a> {
    tools: &'a Tools,
    hardware: &'a Hardware,
    configuration: &'a Configuration,
    player: &'a dyn Player,
    /// For files in between.
    folder: &'a Path,
    place: &'a Place<'a>,
}

impl Job<'_> {
    /// The figures on generic gates, kept by themselves.
    fn generic(&self) -> Result<Figures, Error> {
        let kept = Kept::new(self.tools, self.hardware, self.configuration, None)?;
        if let Some(figures) = kept.figures() {
            return Ok(figures);
        }
        self.place.at("gates");
        let generic = flow::generic(self.tools, self.hardware, self.folder)?;
        let memory_bits = |file: &SourceFile| {
            let module = file.name.split('.').next().unwrap_or_default();
            Some(flow::memory_bits(&file.text)? * generic.count.instances(module))
        };
        let figures = Figures {
            unit: self.configuration.unit().to_string(),
            preset: self.configuration.label(),
            cells: generic.count.cells,
            flip_flops: generic.count.flip_flops,
            depth: generic.depth,
            memory_bits: self.hardware.files.iter().filter_map(memory_bits).sum(),
            shares: generic.shares,
            mapped: None,
        };
        kept.keep(&figures)?;
        Ok(figures)
    }

    fn map(&self, mapping: &Mapping, generic_cells: u64, kept: &Kept) -> Result<Mapped, Error> {
        let library = &mapping.library;
        let clock_ps = mapping.clock_ps.unwrap_or(clock(self.configuration.unit()));
        let pieces = if generic_cells <= ONE_PIECE && !mapping.by_module {
            Pieces::One
        } else {
            Pieces::Modules
        };
        let best = self.best(mapping, clock_ps, pieces, kept)?;
        let attempt = best.attempt;
        let leakage = attempt.count.by_type.iter().map(|(name, count)| {
            let cell = library.cells.get(name);
            cell.map_or(0.0, |cell| cell.leakage) * *count as f64 / 1000.0
        });
        self.place.at("playing the netlist");
        let counted = generic_cells <= COUNTED && pieces == Pieces::One;
        let energy = self.play(library, kept, counted.then_some(&best.json))?;
        self.place.at("proof");
        let proof = proof::prove(
            self.tools,
            self.hardware,
            library,
            BEST,
            generic_cells,
            self.folder,
        )?;
        Ok(Mapped {
            library: library.name.clone(),
            area: attempt.count.area,
            sequential_area: attempt.count.sequential_area,
            cells: attempt.count.cells,
            leakage: leakage.sum(),
            clock_ps,
            path_ps: best.path_ps,
            timer: mapping.timer.name().to_owned(),
            recipe: attempt.recipe.name.to_owned(),
            pieces,
            target_ps: attempt.picoseconds,
            energy,
            rest: energy::at_rest(library, &self.hardware.top, &kept.verilog()?),
            breakdown: None,
            proof,
            netlist: kept.folder.clone(),
        })
    }

    /// Tries recipes, round after round; what is the best so far is kept as a netlist.
    fn best(
        &self,
        mapping: &Mapping,
        clock_ps: u32,
        pieces: Pieces,
        kept: &Kept,
    ) -> Result<Best, Error> {
        let (folder, library) = (self.folder, &mapping.library);
        let top = &self.hardware.top;
        let mut best: Option<Best> = None;
        let apart = flow::apart(self.tools, self.hardware, pieces, folder)?;
        for ways in rounds(mapping.effort, clock_ps) {
            let enough = mapping.effort == Effort::Quick;
            if enough && best.as_ref().is_some_and(|best| best.in_time(clock_ps)) {
                break;
            }
            self.place.at("mapping");
            let attempts = flow::mapped(self.tools, self.hardware, &apart, library, &ways, folder)?;
            self.place.at("timing");
            let path = |attempt: Attempt| {
                let path_ps = mapping.timer.path(&attempt, top, library, folder)?;
                Ok((path_ps, attempt))
            };
            let timed: Result<Vec<_>, Error> = attempts.into_iter().map(path).collect();
            let mut timed = timed?;
            if pieces == Pieces::Modules && matches!(mapping.timer, Timer::OpenSta(_)) {
                // Sizing a large one takes minutes: the fastest is worth it.
                timed.sort_by(|a, b| a.0.total_cmp(&b.0));
                timed.truncate(1);
            }
            for (mut path_ps, mut attempt) in timed {
                // Sizes change little of an area.
                let too_large = best.as_ref().is_some_and(|best| {
                    best.in_time(clock_ps) && attempt.count.area > best.attempt.count.area * 1.02
                });
                if let (Timer::OpenSta(sta), false) = (&mapping.timer, too_large) {
                    let sizing = Sizing {
                        sta,
                        top,
                        pieces,
                        library,
                        clock_ps,
                        folder,
                    };
                    path_ps = sizing.size(&mut attempt, path_ps)?;
                }
                let loses = best.as_ref().is_some_and(|best| {
                    !better(clock_ps, (path_ps, &attempt), (best.path_ps, &best.attempt))
                });
                if loses {
                    continue;
                }
                // The next round writes files of the same names.
                let missing = |error| Error::new(format!("yosys left no netlist: {error}"));
                let text = fs::read_to_string(folder.join(&attempt.netlist)).map_err(missing)?;
                kept.netlist(library, self.hardware, &attempt.count.by_type, &text)?;
                let json = fs::read_to_string(folder.join(&attempt.json)).map_err(missing)?;
                fs::copy(folder.join(&attempt.rtlil), folder.join(BEST)).map_err(missing)?;
                best = Some(Best {
                    path_ps,
                    attempt,
                    json,
                });
            }
        }
        best.ok_or_else(|| Error::new("no recipe was tried"))
    }

    /// Plays the netlist against the golden model. Toggles are counted in the top module of what Yosys
    /// wrote as JSON, if that is given.
    fn play(
        &self,
        library: &Library,
        kept: &Kept,
        json: Option<&String>,
    ) -> Result<Option<Energy>, Error> {
        let configuration = self.configuration;
        let netlist =
            Hardware::from_folder(&kept.folder, &configuration.parameters, Reset::default())
                .map_err(|error| Error::new(error.to_string()))?;
        let top = &self.hardware.top;
        let differs = |error| Error::new(format!("{top}: {error}"));
        let played = self.player.play(configuration, &netlist, json.is_some());
        match (played.map_err(differs)?, json) {
            (Some(activity), Some(json)) => energy::weigh(library, top, json, &activity).map(Some),
            _ => Ok(None),
        }
    }
}

/// The best attempt so far.
struct Best {
    path_ps: f64,
    attempt: Attempt,
    /// Its netlist as Yosys' JSON.
    json: String,
}

impl Best {
    fn in_time(&self, clock_ps: u32) -> bool {
        self.path_ps <= f64::from(clock_ps)
    }
}

/// The smallest that is fast enough, else the fastest.
fn better(clock_ps: u32, a: (f64, &Attempt), b: (f64, &Attempt)) -> bool {
    let clock = f64::from(clock_ps);
    match (a.0 <= clock, b.0 <= clock) {
        (true, true) => a.1.count.area < b.1.count.area,
        (false, false) => a.0 < b.0,
        (a_in_time, _) => a_in_time,
    }
}
