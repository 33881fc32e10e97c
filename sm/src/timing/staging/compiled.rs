//! A kernel made ready by RegLess's compiler.

use crate::exec::Program;
use crate::passes::verify::{self, Broken};
use crate::passes::{annotate, encode, renumber, Overhead, RegionCode, RegionLimits, Step};
use spec::osu::{BANKS, REGISTERS, SHARDS};

/// A kernel as RegLess's compiler leaves it.
pub(crate) struct Compiled {
    /// With its registers spread over the banks.
    pub program: Program,
    pub(super) regions: Vec<RegionCode>,
    /// For each instruction, its region.
    pub(super) region_of: Vec<usize>,
    pub(super) overhead: Overhead,
}

impl Compiled {
    /// Why a kernel cannot be compiled is a sentence.
    pub(super) fn new(program: &Program, lines: usize) -> Result<Self, String> {
        if program.words as usize > REGISTERS {
            return Err(format!(
                "{} registers a thread; RegLess has {REGISTERS} (--max-registers spills)",
                program.words
            ));
        }
        let mut limits = RegionLimits::default();
        limits.per_bank = limits.per_bank.min(lines);
        let broken = |broken: Broken| broken.reason();
        let kernel = renumber(&program.kernel, limits);
        verify::renumbered(&program.kernel, &kernel).map_err(broken)?;
        let notes = annotate(&kernel, limits);
        verify::annotated(&kernel, &notes, limits).map_err(broken)?;
        let encoded = encode(&kernel, &notes).map_err(|error| error.to_string())?;
        verify::encoded(&kernel, &notes, &encoded).map_err(broken)?;
        for region in &encoded.regions {
            let most = region.usage.into_iter().max().map_or(0, usize::from);
            if most > lines {
                let line = kernel.code[region.code.start].line;
                return Err(format!(
                    "PTX line {line}: a region needs {most} lines of a bank, and the staging units have {lines} \
                     (staged_registers = {}); take more, or fewer registers (--max-registers)",
                    lines * BANKS * SHARDS
                ));
            }
        }
        let program = Program {
            kernel,
            ..program.clone()
        };
        let mut region_of = vec![0; program.kernel.code.len()];
        for (number, region) in encoded.regions.iter().enumerate() {
            region_of[region.code.clone()].fill(number);
        }
        Ok(Self {
            program,
            regions: encoded.regions,
            region_of,
            overhead: encoded.overhead,
        })
    }

    /// The region of an instruction.
    pub fn region(&self, pc: u32) -> &RegionCode {
        &self.regions[self.region_of[pc as usize]]
    }

    /// The operations of an instruction.
    pub fn steps(&self, pc: u32) -> &[Step] {
        let region = self.region(pc);
        &region.steps[region.steps_of(pc as usize)]
    }

    /// Whether an instruction is the last of a region that is staged.
    pub fn ends(&self, pc: u32) -> bool {
        let region = self.region(pc);
        region.is_staged() && region.code.end == pc as usize + 1
    }

    /// Where each instruction lies among metadata words and instructions.
    pub fn places(&self) -> Vec<u32> {
        let mut words = 0;
        let mut places = Vec::with_capacity(self.region_of.len());
        for region in &self.regions {
            words += region.words.len() as u32;
            places.extend(region.code.clone().map(|pc| pc as u32 + words));
        }
        places
    }
}
