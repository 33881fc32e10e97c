//! A register: `q` takes the value of `d` at the rising edge of `clock`.
//!
//! Parameters: the type of the value, and the initial value, to which reset returns the register.
//! [`Register::no_reset`] makes a data-path register without reset: it starts with zero in
//! rust_hdl's simulation and with an unknown value in Verilog, so nothing may depend on it before
//! it was written.
//!
//! Guarantees: `q` changes only at the rising edge. rust_hdl has no reset; the emitter adds it,
//! in one policy for the whole design.
//!
//! Why not rust_hdl's `DFF`: it has no initial value that the emitter could see. A register
//! vanishes into its parent's module as `name_q` and `name_d`, arrays of registers become arrays
//! there; `registers!` connects them.

use rust_hdl::core::timing::TimingInfo;

use crate::elaborate::{Clocked, Holding};
use crate::prelude::*;
use crate::tag::Tag;

/// A register of type `T`; see the module's comment.
#[derive(Clone, Debug, LogicBlock)]
pub struct Register<T: Synth> {
    pub clock: Signal<In, Clock>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,
    _reset: bool,
}

impl<T: Synth> Register<T> {
    /// A register that starts, and is reset, with `initial`.
    pub fn new(initial: T) -> Self {
        Register {
            clock: Signal::default(),
            d: Signal::default(),
            q: Signal::new_with_default(initial),
            _reset: true,
        }
    }

    /// A data-path register without reset.
    pub fn no_reset() -> Self {
        Register {
            _reset: false,
            ..Self::new(T::default())
        }
    }

    /// An array of registers that start with `initial`.
    pub fn array<const N: usize>(initial: T) -> [Self; N] {
        std::array::from_fn(|_| Self::new(initial))
    }

    /// An array of data-path registers without reset.
    pub fn array_no_reset<const N: usize>() -> [Self; N] {
        std::array::from_fn(|_| Self::no_reset())
    }
}

impl<T: Synth> Default for Register<T> {
    /// A register that is reset to the default value.
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Synth> Logic for Register<T> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.q.next = self.d.val();
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn timing(&self) -> Vec<TimingInfo> {
        Tag::Register { reset: self._reset }.encode()
    }
}

impl<T: Synth> Clocked for Register<T> {
    fn each_clock(&mut self, visit: &mut impl FnMut(&mut Signal<In, Clock>)) {
        visit(&mut self.clock);
    }
}

impl<T: Synth> Holding for Register<T> {
    fn hold(&mut self) {
        self.d.next = self.q.val();
    }

    fn claim(&mut self) {
        self.d.connect();
    }
}
