//! Whether a mutant makes a difference at all, as far as its block alone can tell.
//!
//! The block stands there twice, once as it is and once as the mutant, both given the same inputs. What
//! it instantiates is taken out: outputs of the instances become inputs, and inputs of the instances
//! outputs. Registers become inputs (what they hold) and outputs (what they take on). Then a solver is
//! asked for two steps that
//! - begin with registers equal, and end the first step with reset and registers that differ; or
//! - begin with registers equal, keep them equal, and then show a difference in outputs or registers.
//!
//! Where there are none, registers that were reset stay equal for ever, and so do outputs: the mutant
//! is the unit. Where there are some, they may be ones that the unit never comes to.

pub mod aig;
pub mod pair;

use crate::error::write;
use crate::Error;
use aig::{Aig, FALSE};
use pair::{Open, Pair};
use progress::text::counted;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a solver said of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It makes no difference.
    Equivalent,
    /// It makes one with these values, if they ever come together.
    Apart(String),
    /// It could not say.
    Unknown(String),
}

/// Makes a command to add arguments to.
pub type Program = Box<dyn Fn() -> Command + Send + Sync>;

/// What is asked.
pub struct Solver {
    /// Yosys, which makes a circuit of a block.
    pub yosys: Program,
    /// ABC, which compares.
    pub abc: Program,
    /// How long it may take for a mutant.
    pub seconds: u32,
}

/// A block with mutants in it.
#[derive(Clone, Debug)]
pub struct Block<'b> {
    /// The module.
    pub module: &'b str,
    /// Its text.
    pub text: &'b str,
    /// Texts of the modules that it instantiates.
    pub parts: Vec<&'b str>,
}

impl Solver {
    /// What becomes of the mutants that these values of the choosing input make.
    pub fn solve(&self, block: &Block<'_>, choices: &[usize]) -> Result<Vec<Answer>, Error> {
        let folder = tempfile::tempdir()
            .map_err(|error| Error::new(format!("cannot create a temporary folder: {error}")))?;
        let open = self.open(block, folder.path())?;
        let answer = |&choice: &usize| self.answer(&open.pair(choice), folder.path());
        choices.iter().map(answer).collect()
    }

    /// The block without registers and instances.
    fn open(&self, block: &Block<'_>, folder: &Path) -> Result<Open, Error> {
        write(&folder.join("block.v"), block.text)?;
        let mut script = vec![];
        for (number, text) in block.parts.iter().enumerate() {
            write(&folder.join(format!("part{number}.v")), text)?;
            script.push(format!("read_verilog -lib part{number}.v"));
        }
        script.push("read_verilog block.v".to_owned());
        script.push(format!("hierarchy -top {}", block.module));
        script.extend(OPEN.map(str::to_owned));
        let arguments = script.iter().flat_map(|line| ["-p", line]);
        let text = said("yosys", (self.yosys)().args(arguments).current_dir(folder))?;
        let read = |name: &str| std::fs::read(folder.join(name)).unwrap_or_default();
        let map = String::from_utf8_lossy(&read("open.map")).into_owned();
        let circuit = Aig::parse(&read("open.aig"));
        circuit
            .and_then(|circuit| Open::of(circuit, &map))
            .ok_or_else(|| {
                let reason = text.lines().rev().find(|line| line.contains("ERROR"));
                let reason = reason.unwrap_or("it leaves no circuit");
                Error::new(format!("yosys, of {}: {reason}", block.module))
            })
    }

    fn answer(&self, pair: &Pair, folder: &Path) -> Result<Answer, Error> {
        if pair.circuit.outputs == [FALSE] {
            return Ok(Answer::Equivalent);
        }
        // Nothing to solve, and ABC would say nothing of it.
        let plain = [false, true].map(|value| vec![value; pair.circuit.inputs]);
        let mut plain = plain
            .into_iter()
            .filter_map(|pattern| pair.reduced(pattern));
        if let Some(pattern) = plain.next() {
            return Ok(Answer::Apart(pair.words(&pattern)));
        }
        let file = folder.join("pair.aig");
        std::fs::write(&file, pair.circuit.document())
            .map_err(|error| Error::new(format!("cannot write {}: {error}", file.display())))?;
        let ask = format!("&r pair.aig; &cec -m -T {}", self.seconds);
        let text = said(
            "yosys-abc",
            (self.abc)().args(["-q", &ask]).current_dir(folder),
        )?;
        if text.contains("Networks are equivalent") {
            return Ok(Answer::Equivalent);
        }
        let pattern = pattern(&text, pair.circuit.inputs).and_then(|found| pair.reduced(found));
        let seconds = counted(self.seconds.into(), "second");
        Ok(match pattern {
            Some(pattern) => Answer::Apart(pair.words(&pattern)),
            None => Answer::Unknown(format!("no answer in {seconds}")),
        })
    }
}

/// From a block to a circuit.
const OPEN: [&str; 14] = [
    "proc",
    "memory -nomap",
    "memory_map",
    "opt_clean",
    "expose -evert c:*",
    "dffunmap",
    "expose -dff -evert-dff",
    "opt_clean",
    "setundef -zero",
    "techmap",
    "opt -fast",
    "aigmap",
    "opt_clean",
    "write_aiger -map open.map open.aig",
];

/// What a program says.
fn said(name: &str, command: &mut Command) -> Result<String, Error> {
    let command = command.stdin(Stdio::null()).env("LC_ALL", "C");
    let output = command
        .output()
        .map_err(|error| Error::new(format!("cannot run {name}: {error}")))?;
    let text = [output.stdout, output.stderr].concat();
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The pattern in `INPUT: a = 7'h2C.`: input 0 is the lowest bit.
fn pattern(text: &str, inputs: usize) -> Option<Vec<bool>> {
    let digits = text.split("INPUT: a = ").nth(1)?.split("'h").nth(1)?;
    let digits: Vec<u32> = digits.chars().map_while(|c| c.to_digit(16)).collect();
    let bit = |at: usize| {
        let digit = digits.iter().rev().nth(at / 4).copied().unwrap_or(0);
        digit >> (at % 4) & 1 == 1
    };
    Some((0..inputs).map(bit).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_read_from_its_lowest_bit_on() {
        let text = "INPUT: a = 6'h2C.  OUTPUT: z = 2'h0 (m), z = 2'h2 (m).";
        let bits = [false, false, true, true, false, true];
        assert_eq!(pattern(text, 6), Some(bits.to_vec()));
        assert_eq!(pattern("Networks are UNDECIDED.", 6), None);
    }
}
