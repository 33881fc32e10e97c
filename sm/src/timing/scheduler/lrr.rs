//! Loose round-robin: another warp in every cycle, in turn, those that are not ready left out
//! (Warped-Compression 6.5).

use super::{next_bit, Scheduler, View};

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct LooseRoundRobin {
    after: usize,
}

impl Scheduler for LooseRoundRobin {
    fn pick(&mut self, view: &View<'_>) -> usize {
        let picked = next_bit(view.ready, self.after);
        self.after = (picked + 1) % 64;
        picked
    }

    fn reset(&mut self) {
        self.after = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_round() {
        let mut lrr = LooseRoundRobin::default();
        let mut pick = |ready| {
            lrr.pick(&View {
                ready,
                slots: 0xf,
                resident: 0xf,
                waiting: 0,
                ages: &[0, 1, 2, 3],
            })
        };
        let order: Vec<usize> = (0..5).map(|_| pick(0b1011)).collect();
        assert_eq!(order, [0, 1, 3, 0, 1]);
    }
}
