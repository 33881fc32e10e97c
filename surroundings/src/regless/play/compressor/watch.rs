//! What a compressor must hold to, seen from its ports.

use super::super::around::claim;
use super::super::shard::Violation;
use super::super::told::Told;
use golden::regless::pattern::pattern_of;
use spec::regless::{
    L1Kind, PatternCompressorInputs, PatternCompressorOutputs, PatternCompressorParameters,
    ShardRequest, WARPS,
};
use spec::warp::{WarpRegister, LANES};
use std::collections::{BTreeSet, HashMap, VecDeque};

/// What the last eviction of a register left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// It went to the L1.
    L1,
    /// It follows a pattern and stayed.
    Here(WarpRegister),
}

/// A request that was accepted.
#[derive(Clone, Debug)]
struct Inside {
    request: PatternCompressorInputs,
    /// Where its register was then.
    place: Option<Place>,
    /// Of what is evicted: it follows a pattern.
    stays: bool,
    /// Cycles since its acceptance, if nothing was inside before it.
    alone: Option<u64>,
}

impl Inside {
    fn tag(&self) -> (u8, u8) {
        (self.request.request_warp, self.request.request_register)
    }

    /// What it has to ask of the L1 for its register.
    fn asks(&self) -> Option<L1Kind> {
        let in_l1 = self.place == Some(Place::L1);
        match self.request.request_kind {
            0 if !self.stays => Some(L1Kind::WriteRegister),
            0 | 3 => in_l1.then_some(L1Kind::InvalidateRegister),
            1 => in_l1.then_some(L1Kind::ReadRegister),
            _ => in_l1.then_some(L1Kind::InvalidatingRead),
        }
    }

    /// What it is answered with, if that is not the L1's.
    fn answer(&self) -> WarpRegister {
        match self.place {
            Some(Place::Here(value)) => value,
            _ => [0; LANES],
        }
    }
}

/// The watcher.
#[derive(Clone, Debug)]
pub struct CompressorWatch {
    places: HashMap<(u8, u8), Place>,
    /// What the last request that was accepted changed: the stage Act may not have seen it yet.
    before: Option<((u8, u8), Place)>,
    /// Requests that have still to ask the L1 for their register, in order.
    asking: VecDeque<Inside>,
    /// Fetches that will be answered, in any order.
    owed: Vec<Inside>,
    /// Lines that are to come, by fill.
    fills: HashMap<u8, u8>,
    /// Lines by number and fill, and those that came back as something else.
    told: Told<u8, u8>,
    lost: BTreeSet<u8>,
    /// Nothing was accepted since reset.
    fresh: bool,
    /// A line was asked for since the last request was accepted.
    reads_line: bool,
    l1: Option<ShardRequest>,
    answer: Option<PatternCompressorOutputs>,
}

impl CompressorWatch {
    /// A watcher after reset.
    pub fn new(_parameters: PatternCompressorParameters) -> Self {
        Self::forgetful()
    }

    /// A cycle of reset.
    pub fn reset(&mut self) {
        *self = Self::forgetful();
    }

    fn forgetful() -> Self {
        Self {
            places: HashMap::new(),
            before: None,
            asking: VecDeque::new(),
            owed: Vec::new(),
            fills: HashMap::new(),
            told: Told::default(),
            lost: BTreeSet::new(),
            fresh: true,
            reads_line: false,
            l1: None,
            answer: None,
        }
    }

    /// Whether a register of some warp is compressed as the stage Act sees it.
    fn is_live(&self, register: u8) -> bool {
        let here = |place: Option<&Place>| matches!(place, Some(Place::Here(_)));
        let before = self.before.filter(|(tag, _)| tag.1 == register);
        let mut warps = 0..WARPS as u8;
        before.is_some_and(|(_, place)| here(Some(&place)))
            || warps.any(|warp| here(self.places.get(&(warp, register))))
    }

    /// A cycle out of reset.
    pub fn observe(
        &mut self,
        i: &PatternCompressorInputs,
        o: &PatternCompressorOutputs,
    ) -> Result<(), Violation> {
        let nothing = !o.answer_valid && !o.l1.valid && o.request_ready;
        claim(!self.fresh || nothing, "ResetForgets", || {
            "something is asked or answered without a request".to_owned()
        })?;
        self.see_held(i, o)?;
        for inside in self.asking.iter_mut().chain(&mut self.owed) {
            inside.alone = inside.alone.map(|since| since + 1);
        }
        self.see_latency(o)?;
        if o.answer_valid {
            self.see_answer(i, o)?;
        }
        if let Some(kind) = o.l1.valid.then(|| L1Kind::from_code(o.l1.kind)).flatten() {
            match kind {
                L1Kind::ReadLine | L1Kind::WriteLine => self.see_line(kind, i, o)?,
                _ => self.see_register(kind, i, o)?,
            }
        }
        // A line takes the storage in the cycle in which it comes: who is inside may wait for it.
        if i.request_valid && o.request_ready {
            self.accept(i);
        }
        if i.response_valid {
            self.fills.remove(&i.response_fill);
            let lost = self.told.answered(&i.response_fill, &i.response_data);
            self.lost.extend(lost);
        }
        Ok(())
    }

    fn accept(&mut self, request: &PatternCompressorInputs) {
        let tag = (request.request_warp, request.request_register);
        let place = self.places.get(&tag).copied();
        let stays = pattern_of(&request.request_data).is_some();
        self.before = None;
        let after = match request.request_kind {
            0 if stays => Some(Place::Here(request.request_data)),
            0 => Some(Place::L1),
            1 => place,
            _ => None,
        };
        if after != place {
            self.before = place.map(|place| (tag, place));
        }
        match after {
            Some(after) => self.places.insert(tag, after),
            None => self.places.remove(&tag),
        };
        let is_alone = self.asking.is_empty() && self.owed.is_empty() && self.fills.is_empty();
        let inside = Inside {
            request: request.clone(),
            place,
            stays,
            alone: is_alone.then_some(0),
        };
        (self.fresh, self.reads_line) = (false, false);
        if inside.asks().is_some() {
            self.asking.push_back(inside);
        } else if matches!(request.request_kind, 1 | 2) {
            self.owed.push(inside);
        }
    }

    fn see_held(
        &mut self,
        i: &PatternCompressorInputs,
        o: &PatternCompressorOutputs,
    ) -> Result<(), Violation> {
        let l1 = o.l1.valid.then(|| {
            let mut request = o.l1.clone();
            if !request.write {
                request.data = [0; LANES];
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

    fn see_latency(&self, o: &PatternCompressorOutputs) -> Result<(), Violation> {
        for asks in &self.asking {
            let fetches = matches!(asks.request.request_kind, 1 | 2);
            if let Some(since) = asks.alone.filter(|_| fetches) {
                claim(
                    o.l1.valid == (since >= 2),
                    "OneCycleForUncompressed",
                    || {
                        format!(
                            "the L1 is asked {}: {since} cycles after acceptance",
                            o.l1.valid
                        )
                    },
                )?;
            }
        }
        for owed in &self.owed {
            let asks = self.reads_line || o.l1.valid;
            // Later it has missed, and looks for room.
            if let Some(since) = owed.alone.filter(|_| !asks && o.answer_valid) {
                claim(since >= 4, "TwoMoreForCompressed", || {
                    format!(
                        "answered {}: {since} cycles after acceptance",
                        o.answer_valid
                    )
                })?;
            }
        }
        Ok(())
    }

    fn see_answer(
        &mut self,
        i: &PatternCompressorInputs,
        o: &PatternCompressorOutputs,
    ) -> Result<(), Violation> {
        let tag = (o.answer_warp, o.answer_register);
        let found = self.owed.iter().position(|owed| owed.tag() == tag);
        let right = found.is_some_and(|index| {
            let owed = &self.owed[index];
            let is_it = owed.answer() == o.answer_data || self.lost.contains(&tag.1);
            is_it && owed.request.request_entry == o.answer_entry
        });
        claim(right, "FetchIsLastEviction", || {
            format!("R{} of warp {} is answered wrongly", tag.1, tag.0)
        })?;
        if let Some(index) = found.filter(|_| i.answer_ready) {
            self.owed.swap_remove(index);
        }
        Ok(())
    }

    fn see_line(
        &mut self,
        kind: L1Kind,
        i: &PatternCompressorInputs,
        o: &PatternCompressorOutputs,
    ) -> Result<(), Violation> {
        let register = o.l1.index;
        let live = self.is_live(register);
        if i.l1_ready {
            self.told.request(kind, register, o.l1.warp, &o.l1.data);
        }
        if kind == L1Kind::WriteLine {
            return claim(live, "DeadLineIsNotWritten", || {
                format!("the line of R{register} holds nothing")
            });
        }
        self.reads_line = true;
        let fetched = |owed: &Inside| {
            owed.request.request_register == register && matches!(owed.place, Some(Place::Here(_)))
        };
        let needed = live || self.owed.iter().any(fetched);
        let new = !self.fills.contains_key(&o.l1.warp)
            && !self.fills.values().any(|read| *read == register);
        claim(needed && new, "LineIsReadOnlyWhenNeeded", || {
            format!("the line of R{register} is read as fill {}", o.l1.warp)
        })?;
        if i.l1_ready {
            self.fills.insert(o.l1.warp, register);
        }
        Ok(())
    }

    fn see_register(
        &mut self,
        kind: L1Kind,
        i: &PatternCompressorInputs,
        o: &PatternCompressorOutputs,
    ) -> Result<(), Violation> {
        let wanted = self.asking.front();
        let tag = (o.l1.warp, o.l1.index);
        let needless = kind != L1Kind::WriteRegister
            && wanted.is_none_or(|w| w.tag() != tag || w.place != Some(Place::L1));
        claim(!needless, "NothingBehindAsksNothing", || {
            format!(
                "{kind:?} of R{} of warp {}, which the L1 does not have",
                tag.1, tag.0
            )
        })?;
        let right = wanted.is_some_and(|w| {
            let data = !kind.writes() || o.l1.data == w.request.request_data;
            let entry = o.l1.entry == w.request.request_entry;
            w.asks() == Some(kind) && w.tag() == tag && data && entry
        });
        claim(right, "FetchIsLastEviction", || {
            format!(
                "{kind:?} of R{} instead of {:?}",
                tag.1,
                wanted.map(Inside::asks)
            )
        })?;
        if i.l1_ready {
            self.asking.pop_front();
        }
        Ok(())
    }
}
