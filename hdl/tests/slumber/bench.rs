//! A block in the simulator of rust_hdl, and random events.

use hdl::engine::AnyUnit;

/// A small generator; its seed is in the message of a failure.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 11) % limit
    }

    pub fn one_in(&mut self, odds: u64) -> bool {
        self.below(odds) == 0
    }
}

/// A unit that is driven and read by the names of its ports.
pub struct Bench {
    pub unit: Box<dyn AnyUnit>,
    pub inputs: Vec<u32>,
    pub outputs: Vec<u32>,
}

impl Bench {
    pub fn new(mut unit: Box<dyn AnyUnit>) -> Self {
        unit.prepare();
        let words = |ports: &[hdl::ports::Port]| ports.iter().map(|port| port.words()).sum();
        let inputs = vec![0; words(&unit.inputs())];
        let outputs = vec![0; words(&unit.outputs())];
        Self {
            unit,
            inputs,
            outputs,
        }
    }

    pub fn place(ports: &[hdl::ports::Port], name: &str) -> usize {
        let at = ports.iter().position(|port| port.name == name);
        let at = at.unwrap_or_else(|| panic!("no port {name}"));
        ports[..at].iter().map(|port| port.words()).sum()
    }

    /// Sets bits of an input.
    pub fn set(&mut self, name: &str, offset: usize, width: usize, value: u64) {
        let start = Self::place(&self.unit.inputs(), name);
        for bit in 0..width {
            let at = offset + bit;
            let word = &mut self.inputs[start + at / 32];
            *word = *word & !(1 << (at % 32)) | ((value >> bit & 1) as u32) << (at % 32);
        }
    }

    /// Copies an input from another frame.
    pub fn take(&mut self, frame: &[u32], name: &str) {
        let ports = self.unit.inputs();
        let start = Self::place(&ports, name);
        let port = ports.iter().find(|port| port.name == name);
        let words = start..start + port.expect("an input").words();
        self.inputs[words.clone()].copy_from_slice(&frame[words]);
    }

    pub fn get(&self, name: &str, offset: usize, width: usize) -> u64 {
        let start = Self::place(&self.unit.outputs(), name);
        (0..width).fold(0, |value, bit| {
            let at = offset + bit;
            value | u64::from(self.outputs[start + at / 32] >> (at % 32) & 1) << bit
        })
    }

    pub fn cycle(&mut self) {
        self.unit
            .cycle(&self.inputs, &mut self.outputs)
            .expect("no combinational loop");
    }

    /// Copies outputs to the inputs of another unit.
    pub fn feed(&self, other: &mut Bench, pairs: &[(&str, &str)]) {
        for (from, to) in pairs {
            let outputs = self.unit.outputs();
            let port = outputs.iter().find(|port| port.name == *from);
            let width = port.expect("an output").width;
            for offset in (0..width).step_by(32) {
                let part = (width - offset).min(32);
                other.set(to, offset, part, self.get(from, offset, part));
            }
        }
    }
}

/// The events of one register in a cycle, in the order of `power_controller`'s ports.
pub fn controller_events(random: &mut Random) -> Vec<(&'static str, usize, u64)> {
    let mut events = vec![];
    for name in ["in_kernel_start", "in_finish"] {
        events.push((name, 1, u64::from(random.one_in(60))));
    }
    let freed = events[1].2 == 1;
    events.push(("in_allocate", 1, u64::from(!freed && random.one_in(8))));
    for name in ["in_wake", "in_future", "in_fetch", "in_read_done"] {
        events.push((name, 1, u64::from(random.one_in(12))));
    }
    let write = random.one_in(10);
    let write_done = random.one_in(12);
    events.push(("in_write", 1, u64::from(write)));
    events.push(("in_write_done", 1, u64::from(write_done)));
    let load = !write && !write_done && random.one_in(8);
    events.push(("in_load", 1, u64::from(load)));
    for name in [
        "in_done_next_write",
        "in_done_stay",
        "in_done_shallow",
        "in_write_full",
        "in_next",
        "in_next_write",
    ] {
        events.push((name, 1, random.below(2)));
    }
    events.push(("in_tick", 1, u64::from(random.one_in(4))));
    for name in ["in_write_target", "in_load_target"] {
        events.push((name, 2, random.below(4)));
    }
    for name in ["in_write_count", "in_load_count"] {
        events.push((name, 5, random.below(24)));
    }
    events
}
