//! Greedy-then-oldest: stays with a warp until it stalls, then takes the oldest that is ready
//! (Warped-Compression 6.5, which cites Rogers et al., MICRO 2012).

use super::{bits, Scheduler, View};

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct GreedyThenOldest {
    last: Option<usize>,
}

impl Scheduler for GreedyThenOldest {
    fn pick(&mut self, view: &View<'_>) -> usize {
        let greedy = self.last.filter(|&last| view.ready >> last & 1 == 1);
        let oldest = || bits(view.ready).min_by_key(|&warp| view.ages[warp]);
        let picked = greedy.or_else(oldest).unwrap_or(0);
        self.last = Some(picked);
        picked
    }

    fn reset(&mut self) {
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_greedy_and_then_takes_the_oldest() {
        let ages = [5, 3, 9, 1];
        let mut gto = GreedyThenOldest::default();
        let mut pick = |ready| {
            gto.pick(&View {
                ready,
                slots: 0xf,
                resident: 0xf,
                waiting: 0,
                ages: &ages,
            })
        };
        assert_eq!(pick(0b0111), 1);
        assert_eq!(pick(0b1111), 1, "greedy although 3 is older");
        assert_eq!(pick(0b1101), 3, "stalled: the oldest");
        assert_eq!(pick(0b0101), 0);
    }
}
