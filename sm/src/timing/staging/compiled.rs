//! A kernel made ready by RegLess's compiler.

use crate::exec::Program;
use crate::passes::verify::{self, Broken};
use crate::passes::{annotate, encode, renumber, Overhead, RegionCode, RegionLimits, Step};
use golden::regless::metadata::{TooMuch, Word};
use spec::regless::{BANKS, REGISTERS, SHARDS};

/// What a warp needs to issue an instruction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stand {
    /// The region.
    pub region: usize,
    /// It has to be staged.
    pub is_staged: bool,
    /// Operations of it whose marks must have come.
    pub marks: usize,
}

/// A kernel as RegLess's compiler leaves it.
pub(crate) struct Compiled {
    /// With its registers spread over the banks.
    pub program: Program,
    pub(super) regions: Vec<RegionCode>,
    /// For each instruction, what a warp that stands at it needs.
    pub(super) stands: Vec<Stand>,
    /// The words of each region, encoded: format and word.
    pub(super) words: Vec<Vec<(u8, u64)>>,
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
        let mut stands = vec![Stand::default(); program.kernel.code.len()];
        for (number, region) in encoded.regions.iter().enumerate() {
            for pc in region.code.clone() {
                stands[pc] = Stand {
                    region: number,
                    is_staged: region.is_staged(),
                    marks: region.steps_of(pc).end,
                };
            }
        }
        let code = |word: &Word| word.encode().map(|(format, word)| (format as u8, word));
        let of_region = |region: &RegionCode| region.words.iter().map(code).collect();
        let words: Result<_, TooMuch> = encoded.regions.iter().map(of_region).collect();
        let words = words.map_err(|error| error.to_string())?;
        Ok(Self {
            program,
            regions: encoded.regions,
            stands,
            words,
            overhead: encoded.overhead,
        })
    }

    /// The region of an instruction.
    pub fn region(&self, pc: u32) -> &RegionCode {
        &self.regions[self.stands[pc as usize].region]
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
        let mut places = Vec::with_capacity(self.stands.len());
        for region in &self.regions {
            words += region.words.len() as u32;
            places.extend(region.code.clone().map(|pc| pc as u32 + words));
        }
        places
    }
}
