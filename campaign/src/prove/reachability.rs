//! ABC's property directed reachability, and its invariant checked by queries of our own.

use super::problem::Problem;
use super::process::{self, Said};
use super::Solvers;
use crate::mutation::solver::aig::{not, Builder, Literal, FALSE};
use crate::Error;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The output is never 1: an invariant of so many clauses shows it, which was checked.
    Never {
        /// Clauses.
        clauses: usize,
    },
    /// It is 1 in the last of these cycles: values of the inputs.
    After(Vec<Vec<bool>>),
    /// It is not 1 in so many cycles; more is not known.
    Unknown {
        /// Cycles.
        cycles: usize,
        /// Why no more.
        why: String,
    },
    /// The campaign was stopped.
    Stopped,
}

/// Asks whether the output of a problem can be 1.
pub fn ask(
    problem: &Problem,
    solvers: &Solvers,
    limit: Duration,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Reached, Error> {
    if problem.logic.outputs[0] == FALSE {
        return Ok(Reached::Never { clauses: 0 });
    }
    let script = "pdr -v -d -I invariant.pla";
    let text = match abc(script, problem, solvers, limit, folder, stop)? {
        Said::Text { text, .. } => text,
        Said::Late => String::new(),
        Said::Stopped => return Ok(Reached::Stopped),
    };
    if text.contains("Property proved.") {
        let cubes = cubes(&left(folder, "invariant.pla"), problem.registers)
            .ok_or_else(|| Error::new("yosys-abc left no invariant that can be read"))?;
        return match certified(problem, &cubes, solvers, limit, folder, stop)? {
            Some(true) => Ok(Reached::Never {
                clauses: cubes.len(),
            }),
            Some(false) => Err(Error::new(
                "yosys-abc's invariant is none: a query of our own refutes it",
            )),
            None => Ok(unknown(0, "the invariant found was not checked in time")),
        };
    }
    traced(problem, &text, limit, folder)
}

/// Asks for a trace alone, from the first cycle on: where there is a short one it is found sooner than by
/// [`ask`], and nothing is learnt where there is none.
pub fn seek(
    problem: &Problem,
    solvers: &Solvers,
    limit: Duration,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Reached, Error> {
    if problem.logic.outputs[0] == FALSE {
        return Ok(Reached::Never { clauses: 0 });
    }
    match abc("bmc3", problem, solvers, limit, folder, stop)? {
        Said::Text { text, .. } => traced(problem, &text, limit, folder),
        Said::Late => traced(problem, "", limit, folder),
        Said::Stopped => Ok(Reached::Stopped),
    }
}

/// What ABC says to a problem when it tries it so.
fn abc(
    how: &str,
    problem: &Problem,
    solvers: &Solvers,
    limit: Duration,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Said, Error> {
    let refuse = |error: std::io::Error| Error::new(format!("cannot write a problem: {error}"));
    std::fs::write(folder.join("problem.aig"), problem.document()).map_err(refuse)?;
    for old in ["invariant.pla", "trace.txt"] {
        let _ = std::fs::remove_file(folder.join(old));
    }
    let seconds = limit.as_secs().max(1);
    let script = format!("read_aiger problem.aig; {how} -T {seconds}; write_cex -a trace.txt");
    let mut abc = (solvers.abc)();
    let abc = abc.args(["-q", &script]).current_dir(folder);
    // ABC keeps its own time, but not always.
    process::run("yosys-abc", abc, limit + Duration::from_secs(10), stop)
}

/// What it left in a file.
fn left(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_default()
}

/// The trace that it has found, if it has.
fn traced(problem: &Problem, text: &str, limit: Duration, folder: &Path) -> Result<Reached, Error> {
    if text.contains("was asserted in frame") {
        let mut cycles = trace(&left(folder, "trace.txt"), problem.inputs.len())
            .ok_or_else(|| Error::new("yosys-abc left no counterexample that can be read"))?;
        // It may come to it sooner than ABC says.
        let hit = problem.played(&cycles).ok_or_else(|| {
            Error::new("yosys-abc's counterexample is none: played, it shows nothing")
        })?;
        cycles.truncate(hit + 1);
        return Ok(Reached::After(cycles));
    }
    let frames = text.lines().filter_map(|line| {
        let (number, _) = line.trim().split_once(" : ")?;
        number.trim().parse::<usize>().ok()
    });
    let why = format!("no answer of yosys-abc in {} s", limit.as_secs().max(1));
    Ok(unknown(frames.max().unwrap_or(0), &why))
}

fn unknown(cycles: usize, why: &str) -> Reached {
    Reached::Unknown {
        cycles,
        why: why.to_owned(),
    }
}

/// A state set: registers and their values.
type Cube = Vec<(usize, bool)>;

/// The cubes of a file: states that the invariant excludes.
fn cubes(text: &str, registers: usize) -> Option<Vec<Cube>> {
    let mut names: Vec<usize> = vec![];
    let mut cubes = vec![];
    for line in text.lines() {
        if let Some(list) = line.strip_prefix(".ilb ") {
            let number = |name: &str| name.strip_prefix("lo")?.parse().ok();
            let numbers: Option<Vec<usize>> = list.split_whitespace().map(number).collect();
            names = numbers?;
        } else if line.starts_with(['.', '#']) {
            continue;
        } else if let Some((cube, "1")) = line.split_once(' ') {
            let bit = |(&at, value): (&usize, char)| match value {
                '0' => Some((at, false)),
                '1' => Some((at, true)),
                _ => None,
            };
            cubes.push(names.iter().zip(cube.chars()).filter_map(bit).collect());
        }
    }
    let known = names.iter().all(|&at| at < registers);
    (text.contains(".e") && known).then_some(cubes)
}

/// The cycles of a counterexample: a line each, after what registers start with.
fn trace(text: &str, inputs: usize) -> Option<Vec<Vec<bool>>> {
    let lines = text.lines().skip(1);
    let lines = lines.filter(|line| !line.starts_with('#'));
    let cycle = |line: &str| {
        let bits = line.trim().chars().map(|c| c == '1');
        let bits: Vec<bool> = bits.collect();
        (bits.len() == inputs).then_some(bits)
    };
    let cycles: Option<Vec<_>> = lines.map(cycle).collect();
    cycles.filter(|cycles| !cycles.is_empty())
}

/// Whether what the cubes exclude is an invariant that shows the output to be 0: it holds at the start
/// (every cube names a register that is 1), and from where it holds neither an excluded state nor the
/// output comes in one step. A solver that has no part in ABC is asked.
fn certified(
    problem: &Problem,
    cubes: &[Cube],
    solvers: &Solvers,
    limit: Duration,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Option<bool>, Error> {
    if !cubes
        .iter()
        .all(|cube| cube.iter().any(|&(_, value)| value))
    {
        return Ok(Some(false));
    }
    let formula = step(problem, cubes);
    crate::error::write(&folder.join("certificate.cnf"), &formula)?;
    let mut program = (solvers.sat)();
    let program = program.arg("certificate.cnf").current_dir(folder);
    let limit = limit.max(Duration::from_secs(60));
    Ok(match process::run("yices-sat", program, limit, stop)? {
        Said::Text { text, .. } if text.trim_end().ends_with("unsat") => Some(true),
        Said::Text { text, .. } if text.contains("sat") => Some(false),
        Said::Text { text, .. } => {
            return Err(Error::new(format!("yices-sat does not answer: {text}")))
        }
        Said::Late | Said::Stopped => None,
    })
}

/// The clauses that are satisfied by a step that breaks the invariant, or by an output of 1 in it.
fn step(problem: &Problem, cubes: &[Cube]) -> String {
    let mut builder = Builder::new(problem.logic.inputs);
    let leaves: Vec<Literal> = (1..=problem.logic.inputs as Literal)
        .map(|at| 2 * at)
        .collect();
    let out = builder.copy(&problem.logic, &leaves);
    let all = |builder: &mut Builder, cube: &Cube, of: &dyn Fn(usize) -> Literal| {
        cube.iter().fold(not(FALSE), |product, &(at, value)| {
            builder.and(product, of(at) ^ Literal::from(!value))
        })
    };
    let now = |at: usize| leaves[problem.inputs.len() + at];
    let next = |at: usize| out[1 + at];
    let (mut holds, mut breaks) = (not(FALSE), out[0]);
    for cube in cubes {
        let excluded = all(&mut builder, cube, &now);
        holds = builder.and(holds, not(excluded));
        let comes = all(&mut builder, cube, &next);
        breaks = builder.or(breaks, comes);
    }
    let wrong = builder.and(holds, breaks);
    let circuit = builder.finish(wrong);
    let mut text = format!(
        "p cnf {} {}\n",
        1 + circuit.inputs + circuit.ands.len(),
        2 + 3 * circuit.ands.len()
    );
    let number = |literal: Literal| {
        let node = i64::from(literal >> 1) + 1;
        if literal & 1 == 1 {
            -node
        } else {
            node
        }
    };
    text.push_str("-1 0\n");
    let _ = writeln!(text, "{} 0", number(circuit.outputs[0]));
    for (at, &[a, b]) in circuit.ands.iter().enumerate() {
        let own = number(2 * (1 + circuit.inputs + at) as Literal);
        let (a, b) = (number(a), number(b));
        let _ = writeln!(text, "-{own} {a} 0\n-{own} {b} 0\n{own} {} {} 0", -a, -b);
    }
    text
}

/// Values of the inputs of a machine, cycle by cycle, by their numbers there.
pub fn by_input(problem: &Problem, cycles: &[Vec<bool>]) -> Vec<HashMap<usize, bool>> {
    use super::problem::Origin;
    let cycle = |cycle: &Vec<bool>| {
        let pairs = problem.inputs.iter().zip(cycle);
        let inputs = pairs.filter_map(|(origin, &value)| match origin {
            Origin::Input(at) => Some((*at, value)),
            Origin::Start(_) => None,
        });
        inputs.collect()
    };
    cycles.iter().map(cycle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_and_traces_are_read() {
        let text = "# x\n.i 2\n.o 1\n.p 1\n.ilb lo3 lo0\n.ob inv\n1- 1\n01 1\n.e\n";
        let read = cubes(text, 4).unwrap();
        assert_eq!(read, [vec![(3, true)], vec![(3, false), (0, true)]]);
        assert_eq!(cubes(text, 3), None, "there is no register 3");
        assert_eq!(cubes(&text[..20], 4), None, "cut off");
        assert_eq!(trace("000\n01\n10\n# DONE\n", 2).unwrap().len(), 2);
        assert_eq!(trace("000\n0\n", 2), None);
        assert_eq!(trace("", 2), None);
    }
}
