//! The counters behind the read-only port.

use spec::bdi::CompressionRange;
use spec::regfile::{Counter, GATED_COUNTERS};

/// Banks of the largest file.
const BANKS: usize = u32::BITS as usize;

/// What is counted in one cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Events {
    counts: [u32; Counter::ALL.len()],
    /// The banks that were gated.
    gated: u32,
}

impl Events {
    /// A cycle in which these banks are gated.
    pub fn new(gated: u32) -> Self {
        Self {
            gated,
            ..Self::default()
        }
    }

    pub fn count(&mut self, counter: Counter) {
        self.counts[counter as usize] += 1;
    }

    pub fn banks(&mut self, counter: Counter, banks: u32) {
        self.counts[counter as usize] += banks.count_ones();
    }

    pub fn stored(&mut self, range: CompressionRange) {
        self.count(match range {
            CompressionRange::Uncompressed => Counter::StoredUncompressed,
            CompressionRange::FourZero => Counter::StoredFourZero,
            CompressionRange::FourOne => Counter::StoredFourOne,
            CompressionRange::FourTwo => Counter::StoredFourTwo,
        });
    }
}

/// The counters, and the register of events before them.
#[derive(Clone, Debug)]
pub(super) struct Counters {
    counts: [u32; Counter::ALL.len()],
    gated: [u32; BANKS],
    events: Events,
}

impl Counters {
    pub fn new() -> Self {
        Self {
            counts: [0; Counter::ALL.len()],
            gated: [0; BANKS],
            events: Events::default(),
        }
    }

    /// The counter that `select` names, in the coming cycle.
    pub fn value(&self, select: u8) -> u32 {
        let select = usize::from(select);
        let counter = match select.checked_sub(GATED_COUNTERS) {
            Some(bank) => self.gated.get(bank),
            None => self.counts.get(select),
        };
        counter.copied().unwrap_or_default()
    }

    /// Cycles without events, in all of which the same banks are gated.
    pub fn skip(&mut self, cycles: u64, gated: u32) {
        let Some(but_one) = cycles.checked_sub(1) else {
            return;
        };
        self.cycle(Events::new(gated));
        for (bank, count) in self.gated.iter_mut().enumerate() {
            // Counters have 32 bits and wrap.
            *count = count.wrapping_add((gated >> bank & 1).wrapping_mul(but_one as u32));
        }
    }

    /// A cycle with its events.
    pub fn cycle(&mut self, events: Events) {
        let counted = std::mem::replace(&mut self.events, events);
        for (count, events) in self.counts.iter_mut().zip(counted.counts) {
            *count = count.wrapping_add(events);
        }
        let mut gated = counted.gated;
        while gated != 0 {
            let count = &mut self.gated[gated.trailing_zeros() as usize];
            *count = count.wrapping_add(1);
            gated &= gated - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_in_the_value_two_cycles_later() {
        let mut counters = Counters::new();
        let mut events = Events::new(1 << 31);
        events.banks(Counter::BankReads, 0x1f);
        counters.cycle(events);
        assert_eq!((counters.value(0), counters.value(63)), (0, 0));
        counters.cycle(Events::default());
        assert_eq!((counters.value(0), counters.value(63)), (5, 1));
        counters.cycle(Events::default());
        assert_eq!((counters.value(0), counters.value(63)), (5, 1));
    }

    #[test]
    fn numbers_without_a_counter_read_0_and_counters_wrap() {
        let mut counters = Counters::new();
        counters.counts = [u32::MAX; Counter::ALL.len()];
        counters.events.count(Counter::SourceReads);
        counters.cycle(Events::default());
        for select in Counter::ALL.len() as u8..32 {
            assert_eq!(counters.value(select), 0);
        }
        assert_eq!(counters.value(Counter::SourceReads as u8), 0);
        assert_eq!(counters.value(Counter::Movs as u8), u32::MAX);
    }
}
