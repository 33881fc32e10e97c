//! Whose turn it is.

use std::sync::{Mutex, MutexGuard};

/// Jobs in their order, but that two are not at one thing while there is another.
pub struct Queue {
    /// What each is at, where others of it would wait for the first.
    apart: Vec<Option<String>>,
    left: Mutex<Left>,
}

#[derive(Default)]
struct Left {
    /// Who has not had a turn.
    waiting: Vec<usize>,
    running: Vec<usize>,
}

impl Queue {
    /// As many jobs.
    pub fn new(apart: Vec<Option<String>>) -> Self {
        let left = Left {
            waiting: (0..apart.len()).collect(),
            ..Left::default()
        };
        let left = Mutex::new(left);
        Self { apart, left }
    }

    /// The next job, if any is left.
    pub fn next(&self) -> Option<usize> {
        let mut left = self.left();
        let is_apart = |job: &usize| {
            let with = |other: &usize| self.apart[*other] == self.apart[*job];
            self.apart[*job].is_none() || !left.running.iter().any(with)
        };
        let apart = left.waiting.iter().copied().find(is_apart);
        let job = apart.or(left.waiting.first().copied())?;
        left.waiting.retain(|&other| other != job);
        left.running.push(job);
        Some(job)
    }

    /// That job has had its turn.
    pub fn done(&self, job: usize) {
        self.left().running.retain(|&other| other != job);
    }

    /// Whoever has failed, the lists are right.
    fn left(&self) -> MutexGuard<'_, Left> {
        self.left
            .lock()
            .unwrap_or_else(|failed| failed.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_are_at_one_thing_only_when_nothing_else_is_left() {
        let apart = ["a", "a", "", "b", "b"];
        let apart = apart.map(|at| Some(at.to_owned()).filter(|at| !at.is_empty()));
        let queue = Queue::new(apart.to_vec());
        assert_eq!([queue.next(), queue.next()], [Some(0), Some(2)]);
        assert_eq!([queue.next(), queue.next()], [Some(3), Some(1)]);
        queue.done(3);
        assert_eq!([queue.next(), queue.next()], [Some(4), None]);
    }
}
