//! Signals and registers whose type is known at run time only.

use rust_hdl::core::block::Block;
use rust_hdl::core::clock::Clock;
use rust_hdl::core::direction::{In, Local, Out};
use rust_hdl::core::signal::Signal;

use super::program::{Declaration, RegisterDeclaration};
use super::value::{with_type, Carrier, Maker, Value};
use hdl::elaborate::{Clocked, Holding};
use hdl::prim::Register;

/// A signal of the block.
pub(super) trait Wire: Block {
    /// What `val()` gives.
    fn read(&self) -> Value;
    /// What has been assigned.
    fn next(&self) -> Value;
    /// Assigns.
    fn write(&mut self, value: Value);
}

macro_rules! wires {
    ($($direction:ident),*) => {$(
        impl<T: Carrier> Wire for Signal<$direction, T> {
            fn read(&self) -> Value {
                self.val().value()
            }

            fn next(&self) -> Value {
                self.next.value()
            }

            fn write(&mut self, value: Value) {
                self.next = T::carry(value);
            }
        }
    )*};
}
wires!(In, Out, Local);

/// A register of the block.
pub(super) trait Cell: Block {
    /// The value that it has.
    fn q(&self) -> &dyn Wire;
    /// The value that it gets.
    fn d(&mut self) -> &mut dyn Wire;
    /// `clock!`
    fn drive_clock(&mut self, clock: Clock);
    /// `registers!`, besides the clock
    fn keep(&mut self);
    /// Claims the inputs as driven.
    fn claim_inputs(&mut self);
}

impl<T: Carrier> Cell for Register<T> {
    fn q(&self) -> &dyn Wire {
        &self.q
    }

    fn d(&mut self) -> &mut dyn Wire {
        &mut self.d
    }

    fn drive_clock(&mut self, clock: Clock) {
        self.each_clock(&mut |port| port.next = clock);
    }

    fn keep(&mut self) {
        self.hold();
    }

    fn claim_inputs(&mut self) {
        self.claim();
        self.each_clock(&mut |port| hdl::elaborate::Logic::connect(port));
    }
}

macro_rules! makers {
    ($($name:ident $direction:ident),*) => {$(
        struct $name;

        impl Maker for $name {
            type Made = Box<dyn Wire>;

            fn make<T: Carrier>(self) -> Box<dyn Wire> {
                Box::new(Signal::<$direction, T>::default())
            }
        }
    )*};
}
makers!(MakeInput In, MakeOutput Out, MakeLocal Local);

struct MakeRegister(Value);

impl Maker for MakeRegister {
    type Made = Box<dyn Cell>;

    fn make<T: Carrier>(self) -> Box<dyn Cell> {
        Box::new(Register::new(T::carry(self.0)))
    }
}

/// The elements of an array, or the one signal.
pub(super) type Elements<T> = Vec<Box<T>>;

fn each<T: ?Sized>(declared: &Declaration, make: impl Fn() -> Box<T>) -> Elements<T> {
    (0..declared.length.unwrap_or(1)).map(|_| make()).collect()
}

pub(super) fn input(declared: &Declaration) -> Elements<dyn Wire> {
    each(declared, || {
        with_type(declared.width, declared.boolean, MakeInput)
    })
}

pub(super) fn output(declared: &Declaration) -> Elements<dyn Wire> {
    each(declared, || {
        with_type(declared.width, declared.boolean, MakeOutput)
    })
}

pub(super) fn local(declared: &Declaration) -> Elements<dyn Wire> {
    each(declared, || {
        with_type(declared.width, declared.boolean, MakeLocal)
    })
}

pub(super) fn register(declared: &RegisterDeclaration) -> Elements<dyn Cell> {
    let signal = &declared.signal;
    each(signal, || {
        with_type(signal.width, signal.boolean, MakeRegister(declared.initial))
    })
}
