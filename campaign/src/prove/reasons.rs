//! What a checker says that its assertions rest on: a line `// This rests on That and its Other.` names what a
//! step of an induction is to know, so that nobody has to find it out from traces: all instances of That, and
//! of Other the one with the index of This. It is a hint and no more: what is not shown from it is looked for
//! as without. What is said to rest on itself is asked alone, and not with others of its property.

use super::checks::{index, property_of};
use std::collections::{BTreeMap, BTreeSet};

/// Properties and lemmas by what they rest on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasons(BTreeMap<String, BTreeSet<Reason>>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Reason {
    name: String,
    /// That with the same index alone.
    its: bool,
}

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
        let reason = |text: &str| {
            let its = text.strip_prefix("its ");
            let name = check(its.unwrap_or(text))?;
            let its = its.is_some();
            Ok::<_, String>(Reason { name, its })
        };
        let mut reasons: BTreeMap<String, BTreeSet<Reason>> = BTreeMap::new();
        let lines = texts.flat_map(str::lines).map(str::trim);
        let said = lines.filter_map(|line| line.strip_prefix("// ")?.split_once(" rests on "));
        // Not what else comments say.
        for (name, rest) in said.filter(|(name, _)| !name.contains(' ')) {
            let rest = rest.trim_end_matches('.').replace(" and ", ", ");
            let rest: Result<BTreeSet<Reason>, String> = rest.split(", ").map(reason).collect();
            reasons.entry(check(name)?).or_default().extend(rest?);
        }
        Ok(Self(reasons))
    }

    /// Of all those with these paths what a goal rests on, if that is said.
    pub fn of(&self, goal: usize, paths: &[String]) -> Option<BTreeSet<usize>> {
        let reasons = self.0.get(property_of(&paths[goal]))?;
        let own = index(&paths[goal]);
        let is_one = |path: &String| {
            let names = |one: &&Reason| one.name == property_of(path);
            let reason = reasons.iter().find(names);
            reason.is_some_and(|one| !one.its || index(path) == own)
        };
        let numbers = paths.iter().enumerate();
        Some(
            numbers
                .filter(|(_, path)| is_one(path))
                .map(|(at, _)| at)
                .collect(),
        )
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
            "c.h[0].B_A",
            "c.h[1].B_A",
            "c.C_A",
        ];
        let paths = paths.map(str::to_owned);
        let texts = [
            "  // A rests on its B and C.\n// All of it rests on nothing.\n",
            "assert\n// C rests on B.\n",
        ];
        let reasons = Reasons::new(texts.into_iter(), &paths).unwrap();
        assert_eq!(reasons.of(1, &paths), Some(BTreeSet::from([3, 4])));
        assert_eq!(reasons.of(4, &paths), Some(BTreeSet::from([2, 3])));
        assert_eq!(reasons.of(2, &paths), None);
        assert!(Reasons::new(["// A rests on D."].into_iter(), &paths).is_err());
    }
}
