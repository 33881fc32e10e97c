//! What of all that is known a step needs: a solver tells it by names, so that another has less to look at, and
//! less is rested on.

use super::step::{Induction, Step, CHECK};
use super::words::{Asked, Model};
use crate::Error;
use std::collections::BTreeSet;

/// That it is to say what it needed.
const CORES: &str = "(set-option :produce-unsat-cores true)\n";
/// What the name of something that is known begins with.
const NEEDED: &str = "needed-";
/// More than so many are not all needed.
const MUCH: usize = 12;

impl Induction<'_> {
    /// The same of no more than a solver needs where much is known: for another, and to rest on less.
    pub fn less(&self, step: Step, asked: &Asked<'_>) -> Result<Step, Error> {
        if step.known.len() <= MUCH {
            return Ok(step);
        }
        let Model::None(text) = asked.ask(&self.cores(&step)?, asked.limit)? else {
            return Ok(step);
        };
        Ok(Step::new(&step.goals, &needed(&text), &step.settled, false))
    }

    /// The question of what a step needs: each that is known has a name.
    fn cores(&self, step: &Step) -> Result<String, Error> {
        let mut unrolled = self.words.unrolled(self.steps + 1)?;
        for &number in &step.known {
            let one = BTreeSet::from([number]);
            let after = usize::from(step.settled.contains(&number));
            let holds: Result<Vec<String>, Error> = (0..self.steps + after)
                .map(|cycle| self.holds(&mut unrolled, &one, cycle))
                .collect();
            let holds = holds?.join(" ");
            unrolled.assert(&format!("(! (and true {holds}) :named {NEEDED}{number})"));
        }
        let goals = self.holds(&mut unrolled, &step.goals, self.steps)?;
        unrolled.assert(&format!("(not {goals})"));
        Ok(format!(
            "{CORES}{}{CHECK}(get-unsat-core)\n",
            unrolled.text()
        ))
    }
}

/// What a solver says that it needed.
fn needed(text: &str) -> BTreeSet<usize> {
    let names = text.split([' ', '(', ')', '\n']);
    let number = |name: &str| name.strip_prefix(NEEDED)?.parse().ok();
    names.filter_map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::super::words::tests::TEXT;
    use super::super::words::Words;
    use super::*;

    #[test]
    fn each_that_is_known_has_a_name_to_be_needed_by() {
        let words = Words::new(TEXT, "m").unwrap();
        let set = BTreeSet::from([0, 1]);
        let induction = Induction::new(&words, 1, &set);
        let step = Step::new(&BTreeSet::from([0]), &set, &BTreeSet::from([1]), false);
        let question = induction.cores(&step).unwrap();
        let named =
            |number, cycles: &str| format!("(! (and true {cycles}) :named needed-{number})");
        assert!(question.contains(&named(0, "(and true |m_a 0@0|)")));
        let both = "(and true |m_a 1@0|) (and true |m_a 1@1|)";
        assert!(
            question.contains(&named(1, both)),
            "what is settled in its own cycle too"
        );
        assert!(question.contains("(assert (not (and true |m_a 0@1|)))"));
        assert_eq!(
            needed("unsat\n(\nneeded-1 needed-12)\n"),
            BTreeSet::from([1, 12])
        );
        assert_eq!(needed("unsat\n()\n"), BTreeSet::new());
    }
}
