//! Reads of the banks, and of what is on its way to them: each is one that an instruction inside asks for.

use crate::oracle::{check, Violation};
use spec::bdi::CompressionRange;
use spec::regfile::RegfileOutputs;
use std::collections::VecDeque;

/// Cycles from acceptance to the first access.
const FIRST_ACCESS: u64 = 2;

/// Forms that a read can find: by range.
const RANGES: usize = CompressionRange::ALL.len();

/// A read that an accepted instruction asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub register: u16,
    pub cluster: usize,
    /// What the register holds; nothing is read of one that holds nothing.
    pub state: Option<CompressionRange>,
    pub mov: bool,
}

/// Accesses, counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Accesses {
    /// Of sources, those of registers that hold nothing included.
    pub sources: u32,
    /// Of MOV requests; or MOVs that enter.
    pub movs: u32,
}

/// All reads since reset.
pub struct Reads {
    /// Asked for by accepted instructions, with the first cycle in which they can take place.
    coming: VecDeque<(u64, Wanted)>,
    /// Reads that may have taken place, those that banks show, and those that have, by cluster
    /// and range.
    possible: Vec<[u32; RANGES]>,
    seen: Vec<[u32; RANGES]>,
    complete: Vec<[u32; RANGES]>,
    /// At most and at least.
    pub most: Accesses,
    pub least: Accesses,
    /// Accesses that found a compressed register.
    pub decompressions: u32,
}

impl Reads {
    pub fn new(clusters: usize) -> Self {
        Self {
            coming: VecDeque::new(),
            possible: vec![[0; RANGES]; clusters],
            seen: vec![[0; RANGES]; clusters],
            complete: vec![[0; RANGES]; clusters],
            most: Accesses::default(),
            least: Accesses::default(),
            decompressions: 0,
        }
    }

    pub fn accept(&mut self, wanted: Wanted, now: u64) {
        self.coming.push_back((now + FIRST_ACCESS, wanted));
    }

    /// A MOV enters in the place of an instruction, or not: it is counted as it enters.
    pub fn inject(&mut self, mov: bool) {
        self.least.movs += u32::from(mov);
        self.most.movs += u32::from(mov);
    }

    /// An instruction that asked for it is complete.
    pub fn complete(&mut self, wanted: Wanted) {
        if let Some(range) = wanted.state {
            self.complete[wanted.cluster][range as usize] += 1;
        }
        count(&mut self.least, wanted);
    }

    /// `BanksMatchRange`, after what is complete in this cycle has been told.
    pub fn observe(&mut self, o: &RegfileOutputs, now: u64) -> Result<(), Violation> {
        while let Some((_, wanted)) = self.coming.pop_front_if(|(from, _)| *from <= now) {
            if let Some(range) = wanted.state {
                self.possible[wanted.cluster][range as usize] += 1;
            }
            count(&mut self.most, wanted);
        }
        let forwarded = o.bank_forward.to_le_bytes();
        for (cluster, banks) in o.bank_read.to_le_bytes().into_iter().enumerate() {
            check(
                banks == 0 || forwarded[cluster] == 0,
                "BanksMatchRange",
                || format!("cluster {cluster} reads banks for a register that it takes elsewhere"),
            )?;
            let banks = banks | forwarded[cluster];
            let range = match banks {
                0 => continue,
                0xff => CompressionRange::Uncompressed,
                0x01 => CompressionRange::FourZero,
                0x07 => CompressionRange::FourOne,
                0x1f => CompressionRange::FourTwo,
                _ => {
                    let detail = format!("banks 0x{banks:02x} of cluster {cluster} are read");
                    return Err(Violation::new("BanksMatchRange", detail));
                }
            };
            let wanted = self.possible.get(cluster).map_or(0, |p| p[range as usize]);
            let seen = self.seen.get(cluster).map_or(0, |s| s[range as usize]);
            check(seen < wanted, "BanksMatchRange", || {
                format!("banks 0x{banks:02x} of cluster {cluster} are read, and nobody asks for it")
            })?;
            self.seen[cluster][range as usize] += 1;
            if range != CompressionRange::Uncompressed {
                self.decompressions += 1;
            }
        }
        for (cluster, (seen, complete)) in self.seen.iter().zip(&self.complete).enumerate() {
            let missing = seen
                .iter()
                .zip(complete)
                .position(|(seen, complete)| seen < complete);
            check(missing.is_none(), "BanksMatchRange", || {
                format!("an instruction is complete, but cluster {cluster} has not read for it")
            })?;
        }
        Ok(())
    }
}

fn count(accesses: &mut Accesses, wanted: Wanted) {
    if wanted.mov {
        accesses.movs += 1;
    } else {
        accesses.sources += 1;
    }
}
