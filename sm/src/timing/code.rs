//! A kernel as the pipeline sees it.

use super::decode::{decode, Decoded};
use super::hints::Hints;
use super::parameters::Parameters;
use super::staging::Compiled;
use crate::exec::Program;
use std::ops::Index;
use std::rc::Rc;

/// Its instructions, by number, and what compilers tell of them.
pub(super) struct Code {
    instructions: Vec<Decoded>,
    /// What is told of its registers, if some register file listens.
    pub hints: Option<Rc<Hints>>,
    /// What RegLess's compiler made of it, if registers are staged.
    pub compiled: Option<Rc<Compiled>>,
}

impl Code {
    pub fn new(
        program: &Program,
        p: &Parameters,
        hints: Option<Rc<Hints>>,
        compiled: Option<Rc<Compiled>>,
    ) -> Self {
        let mut instructions = decode(program, p);
        if let Some(compiled) = &compiled {
            // The unit is told of the end of a region by its last operation.
            for (pc, decoded) in instructions.iter_mut().enumerate() {
                decoded.parts = decoded.parts.max(compiled.ends(pc as u32).into());
            }
        }
        Self {
            instructions,
            hints,
            compiled,
        }
    }

    /// All of them.
    pub fn instructions(&self) -> &[Decoded] {
        &self.instructions
    }

    /// How many instructions there are.
    pub fn len(&self) -> u32 {
        self.instructions.len() as u32
    }

    /// Whether registers are staged.
    pub fn is_staged(&self) -> bool {
        self.compiled.is_some()
    }
}

impl Index<u32> for Code {
    type Output = Decoded;
    fn index(&self, pc: u32) -> &Decoded {
        &self.instructions[pc as usize]
    }
}
