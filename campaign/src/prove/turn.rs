//! In which turn assertions are asked for that are said to rest on each other.

use std::collections::{BTreeMap, BTreeSet};

/// Of what rests on that: what rests on nothing else but, in a ring, on what rests on it; and what rests on nothing
/// and holds nothing up, when all else has had its turn: most is known then.
pub fn first(rests_on: &BTreeMap<usize, BTreeSet<usize>>) -> BTreeSet<usize> {
    let reached = |&from: &usize| {
        let (mut seen, mut left) = (BTreeSet::new(), vec![from]);
        while let Some(number) = left.pop() {
            left.extend({ rests_on[&number].iter() }.filter(|one| seen.insert(**one)));
        }
        (from, seen)
    };
    let reached: BTreeMap<usize, BTreeSet<usize>> = rests_on.keys().map(reached).collect();
    let holds_up: BTreeSet<usize> = rests_on.values().flatten().copied().collect();
    let is_first = |number: &&usize| {
        let mut below = reached[*number].iter();
        below.all(|one| reached[one].contains(*number))
    };
    let is_apart = |number: &usize| reached[number].is_empty() && !holds_up.contains(number);
    let all = rests_on.keys().filter(is_first).copied();
    let (apart, first): (BTreeSet<usize>, BTreeSet<usize>) = all.partition(is_apart);
    match first.is_empty() {
        true => apart,
        false => first,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns<const N: usize>(said: [(usize, &[usize]); N]) -> Vec<Vec<usize>> {
        let mut open: BTreeMap<usize, BTreeSet<usize>> = { said.into_iter() }
            .map(|(number, rest)| (number, rest.iter().copied().collect()))
            .collect();
        let mut turns = vec![];
        while !open.is_empty() {
            let turn = first(&open);
            open.retain(|number, _| !turn.contains(number));
            for rest in open.values_mut() {
                rest.retain(|one| !turn.contains(one));
            }
            turns.push(turn.into_iter().collect());
        }
        turns
    }

    #[test]
    fn what_rests_on_a_ring_waits_for_it() {
        let said: [(usize, &[usize]); 5] =
            [(0, &[1]), (1, &[2, 1]), (2, &[1, 3]), (3, &[]), (4, &[])];
        assert_eq!(turns(said), [vec![3], vec![1, 2], vec![0, 4]]);
        let said: [(usize, &[usize]); 2] = [(0, &[]), (1, &[])];
        assert_eq!(turns(said), [[0, 1]], "nothing is said of any");
    }
}
