//! The instructions inside the file, and what out0 and out1 must show of them.

use super::reads::Wanted;
use crate::oracle::{check, Violation};
use golden::regfile::{FlatFile, Instruction, Offer};
use spec::regfile::{RegfileInputs, RegfileOutputs, RegfileParameters, SOURCES};
use spec::warp::WarpRegister;
use std::collections::VecDeque;

/// An accepted instruction.
pub struct Inside {
    pub instruction: Instruction,
    /// What it has to read.
    sources: [Option<WarpRegister>; SOURCES],
    /// The sources that held nothing when it was accepted.
    empty: [bool; SOURCES],
    /// What it asks of the banks: its sources, and a MOV that goes ahead of it.
    pub reads: [Option<Wanted>; SOURCES + 1],
    /// The clusters of its requests, those of MOVs that are not needed included.
    requests: [Option<usize>; SOURCES + 1],
    pub accepted: u64,
    /// Since when it is the oldest, if it is.
    oldest: u64,
    /// It has been offered.
    pub complete: bool,
}

/// All of them, oldest first.
pub struct Offers {
    inside: VecDeque<Inside>,
    /// Cycles from being the oldest to being offered.
    bound: u64,
    /// Offers of the last cycle that nobody took.
    held: usize,
    /// Destinations of the instructions that became complete in the last cycle.
    news: Vec<u16>,
}

impl Offers {
    pub fn new(parameters: &RegfileParameters) -> Self {
        Self {
            inside: VecDeque::new(),
            bound: parameters.offer_bound(),
            held: 0,
            news: Vec::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.inside.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Inside> {
        self.inside.iter()
    }

    /// Destinations of the instructions that became complete since the last call.
    pub fn news(&mut self) -> Vec<u16> {
        std::mem::take(&mut self.news)
    }

    pub fn accept(
        &mut self,
        instruction: Instruction,
        flat: &FlatFile,
        reads: [Option<Wanted>; SOURCES + 1],
        mov_in: Option<usize>,
        now: u64,
    ) {
        let mut requests = reads.map(|read| read.map(|read| read.cluster));
        requests[SOURCES] = mov_in;
        let is_empty = |n: usize| reads[n].is_some_and(|read| read.state.is_none());
        self.inside.push_back(Inside {
            instruction,
            sources: flat.sources(&instruction),
            empty: [is_empty(0), is_empty(1), is_empty(2)],
            reads,
            requests,
            accepted: now,
            oldest: now,
            complete: false,
        });
    }

    /// Checks what is offered; gives what the instructions that became complete have asked for.
    pub fn observe(&mut self, o: &RegfileOutputs, now: u64) -> Result<Vec<Wanted>, Violation> {
        let offers = Offer::offered(o);
        check(
            offers[0].is_some() || offers[1].is_none(),
            "OrderIsAcceptance",
            || "out1 offers an instruction and out0 does not".to_owned(),
        )?;
        let count = offers.iter().flatten().count();
        check(count >= self.held, "OffersAreHeld", || {
            format!("{} offers were not taken, now there are {count}", self.held)
        })?;
        check(count <= self.inside.len(), "OrderIsAcceptance", || {
            format!(
                "{count} offers, but {} instructions are inside",
                self.inside.len()
            )
        })?;
        if let Some(oldest) = self.inside.front() {
            let waited = now - oldest.oldest;
            check(
                count > 0 || waited < self.bound,
                "OldestIsOfferedInTime",
                || format!("the oldest instruction is not offered after {waited} cycles"),
            )?;
        }
        let mut complete = Vec::new();
        for (port, (offer, inside)) in offers.iter().zip(&mut self.inside).enumerate() {
            let Some(offer) = offer else { break };
            let held = port < self.held;
            inside.check(offer, port, held)?;
            if !std::mem::replace(&mut inside.complete, true) {
                complete.extend(inside.reads.iter().flatten());
                self.news.extend(inside.instruction.destination);
            }
        }
        self.held = count;
        Ok(complete)
    }

    /// What the execution units take leaves.
    pub fn take(&mut self, i: &RegfileInputs, o: &RegfileOutputs, now: u64) {
        let taken = Offer::taken(i, o);
        self.held -= taken;
        self.inside.drain(..taken);
        if let (1.., Some(oldest)) = (taken, self.inside.front_mut()) {
            oldest.oldest = now + 1;
        }
    }
}

impl Inside {
    /// Its requests in a cluster, a MOV that turns out not to be needed included.
    pub fn requests_of(&self, cluster: usize) -> usize {
        self.requests
            .iter()
            .filter(|&&k| k == Some(cluster))
            .count()
    }

    fn check(&self, offer: &Offer, port: usize, held: bool) -> Result<(), Violation> {
        let Instruction {
            tag,
            destination,
            mask,
            ..
        } = self.instruction;
        let mask = destination.map_or(0, |_| mask);
        let same = (offer.tag, offer.destination, offer.mask) == (tag, destination, mask)
            && offer.sources.map(|s| s.is_some()) == self.sources.map(|s| s.is_some());
        // What was offered before and is another now was not held; a wrong one came out of order.
        let property = if held {
            "OffersAreHeld"
        } else {
            "OrderIsAcceptance"
        };
        check(same, property, || {
            format!(
                "out{port} offers tag {}, destination {:?}, mask 0x{:08x}, and not tag {tag}, \
                 destination {destination:?}, mask 0x{mask:08x}",
                offer.tag, offer.destination, offer.mask
            )
        })?;
        for (n, (offered, wanted)) in offer.sources.iter().zip(&self.sources).enumerate() {
            let property = match (held, self.empty[n]) {
                (true, _) => "OffersAreHeld",
                (false, true) => "ReleaseForgets",
                (false, false) => "ReadIsLastWrite",
            };
            check(offered == wanted, property, || {
                let register = self.instruction.sources[n].unwrap_or_default();
                let lanes = offered.iter().flatten().zip(wanted.iter().flatten());
                let lane = { lanes }.position(|(a, b)| a != b).unwrap_or_default();
                let lane_of = |data: &Option<WarpRegister>| data.map_or(0, |data| data[lane]);
                format!(
                    "lane {lane} of register {register} is 0x{:08x} at out{port}, not 0x{:08x}",
                    lane_of(offered),
                    lane_of(wanted)
                )
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spec::{AnyParameters, UnitId};

    const LATE: u64 = 34 + 3 + 4 * 39 + 5;

    fn small() -> RegfileParameters {
        let preset = UnitId::Regfile.preset("small").expect("a preset");
        match preset.parameters {
            AnyParameters::Regfile(parameters) => parameters,
            other => panic!("{other:?}"),
        }
    }

    /// 12 + 2D + 4H cycles, with D = 1 and H = 5, and the bound of a write: 3 and four times 39 and 5 more.
    #[test]
    fn an_instruction_that_is_never_offered_is_late_at_the_bound() {
        let mut offers = Offers::new(&small());
        let instruction = Instruction {
            sources: [Some(3), None, None],
            ..Instruction::default()
        };
        let flat = FlatFile::new(&small());
        offers.accept(instruction, &flat, [None; 4], None, 100);
        let silent = RegfileOutputs::default();
        for now in 101..100 + LATE {
            assert_eq!(offers.observe(&silent, now), Ok(Vec::new()));
        }
        let late = offers.observe(&silent, 100 + LATE).expect_err("late");
        assert_eq!(late.property, "OldestIsOfferedInTime");
        let offer = RegfileOutputs {
            out: [
                spec::regfile::Offer {
                    valid: true,
                    a_valid: true,
                    ..Default::default()
                },
                Default::default(),
            ],
            ..RegfileOutputs::default()
        };
        assert_eq!(offers.observe(&offer, 100 + LATE), Ok(Vec::new()));
    }

    /// The wait of the second begins when the first has left.
    #[test]
    fn only_the_oldest_must_hurry() {
        let mut offers = Offers::new(&small());
        let flat = FlatFile::new(&small());
        for _ in 0..2 {
            offers.accept(Instruction::default(), &flat, [None; 4], None, 100);
        }
        let offer = RegfileOutputs {
            out: [
                spec::regfile::Offer {
                    valid: true,
                    ..Default::default()
                },
                Default::default(),
            ],
            ..RegfileOutputs::default()
        };
        let take = RegfileInputs {
            out: [spec::Ready { ready: true }, Default::default()],
            ..RegfileInputs::default()
        };
        assert!(offers.observe(&offer, 120).is_ok());
        offers.take(&take, &offer, 120);
        assert_eq!(offers.len(), 1);
        let silent = RegfileOutputs::default();
        assert!(offers.observe(&silent, 120 + LATE).is_ok());
        assert!(offers.observe(&silent, 121 + LATE).is_err());
    }
}
