//! Children that have a clock, alone or in arrays, for `clock!` and `registers!`.

use rust_hdl::core::clock::Clock;
use rust_hdl::core::direction::In;
use rust_hdl::core::signal::Signal;

/// A block with a clock input. `#[hardware]` implements it for every block that names its
/// `clock`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no clock to connect",
    label = "`clock!` and `registers!` take fields that are clocked blocks, or arrays of them"
)]
pub trait Clocked {
    /// Calls `visit` with every clock input.
    fn each_clock(&mut self, visit: &mut impl FnMut(&mut Signal<In, Clock>));

    /// The lengths of the arrays around the block, outermost first.
    fn shape(&self) -> Vec<usize> {
        vec![]
    }
}

/// A register, or an array of registers, that can keep its value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a register",
    label = "`registers!` takes fields of type `Register<T>` or arrays of them; \
             other clocked children go into `clock!`"
)]
pub trait Holding: Clocked {
    /// Makes `d` follow `q`.
    fn hold(&mut self);

    /// Claims `d` as driven.
    fn claim(&mut self);
}

impl<T: Clocked, const N: usize> Clocked for [T; N] {
    fn each_clock(&mut self, visit: &mut impl FnMut(&mut Signal<In, Clock>)) {
        self.iter_mut().for_each(|child| child.each_clock(visit));
    }

    fn shape(&self) -> Vec<usize> {
        shape_of(self)
    }
}

impl<T: Clocked> Clocked for Vec<T> {
    fn each_clock(&mut self, visit: &mut impl FnMut(&mut Signal<In, Clock>)) {
        self.iter_mut().for_each(|child| child.each_clock(visit));
    }

    fn shape(&self) -> Vec<usize> {
        shape_of(self)
    }
}

fn shape_of<T: Clocked>(children: &[T]) -> Vec<usize> {
    let mut shape = vec![children.len()];
    shape.extend(children.first().map(Clocked::shape).unwrap_or_default());
    shape
}

impl<T: Holding, const N: usize> Holding for [T; N] {
    fn hold(&mut self) {
        self.iter_mut().for_each(Holding::hold);
    }

    fn claim(&mut self) {
        self.iter_mut().for_each(Holding::claim);
    }
}

impl<T: Holding> Holding for Vec<T> {
    fn hold(&mut self) {
        self.iter_mut().for_each(Holding::hold);
    }

    fn claim(&mut self) {
        self.iter_mut().for_each(Holding::claim);
    }
}
