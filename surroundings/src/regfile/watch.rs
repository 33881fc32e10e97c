//! Checks the properties of `regfile` from its ports alone.
//!
//! Nothing here follows the file cycle by cycle: a flat array says what is read, and each access
//! of the banks is held against what has been asked for.

mod taken;

use super::banks::{Banks, Lies};
use super::contention::{self, Door};
use super::offers::Offers;
use super::reads::Reads;
use super::tally::Tally;
use super::writes::{Kind, Known, Writes};
use crate::closed::Watcher;
use crate::oracle::{check, Violation};
use golden::bdi::form::bank_enable;
use golden::regfile::{released, FlatFile, Instruction, WriteBack};
use spec::bdi::CompressionRange;
use spec::regfile::{Regfile, RegfileInputs, RegfileOutputs, RegfileParameters, PORTS};
use spec::warp::BANKS_PER_REGISTER;

/// How far the write of a register is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Progress {
    /// None is outstanding.
    #[default]
    None,
    /// Its instruction is accepted.
    Asked,
    /// Its result is accepted.
    Given,
}

/// A register as the instructions to come will find it.
#[derive(Clone, Copy, Debug, Default)]
struct Register {
    state: Option<CompressionRange>,
    progress: Progress,
    /// From when on a result that is given can be read on its way; never if it is not forwarded.
    shown: Option<u64>,
}

/// Watches one file.
pub struct Watch {
    parameters: RegfileParameters,
    now: u64,
    /// Nothing has been accepted since reset.
    untouched: bool,
    flat: FlatFile,
    registers: Vec<Register>,
    offers: Offers,
    door: Door,
    reads: Reads,
    writes: Writes,
    banks: Banks,
    tally: Tally,
}

impl Watch {
    /// Of a file that is at reset.
    pub fn new(parameters: RegfileParameters) -> Self {
        let p = &parameters;
        Self {
            parameters,
            now: 0,
            untouched: true,
            flat: FlatFile::new(p),
            registers: vec![Register::default(); p.registers()],
            offers: Offers::new(p),
            door: Door::new(),
            reads: Reads::new(p.clusters()),
            writes: Writes::new(p.clusters()),
            banks: Banks::new(p),
            tally: Tally::new(p),
        }
    }

    fn register(&mut self, register: u16) -> &mut Register {
        &mut self.registers[usize::from(register)]
    }

    fn cluster(&self, register: u16) -> usize {
        usize::from(register) % self.parameters.clusters()
    }

    /// Whether a write of the register has been done before this cycle.
    fn written(&self, register: u16) -> Known {
        match self.registers[usize::from(register)].progress {
            Progress::None => Known::Done,
            Progress::Asked => Known::Waiting,
            Progress::Given => { self.writes.known(register, false, self.now.wrapping_sub(1)) }
                .unwrap_or(Known::Done),
        }
    }

    /// Whether an instruction may name a register: its result is written, or can be read on its way.
    fn readable(&self, register: u16) -> Known {
        let Register {
            progress, shown, ..
        } = self.registers[usize::from(register)];
        match (progress, shown) {
            (Progress::Given, Some(from)) if from <= self.now => Known::Done,
            (Progress::Given, Some(_)) => Known::Waiting,
            _ => self.written(register),
        }
    }

    /// Cycles that a register is decompressed for at least: one that is one value for all lanes is not.
    fn decompression(&self, state: Option<CompressionRange>) -> u64 {
        match state {
            Some(CompressionRange::FourOne | CompressionRange::FourTwo) => {
                self.parameters.decompression_latency() as u64
            }
            _ => 0,
        }
    }

    /// Whether an instruction may need a MOV: then its destination must be written.
    fn brings_mov(&self, instruction: &Instruction) -> bool {
        self.parameters.modes().is_some() && instruction.is_divergent()
    }

    /// `MovOnlyWhenNeeded`, of MOVs that enter in the place of instructions.
    fn injected(&mut self, i: &RegfileInputs, o: &RegfileOutputs) -> Result<(), Violation> {
        for (port, writer) in Instruction::presented(i).into_iter().enumerate() {
            let writer = writer.filter(|writer| o.issue[port].ready && self.brings_mov(writer));
            let released = released(i).filter(|_| o.release_ready);
            let destination = writer.and_then(|writer| writer.destination);
            let destination = destination.filter(|&register| released != Some(register));
            let state = destination.and_then(|r| self.registers[usize::from(r)].state);
            let is_compressed = state.is_some_and(|range| range != CompressionRange::Uncompressed);
            let needed = self.parameters.injects_movs() && is_compressed;
            let mov = o.injected[port].mov;
            check(mov == needed, "MovOnlyWhenNeeded", || {
                format!("in{port}_mov is {mov}, and the destination is stored as {state:?}")
            })?;
            self.reads.inject(mov);
        }
        Ok(())
    }

    /// `ResetEmptiesFile`.
    fn after_reset(&self, o: &RegfileOutputs) -> Result<(), Violation> {
        if !self.untouched {
            return Ok(());
        }
        let all = self.banks.all_gated();
        check(o.bank_gated == all, "ResetEmptiesFile", || {
            format!(
                "before anything is accepted the gated banks are 0x{:08x}",
                o.bank_gated
            )
        })?;
        let banks = o.bank_read | o.bank_forward | o.bank_write;
        let stirs = o.out[0].valid || o.out[1].valid || banks != 0;
        check(!stirs, "ResetEmptiesFile", || {
            "something stirs before anything is accepted".to_owned()
        })?;
        let first = self.now < 2 && o.counter_value != 0;
        check(!first, "ResetEmptiesFile", || {
            format!("a counter is {} after reset", o.counter_value)
        })
    }

    /// `ReleaseForgets`: a release waits for writes and reads, and for nothing else.
    fn release(&self, i: &RegfileInputs, o: &RegfileOutputs) -> Result<(), Violation> {
        let Some(register) = released(i) else {
            return check(!o.release_ready, "ReleaseForgets", || {
                "release_ready is 1 without a release".to_owned()
            });
        };
        let written = self.written(register);
        // From acceptance to the end of the earliest request.
        let state = self.registers[usize::from(register)].state;
        let shortest = 5 + self.decompression(state);
        let readers = self.offers.iter().filter(|inside| {
            !inside.complete && inside.instruction.sources.contains(&Some(register))
        });
        let known = readers.map(|reader| {
            if self.now < reader.accepted + shortest {
                Known::Waiting
            } else {
                Known::Unknown
            }
        });
        let reading = known.max().unwrap_or(Known::Done);
        let busy = written == Known::Waiting || reading == Known::Waiting;
        check(!(busy && o.release_ready), "ReleaseForgets", || {
            format!("register {register} is released while it is written or read")
        })?;
        let free = written == Known::Done && reading == Known::Done;
        check(!free || o.release_ready, "ReleaseForgets", || {
            format!("the release of register {register} is refused")
        })
    }

    /// `BanksMatchRange` and `EntryIsNotReadAndWritten`.
    fn bank_writes(&mut self, o: &RegfileOutputs) -> Result<(), Violation> {
        for cluster in 0..self.parameters.clusters() {
            let of = |banks: u32| (banks >> (cluster * BANKS_PER_REGISTER)) as u8;
            let (read, written) = (of(o.bank_read), of(o.bank_write));
            if written == 0 {
                continue;
            }
            if read & written != 0 {
                self.apart(cluster, written)?;
            }
            let explained = self.writes.event(cluster, written, self.now);
            check(explained, "BanksMatchRange", || {
                format!(
                    "banks 0x{written:02x} of cluster {cluster} are written, and no write has them"
                )
            })?;
        }
        Ok(())
    }

    /// What is read is not certainly what is written.
    fn apart(&self, cluster: usize, written: u8) -> Result<(), Violation> {
        let open = self.offers.iter().filter(|inside| !inside.complete);
        let read: Vec<u16> = { open }
            .flat_map(|inside| inside.reads.iter().flatten())
            .filter(|read| read.cluster == cluster && read.state.is_some())
            .map(|read| read.register)
            .collect();
        let written: Vec<u16> = self.writes.candidates(cluster, written).collect();
        let unlike = |w: &u16| read.iter().any(|r| r != w);
        let unknown = read.is_empty() || written.is_empty();
        let apart = unknown || written.iter().any(unlike);
        check(apart, "EntryIsNotReadAndWritten", || {
            format!(
                "cluster {cluster} reads and writes register {:?}",
                read.first()
            )
        })
    }

    /// Registers whose write has certainly taken place.
    fn settle(&mut self) -> Result<(), Violation> {
        loop {
            let news = self.writes.news();
            if news.is_empty() {
                return Ok(());
            }
            for write in news {
                let at = usize::from(write.register);
                if write.kind == Kind::Mov {
                    self.banks.put(write.register, Lies::in_banks(u8::MAX));
                    continue;
                }
                let register = &mut self.registers[at];
                if register.progress == Progress::Given {
                    register.progress = Progress::None;
                }
                let banks = register.state.map_or(0, bank_enable);
                self.banks.put(write.register, Lies::in_banks(banks));
                // A MOV is written before the result of its instruction.
                let mov = self.writes.known(write.register, true, self.now);
                check(mov != Some(Known::Waiting), "MovOnlyWhenNeeded", || {
                    format!("register {at} is written before its MOV")
                })?;
                self.writes.confirm(write.register, true);
            }
        }
    }

    /// What is known of the writes of the registers that each instruction names.
    fn hazards(&self, presented: &[Option<Instruction>; PORTS]) -> [Option<Known>; PORTS] {
        presented.map(|instruction| {
            let instruction = instruction?;
            let known = instruction.named().map(|register| self.readable(register));
            let known = known.max().unwrap_or(Known::Done);
            let late = { instruction.destination }.filter(|_| self.brings_mov(&instruction));
            Some(known.max(late.map_or(Known::Done, |register| self.written(register))))
        })
    }

    /// That an instruction is accepted shows that its registers are written, unless it needs no bank.
    fn see_written(&mut self, instruction: &Instruction) -> Result<(), Violation> {
        let overwritten = { instruction.destination }.filter(|_| self.brings_mov(instruction));
        for register in instruction.named() {
            let Register {
                progress, shown, ..
            } = self.registers[usize::from(register)];
            let needs_banks = shown.is_none() || overwritten == Some(register);
            if progress == Progress::Given && needs_banks {
                self.writes.confirm(register, false);
                self.settle()?;
            }
        }
        Ok(())
    }
}

impl Watcher<Regfile> for Watch {
    fn reset(&mut self) {
        *self = Self::new(self.parameters);
    }

    fn observe(&mut self, i: &RegfileInputs, o: &RegfileOutputs) -> Result<(), Violation> {
        self.after_reset(o)?;
        for read in self.offers.observe(o, self.now)? {
            self.reads.complete(read);
        }
        for register in self.offers.news() {
            // What an older instruction has for the destination is written first.
            let known = self.writes.known(register, false, self.now);
            check(known != Some(Known::Waiting), "HazardsAreRefused", || {
                format!("who overwrites register {register} is offered before its older result is written")
            })?;
            self.writes.confirm(register, false);
        }
        self.settle()?;
        check(
            self.parameters.forwards() || o.bank_forward == 0,
            "BanksMatchRange",
            || "a file without forwarding forwards".to_owned(),
        )?;
        let free = self.parameters.collectors() - self.offers.len();
        let presented = Instruction::presented(i);
        let accepted = [o.issue[0].ready, o.issue[1].ready];
        contention::accepted(accepted, free, self.hazards(&presented))?;
        for (instruction, accepted) in presented.iter().zip(accepted) {
            if let Some(instruction) = instruction.as_ref().filter(|_| accepted) {
                self.see_written(instruction)?;
            }
        }
        let hazards = self.hazards(&presented);
        self.door.observe(&presented, accepted, free, hazards)?;
        self.release(i, o)?;
        self.banks.observe(o)?;
        self.reads.observe(o, self.now)?;
        self.bank_writes(o)?;
        if let Some(write) = self.writes.overdue(self.now) {
            let detail = format!("the result of register {} is not written", write.register);
            return Err(Violation::new("WriteIsDoneInTime", detail));
        }
        self.settle()?;
        self.injected(i, o)?;
        self.tally.check(i, o)?;
        let writes = self.writes.taken(self.now);
        self.tally.count(o, &self.reads, &writes, &self.offers);

        self.offers.take(i, o, self.now);
        let ready = [o.wb[0].ready, o.wb[1].ready];
        for (port, result) in WriteBack::presented(i).iter().enumerate() {
            if let Some(result) = result.as_ref().filter(|_| ready[port]) {
                self.result(port, result);
            }
        }
        if let Some(register) = released(i).filter(|_| o.release_ready) {
            if self.registers[usize::from(register)].progress == Progress::Given {
                self.writes.confirm(register, false);
                self.settle()?;
            }
            self.flat.release(register);
            self.register(register).state = None;
            self.banks.put(register, Lies::default());
        }
        for instruction in Instruction::accepted(i, o).into_iter().flatten() {
            self.accept(instruction);
        }
        self.now += 1;
        Ok(())
    }
}
