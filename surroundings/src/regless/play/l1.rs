//! The L1 and what is below it, as far as registers go: it answers in any order, and acts in the order of
//! requests.

use crate::random::Random;
use spec::regless::L1Kind;
use spec::warp::{WarpRegister, LANES};
use std::collections::HashMap;

/// An L1 that may take so many cycles answers in bursts, of as many cycles.
const SLOW: usize = 64;

/// Cycles after which an answer comes though it is held.
const LATE: u64 = 50;

/// An answer on its way.
#[derive(Clone, Debug)]
struct Answer<T> {
    ready_at: u64,
    is_line: bool,
    to: T,
    data: WarpRegister,
}

/// The L1; `T` tells for whom an answer is.
#[derive(Clone, Debug)]
pub struct L1<T> {
    /// Registers and compressed lines by their place.
    memory: HashMap<u32, WarpRegister>,
    answers: Vec<Answer<T>>,
    /// The answer that is at the port until it is taken.
    at_port: Option<usize>,
    now: u64,
    /// No register comes to the port, but one that is late.
    holds: bool,
    /// Requests that asked for what nobody wrote.
    unknown: u64,
}

impl<T: Copy> L1<T> {
    /// An L1 that holds nothing.
    pub fn new() -> Self {
        Self {
            memory: HashMap::new(),
            answers: Vec::new(),
            at_port: None,
            now: 0,
            holds: false,
            unknown: 0,
        }
    }

    /// Answers on their way are forgotten; memory stays.
    pub fn reset(&mut self) {
        self.answers.clear();
        self.at_port = None;
    }

    /// Reads of what nobody wrote, or of what was dropped.
    pub fn unknown(&self) -> u64 {
        self.unknown
    }

    /// What is answered in this cycle.
    pub fn answer(&self) -> Option<(T, &WarpRegister)> {
        let answer = &self.answers[self.at_port?];
        Some((answer.to, &answer.data))
    }

    /// Whether registers that are not late stay away from the port from the next cycle on; lines come.
    pub fn hold(&mut self, holds: bool) {
        self.holds = holds;
    }

    /// A cycle passes: a request is taken, and the answer at the port.
    pub fn advance(
        &mut self,
        request: Option<(L1Kind, u32, T, &WarpRegister)>,
        answer_taken: bool,
        latency: usize,
        random: &mut Random,
    ) {
        if answer_taken {
            if let Some(place) = self.at_port.take() {
                self.answers.swap_remove(place);
            }
        }
        if let Some((kind, place, to, data)) = request {
            self.request(kind, place, to, data, latency, random);
        }
        self.now += 1;
        if self.at_port.is_none() {
            let waits = |a: &Answer<T>| self.holds && !a.is_line;
            let comes = |a: &Answer<T>| a.ready_at + if waits(a) { LATE } else { 0 } <= self.now;
            self.at_port = self.answers.iter().position(comes);
        }
    }

    fn request(
        &mut self,
        kind: L1Kind,
        place: u32,
        to: T,
        data: &WarpRegister,
        latency: usize,
        random: &mut Random,
    ) {
        if kind.writes() {
            self.memory.insert(place, *data);
        }
        if kind.reads() {
            let held = self.memory.get(&place).copied();
            self.unknown += u64::from(held.is_none());
            let ready_at = self.now + 1 + random.below(latency.max(1)) as u64;
            self.answers.push(Answer {
                ready_at: if latency < SLOW {
                    ready_at
                } else {
                    ready_at.next_multiple_of(SLOW as u64)
                },
                is_line: kind.is_line(),
                to,
                data: held.unwrap_or([0xdead_beef; LANES]),
            });
        }
        if kind.drops() {
            self.memory.remove(&place);
        }
    }
}

impl<T: Copy> Default for L1<T> {
    fn default() -> Self {
        Self::new()
    }
}
