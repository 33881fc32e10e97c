//! The decompressor of <4,0> alone.

use super::DELTA_LANES;
use crate::prelude::*;
use spec::bdi::BdiParameters;
use spec::Unit;

/// `bdi_decompressor` with <4,0> as its only mode: a choice, no addition.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct BdiEqualDecompressor {
    pub clock: Signal<In, Clock>,
    pub in_valid: Signal<In, Bit>,
    pub in_tag: Signal<In, Bits<10>>,
    pub in_range: Signal<In, Bits<2>>,
    pub in_banks: Signal<In, Bits<1024>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_tag: Signal<Out, Bits<10>>,
    pub out_data: Signal<Out, Bits<1024>>,

    data: Signal<Local, Bits<1024>>,

    // The outputs; all but the first are delay.
    result_valid: Vec<Register<Bit>>,
    result_tag: Vec<Register<Bits<10>>>,
    result_data: Vec<Register<Bits<1024>>>,

    _parameters: BdiParameters,
    _latency: usize,
}

impl BdiEqualDecompressor {
    /// Builds the unit; <4,0> must be the only mode.
    pub fn new(parameters: BdiParameters) -> Self {
        let latency = parameters.latency();
        BdiEqualDecompressorParts {
            result_valid: reset_registers(latency),
            result_tag: data_registers(latency),
            result_data: data_registers(latency),
            _parameters: parameters,
            _latency: latency,
        }
        .into()
    }
}

#[hardware(name = spec::bdi::BdiDecompressor::module_name(&self._parameters))]
impl Logic for BdiEqualDecompressor {
    fn update(&mut self) {
        let base = self.in_banks.val().get_bits::<32>(0);
        let raw = !self.in_range.val().any();
        self.data.next = replace_bits(self.data.val(), 0, base);
        for i in 0..DELTA_LANES {
            let raw_lane = self.in_banks.val().get_bits::<32>(32 * i + 32);
            let lane = if raw { raw_lane } else { base };
            self.data.next = replace_bits(self.data.val(), 32 * i + 32, lane);
        }

        comment!("The outputs and the delay behind them.");
        clock!(self, clock, result_valid);
        registers!(self, clock, result_tag, result_data);
        for i in 0..self._latency {
            if i == 0 {
                self.result_valid[i].d.next = self.in_valid.val();
                if self.in_valid.val() {
                    self.result_tag[i].d.next = self.in_tag.val();
                    self.result_data[i].d.next = self.data.val();
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
