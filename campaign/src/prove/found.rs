//! Steps of inductions as they were found, by the names of assertions. Another run asks for them first, all at once,
//! and looks on its own for what they do not show: they spare the search, and are believed in nothing.
//!
//! A file is of one module. For each induction it has a line that says over how many cycles, the assertions, whose
//! places in the list are their numbers, and the steps in their order: `show 3 after 1 2 with 1` (of what is known
//! after those cycles, 1 holds in the last one too), or `show 3 at once with 1 2`.

use super::step::Step;
use crate::error::write;
use crate::Error;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Formatter};
use std::path::{Path, PathBuf};

/// What is known of a module's inductions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found(Vec<Induction>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Induction {
    cycles: usize,
    assertions: Vec<String>,
    steps: Vec<Step>,
}

/// Where files are.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// Of what other runs found.
    pub from: Option<PathBuf>,
    /// Of what this run finds, which is looked into first.
    pub to: Option<PathBuf>,
}

impl Folders {
    /// What is known of a module.
    pub fn of(&self, top: &str) -> Result<Found, Error> {
        let paths = { self.to.iter().chain(&self.from) }.map(|folder| file(folder, top));
        match { paths }.find(|path| path.is_file()) {
            Some(path) => Found::load(&path),
            None => Ok(Found::default()),
        }
    }

    /// Keeps it for the next run.
    pub fn keep(&self, top: &str, found: &Found) -> Result<(), Error> {
        let Some(folder) = self.to.as_deref().filter(|_| !found.0.is_empty()) else {
            return Ok(());
        };
        std::fs::create_dir_all(folder)
            .map_err(|error| Error::new(format!("{}: {error}", folder.display())))?;
        write(&file(folder, top), &found.to_string())
    }
}

fn file(folder: &Path, top: &str) -> PathBuf {
    folder.join(format!("{top}.steps"))
}

impl Found {
    fn load(path: &Path) -> Result<Self, Error> {
        let wrong = |what: String| Error::new(format!("{}: {what}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        Self::parse(&text).map_err(wrong)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut all: Vec<Induction> = vec![];
        for (at, line) in text.lines().enumerate() {
            let wrong = || {
                let number = at + 1;
                format!("line {number}, `{line}`, says no step; without the file it is looked for")
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            match (all.last_mut(), &words[..]) {
                (_, ["induction", "over", cycles]) => all.push(Induction {
                    cycles: cycles.parse().map_err(|_| wrong())?,
                    assertions: vec![],
                    steps: vec![],
                }),
                (Some(one), ["show", rest @ ..]) => {
                    let step = step(rest, one.assertions.len());
                    one.steps.push(step.ok_or_else(wrong)?);
                }
                (Some(one), [path]) => one.assertions.push((*path).to_owned()),
                _ => return Err(wrong()),
            }
        }
        Ok(Self(all))
    }

    /// The steps over so many cycles, of these assertions; those that speak of others are left out.
    pub fn steps(&self, cycles: usize, assertions: &[String]) -> Vec<Step> {
        let Some(one) = self.0.iter().find(|one| one.cycles == cycles) else {
            return vec![];
        };
        let numbers: BTreeMap<&str, usize> = { assertions.iter().enumerate() }
            .map(|(number, path)| (path.as_str(), number))
            .collect();
        let now = |set: &BTreeSet<usize>| -> Option<BTreeSet<usize>> {
            let number = |at: &usize| numbers.get(one.assertions[*at].as_str()).copied();
            set.iter().map(number).collect()
        };
        let steps = one.steps.iter().map(|step| {
            Some(Step {
                goals: now(&step.goals)?,
                known: now(&step.known)?,
                settled: now(&step.settled)?,
                at_once: step.at_once,
            })
        });
        steps.flatten().collect()
    }

    /// Takes these in the place of what was known of so many cycles.
    pub fn take(&mut self, cycles: usize, assertions: &[String], steps: &[Step]) {
        self.0.retain(|one| one.cycles != cycles);
        if !steps.is_empty() {
            self.0.push(Induction {
                cycles,
                assertions: assertions.to_vec(),
                steps: steps.to_vec(),
            });
        }
        self.0.sort_by_key(|one| one.cycles);
    }
}

/// The words after `show`, of so many assertions.
fn step(words: &[&str], assertions: usize) -> Option<Step> {
    let mut step = Step::default();
    let mut set = &mut step.goals;
    for &word in words {
        match word {
            "at" => step.at_once = true,
            "once" if step.at_once => {}
            "after" => set = &mut step.known,
            "with" => set = &mut step.settled,
            number => {
                let number = number.parse().ok().filter(|number| *number < assertions);
                set.insert(number?);
            }
        }
    }
    step.known.extend(&step.settled);
    Some(step).filter(|step| !step.goals.is_empty())
}

impl Display for Found {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        for Induction {
            cycles,
            assertions,
            steps,
        } in &self.0
        {
            writeln!(f, "induction over {cycles}")?;
            for path in assertions {
                writeln!(f, "{path}")?;
            }
            for step in steps {
                write!(f, "show")?;
                numbers(f, &step.goals)?;
                if step.at_once {
                    write!(f, " at once")?;
                } else if !step.known.is_empty() {
                    write!(f, " after")?;
                    numbers(f, &step.known)?;
                }
                if !step.settled.is_empty() {
                    write!(f, " with")?;
                    numbers(f, &step.settled)?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

fn numbers(f: &mut Formatter<'_>, set: &BTreeSet<usize>) -> std::fmt::Result {
    set.iter().try_for_each(|number| write!(f, " {number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "induction over 1\nc.A_A\nc.g[0].B_A\nc.g[1].B_A\n\
                        show 0 after 0\nshow 1 2 after 0 1 2 with 0\nshow 2 at once with 0 1\n\
                        induction over 3\nc.A_A\nshow 0\n";

    fn paths<const N: usize>(paths: [&str; N]) -> Vec<String> {
        paths.map(str::to_owned).to_vec()
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let found = Found::parse(TEXT).unwrap();
        assert_eq!(found.to_string(), TEXT);
        let scratch = tempfile::tempdir().unwrap();
        let folders = |from: &str, to: &str| Folders {
            from: Some(scratch.path().join(from)),
            to: Some(scratch.path().join(to)),
        };
        folders("none", "a").keep("m", &found).unwrap();
        assert_eq!(folders("a", "b").of("m").unwrap(), found);
        assert_eq!(folders("a", "b").of("n").unwrap(), Found::default());
        folders("a", "b").keep("m", &Found::default()).unwrap();
        assert!(!scratch.path().join("b").exists(), "nothing to keep");
    }

    #[test]
    fn steps_are_of_those_assertions_that_still_are() {
        let mut found = Found::parse(TEXT).unwrap();
        let now = paths(["c.g[0].B_A", "c.A_A", "c.D_A"]);
        let steps = found.steps(1, &now);
        assert_eq!(steps.len(), 1, "two speak of what is no more");
        assert_eq!(steps[0].goals, BTreeSet::from([1]));
        assert_eq!(found.steps(2, &now), []);
        found.take(1, &now, &steps);
        assert_eq!(found.steps(1, &now), steps);
        found.take(1, &now, &[]);
        assert_eq!(found.to_string(), "induction over 3\nc.A_A\nshow 0\n");
    }

    #[test]
    fn what_says_no_step_is_refused_with_its_line() {
        for (text, line) in [
            ("c.A_A\n", 1),
            ("induction over 1\nc.A_A\nshow 1\n", 3),
            ("induction over 1\nc.A_A\nshow\n", 3),
            ("induction over no\n", 1),
        ] {
            let error = Found::parse(text).unwrap_err();
            assert!(error.starts_with(&format!("line {line}, ")), "{error}");
        }
    }
}
