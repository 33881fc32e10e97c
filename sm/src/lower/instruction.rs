//! The instruction list: which opcode is lowered where.

use super::half;
use super::words::{unsupported, Words};
use super::Lowering;
use crate::ir::Op;
use crate::ptx::ast;
use crate::ptx::Problem;

impl<'s> Lowering<'_, 's> {
    /// Lowers one instruction, or refuses it by name.
    pub fn instruction(&mut self, instruction: &ast::Instruction<'s>) -> Result<(), Problem> {
        let mut words = Words::new(instruction);
        let words = &mut words;
        if half::computes(words) {
            return self.half(words);
        }
        match instruction.opcode {
            "add" | "sub" => self.add_sub(words),
            "addc" | "subc" => self.add_sub_carry(words),
            "mul" => self.mul(words),
            "mad" => self.mad(words),
            "madc" => self.madc(words),
            "mul24" => self.mul24(words),
            "mad24" => self.mad24(words),
            "sad" => self.sad(words),
            "div" => self.div(words),
            "rem" => self.rem(words),
            "abs" | "neg" => self.abs_neg(words),
            "min" | "max" => self.min_max(words),
            "and" | "or" | "xor" => self.logic(words),
            "not" => self.not(words),
            "cnot" => self.cnot(words),
            "shl" | "shr" => self.shift(words),
            "shf" => self.funnel_shift(words),
            "lop3" => self.lop3(words),
            "prmt" => self.prmt(words),
            "bfe" => self.bfe(words),
            "bfi" => self.bfi(words),
            "brev" => self.brev(words),
            "popc" | "clz" | "bfind" => self.count(words),
            "dp4a" => self.dp4a(words),
            "dp2a" => self.dp2a(words),

            "fma" => self.fma(words),
            "rcp" | "sqrt" => self.rcp_sqrt(words),
            "rsqrt" | "sin" | "cos" | "lg2" | "ex2" | "tanh" => self.approximate(words),
            "copysign" => self.copysign(words),
            "testp" => self.testp(words),

            "setp" => self.setp(words),
            "set" => self.set(words),
            "selp" => self.selp(words),
            "slct" => self.slct(words),

            "mov" => self.mov(words),
            "cvt" => self.cvt(words),
            "cvta" => self.cvta(words),
            "isspacep" => self.isspacep(words),
            "ld" | "ldu" => self.load(words),
            "st" => self.store(words),
            "atom" | "red" => self.atom(words),
            "tex" => self.tex(words),
            "suld" | "sust" => self.surface(words),
            "prefetch" | "prefetchu" => self.prefetch(words),

            "bra" => self.bra(words),
            "brx" => self.brx(words),
            "call" => {
                words.maybe("uni");
                words.end()?;
                self.call(instruction)
            }
            "ret" | "exit" | "trap" => self.leave(words),
            "bar" | "barrier" => self.barrier(words),
            "membar" | "fence" => self.fence(words),
            "nanosleep" => self.nanosleep(words),

            "shfl" => self.shfl(words),
            "vote" => self.vote(words),
            "match" => self.match_(words),
            "redux" => self.redux(words),
            "activemask" => self.activemask(words),
            _ => Err(unsupported(instruction)),
        }
    }

    /// An instruction that a memory without caches and reordering makes idle.
    pub fn idle(&mut self) {
        self.emit(Op::Nop, [], []);
    }
}
