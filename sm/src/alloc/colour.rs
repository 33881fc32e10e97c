//! Colouring with words and aligned pairs, after Briggs: simplify, select, and only then give up.
//!
//! Without need for spills, the number of colours is found by trying: from the most registers that
//! are live at once, which no colouring undercuts, upwards.

use super::interference::Interference;
use crate::ir::Class;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Places of registers.
#[derive(Clone, Debug)]
pub struct Colouring {
    /// First word of each register, or its predicate.
    pub colours: Vec<u32>,
    /// Words or predicates in all.
    pub used: u32,
}

/// Registers of kernels for which trying is worth its time.
const TRIED_BELOW: usize = 8192;

/// Numbers of colours to try above the lower bound, before any number up to the cap will do.
const TRIES: u32 = 4;

const NONE: u32 = u32::MAX;

/// Colours words and pairs with at most `cap` words, or names registers to spill. Registers from
/// `fixed` on must not be spilled.
pub fn words(
    graph: &Interference,
    classes: &[Class],
    cap: u32,
    fixed: usize,
) -> Result<Colouring, Vec<u32>> {
    let nodes: Vec<u32> = graph
        .used
        .iter()
        .filter(|&register| classes[register as usize] != Class::Predicate)
        .collect();
    let problem = Problem {
        graph,
        classes,
        nodes: &nodes,
        fixed,
    };
    let tries = if nodes.len() < TRIED_BELOW { TRIES } else { 0 };
    for colours in graph.most_live..(graph.most_live + tries).min(cap) {
        if let Ok(colouring) = problem.attempt(colours) {
            return Ok(colouring);
        }
    }
    problem.attempt(cap)
}

/// Colours predicates, with as many as it takes.
pub fn predicates(graph: &Interference, classes: &[Class]) -> Colouring {
    let nodes: Vec<u32> = graph
        .used
        .iter()
        .filter(|&register| classes[register as usize] == Class::Predicate)
        .collect();
    let problem = Problem {
        graph,
        classes,
        nodes: &nodes,
        fixed: 0,
    };
    let order = problem.simplify(u32::MAX);
    let (colouring, _) = problem.select(&order, u32::MAX);
    colouring
}

struct Problem<'a> {
    graph: &'a Interference,
    classes: &'a [Class],
    nodes: &'a [u32],
    fixed: usize,
}

impl Problem<'_> {
    fn size(&self, register: u32) -> u32 {
        if self.classes[register as usize] == Class::Pair {
            2
        } else {
            1
        }
    }

    /// Words that a neighbour can take from a register at worst: from a pair always a pair.
    fn weight(&self, register: u32, neighbour: u32) -> u32 {
        self.size(register).max(self.size(neighbour))
    }

    fn attempt(&self, colours: u32) -> Result<Colouring, Vec<u32>> {
        let order = self.simplify(colours);
        let (colouring, failed) = self.select(&order, colours);
        if failed.is_empty() {
            Ok(colouring)
        } else {
            Err(failed)
        }
    }

    /// The order in which registers are taken out of the graph: those that can always be coloured
    /// first; when there are none, the one whose spilling would cost least.
    fn simplify(&self, colours: u32) -> Vec<u32> {
        let mut degrees = vec![0u32; self.classes.len()];
        let mut heap = BinaryHeap::new();
        for &register in self.nodes {
            let neighbours = self.graph.neighbours[register as usize].iter();
            let degree = neighbours.map(|&n| self.weight(register, n)).sum();
            degrees[register as usize] = degree;
            heap.push(Reverse((degree, register)));
        }
        let mut gone = vec![false; self.classes.len()];
        let mut order = Vec::with_capacity(self.nodes.len());
        while order.len() < self.nodes.len() {
            let register = match heap.pop() {
                Some(Reverse((degree, register))) => {
                    if gone[register as usize] || degree != degrees[register as usize] {
                        continue;
                    }
                    if u64::from(degree) + u64::from(self.size(register)) <= u64::from(colours) {
                        register
                    } else {
                        heap.push(Reverse((degree, register)));
                        self.cheapest(&gone, &degrees)
                    }
                }
                // Every register has an entry with its current degree until it is gone.
                None => break,
            };
            gone[register as usize] = true;
            order.push(register);
            for &neighbour in &self.graph.neighbours[register as usize] {
                if !gone[neighbour as usize] {
                    degrees[neighbour as usize] -= self.weight(neighbour, register);
                    heap.push(Reverse((degrees[neighbour as usize], neighbour)));
                }
            }
        }
        order
    }

    fn cheapest(&self, gone: &[bool], degrees: &[u32]) -> u32 {
        let cost = |register: u32| {
            let index = register as usize;
            if index >= self.fixed {
                return f32::INFINITY;
            }
            self.graph.costs[index] / (degrees[index] + 1) as f32
        };
        let left = self
            .nodes
            .iter()
            .copied()
            .filter(|&register| !gone[register as usize]);
        let cheapest = left.min_by(|&a, &b| cost(a).total_cmp(&cost(b)).then(a.cmp(&b)));
        cheapest.unwrap_or(0)
    }

    /// Gives places in reverse order; registers that find none are spilled.
    fn select(&self, order: &[u32], colours: u32) -> (Colouring, Vec<u32>) {
        let mut partners = vec![NONE; self.classes.len()];
        for &(a, b) in &self.graph.partners {
            partners[a as usize] = b;
            partners[b as usize] = a;
        }
        let mut places = vec![NONE; self.classes.len()];
        let mut taken: Vec<bool> = Vec::new();
        let mut used = 0;
        let mut failed = Vec::new();
        for &register in order.iter().rev() {
            taken.clear();
            for &neighbour in &self.graph.neighbours[register as usize] {
                let place = places[neighbour as usize];
                if place == NONE {
                    continue;
                }
                let end = (place + self.size(neighbour)) as usize;
                if taken.len() < end {
                    taken.resize(end, false);
                }
                taken[place as usize..end].fill(true);
            }
            let wish = partners[register as usize];
            let wish = if wish == NONE {
                NONE
            } else {
                places[wish as usize]
            };
            match place(&taken, self.size(register), wish, colours) {
                Some(place) => {
                    places[register as usize] = place;
                    used = used.max(place + self.size(register));
                }
                None => failed.push(register),
            }
        }
        // What the code does not mention is never looked up; it must not be out of range either.
        for place in &mut places {
            if *place == NONE {
                *place = 0;
            }
        }
        let colouring = Colouring {
            colours: places,
            used,
        };
        (colouring, failed)
    }
}

/// A free place of a size: the wished one, or the lowest. Words fill halves of broken pairs first.
fn place(taken: &[bool], size: u32, wish: u32, colours: u32) -> Option<u32> {
    let free = |word: u32| !taken.get(word as usize).copied().unwrap_or(false);
    let fits = |word: u32| {
        let inside = word.checked_add(size).is_some_and(|end| end <= colours);
        inside && word.is_multiple_of(size) && (word..word + size).all(free)
    };
    if wish != NONE && fits(wish) {
        return Some(wish);
    }
    let end = taken.len() as u32 + 2;
    if size == 1 {
        let broken = (0..end).find(|&word| fits(word) && !free(word ^ 1));
        if broken.is_some() {
            return broken;
        }
    }
    (0..end).find(|&word| fits(word))
}
