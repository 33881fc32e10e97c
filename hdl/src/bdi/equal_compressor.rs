//! The compressor of <4,0> alone.

use super::DELTA_LANES;
use crate::prelude::*;
use spec::bdi::BdiParameters;
use spec::Unit;

/// `bdi_compressor` with <4,0> as its only mode: a comparison, no subtraction.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct BdiEqualCompressor {
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

    lane_equal: Signal<Local, Bits<31>>,

    // Between the stages; empty with latency 1.
    measured_valid: Vec<Register<Bit>>,
    measured_tag: Vec<Register<Bits<10>>>,
    measured_bypass: Vec<Register<Bit>>,
    measured_data: Vec<Register<Bits<1024>>>,
    measured_equal: Vec<Register<Bits<31>>>,

    // What stage 2 sees.
    valid: Signal<Local, Bit>,
    tag: Signal<Local, Bits<10>>,
    bypass: Signal<Local, Bit>,
    data: Signal<Local, Bits<1024>>,
    equal: Signal<Local, Bits<31>>,

    // The outputs; all but the first are delay.
    result_valid: Vec<Register<Bit>>,
    result_tag: Vec<Register<Bits<10>>>,
    result_raw: Vec<Register<Bit>>,
    result_banks: Vec<Register<Bits<1024>>>,

    _parameters: BdiParameters,
    _cut: bool,
    _depth: usize,
}

impl BdiEqualCompressor {
    /// Builds the unit; <4,0> must be the only mode.
    pub fn new(parameters: BdiParameters) -> Self {
        let cut = parameters.latency() > 1;
        let stages = usize::from(cut);
        let depth = parameters.latency() - stages;
        BdiEqualCompressorParts {
            measured_valid: reset_registers(stages),
            measured_tag: data_registers(stages),
            measured_bypass: data_registers(stages),
            measured_data: data_registers(stages),
            measured_equal: data_registers(stages),
            result_valid: reset_registers(depth),
            result_tag: data_registers(depth),
            result_raw: data_registers(depth),
            result_banks: data_registers(depth),
            _parameters: parameters,
            _cut: cut,
            _depth: depth,
        }
        .into()
    }
}

#[hardware(name = spec::bdi::BdiCompressor::module_name(&self._parameters))]
impl Logic for BdiEqualCompressor {
    fn update(&mut self) {
        comment!("Stage 1: compare every lane with lane 0.");
        let base = self.in_data.val().get_bits::<32>(0);
        for i in 0..DELTA_LANES {
            let lane = self.in_data.val().get_bits::<32>(32 * i + 32);
            self.lane_equal.next = self.lane_equal.val().replace_bit(i, lane == base);
        }

        if self._cut {
            clock!(self, clock, measured_valid);
            registers!(
                self,
                clock,
                measured_tag,
                measured_bypass,
                measured_data,
                measured_equal
            );
            self.measured_valid[0].d.next = self.in_valid.val();
            if self.in_valid.val() {
                self.measured_tag[0].d.next = self.in_tag.val();
                self.measured_bypass[0].d.next = self.in_bypass.val();
                self.measured_data[0].d.next = self.in_data.val();
                self.measured_equal[0].d.next = self.lane_equal.val();
            }
            self.valid.next = self.measured_valid[0].q.val();
            self.tag.next = self.measured_tag[0].q.val();
            self.bypass.next = self.measured_bypass[0].q.val();
            self.data.next = self.measured_data[0].q.val();
            self.equal.next = self.measured_equal[0].q.val();
        } else {
            self.valid.next = self.in_valid.val();
            self.tag.next = self.in_tag.val();
            self.bypass.next = self.in_bypass.val();
            self.data.next = self.in_data.val();
            self.equal.next = self.lane_equal.val();
        }

        comment!("Stage 2: the base alone, or everything; and the delay behind it.");
        clock!(self, clock, result_valid);
        registers!(self, clock, result_tag, result_raw, result_banks);
        let raw = self.bypass.val() || !self.equal.val().all();
        let rest = gate(raw, self.data.val().get_bits::<992>(32));
        let form = concat::<1024, _, _>(rest, self.data.val().get_bits::<32>(0));
        for i in 0..self._depth {
            if i == 0 {
                self.result_valid[i].d.next = self.valid.val();
                if self.valid.val() {
                    self.result_tag[i].d.next = self.tag.val();
                    self.result_raw[i].d.next = raw;
                    self.result_banks[i].d.next = form;
                }
            } else {
                self.result_valid[i].d.next = self.result_valid[i - 1].q.val();
                if self.result_valid[i - 1].q.val() {
                    self.result_tag[i].d.next = self.result_tag[i - 1].q.val();
                    self.result_raw[i].d.next = self.result_raw[i - 1].q.val();
                    self.result_banks[i].d.next = self.result_banks[i - 1].q.val();
                }
            }
        }
        let is_raw = self.result_raw[self._depth - 1].q.val();
        self.out_valid.next = self.result_valid[self._depth - 1].q.val();
        self.out_tag.next = self.result_tag[self._depth - 1].q.val();
        self.out_range.next = concat::<2, _, _>(false, !is_raw);
        self.out_bank_enable.next = concat::<8, _, _>(replicate::<7>(is_raw), true);
        self.out_banks.next = self.result_banks[self._depth - 1].q.val();
    }
}
