//! Warp schedulers: a policy is a trait and one file per policy.

mod gto;
mod look_ahead;
mod lrr;
mod two_level;

pub use gto::GreedyThenOldest;
pub use look_ahead::LookAhead;
pub use lrr::LooseRoundRobin;
pub use two_level::TwoLevel;

use spec::UnknownName;
use std::fmt;
use std::str::FromStr;

/// What a scheduler may look at. Warps are bits: warp slot w is bit w.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Warps of this scheduler that could issue in this cycle; never empty.
    pub ready: u64,
    /// All slots of this scheduler.
    pub slots: u64,
    /// Those of them that hold a running warp.
    pub resident: u64,
    /// Warps that wait for memory.
    pub waiting: u64,
    /// When each warp began: the smaller, the older. No two resident warps are equal.
    pub ages: &'a [u64],
}

/// Who issues.
///
/// [`Scheduler::pick`] is asked only in cycles in which some warp is ready, and must pick one of the
/// ready; whatever a policy remembers may change only there, so that idle cycles can be skipped.
pub trait Scheduler: Send {
    /// The warp that issues in this cycle.
    fn pick(&mut self, view: &View<'_>) -> usize;
    /// Warps that were named in the last [`Scheduler::pick`] as those that come next, a bit each; for
    /// hardware that gets their registers ready.
    fn named(&self) -> u64 {
        0
    }
    /// Forgets what it remembers of a launch.
    fn reset(&mut self);
}

/// The policies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Greedy-then-oldest.
    Gto,
    /// Loose round-robin.
    Lrr,
    /// Two-level.
    TwoLevel,
}

impl Policy {
    /// All policies, the default first.
    pub const ALL: [Policy; 3] = [Policy::Gto, Policy::Lrr, Policy::TwoLevel];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Gto => "gto",
            Policy::Lrr => "lrr",
            Policy::TwoLevel => "two-level",
        }
    }

    /// A scheduler of it.
    pub fn scheduler(self) -> Box<dyn Scheduler> {
        match self {
            Policy::Gto => Box::new(GreedyThenOldest::default()),
            Policy::Lrr => Box::new(LooseRoundRobin::default()),
            Policy::TwoLevel => Box::new(TwoLevel::default()),
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Policy {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|one| one.name() == text);
        let names = || Self::ALL.into_iter().map(Self::name);
        found.ok_or_else(|| UnknownName::new("scheduler", text, names()))
    }
}

/// The bits of a mask, ascending.
pub(crate) fn bits(mask: u64) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let bit = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        Some(bit)
    })
}

/// The first bit of a mask at or after a position, cyclically; the mask is not empty.
pub(crate) fn next_bit(mask: u64, from: usize) -> usize {
    let rotated = mask.rotate_right(from as u32 % 64);
    (rotated.trailing_zeros() as usize + from) % 64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_bit_goes_round() {
        assert_eq!(next_bit(0b1010, 0), 1);
        assert_eq!(next_bit(0b1010, 1), 1);
        assert_eq!(next_bit(0b1010, 2), 3);
        assert_eq!(next_bit(0b1010, 4), 1);
        assert_eq!(next_bit(1 << 63, 64), 63);
    }

    #[test]
    fn every_policy_picks_a_ready_warp() {
        let ages: Vec<u64> = (0..64).map(|w| (w * 37 + 11) % 64).collect();
        for policy in Policy::ALL {
            let mut scheduler = policy.scheduler();
            let mut random = 1u64;
            for _ in 0..1000 {
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1);
                let ready = (random >> 13) | 1 << (random >> 58);
                let view = View {
                    ready,
                    slots: u64::MAX,
                    resident: u64::MAX,
                    waiting: !ready & random,
                    ages: &ages,
                };
                let picked = scheduler.pick(&view);
                assert!(ready >> picked & 1 == 1, "{}", policy.name());
            }
        }
    }
}
