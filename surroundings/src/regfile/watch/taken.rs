//! What the file takes: instructions and results, and the reads and writes that are to come of them.

use super::{Progress, Register, Watch};
use crate::regfile::banks::Lies;
use crate::regfile::reads::Wanted;
use crate::regfile::writes::{Kind, Write};
use golden::bdi::compress;
use golden::bdi::form::bank_enable;
use golden::regfile::{Instruction, WriteBack};
use spec::bdi::CompressionRange;
use spec::regfile::SOURCES;
use spec::warp::{BANKS_PER_REGISTER, LANES};

impl Watch {
    pub(super) fn accept(&mut self, instruction: Instruction) {
        let wanted = |register: u16, mov: bool| Wanted {
            register,
            cluster: self.cluster(register),
            state: self.registers[usize::from(register)].state,
            mov,
        };
        let mut reads = [None; SOURCES + 1];
        for (read, source) in reads.iter_mut().zip(instruction.sources) {
            *read = source.map(|register| wanted(register, false));
        }
        let brings_mov = self.parameters.moves_by_itself() && self.brings_mov(&instruction);
        let destination = instruction.destination;
        let is_compressed =
            |read: &Wanted| !matches!(read.state, None | Some(CompressionRange::Uncompressed));
        let mov = destination.map(|register| wanted(register, true));
        reads[SOURCES] = mov.filter(|mov| brings_mov && is_compressed(mov));
        let mov_in = reads[SOURCES].map(|mov| mov.cluster);
        for read in reads.iter().flatten() {
            self.reads.accept(*read, self.now);
            if !read.mov {
                self.tally.source_waits(read.cluster);
            }
        }
        if let Some(cluster) = mov_in {
            self.tally.mov_waits(cluster);
        }
        if let Some(register) = destination {
            if let Some(mov) = reads[SOURCES] {
                self.mov(mov);
            }
            self.register(register).progress = Progress::Asked;
        }
        { &mut self.offers }.accept(instruction, &self.flat, reads, mov_in, self.now);
        self.untouched = false;
    }

    fn mov(&mut self, mov: Wanted) {
        let register = mov.register;
        let lies = self.banks.of(register);
        self.banks.put(register, lies.or(Lies::in_banks(u8::MAX)));
        self.register(register).state = Some(CompressionRange::Uncompressed);
        self.writes.add(Write {
            register,
            kind: Kind::Mov,
            banks: u8::MAX,
            source: 0,
            from: self.now + 6 + self.decompression(mov.state),
            // It has none of its own: the result that follows it is written in time.
            until: u64::MAX,
        });
    }

    pub(super) fn result(&mut self, port: usize, result: &WriteBack) {
        self.flat.write(result);
        let latency = self.parameters.compression_latency() as u64;
        let held = self.registers[usize::from(result.register)].state.is_some();
        let modes = self.parameters.modes();
        let divergent = match modes {
            Some(_) => result.is_divergent(),
            None => result.mask != u32::MAX,
        };
        let (kind, range, banks) = if modes.is_some() && result.is_mov() {
            let range = CompressionRange::Uncompressed;
            (Kind::Full(range), range, bank_enable(range))
        } else if divergent {
            let lanes = if held { result.mask } else { u32::MAX };
            let range = CompressionRange::Uncompressed;
            (Kind::Divergent, range, banks_of_lanes(lanes))
        } else {
            let range = modes.map(|modes| compress(modes, false, &result.filled()).range);
            let range = range.unwrap_or_default();
            (Kind::Full(range), range, bank_enable(range))
        };
        let lies = Lies::in_banks(bank_enable(range));
        let before = self.banks.of(result.register);
        self.banks.put(result.register, before.or(lies));
        *self.register(result.register) = Register {
            state: Some(range),
            progress: Progress::Given,
            shown: (!divergent && self.parameters.forwards())
                .then(|| self.now + self.parameters.forward_delay() as u64),
        };
        self.writes.add(Write {
            register: result.register,
            kind,
            banks,
            source: 1 + port,
            from: self.now + 2 + if divergent { 0 } else { latency },
            until: self.now + self.parameters.write_bound(),
        });
    }
}

/// The banks of a cluster that hold a lane of the mask.
fn banks_of_lanes(mask: u32) -> u8 {
    let lanes = LANES / BANKS_PER_REGISTER;
    let active = (0..LANES).filter(|lane| mask >> lane & 1 == 1);
    active.fold(0, |banks, lane| banks | 1 << (lane / lanes))
}
