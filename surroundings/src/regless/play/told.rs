//! What memory was told, for watchers: stimulus that a search has changed may answer with something else, and
//! nobody can be blamed for a value that memory lost.

use spec::regless::L1Kind;
use spec::warp::WarpRegister;
use std::collections::BTreeMap;

/// Values by their place, and the reads that are not answered by who waits for them.
#[derive(Clone, Debug)]
pub(super) struct Told<P, W> {
    values: BTreeMap<P, WarpRegister>,
    asked: BTreeMap<W, (P, Option<WarpRegister>)>,
}

impl<P: Ord + Copy, W: Ord> Told<P, W> {
    /// A place is given a value.
    pub fn write(&mut self, place: P, value: &WarpRegister) {
        self.values.insert(place, *value);
    }

    /// A place is dropped.
    pub fn drop(&mut self, place: P) {
        self.values.remove(&place);
    }

    /// A place is asked for.
    pub fn read(&mut self, place: P, waits: W) {
        let value = self.values.get(&place).copied();
        self.asked.insert(waits, (place, value));
    }

    /// What the L1 is asked for.
    pub fn request(&mut self, kind: L1Kind, place: P, waits: W, value: &WarpRegister) {
        if kind.writes() {
            self.write(place, value);
        }
        if kind.reads() {
            self.read(place, waits);
        }
        if kind.drops() {
            self.drop(place);
        }
    }

    /// An answer comes: the place, if the answer is not what it was given before it was asked for.
    pub fn answered(&mut self, waits: &W, answer: &WarpRegister) -> Option<P> {
        let (place, value) = self.asked.remove(waits)?;
        value.is_some_and(|value| value != *answer).then_some(place)
    }
}

impl<P, W> Default for Told<P, W> {
    fn default() -> Self {
        Self {
            values: BTreeMap::new(),
            asked: BTreeMap::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Told;

    #[test]
    fn what_was_not_given_is_told_apart() {
        let mut told: Told<u8, u8> = Told::default();
        told.write(3, &[7; 32]);
        told.read(3, 0);
        told.drop(3);
        assert_eq!(told.answered(&0, &[7; 32]), None, "as it was when asked");
        assert_eq!(told.answered(&0, &[8; 32]), None, "nobody waits");
        told.write(3, &[7; 32]);
        told.read(3, 1);
        assert_eq!(told.answered(&1, &[8; 32]), Some(3), "another value");
        told.read(4, 1);
        assert_eq!(told.answered(&1, &[8; 32]), None, "nobody gave it one");
    }
}
