//! The section *One cycle, exactly* of `docs/units/slumber.md`, line by line, with a counter that
//! falls as hardware's does. The golden model keeps absolute times instead; both must say the same.

use spec::slumber::{ControllerInputs, ControllerOutputs, Delays, Mode, Voltage};

/// The state, by the letters of the contract.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// The mode.
    pub s: Mode,
    /// The counter.
    pub c: u16,
    /// The register belongs to a warp.
    pub a: bool,
    /// A write is pending.
    pub p: bool,
    /// The next access is a full write.
    pub n: bool,
    /// What the register holds is valid.
    pub r: bool,
}

/// After reset, and of a register that is freed.
pub const RESET: State = State {
    s: Mode::Off,
    c: 0,
    a: false,
    p: false,
    n: true,
    r: false,
};

const ORDER: [&[Mode]; 5] = [
    &[Mode::On, Mode::Waking],
    &[Mode::ShallowSleep],
    &[Mode::Lifting],
    &[Mode::DeepSleep],
    &[Mode::Off],
];

fn place(mode: Mode) -> usize {
    ORDER
        .iter()
        .position(|modes| modes.contains(&mode))
        .unwrap_or(ORDER.len())
}

/// What a wake takes from a state of rest.
pub fn wake_delay(s: Mode, d: &Delays) -> u16 {
    match s {
        Mode::ShallowSleep => d.shallow_wake,
        Mode::DeepSleep => d.deep_wake,
        _ => d.off_wake,
    }
}

fn time(s: Mode, c: u16, tick: bool, d: &Delays) -> (Mode, u16) {
    match s {
        Mode::On => (Mode::On, 0),
        Mode::Waking if c == 1 => (Mode::On, 0),
        Mode::Lifting if c == d.shallow_wake + 1 => (Mode::ShallowSleep, 0),
        Mode::Waking | Mode::Lifting => (s, c - 1),
        _ if c == 0 => (s, 0),
        Mode::ShallowSleep if c == d.shallow_wake + 1 => (Mode::Waking, d.shallow_wake),
        Mode::ShallowSleep => (s, c - 1),
        _ if !tick => (s, c),
        _ if c == 1 => (Mode::Waking, wake_delay(s, d)),
        _ => (s, c - 1),
    }
}

fn up(s: Mode, c: u16, tick: bool, d: &Delays) -> (Mode, u16) {
    match s {
        Mode::On => (Mode::On, 0),
        Mode::Waking => time(s, c, tick, d),
        Mode::Lifting => (Mode::Waking, c - 1),
        _ => (Mode::Waking, wake_delay(s, d)),
    }
}

/// What a cycle makes of a state.
pub fn next(x: State, i: &ControllerInputs, d: &Delays) -> State {
    let State { s, c, a, p, n, r } = x;
    let freed = i.kernel_start | i.finish;
    if freed {
        return RESET;
    }
    let dispatched = i.write & a;
    let written = i.write_done & a;
    let p2 = dispatched | (p & !written);
    let quiet = !p2;
    let done = quiet & (i.read_done | i.write_done);
    let lift = quiet & a & i.fetch;
    let corrected = quiet & a & i.next;
    let wanted = i.wake | (quiet & a & i.future);
    let outcome = i.load & p & p2 & !dispatched;
    let n2 = if dispatched {
        i.write_full
    } else if !a | (s == Mode::Off) {
        n
    } else if (done & !i.done_next_write) | (corrected & !i.next_write) {
        false
    } else if (done & i.done_next_write) | (corrected & i.next_write) {
        true
    } else {
        n
    };
    let shallow = i.done_shallow | lift;
    let settles = match s {
        Mode::On => true,
        Mode::ShallowSleep => !shallow,
        Mode::DeepSleep => !shallow & n2,
        _ => false,
    };
    let (s2, c2) = if wanted {
        up(s, c, i.tick, d)
    } else if dispatched | outcome {
        let (target, count) = if dispatched {
            (i.write_target, i.write_count)
        } else {
            (i.load_target, i.load_count)
        };
        let target = match target {
            Voltage::Ground if !n2 => Mode::DeepSleep,
            other => other.resting(),
        };
        if target == Mode::On || place(target) < place(s) {
            up(s, c, i.tick, d)
        } else {
            (target, count)
        }
    } else if done & !i.done_stay & settles {
        let deep = if n2 { Mode::Off } else { Mode::DeepSleep };
        (if shallow { Mode::ShallowSleep } else { deep }, 0)
    } else if lift & (s == Mode::Off) {
        (Mode::Lifting, d.off_lift + d.shallow_wake)
    } else if lift & (s == Mode::DeepSleep) {
        (Mode::Lifting, d.deep_lift + d.shallow_wake)
    } else {
        time(s, c, i.tick, d)
    };
    State {
        s: s2,
        c: c2,
        a: a | i.allocate,
        p: p2,
        n: n2,
        r: (r | (written & (s == Mode::On))) & (s2 != Mode::Off),
    }
}

/// What the controller shows of a state.
pub fn outputs(x: State) -> ControllerOutputs {
    let voltage = Voltage::from_bits(x.s as u32);
    ControllerOutputs {
        state: x.s,
        remaining: x.c,
        voltage,
        sleep: voltage != Voltage::Supply,
        drowsy: matches!(voltage, Voltage::Shallow | Voltage::Deep),
        ready: x.s == Mode::On,
        retained: x.r,
        next_write: x.n,
    }
}
