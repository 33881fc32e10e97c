//! Blocks with arrays: of registers, of machines, of children.

use hdl::prelude::*;

/// An array of registers, written and read by address.
#[derive(LogicBlock)]
pub struct RegisterFile<const N: usize, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<A>>,
    pub write_data: Signal<In, Bits<16>>,
    pub read_address: Signal<In, Bits<A>>,
    pub read_data: Signal<Out, Bits<16>>,
    pub valid: Signal<Out, Bits<N>>,
    words: [Register<Bits<16>>; N],
    used: [Register<Bit>; N],
}

impl<const N: usize, const A: usize> Default for RegisterFile<N, A> {
    fn default() -> Self {
        RegisterFile {
            clock: Signal::default(),
            write: Signal::default(),
            write_address: Signal::default(),
            write_data: Signal::default(),
            read_address: Signal::default(),
            read_data: Signal::default(),
            valid: Signal::default(),
            words: Register::array_no_reset(),
            used: Register::array(false),
        }
    }
}

#[hardware(name = format!("register_file_{N}"))]
impl<const N: usize, const A: usize> Logic for RegisterFile<N, A> {
    fn update(&mut self) {
        registers!(self, clock, words, used);
        let slot = self.write_address.val().index();
        if self.write.val() {
            self.words[slot].d.next = self.write_data.val();
            self.used[slot].d.next = true;
        }
        self.read_data.next = self.words[self.read_address.val().index()].q.val();
        self.valid.next = 0.into();
        for i in 0..N {
            self.valid.next = self.valid.val().replace_bit(i, self.used[i].q.val());
        }
    }
}

/// Many small machines as arrays of registers in one module.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Power {
    On,
    Drowsy,
    Off,
    Waking,
}

#[derive(LogicBlock)]
pub struct Gates<const N: usize, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub access: Signal<In, Bit>,
    pub dead: Signal<In, Bit>,
    pub address: Signal<In, Bits<A>>,
    pub threshold: Signal<In, Bits<6>>,
    pub on: Signal<Out, Bits<N>>,
    state: [Register<Power>; N],
    count: [Register<Bits<6>>; N],
}

impl<const N: usize, const A: usize> Default for Gates<N, A> {
    fn default() -> Self {
        Gates {
            clock: Signal::default(),
            access: Signal::default(),
            dead: Signal::default(),
            address: Signal::default(),
            threshold: Signal::default(),
            on: Signal::default(),
            state: Register::array(Power::On),
            count: Register::array(0.into()),
        }
    }
}

#[hardware(name = format!("gates_{N}"))]
impl<const N: usize, const A: usize> Logic for Gates<N, A> {
    fn update(&mut self) {
        registers!(self, clock, state, count);
        self.on.next = 0.into();
        for i in 0..N {
            let hit = self.address.val() == i.to_bits::<A>();
            let access = self.access.val() && hit;
            let dead = self.dead.val() && hit;
            let state = self.state[i].q.val();
            let count = self.count[i].q.val();
            match state {
                Power::On => {
                    self.count[i].d.next = count + 1;
                    if access {
                        self.count[i].d.next = 0.into();
                    } else if dead {
                        self.state[i].d.next = Power::Off;
                    } else if count == self.threshold.val() {
                        self.state[i].d.next = Power::Drowsy;
                        self.count[i].d.next = 0.into();
                    }
                }
                Power::Drowsy | Power::Off => {
                    if access {
                        self.state[i].d.next = Power::Waking;
                        self.count[i].d.next = 0.into();
                    }
                }
                Power::Waking => {
                    self.count[i].d.next = count + 1;
                    if count == 3 {
                        self.state[i].d.next = Power::On;
                        self.count[i].d.next = 0.into();
                    }
                }
            }
            self.on.next = self.on.val().replace_bit(i, state == Power::On);
        }
    }
}

/// One lane: the difference to the base, and whether it fits a byte.
#[derive(LogicBlock, Default)]
pub struct Lane {
    pub value: Signal<In, Bits<32>>,
    pub base: Signal<In, Bits<32>>,
    pub delta: Signal<Out, Bits<8>>,
    pub fits: Signal<Out, Bit>,
}

#[hardware]
impl Logic for Lane {
    fn update(&mut self) {
        let delta = self.value.val() - self.base.val();
        let byte = delta.get_bits::<8>(0);
        self.delta.next = byte;
        self.fits.next = sign_extend::<32, 8>(byte) == delta;
    }
}

/// An array of children.
#[derive(LogicBlock)]
pub struct Lanes<const N: usize, const W: usize, const D: usize> {
    pub word: Signal<In, Bits<W>>,
    pub deltas: Signal<Out, Bits<D>>,
    pub fits: Signal<Out, Bits<N>>,
    pub all_fit: Signal<Out, Bit>,
    lane: [Lane; N],
}

impl<const N: usize, const W: usize, const D: usize> Default for Lanes<N, W, D> {
    fn default() -> Self {
        Lanes {
            word: Signal::default(),
            deltas: Signal::default(),
            fits: Signal::default(),
            all_fit: Signal::default(),
            lane: std::array::from_fn(|_| Lane::default()),
        }
    }
}

#[hardware(name = format!("lanes_{N}"))]
impl<const N: usize, const W: usize, const D: usize> Logic for Lanes<N, W, D> {
    fn update(&mut self) {
        self.deltas.next = 0.into();
        self.fits.next = 0.into();
        for i in 0..N {
            self.lane[i].value.next = self.word.val().get_bits::<32>(i * 32);
            self.lane[i].base.next = self.word.val().get_bits::<32>(0);
            self.deltas.next = replace_bits(self.deltas.val(), i * 8, self.lane[i].delta.val());
            self.fits.next = self.fits.val().replace_bit(i, self.lane[i].fits.val());
        }
        self.all_fit.next = self.fits.val().all();
    }
}
