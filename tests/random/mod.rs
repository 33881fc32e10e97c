//! Random modules in batches, and the way from a failing one to a small one.

use crate::selection;
use crate::side_by_side::{differences, Circuit, Difference, DIALECTS};
use corpus::random::{Program, Random, RandomModule};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// Vectors that each module sees.
pub const CYCLES: usize = 1000;

/// Modules in one model: the build of a model is the unit of work that the threads share.
const BATCH: usize = 65;

/// Candidates that one round of shrinking tries, in one model.
const CANDIDATES: usize = 40;

/// Rounds of shrinking.
const ROUNDS: usize = 60;

/// Failures that are made small; more would take minutes and seldom tell more.
const SHRUNK: usize = 2;

static SHRINKING: AtomicUsize = AtomicUsize::new(0);

/// What the programs of a run came to.
#[derive(Debug, Default)]
pub struct Tally {
    pub compared: usize,
    /// Programs with the refusal that is known and allowed, by number.
    pub refused: Vec<usize>,
    /// What is wrong, ready to be read.
    pub failures: Vec<String>,
}

/// The seed of a module: its number mixed into the seed of the run.
pub fn module_seed(seed: u64, number: usize) -> u64 {
    Random::new(seed ^ (number as u64).rotate_left(32)).next_u64()
}

/// Compares the modules of these numbers.
pub fn run(seed: u64, numbers: Vec<usize>) -> Tally {
    let batches: Vec<&[usize]> = numbers.chunks(BATCH).collect();
    let tally = Mutex::new(Tally::default());
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..threads.min(batches.len()) {
            scope.spawn(|| {
                while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = run_batch(seed, batch);
                    for failure in &found.failures {
                        selection::say(failure);
                    }
                    let mut tally = tally.lock().expect("no thread has panicked");
                    tally.compared += found.compared;
                    tally.refused.extend(found.refused);
                    tally.failures.extend(found.failures);
                }
            });
        }
    });
    let mut tally = tally.into_inner().expect("no thread has panicked");
    tally.refused.sort_unstable();
    tally
}

fn run_batch(seed: u64, numbers: &[usize]) -> Tally {
    let mut tally = Tally::default();
    let mut modules = vec![];
    for &number in numbers {
        let program = Program::generate(module_seed(seed, number));
        match circuit(&program, format!("m{number}")) {
            Ok(circuit) => modules.push((number, program, circuit)),
            Err(refusal) if is_known(&refusal) => tally.refused.push(number),
            Err(refusal) => {
                let class = class(&refusal);
                let refuses = |program: &Program| {
                    circuit(program, "m").is_err_and(|refusal| self::class(&refusal) == class)
                };
                let small = shrink(&program, |programs| programs.iter().position(refuses));
                tally.failures.push(report(seed, number, &small, &refusal));
            }
        }
    }
    let found = loop {
        let circuits: Vec<&Circuit> = modules.iter().map(|(_, _, circuit)| circuit).collect();
        let error = match all_differences(&circuits) {
            Ok(found) => break found,
            Err(error) => error,
        };
        // The tools name the files that they do not take.
        let blamed = modules
            .iter()
            .position(|(_, _, circuit)| error.contains(&format!("Error: t_{}_", circuit.name)));
        let Some(blamed) = blamed else {
            tally.failures.push(error);
            return tally;
        };
        let (number, program, _) = modules.remove(blamed);
        let small = shrink(&program, |programs| programs.iter().position(is_no_verilog));
        let error = verilog_error(&small).unwrap_or(error);
        tally.failures.push(report(seed, number, &small, &error));
    };
    tally.compared = modules.len();
    for (number, program, circuit) in &modules {
        let Some(difference) = found.iter().find(|found| found.circuit == circuit.name) else {
            continue;
        };
        let small = shrink(program, first_difference);
        let report = match explain(&small, &circuit.name) {
            Some(what) => report(seed, *number, &small, &what),
            // What depends on power-up values can be gone with another module around it.
            None => report(seed, *number, program, &describe(circuit, difference)),
        };
        tally.failures.push(report);
    }
    tally
}

/// Whether the emitter takes the program and Verilator does not take what it emits.
fn is_no_verilog(program: &Program) -> bool {
    verilog_error(program).is_some()
}

fn verilog_error(program: &Program) -> Option<String> {
    let circuit = circuit(program, "m").ok()?;
    let error = all_differences(&[&circuit]).err()?;
    let texts = DIALECTS.map(|dialect| circuit.text(dialect));
    Some(format!("{error}\n{}", texts[0]))
}

fn circuit(program: &Program, name: impl Into<String>) -> Result<Circuit, String> {
    Circuit::new(
        name,
        Box::new(RandomModule::new(program)),
        program.seed,
        CYCLES,
    )
}

fn all_differences(circuits: &[&Circuit]) -> Result<Vec<Difference>, String> {
    let mut found = vec![];
    for dialect in DIALECTS {
        found.extend(differences(circuits, dialect, 1, CYCLES)?);
    }
    Ok(found)
}

/// The emitter looks for loops among the elements of an array without regard to the order of the
/// statements, so it sees some that are none.
fn is_known(refusal: &str) -> bool {
    refusal
        .lines()
        .all(|line| line.contains("combinational loop"))
}

/// A refusal without the names in it: shrinking must not wander to another one.
fn class(refusal: &str) -> String {
    let line = refusal.lines().next().unwrap_or_default();
    let message = line.split("`: ").nth(1).unwrap_or(line);
    message.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Makes a failing program small: `failing` gives the first of the candidates that still fails.
fn shrink(program: &Program, failing: impl Fn(&[Program]) -> Option<usize>) -> Program {
    let mut small = program.clone();
    let rounds = match SHRINKING.fetch_add(1, Ordering::Relaxed) < SHRUNK {
        true => ROUNDS,
        false => 0,
    };
    for _ in 0..rounds {
        let candidates = small.smaller();
        let found = candidates
            .chunks(CANDIDATES)
            .find_map(|chunk| failing(chunk).map(|position| chunk[position].clone()));
        match found {
            Some(smaller) => small = smaller,
            None => break,
        }
    }
    small
}

/// The first program whose Verilog behaves otherwise than its Rust.
fn first_difference(programs: &[Program]) -> Option<usize> {
    let mut circuits = vec![];
    let mut positions = vec![];
    for (position, program) in programs.iter().enumerate() {
        if let Ok(circuit) = circuit(program, format!("m{position}")) {
            circuits.push(circuit);
            positions.push(position);
        }
    }
    if circuits.is_empty() {
        return None;
    }
    let found = all_differences(&circuits.iter().collect::<Vec<_>>()).ok()?;
    let first = |circuit: &Circuit| found.iter().any(|f| f.circuit == circuit.name);
    circuits
        .iter()
        .position(first)
        .map(|index| positions[index])
}

/// The difference in numbers, and the Verilog. The name stays: it is what a simulator's power-up
/// values depend on.
fn explain(program: &Program, name: &str) -> Option<String> {
    let circuit = circuit(program, name).ok()?;
    let found = all_differences(&[&circuit]).ok()?;
    Some(describe(&circuit, found.first()?))
}

fn describe(circuit: &Circuit, difference: &Difference) -> String {
    let text = circuit.text(difference.dialect);
    format!("{}\n{text}", circuit.describe(difference))
}

fn report(seed: u64, number: usize, small: &Program, what: &str) -> String {
    format!(
        "module {number} of seed {seed:#x}; reproduce with\n  \
         WARPLOOM_SEED={seed:#x} WARPLOOM_MODULE={number} \
         cargo test --release --locked --test main translation::random_modules\n\
         made small, as Rust and as AST:\n{small}\n{what}"
    )
}

/// A number of the environment, decimal or `0x..`.
pub fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    Some(number.unwrap_or_else(|_| panic!("{name}={text} is no number")))
}

/// Says what was run.
pub fn announce(seed: u64, tally: &Tally) {
    selection::say(&format!(
        "random modules, both dialects: {} compared over {CYCLES} cycles each, {} refused as \
         loops, seed {seed:#x} (WARPLOOM_SEED)",
        tally.compared,
        tally.refused.len()
    ));
}
