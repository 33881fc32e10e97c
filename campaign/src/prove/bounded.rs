//! A search over words from the first cycle on, for what is too wide to be taken bit by bit: whether some check
//! is reached at all, within so many cycles. Where none is found nothing is known of later ones.

use super::words::{self, Asked, Model, Words, TOP};
use crate::Error;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Instant;

/// What is looked for.
#[derive(Clone, Copy)]
pub enum Wanted<'a> {
    /// One of these premises.
    Premise(&'a BTreeSet<usize>),
    /// That one of these assertions fails.
    Failure(&'a BTreeSet<usize>),
}

impl<'a> Wanted<'a> {
    /// The letter of these checks and their numbers.
    fn checks(self) -> (char, &'a BTreeSet<usize>) {
        match self {
            Self::Premise(set) => ('c', set),
            Self::Failure(set) => ('a', set),
        }
    }
}

/// What was found.
#[derive(Debug, PartialEq, Eq)]
pub enum Sought {
    /// A trace of so many cycles in which these come.
    Within(usize, BTreeSet<usize>),
    /// None within so many cycles; why no more were looked at.
    NotWithin(usize, String),
    /// The campaign was stopped.
    Stopped,
}

/// Cycles that are looked at, one length after the other.
const CYCLES: [usize; 6] = [4, 8, 12, 16, 24, LONGEST];
/// Within how many nothing is looked for any more.
pub const LONGEST: usize = 32;

impl Words {
    /// The first trace found, while an input always has a value.
    pub fn sought(
        &self,
        wanted: Wanted<'_>,
        fixed: Option<(&str, usize)>,
        asked: &Asked<'_>,
    ) -> Result<Sought, Error> {
        // A mutant may have broken all there is.
        if wanted.checks().1.is_empty() {
            return Ok(Sought::NotWithin(0, "nothing is looked for".to_owned()));
        }
        let end = Instant::now() + asked.limit;
        let mut none = 0;
        for cycles in CYCLES {
            let left = end.saturating_duration_since(Instant::now());
            match asked.ask(&self.search(wanted, fixed, cycles)?, left)? {
                Model::None(_) => none = cycles,
                Model::Found(text) => {
                    let found = words::told(&text, " true))");
                    return match found.is_empty() {
                        true => Err(Error::new(format!("{}'s model shows nothing", asked.name))),
                        false => Ok(Sought::Within(cycles, found)),
                    };
                }
                Model::Late => {
                    let (name, seconds) = (asked.name, asked.limit.as_secs());
                    let why = format!("no answer of {name} in {seconds} s");
                    return Ok(Sought::NotWithin(none, why));
                }
                Model::Stopped => return Ok(Sought::Stopped),
            }
        }
        Ok(Sought::NotWithin(none, format!("not within {none} cycles")))
    }

    /// Whether one of them comes in one of so many cycles.
    fn search(
        &self,
        wanted: Wanted<'_>,
        fixed: Option<(&str, usize)>,
        cycles: usize,
    ) -> Result<String, Error> {
        let mut unrolled = self.unrolled(cycles)?;
        if let Some((name, value)) = fixed {
            // An input that is free would be another mutant's, too.
            let fixed = unrolled.fixed(TOP, name, value);
            fixed.map_err(Error::new)?;
        }
        self.begin(&mut unrolled)?;
        let mut checks: Vec<(usize, String)> = vec![];
        let (letter, set) = wanted.checks();
        for cycle in 0..cycles {
            for &number in set {
                let net = self.net(&mut unrolled, &format!("{letter} {number}"), cycle)?;
                let check = match wanted {
                    Wanted::Premise(_) => net,
                    Wanted::Failure(_) => format!("(not {net})"),
                };
                checks.push((number, check));
            }
        }
        let any: Vec<&str> = checks.iter().map(|(_, check)| check.as_str()).collect();
        unrolled.assert(&format!("(or false {})", any.join(" ")));
        let mut text = unrolled.text() + "(check-sat)\n";
        for (number, check) in &checks {
            // The number is told beside the value.
            let _ = writeln!(text, "(echo \"{number}\")\n(get-value ({check}))");
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::tests::TEXT;
    use super::*;

    #[test]
    fn where_nothing_is_looked_for_nobody_is_asked() {
        let words = Words::new(TEXT, "m").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let program: crate::mutation::solver::Program =
            Box::new(|| panic!("a solver is asked for nothing"));
        let stop = std::sync::atomic::AtomicBool::new(false);
        let asked = Asked {
            program: &program,
            name: "none",
            options: &[],
            limit: std::time::Duration::from_secs(1),
            folder: folder.path(),
            stop: &stop,
        };
        let sought = words.sought(Wanted::Failure(&BTreeSet::new()), None, &asked);
        assert!(matches!(sought, Ok(Sought::NotWithin(0, _))));
    }

    #[test]
    fn what_comes_is_asked_of_each_cycle_and_read_from_the_model() {
        let words = Words::new(TEXT, "m").unwrap();
        let set = BTreeSet::from([0, 1]);
        let search = |fixed| words.search(Wanted::Failure(&set), Some(fixed), 2);
        assert!(search(("other", 1)).is_err());
        let text = search(("choose", 1)).unwrap();
        assert!(text.contains("(define-fun |m#0@0| () (_ BitVec 2) #b01)"));
        assert!(text.contains("(or false (not |m_a 0@0|) (not |m_a 1@0|) (not |m_a 0@1|)"));
        let premise = words.search(Wanted::Premise(&BTreeSet::from([0])), None, 1);
        let premise = premise.unwrap();
        assert!(premise.contains("(assert (or false |m_c 0@0|))"));
        let model = "sat\n\"0\"\n(((not |m_a 0@0|) false))\n\"1\"\n(((not |m_a 1@0|) true))\n";
        assert_eq!(words::told(model, " true))"), BTreeSet::from([1]));
    }
}
