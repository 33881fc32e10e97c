//! Two-level: warps in fetch groups of eight, one group first, round-robin within it; when all of
//! its warps wait for memory, the next group comes first (Slumber 5, which cites Narasiman et al.,
//! MICRO 2011). A group that is not first issues when those before it cannot.

use super::{next_bit, Scheduler, View};

/// Warps of a group (Narasiman et al. use eight).
const GROUP: usize = 8;
const GROUPS: usize = 64 / GROUP;

/// See the module. Groups are of the slots that one scheduler has, in order.
#[derive(Clone, Debug, Default)]
pub struct TwoLevel {
    /// The slots, and those of each group.
    slots: u64,
    groups: [u64; GROUPS],
    first: usize,
    /// For each group, the slot that comes next.
    after: [usize; GROUPS],
}

impl TwoLevel {
    fn divide(&mut self, slots: u64) {
        self.slots = slots;
        self.groups = [0; GROUPS];
        for (place, slot) in super::bits(slots).enumerate() {
            self.groups[place / GROUP] |= 1 << slot;
        }
    }
}

impl Scheduler for TwoLevel {
    fn pick(&mut self, view: &View<'_>) -> usize {
        if view.slots != self.slots {
            self.divide(view.slots);
        }
        let groups = &self.groups;
        let stalled = |g: usize| view.resident & !view.waiting & groups[g] == 0;
        let mut steps = 0;
        while stalled(self.first) && steps < GROUPS {
            self.first = (self.first + 1) % GROUPS;
            steps += 1;
        }
        let order = (0..GROUPS).map(|step| (self.first + step) % GROUPS);
        let chosen = { order }.find(|&g| view.ready & groups[g] != 0);
        let chosen = chosen.unwrap_or(0);
        let slot = next_bit(view.ready & groups[chosen], self.after[chosen]);
        self.after[chosen] = (slot + 1) % 64;
        slot
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
