//! A part of a campaign, for one of several machines.

use crate::job::Job;
use crate::work::Work;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// Part `index` of `count`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which.
    pub index: usize,
    /// Of how many.
    pub count: usize,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// Its jobs. What shares a model stays together, so that each machine builds few of them; the
    /// rest goes round.
    pub fn of<W: Work>(self, jobs: &[Job<W>]) -> Vec<Job<W>> {
        let mut groups: HashMap<String, usize> = HashMap::new();
        let mut next = 0;
        let mut mine = Vec::new();
        for job in jobs {
            let group = match job.work.group() {
                Some(name) => *groups.entry(name).or_insert_with(|| counted(&mut next)),
                None => counted(&mut next),
            };
            if group % self.count == self.index - 1 {
                mine.push(job.clone());
            }
        }
        mine
    }
}

fn counted(next: &mut usize) -> usize {
    *next += 1;
    *next - 1
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// What is no part of anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoShard(String);

impl fmt::Display for NoShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "I counts from 1 to N, such as 2/4")
    }
}

impl std::error::Error for NoShard {}

impl FromStr for Shard {
    type Err = NoShard;
    fn from_str(text: &str) -> Result<Self, NoShard> {
        let refused = || NoShard(text.to_owned());
        let (index, count) = text.split_once('/').ok_or_else(refused)?;
        let number = |text: &str| text.parse::<usize>().map_err(|_| refused());
        let (index, count) = (number(index)?, number(count)?);
        if index == 0 || index > count {
            return Err(refused());
        }
        Ok(Self { index, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::jobs;
    use std::collections::HashSet;

    #[test]
    fn shards_together_are_everything_once() {
        let jobs = jobs();
        let all: HashSet<String> = jobs.iter().map(Job::key).collect();
        assert_eq!(all.len(), jobs.len(), "two jobs with one key");
        for count in [1, 2, 3, 4, 7] {
            let mut seen = HashSet::new();
            for index in 1..=count {
                let mine = Shard { index, count }.of(&jobs);
                assert!(mine.len() >= jobs.len() / count / 3, "{index}/{count}");
                for job in mine {
                    assert!(seen.insert(job.key()), "{job} is in two shards");
                }
            }
            assert_eq!(seen, all);
        }
    }

    #[test]
    fn what_shares_a_model_stays_together() {
        for index in 1..=3 {
            let mine = Shard { index, count: 3 }.of(&jobs());
            let shared = |a: u64| {
                mine.iter()
                    .filter(move |j| j.work.a == a && j.work.b.is_multiple_of(2))
            };
            assert!((0..8).all(|a| [0, 2].contains(&shared(a).count())));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["0/4", "5/4", "1/0", "1", "a/b", "-1/4", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("4/4".parse(), Ok(Shard { index: 4, count: 4 }));
    }
}
