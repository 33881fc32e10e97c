//! L1, its misses, and one multiprocessor's share of L2 and DRAM.
//!
//! What lies behind the L1 is two servers in a row, each with a bandwidth and a latency: a request
//! knows when it will be answered at the time it is made. That is what lets the model jump from
//! event to event.

use super::super::parameters::{CacheParameters, Parameters, LINE_BYTES};
use super::{Cache, Traffic};

/// A miss that is outstanding.
#[derive(Clone, Copy, Debug)]
struct Miss {
    line: u64,
    at: u64,
    merged: u32,
    dirty: bool,
}

/// L1 and what lies behind it.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    l1: Cache,
    has_l2: bool,
    l2: Cache,
    misses: Vec<Miss>,
    /// When the first of them is answered.
    first_fill: u64,
    mshrs: usize,
    merges: u32,
    l1_latency: u64,
    l2_latency: u64,
    dram_latency: u64,
    line_cycles: u64,
    /// Cycles of a line over this share of DRAM, times 1,024.
    dram_line: u64,
    backlog: u64,
    port_free: u64,
    /// Times 1,024.
    dram_free: u64,
    /// What has happened so far.
    pub traffic: Traffic,
}

impl Hierarchy {
    /// Empty caches.
    pub fn new(p: &Parameters) -> Self {
        let share = CacheParameters {
            sets: (p.l2.sets / p.multiprocessors).max(1),
            ways: p.l2.ways,
        };
        Self {
            l1: Cache::indexed(p.l1d, p.l1_index),
            has_l2: p.has_l2,
            l2: Cache::new(share),
            misses: Vec::with_capacity(p.mshrs as usize),
            first_fill: u64::MAX,
            mshrs: p.mshrs as usize,
            merges: p.mshr_merges,
            l1_latency: p.l1_latency.into(),
            l2_latency: p.l2_latency.into(),
            dram_latency: p.dram_latency.into(),
            line_cycles: LINE_BYTES.div_ceil(p.l2_bytes_per_cycle.into()),
            dram_line: LINE_BYTES * 1024 * 1024 / p.dram_bytes_per_1024_cycles(),
            backlog: p.backlog.into(),
            port_free: 0,
            dram_free: 0,
            traffic: Traffic::default(),
        }
    }

    /// A launch begins: the L1 is empty, for nobody keeps it coherent (Fermi), the L2 is as it was.
    pub fn begin(&mut self, now: u64) {
        self.flush(now);
        self.l1.clear();
        self.misses.clear();
        self.first_fill = u64::MAX;
    }

    /// The L1 writes back what the L2 lacks.
    pub fn flush(&mut self, now: u64) {
        let coming = self.misses.iter_mut().filter(|miss| miss.line != u64::MAX);
        let coming = coming.filter_map(|miss| std::mem::take(&mut miss.dirty).then_some(miss.line));
        let mut lines: Vec<u64> = coming.collect();
        lines.extend(self.l1.clean());
        for line in lines {
            self.write(line, now);
        }
    }

    /// A load of a line through the L1 at a time: when it is answered; or, as an error, the time at
    /// which it may be tried again.
    pub fn load(&mut self, line: u64, now: u64) -> Result<u64, u64> {
        self.settle(now);
        if let Some(miss) = self.misses.iter_mut().find(|miss| miss.line == line) {
            if miss.merged >= self.merges {
                return Err(miss.at.max(now + 1));
            }
            miss.merged += 1;
            let at = miss.at;
            self.traffic.l1_reads += 1;
            self.traffic.l1_misses += 1;
            self.traffic.l1_merged += 1;
            return Ok(at.max(now + self.l1_latency));
        }
        if self.l1.touch(line, false) {
            self.traffic.l1_reads += 1;
            return Ok(now + self.l1_latency);
        }
        if self.misses.len() >= self.mshrs {
            return Err(self.first_fill.max(now + 1));
        }
        self.room(now)?;
        self.traffic.l1_reads += 1;
        self.traffic.l1_misses += 1;
        let at = self.fetch(line, now);
        self.misses.push(Miss {
            line,
            at,
            merged: 1,
            dirty: false,
        });
        self.first_fill = self.first_fill.min(at);
        Ok(at)
    }

    /// A load of a line that is not for the L1.
    pub fn load_past(&mut self, line: u64, now: u64) -> Result<u64, u64> {
        self.settle(now);
        if self.misses.len() >= self.mshrs {
            return Err(self.first_fill.max(now + 1));
        }
        self.room(now)?;
        let at = self.fetch(line, now);
        // It takes a place among the misses, but no line when it comes.
        self.misses.push(Miss {
            line: u64::MAX,
            at,
            merged: self.merges,
            dirty: false,
        });
        self.first_fill = self.first_fill.min(at);
        Ok(at)
    }

    /// A store of a line to global memory: written through, the L1's copy goes (Fermi).
    pub fn store_through(&mut self, line: u64, now: u64) -> Result<u64, u64> {
        self.settle(now);
        self.room(now)?;
        self.traffic.l1_writes += 1;
        self.l1.evict(line);
        self.write(line, now);
        Ok(now + 1)
    }

    /// A store of a line to local memory, or of a register: it stays in the L1 until it has to go. It waits
    /// for what lies behind the L1 only if it sends a line there.
    pub fn store_back(&mut self, line: u64, now: u64) -> Result<u64, u64> {
        self.settle(now);
        let is_coming = self.misses.iter().any(|miss| miss.line == line);
        if !is_coming && self.l1.would_send(line) {
            self.room(now)?;
        }
        self.traffic.l1_writes += 1;
        if let Some(miss) = self.misses.iter_mut().find(|miss| miss.line == line) {
            miss.dirty = true;
        } else if let Some(gone) = self.l1.fill(line, true) {
            self.write(gone, now);
        }
        Ok(now + 1)
    }

    /// An atomic on a line: done at the L2, the L1's copy goes.
    pub fn atomic(&mut self, line: u64, now: u64) -> Result<u64, u64> {
        self.settle(now);
        self.room(now)?;
        self.l1.evict(line);
        let at = self.fetch(line, now);
        if self.has_l2 {
            self.l2.touch(line, true);
        } else {
            self.write_to_dram(line, at);
        }
        Ok(at)
    }

    /// A line of instructions.
    pub fn instructions(&mut self, line: u64, now: u64) -> u64 {
        self.fetch(line, now)
    }

    /// Whether traffic is not so far behind that a request must wait.
    pub fn has_room(&self, now: u64) -> bool {
        self.room(now).is_ok()
    }

    /// A line that nobody needs any more leaves the L1, modified or not.
    pub fn drop_line(&mut self, line: u64, now: u64) {
        self.settle(now);
        self.l1.evict(line);
        for miss in self.misses.iter_mut().filter(|miss| miss.line == line) {
            miss.line = u64::MAX;
        }
    }

    /// A line for the cache of private memory: when it is there.
    pub fn private_read(&mut self, line: u64, is_affine: bool, now: u64) -> u64 {
        self.traffic.private_fills += 1;
        self.traffic.private_affine_fills += u64::from(is_affine);
        self.fetch(line, now)
    }

    /// A line that leaves it.
    pub fn private_write(&mut self, line: u64, is_affine: bool, now: u64) {
        self.traffic.private_write_backs += 1;
        self.traffic.private_affine_write_backs += u64::from(is_affine);
        self.write(line, now);
    }

    /// Misses that have been answered by now become lines of the L1, in the order of their answers.
    fn settle(&mut self, now: u64) {
        while self.first_fill <= now {
            let first = self.first_fill;
            let index = self.misses.iter().position(|miss| miss.at == first);
            if let Some(miss) = index.map(|index| self.misses.remove(index)) {
                if miss.line != u64::MAX {
                    if let Some(gone) = self.l1.fill(miss.line, miss.dirty) {
                        self.write(gone, first);
                    }
                }
            }
            let times = self.misses.iter().map(|miss| miss.at);
            self.first_fill = times.min().unwrap_or(u64::MAX);
        }
    }

    /// Whether traffic is so far behind that a request must wait; if so, until when.
    fn room(&self, now: u64) -> Result<(), u64> {
        let behind = self.port_free.max(self.dram_free / 1024);
        if behind > now + self.backlog {
            return Err(behind - self.backlog);
        }
        Ok(())
    }

    fn fetch(&mut self, line: u64, now: u64) -> u64 {
        let start = self.port(now);
        if !self.has_l2 {
            self.traffic.dram_reads += 1;
            if let Some(below) = self.traffic.below(line) {
                below.dram_reads += 1;
            }
            return self.dram(start) + self.dram_latency;
        }
        self.traffic.l2_reads += 1;
        let hit = self.l2.touch(line, false);
        if let Some(below) = self.traffic.below(line) {
            below.l2_reads += 1;
            below.dram_reads += u64::from(!hit);
        }
        if hit {
            return start + self.l2_latency;
        }
        self.traffic.l2_misses += 1;
        self.traffic.dram_reads += 1;
        let served = self.dram(start);
        if let Some(gone) = self.l2.fill(line, false) {
            self.write_to_dram(gone, served);
        }
        served + self.dram_latency
    }

    fn write(&mut self, line: u64, now: u64) {
        let start = self.port(now);
        if !self.has_l2 {
            return self.write_to_dram(line, start);
        }
        self.traffic.l2_writes += 1;
        if let Some(below) = self.traffic.below(line) {
            below.l2_writes += 1;
        }
        if let Some(gone) = self.l2.fill(line, true) {
            self.write_to_dram(gone, start);
        }
    }

    fn write_to_dram(&mut self, line: u64, now: u64) {
        self.traffic.dram_writes += 1;
        if let Some(below) = self.traffic.below(line) {
            below.dram_writes += 1;
        }
        self.dram(now);
    }

    /// When a line may use the way to the L2.
    fn port(&mut self, now: u64) -> u64 {
        let start = self.port_free.max(now);
        self.port_free = start + self.line_cycles;
        start
    }

    /// When a line may use DRAM.
    fn dram(&mut self, now: u64) -> u64 {
        let start = self.dram_free.max(now * 1024);
        self.dram_free = start + self.dram_line;
        start / 1024
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fermi() -> Hierarchy {
        Hierarchy::new(&Parameters::FERMI)
    }

    #[test]
    fn latencies_are_those_of_where_the_line_is() {
        let mut memory = fermi();
        assert_eq!(memory.load(7, 1000), Ok(1400), "DRAM");
        assert_eq!(memory.load(7, 1100), Ok(1400), "on its way");
        assert_eq!(
            memory.load(7, 1399),
            Ok(1444),
            "the L1's latency is the least"
        );
        assert_eq!(memory.load(7, 1400), Ok(1445), "L1");
        memory.begin(1500);
        assert_eq!(memory.load(7, 2000), Ok(2200), "L2");
        assert_eq!(memory.store_through(7, 2300), Ok(2301));
        assert_eq!(
            memory.load(7, 2400),
            Ok(2600),
            "the store took the L1's copy"
        );
        let t = memory.traffic;
        assert_eq!((t.l1_reads, t.l1_misses, t.l1_merged), (6, 5, 2));
        assert_eq!((t.l2_reads, t.l2_misses, t.l2_writes), (3, 1, 1));
    }

    #[test]
    fn without_an_l2_every_miss_goes_to_dram() {
        let mut memory = Hierarchy::new(&Parameters::BARRA);
        assert_eq!(memory.load(7, 1000), Ok(1400));
        memory.begin(2000);
        assert_eq!(memory.load(7, 3000), Ok(3400), "nobody kept it");
        assert_eq!(memory.store_through(7, 4000), Ok(4001));
        let t = memory.traffic;
        assert_eq!((t.l2_reads, t.l2_writes), (0, 0));
        assert_eq!((t.dram_reads, t.dram_writes), (2, 1));
    }

    #[test]
    fn misses_are_as_many_as_there_are_places() {
        let mut memory = fermi();
        memory.backlog = 1 << 40;
        for line in 0..32 {
            assert!(memory.load(line, 0).is_ok());
        }
        assert_eq!(memory.load(99, 0), Err(400), "the first answer makes room");
        for _ in 1..8 {
            assert!(memory.load(0, 0).is_ok());
        }
        assert!(memory.load(0, 0).is_err(), "eight instructions wait for it");
        assert!(memory.load(99, 400).is_ok());
    }

    #[test]
    fn bandwidth_is_the_share_of_one_multiprocessor() {
        let mut memory = fermi();
        memory.mshrs = 100_000;
        memory.backlog = 1 << 40;
        let answers = (0..10_000).map(|line| memory.load(line, 0)).last();
        // 177.4 GB/s at 1.4 GHz for 15 are 8.45 bytes a cycle.
        let cycles = 10_000.0 * 128.0 / (177_400.0 / 1400.0 / 15.0);
        let got = answers.expect("one").expect("room") as f64;
        assert!((got / cycles - 1.0).abs() < 0.02, "{got} against {cycles}");
    }

    #[test]
    fn local_stores_stay_until_they_must_go() {
        let mut memory = fermi();
        for line in 0..4 {
            assert!(memory.store_back(32 * line, 0).is_ok());
        }
        assert_eq!(memory.traffic.l2_writes, 0);
        assert!(memory.store_back(32 * 4, 0).is_ok());
        assert_eq!(memory.traffic.l2_writes, 1, "a set has four ways");
        memory.begin(10);
        assert_eq!(
            memory.traffic.l2_writes, 5,
            "what is left goes when the L1 is emptied"
        );
        memory.flush(20);
        assert_eq!(memory.traffic.l2_writes, 5, "once");
    }
}
