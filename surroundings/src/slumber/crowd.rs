//! Events of many registers, crowded on a few so that they meet each other.

use super::controller::count;
use crate::prng::Prng;
use spec::slumber::{
    ArrayInputs, Delays, Lanes, RegisterLanes, RegisterPlane, ACCESS_LANES, NEXT_LANES, READ_LANES,
    WRITE_LANES,
};

/// What the registers of a phase are told, and how often.
#[derive(Clone, Debug)]
pub struct Crowd {
    registers: u32,
    delays: Delays,
    /// Registers that most events name.
    hot: Vec<u16>,
    /// Chance of an enabled lane, in 10,000: fetch, future, wake, done, write, load, next.
    rates: [u32; 7],
    /// Chance of kernel_start, of allocate and of finish, in 10,000.
    kernel_start: u32,
    allocate: u32,
    finish: u32,
    /// Chances of flags, in percent.
    next_write: u32,
    down: u32,
    keep: u32,
    full: u32,
    near: u32,
    /// A wake is held until granted, in percent.
    held: u32,
    /// Wakes that are held, by lane.
    waiting: [Option<u16>; ACCESS_LANES],
}

impl Crowd {
    /// For so many registers.
    pub fn new(registers: usize, delays: Delays) -> Self {
        Self {
            registers: registers as u32,
            delays,
            hot: vec![0],
            rates: [0; 7],
            kernel_start: 0,
            allocate: 0,
            finish: 0,
            next_write: 50,
            down: 90,
            keep: 50,
            full: 50,
            near: 50,
            held: 50,
            waiting: [None; ACCESS_LANES],
        }
    }

    /// Another crowd, other rates.
    pub fn begin_phase(&mut self, prng: &mut Prng) {
        let size = prng.pick(&[1, 2, 4, 8, 24, 64]);
        self.hot.clear();
        let last = self.registers - 1;
        for _ in 0..size {
            let any = prng.below(self.registers);
            // Ends of the file and of its words, and a register with its neighbours.
            let register = match prng.below(8) {
                0 => prng.pick(&[0, 31, 32, last, last - 31]),
                1 => (u32::from(self.hot.last().copied().unwrap_or(0)) + 1).min(last),
                _ => any,
            };
            self.hot.push(register as u16);
        }
        let common: &[u32] = prng.pick(&[
            &[0, 20, 100],
            &[0, 100, 400, 1000],
            &[0, 400, 2000, 5000],
            &[0, 9000],
        ]);
        for rate in &mut self.rates {
            *rate = prng.pick(common);
        }
        self.kernel_start = prng.pick(&[0, 0, 10, 100, 1000]);
        self.allocate = prng.pick(&[300, 2000, 5000]);
        self.finish = prng.pick(&[0, 0, 0, 50, 500, 2500]);
        self.next_write = prng.pick(&[0, 0, 0, 20, 50, 100]);
        self.down = prng.pick(&[0, 50, 90, 100, 100]);
        self.keep = prng.pick(&[0, 50, 80, 100, 100]);
        self.full = prng.pick(&[0, 50, 50, 100]);
        self.near = prng.pick(&[50, 90, 100]);
        self.held = prng.pick(&[0, 50, 100, 100]);
        self.waiting = [None; ACCESS_LANES];
    }

    /// Any register that exists, mostly one of the crowd.
    pub fn register(&self, prng: &mut Prng) -> u16 {
        if prng.percent(6) {
            return prng.below(self.registers) as u16;
        }
        prng.pick(&self.hot)
    }

    fn lanes<const N: usize>(&self, prng: &mut Prng, rate: u32) -> (u16, RegisterLanes<N>) {
        let mut enable = 0;
        // What stands in a lane that is not enabled may be anything.
        let mut lanes = Lanes([0; N]);
        for (lane, register) in lanes.0.iter_mut().enumerate() {
            if prng.below(10_000) < rate {
                enable |= 1 << lane;
                *register = self.register(prng);
            } else {
                *register = prng.below(1024) as u16;
            }
        }
        (enable, lanes)
    }

    /// What is said of the next accesses of eight lanes: full writes.
    pub fn next_writes(&self, prng: &mut Prng) -> u8 {
        self.flags(prng, self.next_write)
    }

    fn flags(&self, prng: &mut Prng, percent: u32) -> u8 {
        (0..8).fold(0, |flags, bit| {
            flags | u8::from(prng.percent(percent)) << bit
        })
    }

    /// A range that exists; mostly short, and around a hot register.
    fn range(&self, prng: &mut Prng) -> (u16, u16) {
        if prng.percent(10) {
            return (0, self.registers as u16 - 1);
        }
        let first = self.register(prng);
        let length = prng.pick(&[1, 1, 2, 4, 20, 64, 300]);
        let last = (u32::from(first) + prng.below(length)).min(self.registers - 1);
        (first, last as u16)
    }

    /// The events of a cycle; few are out of contract.
    pub fn events(&mut self, prng: &mut Prng) -> ArrayInputs {
        let [fetch, future, wake, done, write, load, next] = self.rates;
        let mut inputs = ArrayInputs {
            kernel_start: prng.below(10_000) < self.kernel_start,
            allocate_valid: prng.below(10_000) < self.allocate,
            finish_valid: prng.below(10_000) < self.finish,
            ..ArrayInputs::default()
        };
        (inputs.allocate_first, inputs.allocate_last) = self.range(prng);
        (inputs.finish_first, inputs.finish_last) = self.range(prng);
        if inputs.allocate_valid && prng.percent(30) {
            (inputs.allocate_first, inputs.allocate_last) = (0, self.registers as u16 - 1);
        }
        let overlap = inputs.allocate_first <= inputs.finish_last
            && inputs.finish_first <= inputs.allocate_last;
        inputs.finish_valid &= !(inputs.allocate_valid && overlap);
        let enable;
        (enable, inputs.fetch_registers) = self.lanes(prng, fetch);
        inputs.fetch_enable = enable as u8;
        (inputs.future_enable, inputs.future_registers) = self.lanes(prng, future);
        let enable;
        (enable, inputs.wake_registers) = self.lanes(prng, wake);
        inputs.wake_enable = enable as u8;
        for (lane, waiting) in self.waiting.iter().enumerate() {
            if let Some(register) = *waiting {
                inputs.wake_enable |= 1 << lane;
                inputs.wake_registers.0[lane] = register;
            }
        }
        let enable;
        (enable, inputs.done_registers) = self.lanes(prng, done);
        inputs.done_enable = enable as u8;
        inputs.done_down = self.flags(prng, self.down);
        inputs.done_keep = self.flags(prng, self.keep);
        let enable;
        (enable, inputs.write_registers) = self.lanes(prng, write);
        inputs.write_enable = enable as u8;
        inputs.write_full = self.flags(prng, self.full) & 3;
        inputs.write_targets = Lanes([(); WRITE_LANES].map(|()| prng.below(4) as u16));
        inputs.write_counts =
            Lanes([(); WRITE_LANES].map(|()| count(prng, &self.delays, self.near)));
        inputs.load_valid = prng.below(10_000) < load;
        inputs.load_register = self.register(prng);
        inputs.load_target = spec::slumber::Voltage::from_bits(prng.below(4));
        inputs.load_count = count(prng, &self.delays, self.near);
        let enable;
        (enable, inputs.next_registers) = self.lanes(prng, next);
        inputs.next_enable = enable as u8;
        inputs.next_write = self.flags(prng, self.next_write) & 3;
        // What is corrected matters to what settles in the same cycle.
        for register in &mut inputs.next_registers.0 {
            if prng.percent(25) {
                *register = prng.pick(&inputs.done_registers.0);
            }
        }
        settle(&mut inputs);
        inputs
    }

    /// Which wakes go on.
    pub fn granted(
        &mut self,
        prng: &mut Prng,
        wakes: (u8, &RegisterLanes<ACCESS_LANES>),
        ready: &RegisterPlane,
    ) {
        let (enable, registers) = wakes;
        for (lane, waiting) in self.waiting.iter_mut().enumerate() {
            let register = registers.0[lane];
            let is_ready = ready[usize::from(register) / 32] >> (register % 32) & 1 == 1;
            let refused = enable >> lane & 1 == 1 && !is_ready;
            let goes_on = waiting.is_some() || prng.percent(self.held);
            *waiting = (refused && goes_on).then_some(register);
        }
    }

    /// A reset.
    pub fn reset(&mut self) {
        self.waiting = [None; ACCESS_LANES];
    }
}

/// Takes out what contradicts; in a small crowd that would be nearly every cycle.
fn settle(inputs: &mut ArrayInputs) {
    if inputs.write_registers.0[0] == inputs.write_registers.0[1] {
        inputs.write_enable &= 1;
    }
    if inputs.done_registers.0[READ_LANES] == inputs.done_registers.0[READ_LANES + 1] {
        inputs.done_enable &= 0x7f;
    }
    let both_next = inputs.next_enable == (1 << NEXT_LANES) - 1;
    if both_next && inputs.next_registers.0[0] == inputs.next_registers.0[1] {
        inputs.next_write = if inputs.next_write & 1 == 1 { 3 } else { 0 };
    }
    let named = |enable: u8, lanes: &[u16]| {
        let mut lanes = lanes.iter().enumerate();
        lanes.any(|(lane, &r)| enable >> lane & 1 == 1 && r == inputs.load_register)
    };
    inputs.load_valid &= !named(inputs.write_enable, &inputs.write_registers.0)
        && !named(
            inputs.done_enable >> READ_LANES,
            &inputs.done_registers.0[READ_LANES..],
        );
}
