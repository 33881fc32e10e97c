//! Writes that are on their way to the banks, as far as the ports tell.
//!
//! `bank_write` shows which banks of a cluster are written, not for which register. What is to be
//! written is known when its result is accepted, or, for a MOV, when its instruction is; so each
//! event is matched with a write of its cluster that has its banks. Where several have the same
//! banks, it stays open which of them it was until it makes no difference, and nothing is claimed
//! that depends on it.

use spec::bdi::CompressionRange;

/// What a write is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Full(CompressionRange),
    Divergent,
    Mov,
}

/// Kinds, for counting: the full writes by range, then the divergent ones, then MOVs.
pub const KINDS: usize = 6;

impl Kind {
    fn index(self) -> usize {
        match self {
            Self::Full(range) => range as usize,
            Self::Divergent => 4,
            Self::Mov => 5,
        }
    }
}

/// A write that has not certainly taken place.
#[derive(Clone, Copy, Debug)]
pub struct Write {
    pub register: u16,
    pub kind: Kind,
    /// The banks of the cluster that it takes.
    pub banks: u8,
    /// Writes of one source and cluster keep their order: the ports, and the MOV buffer.
    pub source: usize,
    /// The first cycle in which it can take place.
    pub from: u64,
    /// The last one, where there is a bound.
    pub until: u64,
}

/// Writes of a cluster that take the same banks.
#[derive(Debug)]
struct Group {
    banks: u8,
    writes: Vec<Write>,
    /// How many of these have taken place.
    done: usize,
}

impl Group {
    /// Those of the same source before and after the `n`-th.
    fn around(&self, n: usize) -> (usize, usize) {
        let same = |w: &&Write| w.source == self.writes[n].source;
        let before = self.writes[..n].iter().filter(same).count();
        let after = self.writes[n + 1..].iter().filter(same).count();
        (before, after)
    }

    fn may_be_done(&self, n: usize) -> bool {
        self.around(n).0 < self.done
    }

    fn is_done(&self, n: usize) -> bool {
        // Without it, none after it is done either.
        self.done + 1 + self.around(n).1 > self.writes.len()
    }
}

/// What is known of a write; of several, the greatest is what is known of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Known {
    Done,
    Unknown,
    Waiting,
}

/// How many writes of each kind have taken place: at least and at most.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taken {
    pub least: [u32; KINDS],
    pub most: [u32; KINDS],
}

/// All writes on their way.
#[derive(Debug)]
pub struct Writes {
    clusters: Vec<Vec<Group>>,
    /// Divergent writes of no lane, which no bank shows.
    silent: Vec<Write>,
    /// Those that have certainly taken place, by kind.
    settled: [u32; KINDS],
    /// Writes that became certain and were not fetched yet.
    news: Vec<Write>,
}

impl Writes {
    pub fn new(clusters: usize) -> Self {
        Self {
            clusters: (0..clusters).map(|_| Vec::new()).collect(),
            silent: Vec::new(),
            settled: [0; KINDS],
            news: Vec::new(),
        }
    }

    fn cluster(&self, register: u16) -> usize {
        usize::from(register) % self.clusters.len()
    }

    pub fn add(&mut self, write: Write) {
        if write.banks == 0 {
            self.silent.push(write);
            return;
        }
        let cluster = self.cluster(write.register);
        let groups = &mut self.clusters[cluster];
        match groups.iter_mut().find(|group| group.banks == write.banks) {
            Some(group) => group.writes.push(write),
            None => groups.push(Group {
                banks: write.banks,
                writes: vec![write],
                done: 0,
            }),
        }
    }

    /// Banks of a cluster are written: whether some write explains it.
    pub fn event(&mut self, cluster: usize, banks: u8, now: u64) -> bool {
        let groups = &mut self.clusters[cluster];
        let Some(at) = groups.iter().position(|group| group.banks == banks) else {
            return false;
        };
        let group = &mut groups[at];
        let possible = group.writes.iter().filter(|w| w.from <= now).count();
        if possible <= group.done {
            return false;
        }
        group.done += 1;
        self.settle(cluster, at);
        true
    }

    /// Takes out of a group what is certain.
    fn settle(&mut self, cluster: usize, at: usize) {
        let group = &mut self.clusters[cluster][at];
        while let Some(n) = (0..group.writes.len()).find(|&n| group.is_done(n)) {
            let write = group.writes.remove(n);
            group.done -= 1;
            self.settled[write.kind.index()] += 1;
            self.news.push(write);
        }
        if group.writes.is_empty() {
            self.clusters[cluster].swap_remove(at);
        }
    }

    /// What is known of the write of a register, a MOV or not; `None` if there is none.
    pub fn known(&self, register: u16, mov: bool, now: u64) -> Option<Known> {
        let wanted = |w: &Write| w.register == register && (w.kind == Kind::Mov) == mov;
        if let Some(write) = self.silent.iter().find(|w| wanted(w)) {
            let known = if write.from <= now {
                Known::Unknown
            } else {
                Known::Waiting
            };
            return Some(known);
        }
        for group in &self.clusters[self.cluster(register)] {
            if let Some(n) = group.writes.iter().position(wanted) {
                return Some(match (group.may_be_done(n), group.is_done(n)) {
                    (_, true) => Known::Done,
                    (true, false) => Known::Unknown,
                    (false, false) => Known::Waiting,
                });
            }
        }
        None
    }

    /// Something shows that the write of a register has taken place.
    pub fn confirm(&mut self, register: u16, mov: bool) {
        let wanted = |w: &Write| w.register == register && (w.kind == Kind::Mov) == mov;
        if let Some(n) = self.silent.iter().position(wanted) {
            let write = self.silent.remove(n);
            self.settled[write.kind.index()] += 1;
            self.news.push(write);
            return;
        }
        let cluster = self.cluster(register);
        let groups = self.clusters[cluster].iter().enumerate();
        let found = { groups }.find_map(|(at, group)| {
            let n = group.writes.iter().position(wanted)?;
            Some((at, n))
        });
        let Some((at, n)) = found else { return };
        // Those of the same source that came before it have taken place too.
        let group = &mut self.clusters[cluster][at];
        let source = group.writes[n].source;
        for n in (0..=n).rev() {
            if group.writes[n].source == source {
                let write = group.writes.remove(n);
                group.done -= 1;
                self.settled[write.kind.index()] += 1;
                self.news.push(write);
            }
        }
        self.settle(cluster, at);
    }

    /// A write that should have taken place by the end of cycle `now` and has not. What can
    /// have, has.
    pub fn overdue(&mut self, now: u64) -> Option<Write> {
        while let Some(n) = self.silent.iter().position(|w| w.until <= now) {
            let register = self.silent[n].register;
            self.confirm(register, false);
        }
        let late = |w: &&Write| w.until <= now;
        let all = { self.clusters.iter().flatten() }.flat_map(|group| &group.writes);
        let late: Vec<Write> = all.filter(late).copied().collect();
        for write in late {
            let mov = write.kind == Kind::Mov;
            if self.known(write.register, mov, now) == Some(Known::Waiting) {
                return Some(write);
            }
            self.confirm(write.register, mov);
        }
        None
    }

    /// Writes that became certain since the last call.
    pub fn news(&mut self) -> Vec<Write> {
        std::mem::take(&mut self.news)
    }

    /// The registers whose write may be the one that an event of these banks shows.
    pub fn candidates(&self, cluster: usize, banks: u8) -> impl Iterator<Item = u16> + '_ {
        let groups = self.clusters[cluster].iter();
        { groups }
            .filter(move |group| group.banks == banks)
            .flat_map(|group| group.writes.iter().map(|write| write.register))
    }

    /// How many of each kind have taken place by the end of cycle `now`.
    pub fn taken(&self, now: u64) -> Taken {
        let mut taken = Taken {
            least: self.settled,
            most: self.settled,
        };
        for write in self.silent.iter().filter(|w| w.from <= now) {
            taken.most[write.kind.index()] += 1;
        }
        for group in { self.clusters.iter().flatten() }.filter(|group| group.done > 0) {
            let mut kinds = [0; KINDS];
            for write in &group.writes {
                kinds[write.kind.index()] += 1;
            }
            for (kind, &count) in kinds.iter().enumerate() {
                let others = group.writes.len() - count;
                taken.least[kind] += group.done.saturating_sub(others) as u32;
                taken.most[kind] += group.done.min(count) as u32;
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(register: u16, source: usize) -> Write {
        Write {
            register,
            kind: Kind::Full(CompressionRange::FourOne),
            banks: 0x07,
            source,
            from: 10,
            until: 40,
        }
    }

    fn registers(writes: &mut Writes) -> Vec<u16> {
        writes.news().iter().map(|write| write.register).collect()
    }

    #[test]
    fn an_event_that_only_one_write_explains_is_that_write() {
        let mut writes = Writes::new(4);
        writes.add(full(5, 1));
        assert!(!writes.event(1, 0x07, 9), "too early");
        assert!(!writes.event(1, 0x1f, 10), "other banks");
        assert!(!writes.event(0, 0x07, 10), "another cluster");
        assert_eq!(writes.known(5, false, 10), Some(Known::Waiting));
        assert!(writes.event(1, 0x07, 10));
        assert_eq!(registers(&mut writes), [5]);
        assert_eq!(writes.known(5, false, 10), None);
        assert!(!writes.event(1, 0x07, 11), "once only");
    }

    /// Two ports, the same banks: which it was is open until both are written or one is confirmed.
    #[test]
    fn of_two_that_look_alike_neither_is_certain() {
        let mut writes = Writes::new(1);
        writes.add(full(1, 1));
        writes.add(full(2, 2));
        assert!(writes.event(0, 0x07, 10));
        assert_eq!(writes.known(1, false, 10), Some(Known::Unknown));
        assert_eq!(writes.known(2, false, 10), Some(Known::Unknown));
        let taken = writes.taken(10);
        assert_eq!((taken.least[2], taken.most[2]), (1, 1));
        writes.confirm(2, false);
        assert_eq!(registers(&mut writes), [2]);
        assert_eq!(writes.known(1, false, 10), Some(Known::Waiting));
    }

    #[test]
    fn writes_of_one_source_keep_their_order() {
        let mut writes = Writes::new(1);
        (0..3).for_each(|register| writes.add(full(register, 1)));
        assert!(writes.event(0, 0x07, 10));
        assert_eq!(registers(&mut writes), [0]);
        assert_eq!(writes.known(1, false, 10), Some(Known::Waiting));
        writes.add(full(9, 2));
        assert!(writes.event(0, 0x07, 11) && writes.event(0, 0x07, 12));
        // Port 2's may be among the two; the second of port 1 is then open.
        assert_eq!(registers(&mut writes), [1]);
        assert_eq!(writes.known(2, false, 12), Some(Known::Unknown));
    }

    #[test]
    fn what_is_not_written_in_time_is_overdue() {
        let mut writes = Writes::new(1);
        writes.add(full(1, 1));
        writes.add(full(2, 2));
        assert!(writes.event(0, 0x07, 10));
        assert!(writes.overdue(39).is_none());
        assert!(
            writes.overdue(40).is_some(),
            "one of them has not been written"
        );
        assert!(writes.event(0, 0x07, 40));
        assert!(writes.overdue(41).is_none());
    }

    /// A write of no lane shows nowhere: it may have taken place from its first cycle on.
    #[test]
    fn a_silent_write_is_unknown_until_its_bound() {
        let mut writes = Writes::new(1);
        writes.add(Write {
            kind: Kind::Divergent,
            banks: 0,
            ..full(3, 1)
        });
        assert_eq!(writes.known(3, false, 9), Some(Known::Waiting));
        assert_eq!(writes.known(3, false, 10), Some(Known::Unknown));
        let taken = writes.taken(10);
        assert_eq!((taken.least[4], taken.most[4]), (0, 1));
        assert!(writes.overdue(40).is_none());
        assert_eq!(registers(&mut writes), [3]);
    }
}
