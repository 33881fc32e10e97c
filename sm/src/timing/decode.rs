//! What timing wants to know of an instruction, worked out once a launch.

use super::parameters::{Cost, Parameters};
use super::registers::DESTINATIONS;
use crate::exec::Program;
use crate::ir::{
    Approximate, Class, Comparand, Float, Float1, Float2, HalfOp, Instruction, Int2, Op, Reg,
};
use crate::ptx::{Space, Type};

/// Words of a register set: 256 registers, then 64 predicates.
pub(crate) const SET_WORDS: usize = 5;
/// Predicates that a scoreboard has room for.
pub(crate) const MOST_PREDICATES: u32 = 64;
/// Sources of one register-file operation (Warped-Compression, Figure 1: three to a collector).
pub(crate) const SOURCES: usize = 3;
/// Most 32-bit registers that an instruction reads.
const MOST_READS: usize = 10;

/// Cycles of what does not take long: with the collectors before and the way into the file after it about as many
/// as a register from DS (Slumber, Table 1).
const SHORT: u32 = 8;

/// A set of registers and predicates of a warp.
pub(crate) type Set = [u64; SET_WORDS];

/// Sources and destination of one operation of the register file.
pub(crate) type Part = ([Option<u8>; SOURCES], Option<u8>);

/// What executes an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Alu,
    /// Special functions, division and double precision, as in GPGPU-Sim's Fermi.
    Special,
    Memory,
    /// Branches, barriers, exits, fences: done where they are issued.
    Control,
}

/// Units by number, for dense tables.
pub(crate) const UNITS: usize = 3;

/// An instruction, as timing sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decoded {
    pub unit: Unit,
    pub cost: Cost,
    reads: [u8; MOST_READS],
    read_count: u8,
    writes: [u8; DESTINATIONS],
    write_count: u8,
    /// Everything read or written: what must not be pending.
    pub uses: Set,
    /// Predicates written.
    pub predicates: u64,
    /// Operations that the register file sees.
    pub parts: u8,
    /// The first of them, which is asked for most.
    first: Part,
    /// Whether the warp may go on elsewhere or not at all.
    pub moves: bool,
    /// Whether it accesses memory that may not be in the L1.
    pub may_miss: bool,
}

impl Decoded {
    /// 32-bit registers read, each once.
    pub fn reads(&self) -> &[u8] {
        &self.reads[..usize::from(self.read_count)]
    }

    /// 32-bit registers written.
    pub fn writes(&self) -> &[u8] {
        &self.writes[..usize::from(self.write_count)]
    }

    /// Whether its result is not there as soon as registers have been read and have come up: it does not wake
    /// what waits for it (docs/sm/schemes.md).
    pub fn takes_long(&self) -> bool {
        self.unit == Unit::Memory || self.cost.latency > SHORT
    }

    /// Registers and predicates written.
    pub fn results(&self) -> Set {
        let mut set = [0; SET_WORDS];
        for &register in self.writes() {
            set[usize::from(register) / 64] |= 1 << (register % 64);
        }
        set[4] |= self.predicates;
        set
    }

    /// Cycles to the result, at least; None of a load that may miss.
    pub fn latency(&self) -> Option<u16> {
        (!self.may_miss).then_some(self.cost.latency.min(1023) as u16)
    }

    /// Sources and destination of one operation. The file takes three sources and one destination
    /// at a time: sources come first, so that no operation reads what one before it writes.
    pub fn part(&self, part: u8) -> Part {
        match part {
            0 => self.first,
            _ => self.worked_out(part),
        }
    }

    fn worked_out(&self, part: u8) -> Part {
        let first = usize::from(part) * SOURCES;
        let sources = std::array::from_fn(|n| self.reads().get(first + n).copied());
        let reading = self.reads().len().div_ceil(SOURCES).max(1);
        let write = (usize::from(part) + 1).checked_sub(reading);
        (sources, write.and_then(|n| self.writes().get(n).copied()))
    }
}

/// All instructions of a program.
pub(crate) fn decode(program: &Program, p: &Parameters) -> Vec<Decoded> {
    let code = &program.kernel.code;
    code.iter().map(|i| decoded(i, p)).collect()
}

fn insert(set: &mut Set, reg: Reg) {
    if reg.class == Class::Predicate {
        set[4] |= 1 << (reg.index % MOST_PREDICATES);
    } else {
        for index in reg.words() {
            set[index as usize / 64] |= 1 << (index % 64);
        }
    }
}

fn decoded(i: &Instruction, p: &Parameters) -> Decoded {
    let (unit, cost) = unit(i.op, p);
    let mut d = Decoded {
        unit,
        cost,
        reads: [0; MOST_READS],
        read_count: 0,
        writes: [0; DESTINATIONS],
        write_count: 0,
        uses: [0; SET_WORDS],
        predicates: 0,
        parts: 0,
        first: Part::default(),
        may_miss: match i.op {
            Op::Ld(a) | Op::Atom(_, a) => {
                matches!(a.space, Space::Global | Space::Local | Space::Generic)
            }
            _ => false,
        },
        moves: matches!(i.op, Op::Bra(_) | Op::Brx(_) | Op::Exit | Op::Bar(_)) || i.op.stops(),
    };
    for reg in i.reads() {
        insert(&mut d.uses, reg);
        for index in reg.words() {
            if !d.reads().contains(&(index as u8)) {
                d.reads[usize::from(d.read_count)] = index as u8;
                d.read_count += 1;
            }
        }
    }
    for reg in i.results() {
        insert(&mut d.uses, reg);
        if reg.class == Class::Predicate {
            d.predicates |= 1 << (reg.index % MOST_PREDICATES);
        }
        for index in reg.words() {
            if !d.writes().contains(&(index as u8)) {
                d.writes[usize::from(d.write_count)] = index as u8;
                d.write_count += 1;
            }
        }
    }
    let (reads, writes) = (d.reads().len(), d.writes().len());
    if reads + writes > 0 {
        d.parts = (reads.div_ceil(SOURCES).max(1) + writes.saturating_sub(1)) as u8;
    }
    d.first = d.worked_out(0);
    d
}

fn is_wide(op: Op) -> bool {
    let convert = |ty: Type| matches!(ty, Type::Float(w) if w.bits() == 64);
    match op {
        Op::Float1(_, f, _)
        | Op::Float2(_, f, _)
        | Op::Fma(f, _)
        | Op::Approximate(_, f, _)
        | Op::Testp(_, f)
        | Op::Setp(_, Comparand::Float(f, _), _)
        | Op::Set(_, Comparand::Float(f, _), _, _) => f == Float::F64,
        Op::Cvt(c) => convert(c.to) || convert(c.from),
        _ => false,
    }
}

fn unit(op: Op, p: &Parameters) -> (Unit, Cost) {
    let wide = is_wide(op);
    match op {
        Op::Int2(Int2::Div | Int2::Rem, _) => (Unit::Special, p.integer_divide),
        Op::Float2(Float2::Div | Float2::DivApprox, ..)
        | Op::Float1(Float1::Rcp | Float1::Sqrt, ..)
            if wide =>
        {
            (Unit::Special, p.double_divide)
        }
        Op::Float2(Float2::Div | Float2::DivApprox, ..)
        | Op::Float1(Float1::Rcp | Float1::Sqrt, ..)
        | Op::Approximate(Approximate::Sqrt, ..) => (Unit::Special, p.float_divide),
        Op::Approximate(..) => (Unit::Special, p.special),
        _ if wide => (Unit::Special, p.double),
        Op::Int2(Int2::MulLo | Int2::MulHi | Int2::Mul24Lo | Int2::Mul24Hi, _)
        | Op::MulWide(_)
        | Op::Int3(..)
        | Op::MadWide(_)
        | Op::Carry {
            carry: crate::ir::Carry::MadLo | crate::ir::Carry::MadHi,
            ..
        }
        | Op::Dp4a { .. }
        | Op::Dp2a { .. } => (Unit::Alu, p.multiply),
        Op::Ld(a) | Op::St(a) | Op::Atom(_, a) => (Unit::Memory, memory_cost(a.space, p)),
        Op::Half(HalfOp::Ex2 | HalfOp::Tanh, _) => (Unit::Special, p.special),
        Op::Tex(_) | Op::Surface(_) => (
            Unit::Memory,
            Cost {
                latency: p.l1_latency,
                initiation: 4,
            },
        ),
        // The crossbar of shared memory does them.
        Op::Shfl(_) | Op::Match { .. } | Op::Redux(..) => (
            Unit::Memory,
            Cost {
                latency: p.shared_latency,
                initiation: 1,
            },
        ),
        Op::Bar(_)
        | Op::Nop
        | Op::Bra(_)
        | Op::Brx(_)
        | Op::Exit
        | Op::Trap
        | Op::Assert
        | Op::NoFunction => (
            Unit::Control,
            Cost {
                latency: 1,
                initiation: 1,
            },
        ),
        _ => (Unit::Alu, p.simple),
    }
}

fn memory_cost(space: Space, p: &Parameters) -> Cost {
    let latency = match space {
        Space::Shared => p.shared_latency,
        Space::Const | Space::Param => p.constant_latency,
        Space::Generic | Space::Global | Space::Local => p.l1_latency,
    };
    Cost {
        latency,
        initiation: 1,
    }
}
