//! The decompressor.

use super::codes::{RANGE_FOUR_TWO, RANGE_UNCOMPRESSED};
use super::lane::BdiSumLane;
use super::origin::BdiOrigin;
use super::DELTA_LANES;
use crate::prelude::*;
use spec::bdi::{BdiParameters, Mode};
use spec::Unit;

/// `bdi_decompressor`: one stage of work, and stages of delay when more latency is asked for.
///
/// A lane is the base plus a delta that the range selects, or, uncompressed, the form itself. The
/// selection stands before the adder for delta bytes and after it for raw lanes, so that the carry
/// chain sees one short path.
// Deltas of `W` bits: 16 when <4,2> exists, 8 when <4,1> is the widest mode. `U` is `32 - W`, `V` is `W + 1`.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct BdiDecompressor<const W: usize, const U: usize, const V: usize> {
    pub clock: Signal<In, Clock>,
    pub in_valid: Signal<In, Bit>,
    pub in_tag: Signal<In, Bits<10>>,
    pub in_range: Signal<In, Bits<2>>,
    pub in_banks: Signal<In, Bits<1024>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_tag: Signal<Out, Bits<10>>,
    pub out_data: Signal<Out, Bits<1024>>,

    origin: BdiOrigin<W, U>,
    lane: [BdiSumLane<W, U, V>; DELTA_LANES],
    sums: Signal<Local, Bits<992>>,

    // The outputs; all but the first are delay.
    result_valid: Vec<Register<Bit>>,
    result_tag: Vec<Register<Bits<10>>>,
    result_data: Vec<Register<Bits<1024>>>,

    _name: String,
    _latency: usize,
    /// Lower modes, whose missing bytes are made up for here.
    _has_zero: bool,
    _has_byte: bool,
}

impl<const W: usize, const U: usize, const V: usize> BdiDecompressor<W, U, V> {
    /// Builds the unit; `W` must fit the widest mode.
    pub fn new(parameters: BdiParameters) -> Self {
        let modes = parameters.modes();
        let name = spec::bdi::BdiDecompressor::module_name(&parameters);
        let (zero, byte) = (
            modes.contains(Mode::FourZero),
            modes.contains(Mode::FourOne),
        );
        Self::named(name, parameters.latency(), zero, byte)
    }

    /// The same behind a [`BdiExpand`](super::BdiExpand).
    pub fn of_expanded(parameters: BdiParameters) -> Self {
        let name = spec::bdi::BdiDecompressor::module_name(&parameters);
        Self::named(
            format!("{name}_expanded"),
            parameters.latency(),
            false,
            false,
        )
    }

    fn named(name: String, latency: usize, has_zero: bool, has_byte: bool) -> Self {
        BdiDecompressorParts {
            origin: BdiOrigin::default(),
            lane: std::array::from_fn(|_| Default::default()),
            result_valid: reset_registers(latency),
            result_tag: data_registers(latency),
            result_data: data_registers(latency),
            _name: name,
            _latency: latency,
            _has_zero: has_zero,
            _has_byte: has_byte,
        }
        .into()
    }
}

#[hardware(name = self._name.clone())]
impl<const W: usize, const U: usize, const V: usize> Logic for BdiDecompressor<W, U, V> {
    fn update(&mut self) {
        let form = self.in_banks.val();
        let base = form.get_bits::<32>(0);

        // Ranges 2 and 3 have low delta bytes, range 3 has high ones too.
        let range = self.in_range.val();
        let raw = range == RANGE_UNCOMPRESSED;
        let has_low = range.get_bit(1);
        let has_high = range == RANGE_FOUR_TWO;
        // Where delta bytes are gated, a base of 0 beside them gives sums of 0: in a raw register the adders
        // stand still, and behind them an OR is enough.
        self.origin.base.next = if self._has_zero {
            gate(!raw, base)
        } else {
            base
        };
        for i in 0..DELTA_LANES {
            let low_byte = form.get_bits::<8>(8 * i + 32);
            let low = if self._has_zero {
                gate(has_low, low_byte)
            } else {
                low_byte
            };
            if W == 16 {
                let high_byte = form.get_bits::<8>(8 * i + 280);
                let high = if self._has_byte {
                    if has_high {
                        high_byte
                    } else {
                        replicate::<8>(low.get_bit(7))
                    }
                } else if self._has_zero {
                    gate(has_high, high_byte)
                } else {
                    high_byte
                };
                self.lane[i].delta.next = concat::<W, _, _>(high, low);
            } else {
                self.lane[i].delta.next = bit_cast::<W, 8>(low);
            }
            self.lane[i].origin.next = self.origin.origin.val();
            self.lane[i].upper.next = self.origin.upper.val();
            self.lane[i].upper_next.next = self.origin.upper_next.val();
            self.sums.next = replace_bits(self.sums.val(), 32 * i, self.lane[i].value.val());
        }
        let lanes = if self._has_zero {
            gate(raw, form.get_bits::<992>(32)) | self.sums.val()
        } else if raw {
            form.get_bits::<992>(32)
        } else {
            self.sums.val()
        };
        let data = concat::<1024, _, _>(lanes, base);

        comment!("The outputs and the delay behind them.");
        clock!(self, clock, result_valid);
        registers!(self, clock, result_tag, result_data);
        for i in 0..self._latency {
            if i == 0 {
                self.result_valid[i].d.next = self.in_valid.val();
                // Data load with their valid alone: what stands still takes no clock.
                if self.in_valid.val() {
                    self.result_tag[i].d.next = self.in_tag.val();
                    self.result_data[i].d.next = data;
                }
            } else {
                self.result_valid[i].d.next = self.result_valid[i - 1].q.val();
                if self.result_valid[i - 1].q.val() {
                    self.result_tag[i].d.next = self.result_tag[i - 1].q.val();
                    self.result_data[i].d.next = self.result_data[i - 1].q.val();
                }
            }
        }
        self.out_valid.next = self.result_valid[self._latency - 1].q.val();
        self.out_tag.next = self.result_tag[self._latency - 1].q.val();
        self.out_data.next = self.result_data[self._latency - 1].q.val();
    }
}
