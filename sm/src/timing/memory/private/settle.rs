//! The end of a launch, where what is under way comes to its end, and of a run, where what memory lacks is
//! written back: the paper's metric is all that the caches move (5.1), not only what they had to let go.

use super::{line, Private};
use crate::timing::error::Disagreement;
use crate::timing::memory::Hierarchy;

/// Cycles in which the unit has long come to rest.
const LONGEST: u64 = 1 << 24;

impl Private {
    /// Lets what is under way come to its end; loads of a launch that was cut short are nobody's.
    pub fn drain(&mut self, now: u64, memory: &mut Hierarchy) -> Result<(), Disagreement> {
        let mut done = Vec::new();
        for cycle in 0..LONGEST {
            if !self.is_busy() {
                self.waiting.clear();
                self.arrive(u64::MAX, memory);
                return Ok(());
            }
            self.cycle(now + cycle, memory, &mut done)?;
        }
        Err(Disagreement::Unit(
            "accesses to private memory never end".to_owned(),
        ))
    }

    /// Writes back what is newer than memory. A vector of which the unit and the L1 hold some lanes each is
    /// merged (4.3); what is not in the L1 is in the unit, and affine.
    pub fn flush(&mut self, now: u64, memory: &mut Hierarchy) {
        for leaving in self.l1.flush() {
            if let Some(newer) = self.newer.get_mut(&leaving.address) {
                *newer &= !leaving.mask;
            }
            let before = memory.traffic.private_write_backs;
            self.write_back(Some(leaving), now, memory);
            memory.traffic.private_flushed += memory.traffic.private_write_backs - before;
        }
        let mut affine: Vec<u32> = { self.newer.iter() }
            .filter(|(_, &lanes)| lanes != 0)
            .map(|(&vector, _)| vector)
            .collect();
        affine.sort_unstable();
        for vector in affine {
            memory.private_write(line(vector), true, now);
            memory.traffic.private_flushed += 1;
        }
        self.newer.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::super::Request;
    use super::*;
    use crate::timing::{Avc, Parameters};
    use spec::{AnyParameters, UnitId};

    fn beside(name: Option<&str>) -> Private {
        let unit = name.map(|name| {
            let preset = UnitId::AvcCache.preset(name).expect("it exists");
            let AnyParameters::AvcCache(parameters) = preset.parameters else {
                panic!("{:?}", preset.parameters);
            };
            let model = golden::avc::AvcCache::new(parameters).expect("Table 3");
            (parameters, Box::new(model) as _)
        });
        Private::new(unit, 45, 8).expect("Table 3")
    }

    fn vector(load: Option<u8>, vector: u32, data: [u32; 32]) -> Request {
        Request {
            load,
            vector,
            mask: u32::MAX,
            data,
        }
    }

    const AFFINE: [u32; 32] = [7; 32];

    fn generic() -> [u32; 32] {
        std::array::from_fn(|lane| (lane as u32).wrapping_mul(0x9e37_79b9) | 1)
    }

    #[test]
    fn a_cache_is_kept_between_launches_and_flushed_at_the_end() {
        for name in [Avc::None.preset(), Avc::TwoWay16K.preset()] {
            let mut private = beside(name);
            let mut memory = Hierarchy::new(&Parameters::FERMI);
            private.ask(vector(None, 3, AFFINE));
            private.ask(vector(None, 5, generic()));
            private.drain(0, &mut memory).expect("it ends");
            private.begin();
            private.ask(vector(Some(1), 3, AFFINE));
            private.ask(vector(Some(2), 5, generic()));
            private.drain(1000, &mut memory).expect("it ends");
            let t = memory.traffic;
            assert_eq!((t.private_fills, t.private_write_backs), (0, 0), "{name:?}");
            private.flush(2000, &mut memory);
            let t = memory.traffic;
            assert_eq!(
                (t.private_write_backs, t.private_flushed),
                (2, 2),
                "{name:?}"
            );
            assert_eq!(t.private_affine_write_backs, 1, "{name:?}");
            private.flush(3000, &mut memory);
            assert_eq!(
                memory.traffic.private_write_backs, 2,
                "memory lacks nothing"
            );
        }
    }

    #[test]
    fn fills_are_affine_or_not() {
        let mut private = beside(None);
        let mut memory = Hierarchy::new(&Parameters::FERMI);
        for (load, held) in [(1, AFFINE), (2, generic()), (3, AFFINE)] {
            private.ask(vector(Some(load), u32::from(load), held));
        }
        private.drain(0, &mut memory).expect("it ends");
        let t = memory.traffic;
        assert_eq!((t.private_fills, t.private_affine_fills), (3, 2));
    }
}
