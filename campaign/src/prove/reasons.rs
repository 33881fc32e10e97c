//! What a checker says that its assertions rest on: a line `// This rests on That and Other.` names what a step
//! of an induction is to know, so that nobody has to find it out from traces. It is a hint and no more: what is
//! not shown from it is looked for as without.

use super::checks::{property_of, scope};
use std::collections::{BTreeMap, BTreeSet};

/// Properties and lemmas by what they rest on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasons(BTreeMap<String, BTreeSet<String>>);

impl Reasons {
    /// Reads the texts of a checker; an error where a name is of none of the assertions with these paths.
    pub fn new<'a>(
        texts: impl Iterator<Item = &'a str>,
        assertions: &[String],
    ) -> Result<Self, String> {
        let known: BTreeSet<&str> = assertions.iter().map(|path| property_of(path)).collect();
        let check = |name: &str| match known.contains(name) {
            true => Ok(name.to_owned()),
            false => Err(format!("`{name}` is rested on and not asserted")),
        };
        let mut reasons: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let lines = texts.flat_map(str::lines).map(str::trim);
        let said = lines.filter_map(|line| line.strip_prefix("// ")?.split_once(" rests on "));
        for (name, rest) in said {
            let rest = rest.trim_end_matches('.').replace(" and ", ", ");
            let rest: Result<BTreeSet<String>, String> = rest.split(", ").map(check).collect();
            reasons.entry(check(name)?).or_default().extend(rest?);
        }
        Ok(Self(reasons))
    }

    /// Of all those with these paths what a goal rests on, if that is said. Of what stands beside it in one of
    /// several scopes it is what stands in the goal's own.
    pub fn of(&self, goal: usize, paths: &[String]) -> Option<BTreeSet<usize>> {
        let own = scope(&paths[goal]);
        let mut all = BTreeSet::new();
        for one in self.0.get(property_of(&paths[goal]))? {
            let numbers = paths.iter().enumerate();
            let those = numbers.filter(|(_, path)| property_of(path) == one);
            let (beside, others): (Vec<_>, Vec<_>) =
                those.partition(|(_, path)| scope(path) == own);
            let taken = if beside.is_empty() { others } else { beside };
            all.extend(taken.into_iter().map(|(at, _)| at));
        }
        Some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_rests_on_what_is_said() {
        let paths = [
            "c.g[0].A_A",
            "c.g[1].A_A",
            "c.g[0].B_A",
            "c.g[1].B_A",
            "c.C_A",
        ];
        let paths = paths.map(str::to_owned);
        let texts = ["  // A rests on B and C.\n", "assert\n// C rests on B.\n"];
        let reasons = Reasons::new(texts.into_iter(), &paths).unwrap();
        assert_eq!(reasons.of(1, &paths), Some(BTreeSet::from([3, 4])));
        assert_eq!(reasons.of(4, &paths), Some(BTreeSet::from([2, 3])));
        assert_eq!(reasons.of(2, &paths), None);
        assert!(Reasons::new(["// A rests on D."].into_iter(), &paths).is_err());
    }
}
