//! Requests for a compressor, an L1 of lines, and what the compressor must hold to.

use super::around::{claim, Around};
use super::shard::Violation;
use super::values::value;
use crate::avc::random::Random;
use crate::osu::pattern::pattern_of;
use spec::osu::{
    place_of, L1Kind, PatternCompressorInputs, PatternCompressorOutputs, ReglessParameters,
    ShardRequest, SLOTS,
};
use spec::warp::WarpRegister;
use std::collections::HashMap;

/// Random requests, and an L1 that holds lines.
#[derive(Clone, Debug)]
pub struct CompressorAround {
    random: Random,
    warps: usize,
    registers: usize,
    requests: u8,
    answers: u8,
    l1: u8,
    latency: usize,
    lines: HashMap<(u8, u8), WarpRegister>,
    /// A line that is to come, and in how many cycles.
    coming: Option<(usize, WarpRegister)>,
    planned: Option<PatternCompressorInputs>,
}

impl CompressorAround {
    /// Surroundings after reset.
    pub fn new(_parameters: ReglessParameters, seed: u64) -> Self {
        let mut around = Self {
            random: Random::new(seed),
            warps: 1,
            registers: 1,
            requests: 0,
            answers: 0,
            l1: 0,
            latency: 1,
            lines: HashMap::new(),
            coming: None,
            planned: None,
        };
        around.change();
        around
    }

    fn plan(&mut self) -> PatternCompressorInputs {
        let random = &mut self.random;
        let kind = [0, 0, 0, 1, 1, 2, 3][random.below(7)];
        PatternCompressorInputs {
            request_valid: random.chance(self.requests),
            request_evict: kind == 0,
            request_kind: kind,
            request_warp: random.below(self.warps) as u8,
            request_register: (random.below(self.registers) * 7 % 64) as u8,
            request_entry: random.below(2) as u8,
            request_data: value(random),
            answer_ready: random.chance(self.answers),
            l1_ready: random.chance(self.l1),
            response_valid: matches!(self.coming, Some((0, _))),
            response_data: match self.coming {
                Some((0, line)) => line,
                _ => value(random),
            },
        }
    }
}

impl Around<spec::osu::PatternCompressor> for CompressorAround {
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
        match &mut self.coming {
            Some((0, _)) if i.response_valid => self.coming = None,
            Some((left @ 1.., _)) => *left -= 1,
            _ => {}
        }
        if o.l1.valid && i.l1_ready {
            let place = (o.l1.warp, o.l1.index);
            match L1Kind::from_code(o.l1.kind) {
                Some(L1Kind::WriteLine) => {
                    self.lines.insert(place, o.l1.data);
                }
                Some(L1Kind::ReadLine) => {
                    let mut line = self.lines.get(&place).copied().unwrap_or([0; 32]);
                    // Bits above the states are nobody's.
                    line[31] |= self.random.word() << 13;
                    self.coming = Some((self.random.below(self.latency), line));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn reset(&mut self) {
        self.coming = None;
        self.planned = None;
    }

    fn change(&mut self) {
        let mut pick = |from: &[usize]| from[self.random.below(from.len())];
        self.warps = pick(&[1, 2, 4, 16]);
        self.registers = pick(&[4, 16, 64]);
        self.requests = pick(&[100, 100, 30]) as u8;
        self.answers = pick(&[100, 30]) as u8;
        self.l1 = pick(&[100, 50, 10]) as u8;
        self.latency = pick(&[1, 3, 20]);
        self.planned = None;
    }
}

/// Where a register is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// It went to the L1, or nobody evicted it.
    L1,
    /// It follows a pattern and stayed.
    Here(WarpRegister),
}

/// What a compressor must hold to, seen from its ports.
#[derive(Clone, Debug, Default)]
pub struct CompressorWatch {
    places: HashMap<(u8, u8), Place>,
    /// The request that is worked on, and the cycles since its acceptance.
    request: Option<(PatternCompressorInputs, u64)>,
    l1: Option<ShardRequest>,
    answer: Option<PatternCompressorOutputs>,
    /// The request has asked for a line.
    reads_line: bool,
}

impl CompressorWatch {
    /// A watcher after reset.
    pub fn new(_parameters: ReglessParameters) -> Self {
        Self::default()
    }

    /// A cycle of reset.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    fn is_here(&self, register: (u8, u8)) -> bool {
        matches!(self.places.get(&register), Some(Place::Here(_)))
    }

    /// Whether a register of a line is compressed, besides one.
    fn is_live(&self, warp: u8, group: u8, besides: Option<u8>) -> bool {
        let first = group * SLOTS as u8;
        (first..(first + SLOTS as u8).min(64))
            .filter(|r| Some(*r) != besides)
            .any(|r| self.is_here((warp, r)))
    }

    /// A cycle out of reset.
    pub fn observe(
        &mut self,
        i: &PatternCompressorInputs,
        o: &PatternCompressorOutputs,
    ) -> Result<(), Violation> {
        self.see_held(i, o)?;
        if let Some((request, since)) = &mut self.request {
            *since += 1;
            let (request, since) = (request.clone(), *since);
            self.see_work(&request, since, i, o)?;
        } else {
            claim(
                !o.answer_valid && !o.l1.valid && o.request_ready,
                "ResetForgets",
                || "something is asked or answered without a request".to_owned(),
            )?;
        }
        if i.request_valid && o.request_ready {
            self.request = Some((i.clone(), 0));
            self.reads_line = false;
        }
        Ok(())
    }

    fn see_held(
        &mut self,
        i: &PatternCompressorInputs,
        o: &PatternCompressorOutputs,
    ) -> Result<(), Violation> {
        let l1 = o.l1.valid.then(|| {
            let mut request = o.l1.clone();
            if !request.write {
                request.data = [0; 32];
            }
            request
        });
        let answer = o.answer_valid.then(|| PatternCompressorOutputs {
            answer_warp: o.answer_warp,
            answer_register: o.answer_register,
            answer_entry: o.answer_entry,
            answer_data: o.answer_data,
            ..Default::default()
        });
        let held = (self.l1.is_none() || l1 == self.l1)
            && (self.answer.is_none() || answer == self.answer);
        claim(held, "RequestsAreHeld", || {
            "a request or an answer changes before it is taken".to_owned()
        })?;
        self.l1 = l1.filter(|_| !i.l1_ready);
        self.answer = answer.filter(|_| !i.answer_ready);
        Ok(())
    }

    fn see_work(
        &mut self,
        request: &PatternCompressorInputs,
        since: u64,
        i: &PatternCompressorInputs,
        o: &PatternCompressorOutputs,
    ) -> Result<(), Violation> {
        let register = (request.request_warp, request.request_register);
        let (group, _) = place_of(register.1);
        let place = *self.places.get(&register).unwrap_or(&Place::L1);
        let fetches = matches!(request.request_kind, 1 | 2);
        let kind = o.l1.valid.then(|| L1Kind::from_code(o.l1.kind)).flatten();
        if fetches && place == Place::L1 {
            let asked = matches!(kind, Some(L1Kind::ReadRegister | L1Kind::InvalidatingRead));
            claim(asked == (since >= 2), "OneCycleForUncompressed", || {
                format!("{since} cycles after acceptance the L1 sees {kind:?}")
            })?;
        }
        if fetches && place != Place::L1 && since == 3 {
            let misses = !o.answer_valid && !self.reads_line;
            claim(!misses || !o.l1.valid, "TwoMoreForCompressed", || {
                "a fetch asks the L1 before it looked for room".to_owned()
            })?;
        }
        if o.answer_valid {
            let right = Place::Here(o.answer_data) == place
                && fetches
                && (o.answer_warp, o.answer_register, o.answer_entry)
                    == (register.0, register.1, request.request_entry);
            claim(right, "FetchIsLastEviction", || {
                format!(
                    "R{} of warp {} is answered wrongly",
                    o.answer_register, o.answer_warp
                )
            })?;
            claim(since >= 3, "TwoMoreForCompressed", || {
                format!("answered after {since} cycles")
            })?;
        }
        match kind {
            Some(L1Kind::WriteLine) => {
                claim(
                    self.is_live(o.l1.warp, o.l1.index, None),
                    "DeadLineIsNotWritten",
                    || format!("line {} of warp {} holds nothing", o.l1.index, o.l1.warp),
                )?;
            }
            Some(L1Kind::ReadLine) => {
                self.reads_line = true;
                let needed = fetches || self.is_live(register.0, group, Some(register.1));
                let right = needed && (o.l1.warp, o.l1.index) == (register.0, group);
                claim(right, "LineIsReadOnlyWhenNeeded", || {
                    format!("line {} of warp {} is read", o.l1.index, o.l1.warp)
                })?;
            }
            Some(kind) => {
                let pattern = pattern_of(&request.request_data);
                let wanted = match request.request_kind {
                    0 => pattern.is_none().then_some(L1Kind::WriteRegister),
                    1 => (place == Place::L1).then_some(L1Kind::ReadRegister),
                    2 => (place == Place::L1).then_some(L1Kind::InvalidatingRead),
                    _ => Some(L1Kind::InvalidateRegister),
                };
                let data = !kind.writes() || o.l1.data == request.request_data;
                let right = Some(kind) == wanted
                    && data
                    && (o.l1.warp, o.l1.index, o.l1.entry)
                        == (register.0, register.1, request.request_entry);
                claim(right, "FetchIsLastEviction", || {
                    format!("{kind:?} of R{} instead of {wanted:?}", o.l1.index)
                })?;
            }
            None => {}
        }
        let sent = kind.is_some_and(|k| !matches!(k, L1Kind::ReadLine | L1Kind::WriteLine));
        if sent && i.l1_ready || o.answer_valid && i.answer_ready {
            self.done(request);
        } else if o.request_ready {
            // An eviction that was stored.
            let stored = request.request_kind == 0 && pattern_of(&request.request_data).is_some();
            claim(stored, "FetchIsLastEviction", || {
                "a request ends without an answer or a request to the L1".to_owned()
            })?;
            self.done(request);
        }
        Ok(())
    }

    fn done(&mut self, request: &PatternCompressorInputs) {
        let register = (request.request_warp, request.request_register);
        match request.request_kind {
            0 => {
                let place = match pattern_of(&request.request_data) {
                    Some(_) => Place::Here(request.request_data),
                    None => Place::L1,
                };
                self.places.insert(register, place);
            }
            1 => {}
            _ => {
                self.places.remove(&register);
            }
        }
        self.request = None;
    }
}
