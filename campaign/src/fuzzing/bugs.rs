//! `warploom fuzz --bugs`: how long it takes to find bugs that are known to be there.

use super::audience::{say, Audience};
use super::keeper::Keeper;
use crate::error::write;
use crate::report::End;
use crate::Error;
use cosim::fuzz::engine;
use cosim::fuzz::runner::Runner;
use cosim::fuzz::session::{Budget, Session};
use cosim::lockstep::{Lockstep, Verdict, BATCH};
use cosim::regression::{Monitor, Workshop};
use cosim::target::Target;
use cosim::workshop::Builder;
use libafl::events::SimpleEventManager;
use libafl::monitors::NopMonitor;
use progress::text::{columns, Align};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use surroundings::interface::Interface;

/// How long one search took, or `None` when the time ran out.
type Time = Option<f64>;

/// One bug of a unit.
struct Row {
    target: Target,
    fuzzed: Vec<Time>,
    random: Vec<Time>,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// How long one search may take.
    pub limit: Duration,
    /// How many sequences it may run.
    pub runs: Option<u64>,
    /// The first seed.
    pub seed: u64,
    /// Searches for each bug, with seeds counted upwards.
    pub repeats: u32,
    /// Whether plain random stimulus is measured too.
    pub random: bool,
    /// Where the table goes.
    pub markdown: Option<PathBuf>,
}

/// Searches for every deep bug of the targets.
pub fn run(
    wanted: &Hunt,
    builder: &Builder,
    targets: &[Target],
    monitor: &Monitor,
    audience: &mut dyn Audience,
) -> Result<End, Error> {
    let mut rows = Vec::new();
    for target in targets {
        let bugs = match builder.bugs_of(target) {
            Ok(bugs) => bugs,
            // Units without state have no deep bugs.
            Err(cosim::bugs::BugError::Io { .. }) if targets.len() > 1 => continue,
            Err(error) => return Err(error.into()),
        };
        builder.check_bugs(target)?;
        for bug in bugs {
            let target = Target {
                bug: Some(bug.name),
                ..target.clone()
            };
            let row = hunt(wanted, builder, target, monitor)?;
            if monitor.watch.stop.load(Ordering::Relaxed) {
                say!(audience, "interrupted");
                return Ok(End::Interrupted);
            }
            say!(audience, "{}", line(&row));
            rows.push(row);
            // Row by row: searches take hours, and what was measured is kept.
            if let Some(file) = &wanted.markdown {
                let before = std::fs::read_to_string(file).unwrap_or_default();
                write(file, &merged(&before, &rows, wanted.limit))?;
            }
        }
    }
    if rows.is_empty() {
        return Err(Error::new("no deep bug for these units and presets"));
    }
    let missed = rows.iter().filter(|row| median(&row.fuzzed).is_none());
    let missed = missed.count();
    say!(audience, "\n{}", table(&rows, wanted.random).trim_end());
    say!(
        audience,
        "{} of {} deep bugs found",
        rows.len() - missed,
        rows.len()
    );
    Ok(if missed == 0 { End::Fine } else { End::Failed })
}

fn hunt(wanted: &Hunt, builder: &Builder, target: Target, monitor: &Monitor) -> Result<Row, Error> {
    let interface = Interface::of(&target.configuration.parameters);
    let kit = target.kit();
    let bench = builder.build_covered(&target)?;
    let (mut fuzzed, mut random) = (Vec::new(), Vec::new());
    for repeat in 0..wanted.repeats {
        let seed = wanted.seed + u64::from(repeat);
        if wanted.random
            && !is_lost(&random, wanted.repeats)
            && !monitor.watch.stop.load(Ordering::Relaxed)
        {
            random.push(by_chance(builder, &target, seed, wanted.limit, monitor)?);
        }
        if is_lost(&fuzzed, wanted.repeats) {
            continue;
        }
        let mut runner = Runner::new(&interface, &*kit, &bench, seed, false)?;
        let budget = Budget {
            time: Some(wanted.limit),
            runs: wanted.runs,
            findings: 1,
            seed,
        };
        let session = Session::new(budget, runner.map().len());
        let mut keeper = Keeper::default();
        let manager = SimpleEventManager::new(NopMonitor::new());
        let session = engine::search(
            manager,
            &mut runner,
            session,
            &[],
            &monitor.watch,
            &mut keeper,
        )?;
        if let Some(error) = session.error {
            return Err(error.into());
        }
        fuzzed.push(session.findings.first().map(|finding| finding.seconds));
    }
    Ok(Row {
        target,
        fuzzed,
        random,
    })
}

/// Whether so many searches have run out that the others cannot change the median.
fn is_lost(times: &[Time], repeats: u32) -> bool {
    let missed = times.iter().filter(|time| time.is_none()).count();
    missed > repeats as usize / 2
}

/// The time that the harness's own stimulus takes, on the model without counters.
fn by_chance(
    builder: &Builder,
    target: &Target,
    seed: u64,
    limit: Duration,
    monitor: &Monitor,
) -> Result<Time, Error> {
    let interface = Interface::of(&target.configuration.parameters);
    let kit = target.kit();
    let (golden, dut) = (kit.golden(), builder.build(target)?);
    let lockstep = Lockstep::start(&interface, &*golden, &*dut, seed)?;
    let mut lockstep = lockstep.with_oracle(kit.oracle());
    let mut generator = kit.generator(&interface, seed);
    let start = Instant::now();
    while start.elapsed() < limit && !monitor.watch.stop.load(Ordering::Relaxed) {
        let verdict = lockstep.run(&mut *generator, 4 * BATCH as u64, &monitor.watch)?;
        if matches!(verdict, Verdict::Mismatch(_)) {
            return Ok(Some(start.elapsed().as_secs_f64()));
        }
    }
    Ok(None)
}

/// The middle of the times; one that ran out is longer than any.
fn median(times: &[Time]) -> Time {
    let mut sorted: Vec<f64> = times.iter().map(|t| t.unwrap_or(f64::INFINITY)).collect();
    sorted.sort_by(f64::total_cmp);
    let middle = *sorted.get(sorted.len() / 2)?;
    middle.is_finite().then_some(middle)
}

fn seconds(times: &[Time]) -> String {
    match median(times) {
        _ if times.is_empty() => String::new(),
        Some(time) if time < 0.1 => format!("{time:.3} s"),
        Some(time) => format!("{time:.1} s"),
        None => "not found".to_owned(),
    }
}

fn cells(row: &Row) -> [String; 4] {
    let configuration = &row.target.configuration;
    [
        format!("{} {}", configuration.unit(), configuration.preset),
        row.target.bug.clone().unwrap_or_default(),
        seconds(&row.fuzzed),
        seconds(&row.random),
    ]
}

fn line(row: &Row) -> String {
    let [unit, bug, fuzzed, random] = cells(row);
    format!("{unit} {bug}: {fuzzed} {random}")
        .trim_end()
        .to_owned()
}

fn table(rows: &[Row], random: bool) -> String {
    let mut heads = vec![
        ("unit", Align::Left),
        ("bug", Align::Left),
        ("fuzzing", Align::Right),
    ];
    if random {
        heads.push(("random", Align::Right));
    }
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| cells(row)[..heads.len()].to_vec())
        .collect();
    columns(&heads, &rows)
}

/// The first lines of the table in Markdown.
const HEAD: &str = "| unit | bug | fuzzing | random |\n|---|---|---:|---:|\n";

/// The table with these rows in place of those of the same units; what is not of the table stays.
fn merged(before: &str, rows: &[Row], limit: Duration) -> String {
    let row_start = |row: &Row| format!("| {} |", cells(row)[0]);
    let mut units: Vec<String> = rows.iter().map(row_start).collect();
    units.dedup();
    let (text, table) = before.split_once(HEAD).unwrap_or((before, ""));
    let mut lines: Vec<String> = table.lines().map(str::to_owned).collect();
    let is_new = |line: &String| units.iter().any(|unit| line.starts_with(unit.as_str()));
    lines.retain(|line| !is_new(line));
    for row in rows {
        let [unit, bug, fuzzed, random] = cells(row).map(|cell| {
            let given_up = format!("not in {} s", limit.as_secs());
            cell.replace("not found", &given_up)
        });
        lines.push(format!("| {unit} | {bug} | {fuzzed} | {random} |"));
    }
    // By unit; the bugs of one keep their order.
    lines.sort_by(|a, b| {
        let unit = |line: &str| line.split('|').nth(1).unwrap_or_default().to_owned();
        unit(a).cmp(&unit(b))
    });
    format!("{text}{HEAD}{}\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_ran_out_counts_as_the_longest() {
        assert_eq!(median(&[Some(3.0), None, Some(1.0)]), Some(3.0));
        assert_eq!(median(&[None, None, Some(1.0)]), None);
        assert_eq!(median(&[]), None);
        assert!(is_lost(&[None, Some(1.0), None], 3));
        assert!(!is_lost(&[None], 3) && is_lost(&[None], 1));
    }

    #[test]
    fn a_table_keeps_the_rows_of_other_units() {
        let preset = spec::UnitId::BdiCompressor.presets().next();
        let preset = preset.expect("every unit has presets");
        let row = |time| Row {
            target: Target {
                bug: Some("off_by_one".to_owned()),
                ..Target::new(spec::Configuration::of_preset(preset))
            },
            fuzzed: vec![time],
            random: vec![Some(2.0)],
        };
        let limit = Duration::from_secs(60);
        let other = "| avc_encoder fermi | carry | 1.0 s | 2.0 s |\n";
        let before = format!("Words.\n\n{HEAD}{other}");
        let first = merged(&before, &[row(None)], limit);
        let name = "| bdi_compressor fermi | off_by_one |";
        assert_eq!(first, format!("{before}{name} not in 60 s | 2.0 s |\n"));
        let again = merged(&first, &[row(Some(0.3))], limit);
        assert_eq!(again, format!("{before}{name} 0.3 s | 2.0 s |\n"));
    }
}
