//! Requests for a compressor, and an L1 of lines.

mod watch;

pub use watch::CompressorWatch;

use super::around::Around;
use super::shard::Violation;
use super::values::value;
use crate::random::Random;
use spec::regless::{
    L1Kind, PatternCompressorInputs, PatternCompressorOutputs, PatternCompressorParameters,
};
use spec::warp::WarpRegister;
use std::collections::{HashMap, HashSet};

/// A line on its way: cycles left, its fill, and the line.
#[derive(Clone, Debug)]
struct Coming {
    left: usize,
    fill: u8,
    line: WarpRegister,
}

/// Random requests, and an L1 that holds lines and answers in any order.
#[derive(Clone, Debug)]
pub struct CompressorAround {
    cache_lines: usize,
    random: Random,
    warps: usize,
    registers: usize,
    kinds: &'static [u8],
    requests: u8,
    answers: u8,
    l1: u8,
    latency: usize,
    lines: HashMap<u8, WarpRegister>,
    coming: Vec<Coming>,
    /// Registers that are being fetched: nobody asks for them again before they come.
    fetching: HashSet<(u8, u8)>,
    planned: Option<PatternCompressorInputs>,
}

/// Kinds of requests, each as often as it stands here.
const KINDS: [&[u8]; 5] = [
    &[0, 0, 0, 1, 1, 2, 3],
    &[0, 0, 1, 2, 2, 3],
    &[0, 1, 1, 1, 1, 2],
    &[0, 0, 0, 0, 1, 3],
    &[0, 2],
];

impl CompressorAround {
    /// Surroundings after reset.
    pub fn new(parameters: PatternCompressorParameters, seed: u64) -> Self {
        let mut around = Self {
            cache_lines: parameters.cache_lines(),
            random: Random::new(seed),
            warps: 1,
            registers: 1,
            kinds: KINDS[0],
            requests: 0,
            answers: 0,
            l1: 0,
            latency: 1,
            lines: HashMap::new(),
            coming: Vec::new(),
            fetching: HashSet::new(),
            planned: None,
        };
        around.change();
        around
    }

    fn plan(&mut self) -> PatternCompressorInputs {
        let random = &mut self.random;
        let kind = self.kinds[random.below(self.kinds.len())];
        let warp = random.below(self.warps) as u8;
        let register = (random.below(self.registers) * 7 % 64) as u8;
        let come = self.coming.iter().find(|c| c.left == 0);
        PatternCompressorInputs {
            request_valid: random.chance(self.requests)
                && !self.fetching.contains(&(warp, register)),
            request_evict: kind == 0,
            request_kind: kind,
            request_warp: warp,
            request_register: register,
            request_entry: random.below(2) as u8,
            request_data: value(random),
            answer_ready: random.chance(self.answers),
            l1_ready: random.chance(self.l1),
            response_valid: come.is_some(),
            response_fill: come.map_or(0, |c| c.fill),
            response_data: come.map_or_else(|| value(random), |c| c.line),
        }
    }
}

impl Around<spec::regless::PatternCompressor> for CompressorAround {
    fn inputs(&mut self) -> PatternCompressorInputs {
        if self.planned.is_none() {
            self.planned = Some(self.plan());
        }
        self.planned.clone().unwrap_or_default()
    }

    fn observe(
        &mut self,
        i: &PatternCompressorInputs,
        o: &PatternCompressorOutputs,
    ) -> Result<(), Violation> {
        self.planned = None;
        if i.response_valid {
            let taken =
                { self.coming.iter() }.position(|c| c.left == 0 && c.fill == i.response_fill);
            taken.map(|index| self.coming.remove(index));
        }
        for coming in &mut self.coming {
            coming.left = coming.left.saturating_sub(1);
        }
        if i.request_valid && o.request_ready && matches!(i.request_kind, 1 | 2) {
            self.fetching.insert((i.request_warp, i.request_register));
        }
        if o.answer_valid && i.answer_ready {
            self.fetching.remove(&(o.answer_warp, o.answer_register));
        }
        if o.l1.valid && i.l1_ready {
            match L1Kind::from_code(o.l1.kind) {
                Some(L1Kind::WriteLine) => {
                    self.lines.insert(o.l1.index, o.l1.data);
                }
                Some(L1Kind::ReadLine) => self.coming.push(Coming {
                    left: self.random.below(self.latency),
                    fill: o.l1.warp,
                    line: *self.lines.get(&o.l1.index).unwrap_or(&[0; 32]),
                }),
                Some(L1Kind::ReadRegister | L1Kind::InvalidatingRead) => {
                    self.fetching.remove(&(o.l1.warp, o.l1.index));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn reset(&mut self) {
        self.coming.clear();
        self.fetching.clear();
        self.planned = None;
    }

    fn change(&mut self) {
        let mut pick = |from: &[usize]| from[self.random.below(from.len())];
        self.warps = pick(&[1, 2, 2, 4, 16, 16]);
        // A few more than there are lines go in and out of all of them.
        self.registers = pick(&[3, 3, self.cache_lines + 1, 2 * self.cache_lines, 64]).clamp(3, 64);
        self.requests = pick(&[100, 100, 30]) as u8;
        self.answers = pick(&[100, 30]) as u8;
        self.l1 = pick(&[100, 50, 10]) as u8;
        self.latency = pick(&[1, 3, 20, 100, 300]);
        self.kinds = KINDS[pick(&[0, 1, 2, 3, 4])];
        self.planned = None;
    }
}
