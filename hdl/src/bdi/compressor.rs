//! The compressor.

use super::lane::BdiDeltaLane;
use super::origin::BdiOrigin;
use super::DELTA_LANES;
use crate::prelude::*;
use spec::bdi::{BdiParameters, Mode};
use spec::Unit;

/// `bdi_compressor`: two stages of work, and stages of delay when more latency is asked for.
///
/// Stage 1 measures every lane against lane 0. Stage 2 finds the smallest mode that all lanes fit
/// and gates the bytes of the form. Because the delta bytes lie in planes, a byte of the form has
/// at most two sources, and no packing multiplexers exist. With latency 1 the registers between
/// the stages are left out.
// Deltas of `W` bits: 16 when <4,2> exists, 8 when <4,1> is the widest mode. `U` is `32 - W`, `V` is `W + 1`.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
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
    all_fits: Signal<Local, Bits<31>>,

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

    // The outputs; all but the first are delay. Bank 0 is always written, banks 1 and 2, 3 and 4,
    // and 5 to 7 go together, so three bits say which.
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

impl<const W: usize, const U: usize, const V: usize> BdiCompressor<W, U, V> {
    /// Builds the unit; `W` must fit the widest mode.
    pub fn new(parameters: BdiParameters) -> Self {
        let cut = parameters.latency() > 1;
        let stages = usize::from(cut);
        let depth = parameters.latency() - stages;
        BdiCompressorParts {
            origin: BdiOrigin::default(),
            lane: std::array::from_fn(|_| Default::default()),
            measured_valid: reset_registers(stages),
            measured_tag: data_registers(stages),
            measured_bypass: data_registers(stages),
            measured_data: data_registers(stages),
            measured_fits: data_registers(stages),
            measured_delta: data_registers(stages * DELTA_LANES),
            result_valid: reset_registers(depth),
            result_tag: data_registers(depth),
            result_range: data_registers(depth),
            result_upper_banks: data_registers(depth),
            result_banks: data_registers(depth),
            _parameters: parameters,
            _cut: cut,
            _depth: depth,
            _has_zero: parameters.modes().contains(Mode::FourZero),
            _has_byte: parameters.modes().contains(Mode::FourOne),
        }
        .into()
    }
}

#[hardware(name = spec::bdi::BdiCompressor::module_name(&self._parameters))]
impl<const W: usize, const U: usize, const V: usize> Logic for BdiCompressor<W, U, V> {
    fn update(&mut self) {
        comment!("Stage 1: measure every lane against lane 0.");
        self.origin.base.next = self.in_data.val().get_bits::<32>(0);
        for i in 0..DELTA_LANES {
            self.lane[i].value.next = self.in_data.val().get_bits::<32>(32 * i + 32);
            self.lane[i].origin.next = self.origin.origin.val();
            self.lane[i].upper.next = self.origin.upper.val();
            self.lane[i].upper_next.next = self.origin.upper_next.val();
            self.all_fits.next = self.all_fits.val().replace_bit(i, self.lane[i].fits.val());
        }

        if self._cut {
            clock!(self, clock, measured_valid);
            registers!(self, clock, measured_tag, measured_bypass, measured_data);
            registers!(self, clock, measured_fits, measured_delta);
            self.measured_valid[0].d.next = self.in_valid.val();
            // Data load with their valid alone, here and below: what stands still takes no clock.
            if self.in_valid.val() {
                self.measured_tag[0].d.next = self.in_tag.val();
                self.measured_bypass[0].d.next = self.in_bypass.val();
                self.measured_data[0].d.next = self.in_data.val();
                self.measured_fits[0].d.next = self.all_fits.val();
                for i in 0..DELTA_LANES {
                    self.measured_delta[i].d.next = self.lane[i].delta.val();
                }
            }
            self.valid.next = self.measured_valid[0].q.val();
            self.tag.next = self.measured_tag[0].q.val();
            self.bypass.next = self.measured_bypass[0].q.val();
            self.data.next = self.measured_data[0].q.val();
            self.fits.next = self.measured_fits[0].q.val();
        } else {
            self.valid.next = self.in_valid.val();
            self.tag.next = self.in_tag.val();
            self.bypass.next = self.in_bypass.val();
            self.data.next = self.in_data.val();
            self.fits.next = self.all_fits.val();
        }

        comment!("Stage 2: the smallest mode that all lanes fit.");
        let mut is_zero = bits::<31>(0);
        let mut is_byte = bits::<31>(0);
        let mut low_plane = bits::<248>(0);
        let mut high_plane = bits::<248>(0);
        for i in 0..DELTA_LANES {
            let delta = if self._cut {
                self.measured_delta[i].q.val()
            } else {
                self.lane[i].delta.val()
            };
            low_plane = replace_bits(low_plane, 8 * i, delta.get_bits::<8>(0));
            if self._has_zero {
                is_zero = is_zero.replace_bit(i, !delta.any());
            }
            if W == 16 {
                high_plane = replace_bits(high_plane, 8 * i, delta.get_bits::<8>(8));
                if self._has_byte {
                    let above_sign = delta.get_bits::<9>(7);
                    is_byte = is_byte.replace_bit(i, above_sign.all() || !above_sign.any());
                }
            }
        }
        let raw = self.bypass.val() || !self.fits.val().all();
        let low = if self._has_zero {
            !raw && !is_zero.all()
        } else {
            !raw
        };
        let high = if self._has_byte {
            low && !is_byte.all()
        } else {
            low
        };

        comment!("The form: a byte above the base is raw, a delta byte, or 0.");
        let data = self.data.val();
        let low_bytes = gate(raw, data.get_bits::<248>(32)) | gate(low, low_plane);
        let low_form = concat::<280, _, _>(low_bytes, data.get_bits::<32>(0));
        let form = if W == 16 {
            let high_bytes = gate(raw, data.get_bits::<248>(280)) | gate(high, high_plane);
            let high_form = concat::<744, _, _>(gate(raw, data.get_bits::<496>(528)), high_bytes);
            concat::<1024, _, _>(high_form, low_form)
        } else {
            concat::<1024, _, _>(gate(raw, data.get_bits::<744>(280)), low_form)
        };
        // Range 3 is <4,2>, 2 is <4,1>, 1 is <4,0>.
        let zero = self._has_zero && !(raw || low);
        let odd = if W == 16 { high || zero } else { zero };
        let range = concat::<2, _, _>(low, odd);
        let bank_3_4 = if W == 16 { raw || high } else { raw };
        let bank_1_2 = if self._has_zero { raw || low } else { true };
        let upper_banks = concat::<3, _, _>(raw, concat::<2, _, _>(bank_3_4, bank_1_2));

        comment!("The outputs and the delay behind them.");
        clock!(self, clock, result_valid);
        registers!(
            self,
            clock,
            result_tag,
            result_range,
            result_upper_banks,
            result_banks
        );
        for i in 0..self._depth {
            if i == 0 {
                self.result_valid[i].d.next = self.valid.val();
                if self.valid.val() {
                    self.result_tag[i].d.next = self.tag.val();
                    self.result_range[i].d.next = range;
                    self.result_upper_banks[i].d.next = upper_banks;
                    self.result_banks[i].d.next = form;
                }
            } else {
                self.result_valid[i].d.next = self.result_valid[i - 1].q.val();
                if self.result_valid[i - 1].q.val() {
                    self.result_tag[i].d.next = self.result_tag[i - 1].q.val();
                    self.result_range[i].d.next = self.result_range[i - 1].q.val();
                    self.result_upper_banks[i].d.next = self.result_upper_banks[i - 1].q.val();
                    self.result_banks[i].d.next = self.result_banks[i - 1].q.val();
                }
            }
        }
        let written = self.result_upper_banks[self._depth - 1].q.val();
        let bank_5_7 = replicate::<3>(written.get_bit(2));
        let bank_1_4 = concat::<4, _, _>(
            replicate::<2>(written.get_bit(1)),
            replicate::<2>(written.get_bit(0)),
        );
        self.out_valid.next = self.result_valid[self._depth - 1].q.val();
        self.out_tag.next = self.result_tag[self._depth - 1].q.val();
        self.out_range.next = self.result_range[self._depth - 1].q.val();
        self.out_bank_enable.next = concat::<8, _, _>(concat::<7, _, _>(bank_5_7, bank_1_4), true);
        self.out_banks.next = self.result_banks[self._depth - 1].q.val();
    }
}
