//! Two-level: warps in fetch groups of eight, one group first, round-robin within it; when all of
//! its warps wait for memory, the next group comes first (Slumber 5, which cites Narasiman et al.,
//! MICRO 2011). A group that is not first issues when those before it cannot.

use super::{next_bit, Scheduler, View};

/// Warps of a group (Narasiman et al. use eight).
const GROUP: usize = 8;
const GROUPS: usize = 64 / GROUP;
const ONES: u64 = (1 << GROUP) - 1;

/// See the module. Groups are of the slots that one scheduler has, in order.
#[derive(Clone, Debug, Default)]
pub struct TwoLevel {
    first: usize,
    after: [usize; GROUPS],
}

/// The bits of `mask` at the places of `of`, close together.
fn gather(mask: u64, of: u64) -> u64 {
    super::bits(of)
        .enumerate()
        .map(|(place, bit)| (mask >> bit & 1) << place)
        .sum()
}

impl Scheduler for TwoLevel {
    fn pick(&mut self, view: &View<'_>) -> usize {
        let ready = gather(view.ready, view.slots);
        let waiting = gather(view.waiting, view.slots);
        let resident = gather(view.resident, view.slots);
        let group = |mask: u64, group: usize| mask >> (group * GROUP) & ONES;
        let stalled = |g: usize| group(resident, g) & !group(waiting, g) == 0;
        let mut steps = 0;
        while stalled(self.first) && steps < GROUPS {
            self.first = (self.first + 1) % GROUPS;
            steps += 1;
        }
        let order = (0..GROUPS).map(|step| (self.first + step) % GROUPS);
        let chosen = { order }.find(|&g| group(ready, g) != 0).unwrap_or(0);
        let place = next_bit(group(ready, chosen), self.after[chosen]);
        self.after[chosen] = (place + 1) % GROUP;
        let nth = chosen * GROUP + place;
        super::bits(view.slots).nth(nth).unwrap_or(0)
    }

    fn reset(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_comes_first_until_all_of_it_waits() {
        let mut scheduler = TwoLevel::default();
        let mut pick = |ready, waiting| {
            scheduler.pick(&View {
                ready,
                slots: 0xffff,
                resident: 0xffff,
                waiting,
                ages: &[0; 64],
            })
        };
        assert_eq!(pick(0xffff, 0), 0);
        assert_eq!(pick(0xffff, 0), 1);
        assert_eq!(
            pick(0xff00, 0x0f),
            8,
            "the first group cannot, but does not wait"
        );
        assert_eq!(pick(0xff80, 0x0f), 7, "it is still first");
        assert_eq!(pick(0xff00, 0xff), 9, "all of it waits");
        assert_eq!(pick(0xffff, 0), 10, "the second group is first now");
    }

    #[test]
    fn groups_are_of_the_schedulers_own_slots() {
        let mut scheduler = TwoLevel::default();
        let even = 0x5555_5555;
        let view = View {
            ready: even,
            slots: even,
            resident: even,
            waiting: 0,
            ages: &[0; 64],
        };
        let order: Vec<usize> = (0..9).map(|_| scheduler.pick(&view)).collect();
        assert_eq!(order, [0, 2, 4, 6, 8, 10, 12, 14, 0]);
    }
}
