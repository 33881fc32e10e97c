//! Tags of a set-associative cache with least-recently-used replacement. Data are the functional
//! model's affair.

use super::super::parameters::{CacheParameters, SetIndex};

/// What a line's place holds.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// The line, plus one; 0 is empty.
    tag: u64,
    used: u64,
    dirty: bool,
}

/// A line that had to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone {
    /// The line.
    pub line: u64,
    /// Whether it was written.
    pub dirty: bool,
}

/// Tags of a cache.
#[derive(Clone, Debug)]
pub struct Cache {
    sets: u64,
    index: SetIndex,
    ways: usize,
    places: Vec<Way>,
    clock: u64,
}

impl Cache {
    /// An empty cache in which the lowest bits of a line say its set.
    pub fn new(parameters: CacheParameters) -> Self {
        Self::indexed(parameters, SetIndex::Linear)
    }

    /// An empty cache.
    pub fn indexed(parameters: CacheParameters, index: SetIndex) -> Self {
        let (sets, ways) = (parameters.sets.max(1), parameters.ways as usize);
        Self {
            sets: u64::from(sets),
            index,
            ways,
            places: vec![Way::default(); sets as usize * ways],
            clock: 0,
        }
    }

    fn set(&mut self, line: u64) -> &mut [Way] {
        let line = match self.index {
            SetIndex::Linear => line,
            SetIndex::Xor => line ^ (line / self.sets),
        };
        let first = (line % self.sets) as usize * self.ways;
        &mut self.places[first..first + self.ways]
    }

    /// Whether a line is there; if it is, it becomes the one used last, and dirty if asked.
    pub fn touch(&mut self, line: u64, write: bool) -> bool {
        self.clock += 1;
        let now = self.clock;
        let found = { self.set(line).iter_mut() }.find(|way| way.tag == line + 1);
        let hit = found.is_some();
        if let Some(way) = found {
            way.used = now;
            way.dirty |= write;
        }
        hit
    }

    /// Puts a line in; gives the dirty line that had to go.
    pub fn fill(&mut self, line: u64, dirty: bool) -> Option<u64> {
        self.replace(line, dirty)
            .filter(|gone| gone.dirty)
            .map(|gone| gone.line)
    }

    /// Puts a line in; gives the line that had to go.
    pub fn replace(&mut self, line: u64, dirty: bool) -> Option<Gone> {
        if self.touch(line, dirty) {
            return None;
        }
        let now = self.clock;
        let victim = self.set(line).iter_mut().min_by_key(|way| way.used)?;
        let gone = (victim.tag != 0).then(|| Gone {
            line: victim.tag - 1,
            dirty: victim.dirty,
        });
        *victim = Way {
            tag: line + 1,
            used: now,
            dirty,
        };
        gone
    }

    /// Whether a line that is put in would send a dirty one away.
    pub fn would_send(&mut self, line: u64) -> bool {
        let set = self.set(line);
        let is_here = set.iter().any(|way| way.tag == line + 1);
        let victim = set.iter().min_by_key(|way| way.used);
        !is_here && victim.is_some_and(|way| way.tag != 0 && way.dirty)
    }

    /// Takes a line out.
    pub fn evict(&mut self, line: u64) {
        for way in self.set(line) {
            if way.tag == line + 1 {
                *way = Way::default();
            }
        }
    }

    /// Dirty lines become clean; gives them.
    pub fn clean(&mut self) -> Vec<u64> {
        let dirty = self.places.iter_mut().filter(|way| way.dirty);
        dirty
            .map(|way| {
                way.dirty = false;
                way.tag - 1
            })
            .collect()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.places.fill(Way::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines a power of two apart have a set each.
    #[test]
    fn columns_have_sets_of_their_own() {
        let parameters = CacheParameters { sets: 4, ways: 1 };
        for (index, kept) in [(SetIndex::Linear, 1), (SetIndex::Xor, 4)] {
            let mut cache = Cache::indexed(parameters, index);
            let lines = (0..4).map(|row| 4 * row + 1);
            for line in lines.clone() {
                cache.fill(line, false);
            }
            let held = lines.filter(|&line| cache.touch(line, false)).count();
            assert_eq!(held, kept, "{index:?}");
        }
    }

    #[test]
    fn the_least_recently_used_goes() {
        let mut cache = Cache::new(CacheParameters { sets: 2, ways: 2 });
        assert_eq!(cache.fill(0, false), None);
        assert_eq!(cache.fill(2, true), None);
        assert_eq!(cache.fill(1, true), None);
        assert!(cache.touch(0, false));
        assert_eq!(
            cache.fill(4, false),
            Some(2),
            "2 was dirty and used before 0"
        );
        assert!(!cache.touch(2, false));
        assert_eq!(cache.fill(6, false), None, "0 was clean");
        assert!(cache.touch(1, false), "the other set is as it was");
        cache.evict(4);
        assert!(!cache.touch(4, false));
    }
}
