//! The model of `power_array`.
//!
//! In a cycle a handful of registers is named by an event or reaches the end of a delay; only
//! these are looked at. A calendar holds the registers that move in each of the next 512 cycles,
//! which is as far as the counter sees.

use super::energy::{Ledger, Residency};
use super::legality::check;
use super::register::{Register, Time};
use spec::slumber::{
    ArrayInputs, ArrayOutputs, ArrayParameters, ControllerInputs, Delays, Mode, RegisterPlane,
    Voltage, COUNTER_MAXIMUM, READ_LANES, TICK,
};
use spec::{UnitFault, UnitModel};

/// Cycles that the calendar covers: no delay or wait is longer than the counter's ticks.
const CALENDAR: usize = (COUNTER_MAXIMUM as usize + 1) * TICK as usize;
/// Registers of a row, which share what a wait is told.
const ROW: u16 = 32;

/// The model of `power_array`.
#[derive(Clone, Debug)]
pub struct PowerArray {
    delays: Delays,
    now: u64,
    registers: Vec<Register>,
    /// What the array drives, kept up to date as registers move; no lane is granted.
    planes: ArrayOutputs,
    /// The inputs of the last cycle, whose events are told of in this one.
    named: ArrayInputs,
    events: Decoded,
    /// Registers that may move at the end of a cycle, by cycle modulo [`CALENDAR`]. An entry may
    /// be out of date; looking at a register once too often does no harm.
    calendar: Vec<Vec<u16>>,
    /// The cycles of the calendar that have an entry, a bit each.
    marked: [u64; CALENDAR / 64],
    ledger: Ledger,
}

impl PowerArray {
    /// An array as it is after reset.
    pub fn new(parameters: ArrayParameters) -> Self {
        let registers = parameters.registers();
        Self {
            delays: parameters.delays(),
            now: 0,
            registers: vec![Register::default(); registers],
            planes: all_off(registers),
            named: ArrayInputs::default(),
            events: Decoded::new(registers),
            calendar: vec![Vec::new(); CALENDAR],
            marked: [0; CALENDAR / 64],
            ledger: Ledger::new(registers),
        }
    }

    /// Cycles that register `register` spent in each state since reset, if it exists.
    pub fn residency(&self, register: usize) -> Option<Residency> {
        self.ledger.residency(register, self.now)
    }

    /// All registers' cycles together.
    pub fn total_residency(&self) -> Residency {
        self.ledger.total(self.now)
    }

    /// The state of a register in the coming cycle, if it exists.
    pub fn register(&self, register: usize) -> Option<&Register> {
        self.registers.get(register)
    }

    /// Cycles, the coming one first, in which no register moves if nothing is asked; `u64::MAX` if
    /// none ever will.
    pub(super) fn rests_for(&self) -> u64 {
        let first = self.now as usize % CALENDAR;
        let words = self.marked.len();
        // From the slot of the coming cycle round to what lies before it in its word.
        for step in 0..=words {
            let at = (first / 64 + step) % words;
            let mask = match step {
                0 => u64::MAX << (first % 64),
                _ if step == words => !(u64::MAX << (first % 64)),
                _ => u64::MAX,
            };
            let marked = self.marked[at] & mask;
            if marked != 0 {
                let slot = 64 * at + marked.trailing_zeros() as usize;
                return ((slot + CALENDAR - first) % CALENDAR) as u64;
            }
        }
        u64::MAX
    }

    /// Lets so many of them pass.
    pub(super) fn rest(&mut self, cycles: u64) {
        self.now += cycles;
    }

    /// What the array drives in the coming cycle; no lane is granted.
    pub(super) fn planes(&self) -> &ArrayOutputs {
        &self.planes
    }

    /// A cycle of events, with the registers that they are for, which are known to be in contract; gives
    /// the lanes that are granted.
    pub(super) fn run(&mut self, inputs: &ArrayInputs) -> u8 {
        let mut grant = 0;
        for (lane, register) in inputs.wake_registers.enabled(inputs.wake_enable) {
            grant |= u8::from(bit(&self.planes.ready, register)) << lane;
        }
        self.events.decode(inputs);
        let slot = self.now as usize % CALENDAR;
        for register in self.calendar[slot].drain(..) {
            self.events.of(register);
        }
        self.marked[slot / 64] &= !(1 << (slot % 64));
        for index in 0..self.events.named.len() {
            self.advance(self.events.named[index]);
        }
        self.events.clear();
        self.now += 1;
        grant
    }

    fn advance(&mut self, index: u16) {
        let next = self.now + 1;
        let register = &mut self.registers[usize::from(index)];
        let before = *register;
        let events = &self.events.events[usize::from(index)];
        register.advance(Time::regular(self.now), events, &self.delays);
        let register = *register;
        let moves = register.moves_at(&self.delays);
        // Where nothing changes the calendar is right already, unless the register was to move in
        // this very cycle and an event of it gave the same state again.
        if let Some(cycle) = moves.filter(|&cycle| register != before || cycle == next) {
            let slot = cycle as usize % CALENDAR;
            self.calendar[slot].push(index);
            self.marked[slot / 64] |= 1 << (slot % 64);
        }
        if register == before {
            return;
        }
        if register.mode() != before.mode() {
            self.ledger.enter(usize::from(index), register.mode(), next);
            show(&mut self.planes, index, register.mode());
        }
        set_bit(&mut self.planes.retained, index, register.retained());
    }
}

impl UnitModel<spec::slumber::PowerArray> for PowerArray {
    fn reset(&mut self) {
        let registers = self.registers.len();
        self.registers.fill(Register::default());
        self.planes = all_off(registers);
        self.named = ArrayInputs::default();
        self.calendar.iter_mut().for_each(Vec::clear);
        self.marked.fill(0);
        self.ledger = Ledger::new(registers);
        self.now = 0;
    }

    fn cycle(&mut self, inputs: &ArrayInputs) -> Result<ArrayOutputs, UnitFault<ArrayOutputs>> {
        let events = with_events_of(inputs, &self.named);
        // Events are judged as they come, and fetches when it is told which of them there are.
        let fetches = ArrayInputs {
            fetch_enable: inputs.fetch_enable,
            fetch_registers: self.named.fetch_registers,
            ..ArrayInputs::default()
        };
        let named = ArrayInputs {
            fetch_enable: 0,
            ..inputs.clone()
        };
        check(&fetches, self.registers.len())?;
        check(&named, self.registers.len())?;
        let mut outputs = self.planes.clone();
        outputs.grant = self.run(&events);
        self.named = inputs.clone();
        Ok(outputs)
    }
}

/// The events of `named` with what `told` tells of them, and its wakes. So what happens in a cycle are
/// the events of the cycle before with what this one tells.
pub fn with_events_of(told: &ArrayInputs, named: &ArrayInputs) -> ArrayInputs {
    ArrayInputs {
        fetch_enable: told.fetch_enable,
        wake_enable: told.wake_enable,
        wake_registers: told.wake_registers,
        done_down: told.done_down,
        done_keep: told.done_keep,
        write_full: told.write_full,
        write_targets: told.write_targets,
        write_counts: told.write_counts,
        load_target: told.load_target,
        load_count: told.load_count,
        ..named.clone()
    }
}

/// The events of a cycle, register by register.
#[derive(Clone, Debug)]
struct Decoded {
    events: Vec<ControllerInputs>,
    /// Whether a register is in `named`.
    seen: Vec<bool>,
    /// The registers that have an event.
    named: Vec<u16>,
}

impl Decoded {
    fn new(registers: usize) -> Self {
        Self {
            events: vec![ControllerInputs::default(); registers],
            seen: vec![false; registers],
            named: Vec::with_capacity(registers),
        }
    }

    fn of(&mut self, register: u16) -> &mut ControllerInputs {
        let index = usize::from(register);
        if !self.seen[index] {
            self.seen[index] = true;
            self.named.push(register);
        }
        &mut self.events[index]
    }

    fn clear(&mut self) {
        for register in self.named.drain(..) {
            self.seen[usize::from(register)] = false;
            self.events[usize::from(register)] = ControllerInputs::default();
        }
    }

    fn decode(&mut self, inputs: &ArrayInputs) {
        if inputs.kernel_start {
            for register in 0..self.events.len() as u16 {
                self.of(register).kernel_start = true;
            }
        }
        if inputs.allocate_valid {
            for register in inputs.allocate_first..=inputs.allocate_last {
                self.of(register).allocate = true;
            }
        }
        if inputs.finish_valid {
            for register in inputs.finish_first..=inputs.finish_last {
                self.of(register).finish = true;
            }
        }
        for (_, register) in inputs.fetch_registers.enabled(inputs.fetch_enable) {
            self.of(register).fetch = true;
        }
        for (_, register) in inputs.future_registers.enabled(inputs.future_enable) {
            self.of(register).future = true;
        }
        for (_, register) in inputs.wake_registers.enabled(inputs.wake_enable) {
            self.of(register).wake = true;
        }
        for (lane, register) in inputs.done_registers.enabled(inputs.done_enable) {
            self.decode_done(inputs, lane, register);
        }
        self.decode_writes(inputs);
    }

    /// Accesses of one register that are done in one cycle go together: where some may go deep and
    /// some must keep contents it is DS.
    fn decode_done(&mut self, inputs: &ArrayInputs, lane: usize, register: u16) {
        let events = self.of(register);
        if !events.read_done && !events.write_done {
            events.done_stay = true;
            events.done_shallow = true;
            events.done_next_write = true;
        }
        let down = inputs.done_down >> lane & 1 == 1;
        let keep = inputs.done_keep >> lane & 1 == 1;
        events.done_stay &= !down && !keep;
        events.done_shallow &= !down;
        events.done_next_write &= !keep;
        if lane < READ_LANES {
            events.read_done = true;
        } else {
            events.write_done = true;
        }
    }

    fn decode_writes(&mut self, inputs: &ArrayInputs) {
        if inputs.write_enable == 0 && !inputs.load_valid && inputs.next_enable == 0 {
            return;
        }
        let writes = inputs.write_registers.enabled(inputs.write_enable);
        let load = inputs.load_valid.then_some(inputs.load_register);
        // A row has wires for one wait: of several none sleeps, and none is known to be full.
        let named = writes.map(|(_, register)| register).chain(load);
        let rows: Vec<u16> = named.map(|register| register / ROW).collect();
        let shared = |register: u16| {
            let of_row = rows.iter().filter(|&&row| row == register / ROW);
            of_row.count() > 1
        };
        for (lane, register) in inputs.write_registers.enabled(inputs.write_enable) {
            let events = self.of(register);
            events.write = true;
            events.write_full = inputs.write_full >> lane & 1 == 1;
            events.write_target = Voltage::from_bits(u32::from(inputs.write_targets.0[lane]));
            events.write_count = inputs.write_counts.0[lane];
            if shared(register) {
                events.write_full = false;
                (events.write_target, events.write_count) = (Voltage::Supply, 0);
            }
        }
        if inputs.load_valid {
            let events = self.of(inputs.load_register);
            events.load = true;
            events.load_target = inputs.load_target;
            events.load_count = inputs.load_count;
            if shared(inputs.load_register) {
                (events.load_target, events.load_count) = (Voltage::Supply, 0);
            }
        }
        for (lane, register) in inputs.next_registers.enabled(inputs.next_enable) {
            let events = self.of(register);
            events.next = true;
            events.next_write = inputs.next_write >> lane & 1 == 1;
        }
    }
}

/// The planes of an array after reset.
fn all_off(registers: usize) -> ArrayOutputs {
    let mut planes = ArrayOutputs::default();
    for register in 0..registers as u16 {
        show(&mut planes, register, Mode::Off);
    }
    planes
}

/// Drives the switches of a register that is in state `mode`.
fn show(planes: &mut ArrayOutputs, register: u16, mode: Mode) {
    let voltage = mode.voltage();
    set_bit(&mut planes.sleep, register, voltage.sleep());
    set_bit(&mut planes.drowsy, register, voltage.drowsy());
    set_bit(&mut planes.voltage_high, register, voltage as u8 >> 1 == 1);
    set_bit(&mut planes.voltage_low, register, voltage as u8 & 1 == 1);
    set_bit(&mut planes.ready, register, mode == Mode::On);
}

/// The bit of a register in a plane.
pub(super) fn bit(plane: &RegisterPlane, register: u16) -> bool {
    plane[usize::from(register) / 32] >> (register % 32) & 1 == 1
}

fn set_bit(plane: &mut RegisterPlane, register: u16, value: bool) {
    let word = &mut plane[usize::from(register) / 32];
    let mask = 1 << (register % 32);
    if value {
        *word |= mask;
    } else {
        *word &= !mask;
    }
}
