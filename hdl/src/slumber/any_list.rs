//! A `fetch_unit_list` of any line width, for a block whose type does not tell it.
//!
//! Widths are types in Rust: with both its number of registers and its line width as type
//! parameters, `slumber_top` would be compiled 224 times. So it holds a box, which has the ports of
//! a list and hands them through in the simulation; the emitter sees the list alone.

use super::fetch_list::FetchUnitList;
use crate::elaborate::Clocked;
use crate::prelude::*;
use rust_hdl::core::probe::Probe;
use spec::slumber::ListParameters;

/// A list in a box.
#[derive(Parts)]
pub struct AnyList {
    pub clock: Signal<In, Clock>,
    pub in_flush: Signal<In, Bit>,
    pub in_fill_valid: Signal<In, Bit>,
    pub in_fill_pc: Signal<In, Bits<64>>,
    pub in_evict_valid: Signal<In, Bit>,
    pub in_evict_pc: Signal<In, Bits<64>>,
    pub in_lookup_pcs: Signal<In, Bits<384>>,
    pub out_hit: Signal<Out, Bits<6>>,
    list: Option<Box<dyn List>>,
}

/// A list of some line width.
trait List: Block {
    /// The list takes the inputs of the box and gives it the output.
    fn exchange(&mut self, ports: &mut AnyList);

    /// Says that the inputs are driven.
    fn claim(&mut self);
}

impl<const L: usize> List for FetchUnitList<L> {
    fn exchange(&mut self, ports: &mut AnyList) {
        self.clock.next = ports.clock.val();
        self.in_flush.next = ports.in_flush.val();
        self.in_fill_valid.next = ports.in_fill_valid.val();
        self.in_fill_pc.next = ports.in_fill_pc.val();
        self.in_evict_valid.next = ports.in_evict_valid.val();
        self.in_evict_pc.next = ports.in_evict_pc.val();
        self.in_lookup_pcs.next = ports.in_lookup_pcs.val();
        ports.out_hit.next = self.out_hit.val();
    }

    fn claim(&mut self) {
        self.clock.connect();
        self.in_flush.connect();
        self.in_fill_valid.connect();
        self.in_fill_pc.connect();
        self.in_evict_valid.connect();
        self.in_evict_pc.connect();
        self.in_lookup_pcs.connect();
    }
}

impl AnyList {
    /// An empty list.
    pub fn new(parameters: ListParameters) -> Self {
        let list: Box<dyn List> = match 64 - parameters.offset_bits() {
            61 => Box::new(FetchUnitList::<61>::new(parameters)),
            60 => Box::new(FetchUnitList::<60>::new(parameters)),
            59 => Box::new(FetchUnitList::<59>::new(parameters)),
            58 => Box::new(FetchUnitList::<58>::new(parameters)),
            57 => Box::new(FetchUnitList::<57>::new(parameters)),
            56 => Box::new(FetchUnitList::<56>::new(parameters)),
            55 => Box::new(FetchUnitList::<55>::new(parameters)),
            other => unreachable!("the contract allows no lines of {other} bits"),
        };
        AnyListParts { list: Some(list) }.into()
    }

    /// The list; it is away only while it exchanges.
    fn with_list<T>(&mut self, act: impl FnOnce(&mut Self, &mut dyn List) -> T) -> Option<T> {
        let mut list = self.list.take()?;
        let result = act(self, list.as_mut());
        self.list = Some(list);
        Some(result)
    }
}

impl Logic for AnyList {
    fn update(&mut self) {
        self.with_list(|ports, list| list.exchange(ports));
    }

    fn connect(&mut self) {
        self.out_hit.connect();
        self.with_list(|_, list| list.claim());
    }
}

impl Block for AnyList {
    fn connect_all(&mut self) {
        self.connect();
        self.with_list(|_, list| list.connect_all());
    }

    fn update_all(&mut self) {
        self.clock.update_all();
        self.in_flush.update_all();
        self.in_fill_valid.update_all();
        self.in_fill_pc.update_all();
        self.in_evict_valid.update_all();
        self.in_evict_pc.update_all();
        self.in_lookup_pcs.update_all();
        self.out_hit.update_all();
        self.with_list(|_, list| list.update_all());
        self.update();
    }

    fn has_changed(&self) -> bool {
        self.clock.has_changed()
            || self.in_flush.has_changed()
            || self.in_fill_valid.has_changed()
            || self.in_fill_pc.has_changed()
            || self.in_evict_valid.has_changed()
            || self.in_evict_pc.has_changed()
            || self.in_lookup_pcs.has_changed()
            || self.out_hit.has_changed()
            || self.list.as_ref().is_some_and(|list| list.has_changed())
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        if let Some(list) = &self.list {
            list.accept(name, probe);
        }
    }
}

impl Clocked for AnyList {
    fn each_clock(&mut self, visit: &mut impl FnMut(&mut Signal<In, Clock>)) {
        visit(&mut self.clock);
    }
}
