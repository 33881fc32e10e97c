//! Which registers hold values at the same time.

use crate::analysis::{begins_life, Cfg, Dominators, Liveness, Set};
use crate::ir::{Class, Instruction, Kernel, Op, Operand, Reg};

/// The interference graph, of words and pairs on one side and predicates on the other.
pub struct Interference {
    /// Neighbours of each register, ascending.
    pub neighbours: Vec<Vec<u32>>,
    /// Cost of spilling each register: its reads and writes, ten times for each loop around them.
    pub costs: Vec<f32>,
    /// Registers that the code mentions.
    pub used: Set,
    /// Registers that a `mov` connects: best given the same place.
    pub partners: Vec<(u32, u32)>,
    /// Most 32-bit registers live at once.
    pub most_live: u32,
}

fn is_predicate(reg: Reg) -> bool {
    reg.class == Class::Predicate
}

/// Source and result of a copy: they hold the same value and need not interfere.
fn copy(instruction: &Instruction) -> Option<(Reg, Reg)> {
    match (
        instruction.op,
        instruction.operands(),
        instruction.result(0),
    ) {
        (Op::Mov(_), [Operand::Reg(source)], Some(result)) if source.class == result.class => {
            Some((*source, result))
        }
        _ => None,
    }
}

impl Interference {
    /// The graph of a kernel; registers from `visitors` on are those that spilling made.
    pub fn new(
        kernel: &Kernel,
        cfg: &Cfg,
        liveness: &Liveness,
        classes: &[Class],
        visitors: usize,
    ) -> Self {
        let depths = loop_depths(cfg);
        let mut graph = Self {
            neighbours: vec![Vec::new(); classes.len()],
            costs: vec![0.0; classes.len()],
            used: Set::new(classes.len()),
            partners: Vec::new(),
            most_live: 0,
        };
        let size = |register: u32| match classes[register as usize] {
            Class::Word => 1,
            Class::Pair => 2,
            Class::Predicate => 0,
        };
        for (block, range) in cfg.blocks.iter().map(|b| b.code.clone()).enumerate() {
            let weight = 10f32.powi(depths[block].min(6));
            let mut live = liveness.live_out[block].clone();
            let mut pressure: u32 = live.iter().map(size).sum();
            for instruction in kernel.code[range].iter().rev() {
                let copied = copy(instruction);
                for result in instruction.results() {
                    graph.used.insert(result.index);
                    graph.costs[result.index as usize] += weight;
                    let skip = copied.map(|(source, _)| source.index);
                    let same_kind = |other: &u32| {
                        let predicate = classes[*other as usize] == Class::Predicate;
                        predicate == is_predicate(result) && *other != result.index
                    };
                    let with = live
                        .iter()
                        .filter(same_kind)
                        .filter(|other| Some(*other) != skip);
                    let others = instruction.results().map(|reg| reg.index).filter(same_kind);
                    graph.neighbours[result.index as usize].extend(with.chain(others));
                    // A result that nobody reads has its place for the moment all the same.
                    if live.insert(result.index) {
                        pressure += size(result.index);
                    }
                }
                graph.most_live = graph.most_live.max(pressure);
                if let Some((source, result)) = copied {
                    graph.partners.push((source.index, result.index));
                }
                for result in instruction.results() {
                    if begins_life(instruction, result, visitors) && live.remove(result.index) {
                        pressure -= size(result.index);
                    }
                }
                for read in instruction.reads() {
                    graph.used.insert(read.index);
                    graph.costs[read.index as usize] += weight;
                    if live.insert(read.index) {
                        pressure += size(read.index);
                    }
                }
                graph.most_live = graph.most_live.max(pressure);
            }
        }
        graph.close();
        graph
    }

    /// Makes neighbourhood mutual, without repetition.
    fn close(&mut self) {
        for register in 0..self.neighbours.len() {
            self.neighbours[register].sort_unstable();
            self.neighbours[register].dedup();
        }
        let forward: Vec<usize> = self.neighbours.iter().map(Vec::len).collect();
        for (register, &count) in forward.iter().enumerate() {
            for position in 0..count {
                let other = self.neighbours[register][position] as usize;
                self.neighbours[other].push(register as u32);
            }
        }
        for neighbours in &mut self.neighbours {
            neighbours.sort_unstable();
            neighbours.dedup();
        }
    }
}

/// How many loops each block is in.
fn loop_depths(cfg: &Cfg) -> Vec<i32> {
    let dominators = Dominators::new(cfg);
    let mut depths = vec![0; cfg.blocks.len()];
    for (block, successors) in cfg.blocks.iter().map(|b| &b.successors).enumerate() {
        for &head in successors {
            if dominates(&dominators, head, block) {
                for member in natural_loop(cfg, head, block) {
                    depths[member] += 1;
                }
            }
        }
    }
    depths
}

fn dominates(dominators: &Dominators, above: usize, below: usize) -> bool {
    let mut block = Some(below);
    while let Some(current) = block {
        if current == above {
            return true;
        }
        block = dominators.immediate(current);
    }
    false
}

/// Blocks from which `tail` is reached without passing `head`.
fn natural_loop(cfg: &Cfg, head: usize, tail: usize) -> Vec<usize> {
    let mut inside = vec![false; cfg.blocks.len()];
    inside[head] = true;
    let mut members = vec![head];
    let mut work = vec![tail];
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut inside[block], true) {
            members.push(block);
            work.extend(&cfg.blocks[block].predecessors);
        }
    }
    members
}
