//! `bdi_compressor`: two stages of work, and stages of delay when more latency is asked for.
//!
//! Stage 1 measures every lane against lane 0. Stage 2 finds the smallest mode that all lanes fit
//! and gates the bytes of the form. Because the delta bytes lie in planes, a byte of the form has
//! at most two sources, and no packing multiplexers exist. With latency 1 the registers between
//! the stages are left out.

use super::lane::BdiDeltaLane;
use super::origin::BdiOrigin;
use crate::prelude::*;
use spec::bdi::{BdiParameters, Mode};
use spec::Unit;

/// Lanes that have a delta: all but lane 0 (5.1).
const DELTA_LANES: usize = 31;

/// Compressor with deltas of W bits: 16 when <4,2> exists, 8 when <4,1> is the widest mode.
/// `U` is `32 - W`, `V` is `W + 1`.
#[derive(LogicBlock)]
pub struct BdiCompressor<const W: usize, const U: usize, const V: usize> {
    pub clock: Signal<In, Clock>,
    pub in_valid: Signal<In, Bit>,
    pub in_tag: Signal<In, Bits<10>>,
    pub in_bypass: Signal<In, Bit>,
    pub in_data: Signal<In, Bits<1024>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_tag: Signal<Out, Bits<10>>,
    pub out_range: Signal<Out, Bits<2>>,
    pub out_bank_enable: Signal<Out, Bits<8>>,
    pub out_banks: Signal<Out, Bits<1024>>,

    origin: BdiOrigin<W, U>,
    lane: [BdiDeltaLane<W, U, V>; DELTA_LANES],
    lane_fits: Signal<Local, Bits<31>>,

    // Between the stages; empty with latency 1.
    measured_valid: Vec<Register<Bit>>,
    measured_tag: Vec<Register<Bits<10>>>,
    measured_bypass: Vec<Register<Bit>>,
    measured_data: Vec<Register<Bits<1024>>>,
    measured_fits: Vec<Register<Bits<31>>>,
    measured_delta: Vec<Register<Bits<W>>>,

    // What stage 2 sees.
    valid: Signal<Local, Bit>,
    tag: Signal<Local, Bits<10>>,
    bypass: Signal<Local, Bit>,
    data: Signal<Local, Bits<1024>>,
    fits: Signal<Local, Bits<31>>,
    delta: [Signal<Local, Bits<W>>; DELTA_LANES],

    is_zero: Signal<Local, Bits<31>>,
    is_byte: Signal<Local, Bits<31>>,
    low_plane: Signal<Local, Bits<248>>,
    high_plane: Signal<Local, Bits<248>>,
    store_zero: Signal<Local, Bit>,
    store_low: Signal<Local, Bit>,
    store_high: Signal<Local, Bit>,
    form: Signal<Local, Bits<1024>>,

    // The outputs; all but the first are delay.
    result_valid: Vec<Register<Bit>>,
    result_tag: Vec<Register<Bits<10>>>,
    result_range: Vec<Register<Bits<2>>>,
    result_upper_banks: Vec<Register<Bits<3>>>,
    result_banks: Vec<Register<Bits<1024>>>,

    _parameters: BdiParameters,
    _cut: bool,
    _depth: usize,
    _has_zero: bool,
    _has_byte: bool,
}

#[hardware(name = spec::bdi::BdiCompressor::module_name(&self._parameters))]
impl<const W: usize, const U: usize, const V: usize> Logic for BdiCompressor<W, U, V> {
    fn update(&mut self) {
        // Stage 1: measure every lane.
        self.origin.base.next = self.in_data.val().get_bits::<32>(0);
        for i in 0..DELTA_LANES {
            self.lane[i].value.next = self.in_data.val().get_bits::<32>(32 * i + 32);
            self.lane[i].origin.next = self.origin.origin.val();
            self.lane[i].upper.next = self.origin.upper.val();
            self.lane[i].upper_next.next = self.origin.upper_next.val();
            self.lane_fits.next = self.lane_fits.val().replace_bit(i, self.lane[i].fits.val());
        }

        if self._cut {
            clock!(self, clock, measured_valid, measured_tag, measured_bypass, measured_data);
            clock!(self, clock, measured_fits, measured_delta);
            self.measured_valid[0].d.next = self.in_valid.val();
            self.measured_tag[0].d.next = self.in_tag.val();
            self.measured_bypass[0].d.next = self.in_bypass.val();
            self.measured_data[0].d.next = self.in_data.val();
            self.measured_fits[0].d.next = self.lane_fits.val();
            self.valid.next = self.measured_valid[0].q.val();
            self.tag.next = self.measured_tag[0].q.val();
            self.bypass.next = self.measured_bypass[0].q.val();
            self.data.next = self.measured_data[0].q.val();
            self.fits.next = self.measured_fits[0].q.val();
            for i in 0..DELTA_LANES {
                self.measured_delta[i].d.next = self.lane[i].delta.val();
                self.delta[i].next = self.measured_delta[i].q.val();
            }
        } else {
            self.valid.next = self.in_valid.val();
            self.tag.next = self.in_tag.val();
            self.bypass.next = self.in_bypass.val();
            self.data.next = self.in_data.val();
            self.fits.next = self.lane_fits.val();
            for i in 0..DELTA_LANES {
                self.delta[i].next = self.lane[i].delta.val();
            }
        }

        // Stage 2: the smallest mode that all lanes fit.
        let compressed = self.fits.val().all() && !self.bypass.val();
        for i in 0..DELTA_LANES {
            let delta = self.delta[i].val();
            self.low_plane.next =
                replace_bits::<8, 248>(self.low_plane.val(), 8 * i, delta.get_bits::<8>(0));
            if self._has_zero {
                self.is_zero.next = self.is_zero.val().replace_bit(i, !delta.any());
            }
            if W == 16 {
                self.high_plane.next =
                    replace_bits::<8, 248>(self.high_plane.val(), 8 * i, delta.get_bits::<8>(8));
                if self._has_byte {
                    let sign_part = delta.get_bits::<9>(7);
                    let is_byte = sign_part.all() || !sign_part.any();
                    self.is_byte.next = self.is_byte.val().replace_bit(i, is_byte);
                }
            }
        }
        if self._has_zero {
            self.store_zero.next = compressed && self.is_zero.val().all();
            self.store_low.next = compressed && !self.is_zero.val().all();
        } else {
            self.store_low.next = compressed;
        }
        if W == 16 {
            if self._has_byte {
                self.store_high.next = self.store_low.val() && !self.is_byte.val().all();
            } else {
                self.store_high.next = self.store_low.val();
            }
        }

        // Every byte above the base: its raw value, a delta byte, or 0.
        let raw = !compressed;
        let base = self.data.val().get_bits::<32>(0);
        let low_bytes = gate::<248>(self.store_low.val(), self.low_plane.val())
            | gate::<248>(raw, self.data.val().get_bits::<248>(32));
        if W == 16 {
            let high_bytes = gate::<248>(self.store_high.val(), self.high_plane.val())
                | gate::<248>(raw, self.data.val().get_bits::<248>(280));
            let rest = gate::<496>(raw, self.data.val().get_bits::<496>(528));
            self.form.next = concat::<1024, 744, 280>(
                concat::<744, 496, 248>(rest, high_bytes),
                concat::<280, 248, 32>(low_bytes, base),
            );
        } else {
            let rest = gate::<744>(raw, self.data.val().get_bits::<744>(280));
            self.form.next =
                concat::<1024, 744, 280>(rest, concat::<280, 248, 32>(low_bytes, base));
        }

        // The outputs, and the delay behind them.
        clock!(self, clock, result_valid, result_tag, result_range, result_upper_banks);
        clock!(self, clock, result_banks);
        self.result_valid[0].d.next = self.valid.val();
        self.result_tag[0].d.next = self.tag.val();
        self.result_range[0].d.next = ..
        self.result_banks[0].d.next = self.form.val();
        for i in 1..self._depth {
            self.result_valid[i].d.next = self.result_valid[i - 1].q.val();
            self.result_tag[i].d.next = self.result_tag[i - 1].q.val();
            self.result_range[i].d.next = self.result_range[i - 1].q.val();
            self.result_upper_banks[i].d.next = self.result_upper_banks[i - 1].q.val();
            self.result_banks[i].d.next = self.result_banks[i - 1].q.val();
        }
    }
}
