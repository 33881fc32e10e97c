//! A policy that names future warps, three in the paper: "the default warp scheduling policy is modified to determine
//! the three future warps to be scheduled in addition to the current scheduled warp in order to hide
//! the SS latency of 4 clock cycles" (Slumber 4.2).
//!
//! The policy beneath decides the order; a warp that it picks issues so many picks later. So its registers
//! have at least so many cycles to come up, more if somebody else issues in between.

use super::{Scheduler, View};

/// See the module.
pub struct LookAhead {
    policy: Box<dyn Scheduler>,
    ahead: usize,
    /// Warps in the order in which they are to issue; a warp is in it once.
    queue: Vec<usize>,
    named: u64,
}

impl LookAhead {
    /// Over a policy, so many warps ahead.
    pub fn new(policy: Box<dyn Scheduler>, ahead: usize) -> Self {
        Self {
            policy,
            ahead,
            queue: Vec::with_capacity(ahead + 1),
            named: 0,
        }
    }
}

impl Scheduler for LookAhead {
    fn pick(&mut self, view: &View<'_>) -> usize {
        self.named = 0;
        self.queue.retain(|&warp| view.resident >> warp & 1 == 1);
        let queued = |queue: &[usize]| queue.iter().fold(0, |all, &warp| all | 1u64 << warp);
        let mut rest = view.ready & !queued(&self.queue);
        while rest != 0 && self.queue.len() <= self.ahead {
            let warp = self.policy.pick(&View {
                ready: rest,
                ..*view
            });
            rest &= !(1 << warp);
            self.named |= 1 << warp;
            self.queue.push(warp);
        }
        let is_ready = |&warp: &usize| view.ready >> warp & 1 == 1;
        match self.queue.iter().position(is_ready) {
            Some(first) => self.queue.remove(first),
            // All that were named cannot: one that was not takes the turn.
            None => self.policy.pick(view),
        }
    }

    fn named(&self) -> u64 {
        self.named
    }

    fn reset(&mut self) {
        self.policy.reset();
        self.queue.clear();
        self.named = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::LooseRoundRobin;
    use super::*;

    fn view(ready: u64, ages: &[u64]) -> View<'_> {
        View {
            ready,
            slots: 0xff,
            resident: 0xff,
            waiting: 0,
            ages,
        }
    }

    #[test]
    fn a_warp_issues_three_picks_after_it_was_named() {
        let mut scheduler = LookAhead::new(Box::new(LooseRoundRobin::default()), 3);
        let ages = [0; 8];
        assert_eq!(scheduler.pick(&view(0xff, &ages)), 0);
        assert_eq!(scheduler.named(), 0b1111, "the first and three more");
        for expected in 1..8 {
            assert_eq!(scheduler.pick(&view(0xff, &ages)), expected);
            assert_eq!(scheduler.named(), 1 << ((expected + 3) % 8));
        }
    }

    #[test]
    fn who_cannot_lets_others_by_and_keeps_its_place() {
        let mut scheduler = LookAhead::new(Box::new(LooseRoundRobin::default()), 3);
        let ages = [0; 8];
        assert_eq!(scheduler.pick(&view(0b1111, &ages)), 0);
        assert_eq!(scheduler.pick(&view(0b1100, &ages)), 2);
        assert_eq!(scheduler.pick(&view(0b1110, &ages)), 1);
        assert_eq!(scheduler.pick(&view(0b1000_0000, &ages)), 7, "it is ready");
    }

    #[test]
    fn one_warp_alone_is_named_when_it_issues() {
        let mut scheduler = LookAhead::new(Box::new(LooseRoundRobin::default()), 3);
        let ages = [0; 8];
        for _ in 0..3 {
            assert_eq!(scheduler.pick(&view(1 << 5, &ages)), 5);
            assert_eq!(scheduler.named(), 1 << 5);
        }
    }
}
