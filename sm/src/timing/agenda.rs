//! What will happen, by time. Of one cycle's events the least comes first, by the order of [`Event`].
//!
//! Nearly all lies less than [`SPAN`] cycles ahead: a slot a cycle, and a bit that says whether it holds
//! anything, so that neither an event nor the jump to the next one costs a search. The rest waits in a heap.

use super::event::{Event, Packed};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Cycles that have a slot.
const SPAN: usize = 512;
const WORDS: usize = SPAN / 64;

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Agenda {
    /// Nothing is due before this.
    now: u64,
    /// What is due in each of [`SPAN`] cycles, by the cycle modulo their number.
    slots: Vec<Vec<Packed>>,
    /// Slots that hold something.
    held: [u64; WORDS],
    /// What is due later.
    later: BinaryHeap<Reverse<(u64, Event)>>,
}

impl Default for Agenda {
    fn default() -> Self {
        Self {
            now: 0,
            slots: vec![Vec::new(); SPAN],
            held: [0; WORDS],
            later: BinaryHeap::new(),
        }
    }
}

impl Agenda {
    /// An agenda that begins at a time.
    pub fn new(now: u64) -> Self {
        Self {
            now,
            ..Self::default()
        }
    }

    pub fn at(&mut self, time: u64, event: Event) {
        debug_assert!(time >= self.now, "what is over does not happen");
        if time - self.now < SPAN as u64 {
            let slot = time as usize % SPAN;
            self.slots[slot].push(event.into());
            self.held[slot / 64] |= 1 << (slot % 64);
        } else {
            self.later.push(Reverse((time, event)));
        }
    }

    /// The next thing that is due. Only the first of a cycle is searched for.
    pub fn due(&mut self, now: u64) -> Option<Event> {
        if now != self.now {
            let overdue = self.next().filter(|&time| time <= now);
            self.pass(overdue.unwrap_or(now));
        }
        let slot = self.now as usize % SPAN;
        if self.held[slot / 64] >> (slot % 64) & 1 == 0 {
            return None;
        }
        let events = &mut self.slots[slot];
        let (mut least, mut first) = (0, *events.first()?);
        for (n, &event) in events.iter().enumerate().skip(1) {
            if event < first {
                (least, first) = (n, event);
            }
        }
        events.swap_remove(least);
        if events.is_empty() {
            self.held[slot / 64] &= !(1 << (slot % 64));
        }
        Some(first.into())
    }

    /// When something happens next.
    pub fn next(&self) -> Option<u64> {
        let first = self.now as usize % SPAN;
        let (word, bit) = (first / 64, first % 64);
        // From the slot of this cycle round to what lies before it in its word.
        for step in 0..=WORDS {
            let at = (word + step) % WORDS;
            let mask = match step {
                0 => u64::MAX << bit,
                WORDS => !(u64::MAX << bit),
                _ => u64::MAX,
            };
            let held = self.held[at] & mask;
            if held != 0 {
                let slot = 64 * at + held.trailing_zeros() as usize;
                let ahead = (slot + SPAN - first) % SPAN;
                return Some(self.now + ahead as u64);
            }
        }
        self.later.peek().map(|Reverse((time, _))| *time)
    }

    /// Time goes on; what has come near gets its slot.
    fn pass(&mut self, now: u64) {
        self.now = now;
        while let Some(&Reverse((time, event))) = self.later.peek() {
            if time - now >= SPAN as u64 {
                return;
            }
            self.later.pop();
            self.at(time, event);
        }
    }

    pub fn clear(&mut self) {
        self.slots.iter_mut().for_each(Vec::clear);
        self.held = [0; WORDS];
        self.later.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sequence that looks random.
    fn next(state: &mut u64) -> u64 {
        *state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        *state >> 33
    }

    #[test]
    fn it_gives_what_a_heap_gives() {
        let (mut agenda, mut heap) = (Agenda::new(77), BinaryHeap::new());
        let (mut now, mut random, mut given) = (77, 1, 0);
        while given < 20_000 {
            for _ in 0..next(&mut random) % 4 {
                // Near, far and now; the same cycle often.
                let ahead = match next(&mut random) % 8 {
                    0 => 0,
                    1 => 500 + next(&mut random) % 700,
                    _ => next(&mut random) % 30,
                };
                let mut number = || next(&mut random);
                let event = match number() % 5 {
                    0 => Event::Done(number() as u8),
                    1 => Event::Fetched(number() as u8),
                    2 => Event::Retry(number() as u8),
                    3 => Event::Near {
                        warp: number() as u8 % 2,
                        pc: number() as u32,
                    },
                    _ => Event::Written {
                        warp: number() as u8 % 2,
                        register: number() as u8 % 2,
                        by: (number() as u32 % 2, number() as u32),
                    },
                };
                agenda.at(now + ahead, event);
                heap.push(Reverse((now + ahead, event)));
            }
            let first = heap.peek().map(|Reverse((time, _))| *time);
            assert_eq!(agenda.next(), first);
            now = match first {
                Some(first) if next(&mut random) & 1 == 0 => first.max(now),
                _ => now + 1,
            };
            loop {
                let due = heap.peek().filter(|first| first.0 .0 <= now).copied();
                assert_eq!(agenda.due(now), due.map(|Reverse((_, event))| event));
                if due.is_none() {
                    break;
                }
                heap.pop();
                given += 1;
            }
        }
    }
}
