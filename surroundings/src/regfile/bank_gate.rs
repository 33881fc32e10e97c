//! Stimulus and oracle of `bank_gate`.

use crate::closed::Watcher;
use crate::generate::closed_loop::Surroundings;
use crate::generate::rhythm::{Beat, Flow};
use crate::oracle::{check, Violation};
use crate::prng::Prng;
use spec::regfile::{BankGate, BankGateInputs, BankGateOutputs, BankGateParameters};

/// All that accesses a bank.
pub struct Around {
    entries: u32,
    valid: Vec<bool>,
    /// Entries that most stores of a phase name.
    hot: Vec<u8>,
    requests: Beat,
    /// In percent.
    stores: u32,
    held: u32,
    /// In 10,000.
    release: u32,
    clear: u32,
    /// A request that waits.
    waiting: Option<(bool, u8)>,
}

impl Around {
    /// For a bank with these parameters.
    pub fn new(parameters: BankGateParameters) -> Self {
        Self {
            entries: parameters.entries() as u32,
            valid: vec![false; parameters.entries()],
            hot: vec![0],
            requests: Beat::new(Flow::Full),
            stores: 50,
            held: 100,
            release: 0,
            clear: 0,
            waiting: None,
        }
    }

    /// A valid entry, if a few draws find one.
    fn stored(&self, prng: &mut Prng) -> Option<u8> {
        let from = prng.below(self.entries) as usize;
        let entries = self.valid.len();
        let entry = (0..entries).map(|i| (from + i) % entries);
        { entry }.find(|&entry| self.valid[entry]).map(|e| e as u8)
    }

    fn request(&self, prng: &mut Prng) -> (bool, u8) {
        let any = |prng: &mut Prng| {
            if prng.percent(10) {
                prng.below(self.entries) as u8
            } else {
                prng.pick(&self.hot)
            }
        };
        match self.stored(prng) {
            Some(entry) if !prng.percent(self.stores) => (false, entry),
            _ => (true, any(prng)),
        }
    }

    fn release(&self, prng: &mut Prng) -> (bool, u8) {
        let valid = prng.below(10_000) < self.release;
        let entry = if prng.percent(80) {
            self.stored(prng)
        } else {
            None
        };
        (
            valid,
            entry.unwrap_or_else(|| prng.below(self.entries) as u8),
        )
    }
}

impl Surroundings<BankGate> for Around {
    fn begin_phase(&mut self, prng: &mut Prng) -> u32 {
        let size = prng.pick(&[1, 2, 8, 64]);
        let last = self.entries - 1;
        self.hot = (0..size)
            .map(|_| match prng.below(4) {
                0 => prng.pick(&[0, 31, 32, last]) as u8,
                _ => prng.below(last + 1) as u8,
            })
            .collect();
        self.requests.change(prng.weighted(&[
            (2, Flow::Full),
            (3, Flow::Bubbles(50)),
            (4, Flow::Bubbles(10)),
            (2, Flow::Bubbles(2)),
            (3, Flow::Bursts { on: 16, off: 30 }),
        ]));
        self.stores = prng.pick(&[10, 50, 100]);
        self.held = prng.pick(&[50, 100, 100, 100]);
        self.release = prng.pick(&[0, 500, 3000, 9000]);
        self.clear = prng.pick(&[0, 0, 20, 300]);
        prng.between(60, 600)
    }

    fn inputs(&mut self, prng: &mut Prng) -> BankGateInputs {
        let asks = self.requests.next(prng);
        let request = self.waiting.or_else(|| asks.then(|| self.request(prng)));
        let (store, entry) = request.unwrap_or_else(|| (prng.percent(50), prng.next_u32() as u8));
        let (release0_valid, release0_entry) = self.release(prng);
        let (release1_valid, release1_entry) = self.release(prng);
        let mut inputs = BankGateInputs {
            request: request.is_some(),
            store,
            entry,
            release0_valid,
            release0_entry,
            release1_valid,
            release1_entry,
            clear: prng.below(10_000) < self.clear,
        };
        // A read may meet the release of its entry; a store that did would contradict it.
        if inputs.request && inputs.store {
            inputs.release0_valid &= release0_entry != entry;
            inputs.release1_valid &= release1_entry != entry;
        }
        inputs
    }

    fn quiet(&self) -> BankGateInputs {
        BankGateInputs::default()
    }

    fn observe(&mut self, i: &BankGateInputs, o: &BankGateOutputs, prng: &mut Prng) {
        track(&mut self.valid, i, o);
        let refused = i.request && !o.grant;
        let goes_on = self.waiting.is_some() || prng.percent(self.held);
        self.waiting = (refused && goes_on).then_some((i.store, i.entry));
        // Impatience: what waits may be withdrawn while the bank wakes.
        if self.held < 100 && prng.percent(10) {
            self.waiting = None;
        }
        if let Some((false, entry)) = self.waiting {
            let valid = self.valid.get(usize::from(entry));
            self.waiting = self.waiting.filter(|_| valid == Some(&true));
        }
    }

    fn reset(&mut self, _: &mut Prng) {
        self.valid.fill(false);
        self.waiting = None;
    }
}

/// The valid bits at the end of a cycle.
fn track(valid: &mut [bool], i: &BankGateInputs, o: &BankGateOutputs) {
    let mut set = |entry: u8, to: bool| {
        if let Some(place) = valid.get_mut(usize::from(entry)) {
            *place = to;
        }
    };
    if i.release0_valid {
        set(i.release0_entry, false);
    }
    if i.release1_valid {
        set(i.release1_entry, false);
    }
    if o.grant && i.store {
        set(i.entry, true);
    }
    if i.clear {
        valid.fill(false);
    }
}

/// Checks the properties of `bank_gate`.
pub struct Watch {
    wake_delay: u16,
    valid: Vec<bool>,
    last: Option<(BankGateInputs, BankGateOutputs)>,
    /// Cycles since a request found the bank gated.
    waking: u16,
}

impl Watch {
    /// Of a bank that is at reset.
    pub fn new(parameters: BankGateParameters) -> Self {
        Self {
            wake_delay: parameters.wake_delay(),
            valid: vec![false; parameters.entries()],
            last: None,
            waking: 0,
        }
    }
}

impl Watcher<BankGate> for Watch {
    fn reset(&mut self) {
        self.valid.fill(false);
        self.last = None;
        self.waking = 0;
    }

    fn observe(&mut self, i: &BankGateInputs, o: &BankGateOutputs) -> Result<(), Violation> {
        let asleep = o.gated || o.waking;
        let occupied = self.valid.contains(&true);
        check(!asleep || !occupied, "GatedOnlyWhenEmpty", || {
            "a bank that holds something has no power".to_owned()
        })?;
        check(o.occupied == occupied, "GatedOnlyWhenEmpty", || {
            format!("occupied is {}, valid entries: {occupied}", o.occupied)
        })?;
        check(
            o.grant == (i.request && !asleep),
            "GrantImpliesAwake",
            || format!("grant is {} while gated or waking is {asleep}", o.grant),
        )?;
        check(o.isolate == asleep, "IsolatedUnlessAwake", || {
            format!("isolate is {} while gated or waking is {asleep}", o.isolate)
        })?;
        match &self.last {
            None => check(o.gated && !o.occupied, "ResetIsGated", || {
                "after reset the bank is not gated or not empty".to_owned()
            })?,
            Some((asked, was)) => {
                let idle = !was.waking && !was.occupied && !asked.request;
                check(!idle || o.gated, "EmptyBankIsGated", || {
                    "an empty bank that nobody asked for is not gated".to_owned()
                })?;
                let begins = was.gated && asked.request;
                self.waking = match self.waking {
                    0 => u16::from(begins),
                    cycles => cycles + 1,
                };
            }
        }
        if self.waking > 0 {
            check(
                asleep == (self.waking <= self.wake_delay),
                "RequestWaitsExactly",
                || {
                    format!(
                        "{} cycles after a request awake is {}",
                        self.waking, !asleep
                    )
                },
            )?;
            if !asleep {
                self.waking = 0;
            }
        }
        track(&mut self.valid, i, o);
        self.last = Some((i.clone(), o.clone()));
        Ok(())
    }
}
