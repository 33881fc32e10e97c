//! The lines of the compressor's cache.

use crate::prelude::*;
use spec::regless::SLOTS;

/// The lines of the compressor's cache: the register that each holds of all warps, of which warps it is here
/// and of which only in the L1's line, and whether the line differs from the L1's.
///
/// Lines are replaced in turn. All but `valid` mean something only while a line is valid. Lines are named
/// with 4 bits, whatever their number.
#[derive(LogicBlock, Described, Parts)]
pub struct CompressorLines {
    pub clock: Signal<In, Clock>,
    /// A request is looked up from the next cycle on until it ends, in which no other line than its own enters.
    pub look: Signal<In, Bit>,
    pub look_register: Signal<In, Bits<6>>,
    /// The register of the request, and its warp as one bit.
    pub register: Signal<In, Bits<6>>,
    pub own: Signal<In, Bits<SLOTS>>,
    pub hit: Signal<Out, Bit>,
    pub hit_line: Signal<Out, Bits<4>>,
    /// The request's register is here, not in the L1's line.
    pub hit_here: Signal<Out, Bit>,
    /// The line that is replaced next, and what it holds.
    pub hand: Signal<Out, Bits<4>>,
    pub hand_register: Signal<Out, Bits<6>>,
    /// It holds nothing that the L1 lacks; it lacks something that the L1 has.
    pub hand_needless: Signal<Out, Bit>,
    pub hand_lacks: Signal<Out, Bit>,

    /// A line comes from the L1: it brings what is not here.
    pub arrive: Signal<In, Bit>,
    pub arrive_line: Signal<In, Bits<4>>,
    pub arrive_here: Signal<Out, Bits<SLOTS>>,
    /// The hand goes on.
    pub step: Signal<In, Bit>,
    /// The line of the request enters at the hand in the place of what is there, with warps that only the L1's line has.
    pub enter: Signal<In, Bit>,
    pub enter_rest: Signal<In, Bits<SLOTS>>,
    /// The request's register is stored in its line, the one that enters if it does; or is no longer compressed.
    pub store: Signal<In, Bit>,
    pub forget: Signal<In, Bit>,

    valid: Vec<Register<Bit>>,
    changed: Vec<Register<Bit>>,
    held: Vec<Register<Bits<6>>>,
    here: Vec<Register<Bits<SLOTS>>>,
    rest: Vec<Register<Bits<SLOTS>>>,
    at: Register<Bits<4>>,
    /// The line has the request's register.
    same: Vec<Register<Bit>>,
    _lines: usize,
}

impl CompressorLines {
    /// As many lines without anything.
    pub fn new(lines: usize) -> Self {
        CompressorLinesParts {
            valid: reset_registers(lines),
            changed: data_registers(lines),
            held: data_registers(lines),
            here: data_registers(lines),
            rest: data_registers(lines),
            at: Register::default(),
            same: data_registers(lines),
            _lines: lines,
        }
        .into()
    }
}

#[hardware(name = format!("compressor_lines_c{}", self._lines))]
impl Logic for CompressorLines {
    fn update(&mut self) {
        registers!(self, clock, valid, changed, held, here, rest, at, same);
        let at = self.at.q.val();
        let own = self.own.val();
        for k in 0..self._lines {
            if self.look.val() {
                self.same[k].d.next =
                    self.valid[k].q.val() && self.held[k].q.val() == self.look_register.val();
            }
        }
        let mut hit = false;
        let mut hit_line = bits::<4>(0);
        let mut hit_here = bits::<SLOTS>(0);
        for k in 0..self._lines {
            hit = hit || self.same[k].q.val();
            hit_line |= gate(self.same[k].q.val(), k.to_bits::<4>());
            hit_here |= gate(self.same[k].q.val(), self.here[k].q.val());
        }
        self.hit.next = hit;
        self.hit_line.next = hit_line;
        self.hit_here.next = (hit_here & own).any();
        let mut hand_needed = false;
        let mut hand_lacks = false;
        for k in 0..self._lines {
            let needed =
                self.valid[k].q.val() && self.changed[k].q.val() && self.here[k].q.val().any();
            let at_hand = at == k.to_bits::<4>();
            hand_needed = hand_needed || (at_hand && needed);
            hand_lacks = hand_lacks || (at_hand && self.rest[k].q.val().any());
        }
        self.hand.next = at;
        self.hand_register.next = self.held[at.index()].q.val();
        self.hand_needless.next = !hand_needed;
        self.hand_lacks.next = hand_lacks;
        self.arrive_here.next = self.here[self.arrive_line.val().index()].q.val();

        for k in 0..self._lines {
            let enters = self.enter.val() && at == k.to_bits::<4>();
            let arrives = self.arrive.val() && self.arrive_line.val() == k.to_bits::<4>();
            let stores = self.store.val() && (enters || self.same[k].q.val());
            let forgets = self.forget.val() && self.same[k].q.val();
            if enters {
                self.valid[k].d.next = true;
                self.held[k].d.next = self.register.val();
            }
            if stores {
                self.changed[k].d.next = true;
            } else if enters {
                self.changed[k].d.next = false;
            }
            let rest = self.rest[k].q.val();
            let here_before = gate(!enters, self.here[k].q.val() | gate(arrives, rest));
            let rest_before = if enters {
                self.enter_rest.val()
            } else {
                gate(!arrives, rest)
            };
            let cleared = gate(stores || forgets, own);
            self.here[k].d.next = (here_before & !cleared) | gate(stores, own);
            self.rest[k].d.next = rest_before & !cleared;
        }
        if self.enter.val() || self.step.val() {
            self.at.d.next = after(at, self._lines);
        }
    }
}
