//! `avc_encoder`: a stride candidate, a base candidate, and a comparison (5.2, "Encoding unit").
//!
//! 1. *Choose*: the first active pair and the first active lane. The xor of the pair is the stride
//!    but for what lies above its lowest set bit.
//! 2. *Estimate*: the shift sigma, and beta of `lane i = (beta + i) * 2^sigma`, for a uniform
//!    vector its value.
//! 3. *Compare* with all active lanes. `beta + i` needs no adder of its own: i reaches the low five
//!    bits and a carry, so the upper 27 bits are those of beta or one more, for all lanes alike.
//!
//! What needs no gate: a pair whose xor has none of its low seven bits set is taken for uniform,
//! and the comparison finds out. A base that is not aligned has low bits where every lane that is
//! expected has zeros.
//!
//! Latency 3 has a register behind each step, 2 none behind the first, 1 one at the end only, and
//! 4 one more between comparison and verdict.

use super::{data_registers, gate, lowest, reset_registers};
use crate::prelude::*;
use spec::avc::AvcEncoderParameters;
use spec::Unit;

/// A vector and its mask in, base and stride out; see the module's comment.
#[derive(LogicBlock)]
pub struct AvcEncoder {
    pub clock: Signal<In, Clock>,
    pub in_valid: Signal<In, Bit>,
    pub in_mask: Signal<In, Bits<32>>,
    pub in_data: Signal<In, Bits<1024>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_affine: Signal<Out, Bit>,
    pub out_base: Signal<Out, Bits<32>>,
    pub out_stride: Signal<Out, Bits<3>>,

    // From choice to estimate.
    chosen_valid: Vec<Register<Bit>>,
    chosen_mask: Vec<Register<Bits<32>>>,
    chosen_data: Vec<Register<Bits<1024>>>,
    chosen_difference: Vec<Register<Bits<7>>>,
    chosen_position: Vec<Register<Bits<5>>>,
    chosen_value: Vec<Register<Bits<32>>>,

    // From estimate to comparison.
    estimated_valid: Vec<Register<Bit>>,
    estimated_mask: Vec<Register<Bits<32>>>,
    estimated_data: Vec<Register<Bits<1024>>>,
    estimated_strided: Vec<Register<Bit>>,
    estimated_sigma: Vec<Register<Bits<3>>>,
    estimated_beta: Vec<Register<Bits<32>>>,

    // From comparison to verdict.
    compared_valid: Vec<Register<Bit>>,
    compared_matches: Vec<Register<Bits<32>>>,
    compared_base: Vec<Register<Bits<32>>>,
    compared_stride: Vec<Register<Bits<3>>>,

    valid: Register<Bit>,
    affine: Register<Bit>,
    base: Register<Bits<32>>,
    stride: Register<Bits<3>>,

    _parameters: AvcEncoderParameters,
    _cut_choice: bool,
    _cut_estimate: bool,
    _cut_comparison: bool,
}

impl AvcEncoder {
    /// Builds the unit.
    pub fn new(parameters: AvcEncoderParameters) -> Self {
        let cut_choice = usize::from(parameters.latency() >= 3);
        let cut_estimate = usize::from(parameters.latency() >= 2);
        let cut_comparison = usize::from(parameters.latency() >= 4);
        Self {
            clock: Default::default(),
            in_valid: Default::default(),
            in_mask: Default::default(),
            in_data: Default::default(),
            out_valid: Default::default(),
            out_affine: Default::default(),
            out_base: Default::default(),
            out_stride: Default::default(),
            chosen_valid: reset_registers(cut_choice),
            chosen_mask: data_registers(cut_choice),
            chosen_data: data_registers(cut_choice),
            chosen_difference: data_registers(cut_choice),
            chosen_position: data_registers(cut_choice),
            chosen_value: data_registers(cut_choice),
            estimated_valid: reset_registers(cut_estimate),
            estimated_mask: data_registers(cut_estimate),
            estimated_data: data_registers(cut_estimate),
            estimated_strided: data_registers(cut_estimate),
            estimated_sigma: data_registers(cut_estimate),
            estimated_beta: data_registers(cut_estimate),
            compared_valid: reset_registers(cut_comparison),
            compared_matches: data_registers(cut_comparison),
            compared_base: data_registers(cut_comparison),
            compared_stride: data_registers(cut_comparison),
            valid: Register::default(),
            affine: Register::default(),
            base: Register::no_reset(),
            stride: Register::no_reset(),
            _parameters: parameters,
            _cut_choice: cut_choice == 1,
            _cut_estimate: cut_estimate == 1,
            _cut_comparison: cut_comparison == 1,
        }
    }
}

#[hardware(name = spec::avc::AvcEncoder::module_name(&self._parameters))]
impl Logic for AvcEncoder {
    fn update(&mut self) {
        comment!("Choose: the low bits of the first active pair's xor, and the first active lane.");
        let mut pairs = bits::<16>(0);
        for i in 0..16 {
            let both = self.in_mask.val().get_bits::<2>(2 * i).all();
            pairs = pairs.replace_bit(i, both);
        }
        let first_pair = lowest(pairs);
        let mut difference = bits::<7>(0);
        for i in 0..16 {
            let even = self.in_data.val().get_bits::<7>(64 * i);
            let odd = self.in_data.val().get_bits::<7>(64 * i + 32);
            difference |= gate(first_pair.get_bit(i), even ^ odd);
        }
        let first_lane = lowest(self.in_mask.val());
        let mut position = bits::<5>(0);
        let mut value = bits::<32>(0);
        for i in 0..32 {
            position |= gate(first_lane.get_bit(i), i.to_bits::<5>());
            value |= gate(
                first_lane.get_bit(i),
                self.in_data.val().get_bits::<32>(32 * i),
            );
        }

        if self._cut_choice {
            clock!(self, clock, chosen_valid, chosen_mask, chosen_data);
            clock!(
                self,
                clock,
                chosen_difference,
                chosen_position,
                chosen_value
            );
            self.chosen_valid[0].d.next = self.in_valid.val();
            self.chosen_mask[0].d.next = self.in_mask.val();
            self.chosen_data[0].d.next = self.in_data.val();
            self.chosen_difference[0].d.next = difference;
            self.chosen_position[0].d.next = position;
            self.chosen_value[0].d.next = value;
        }
        let chosen_difference = if self._cut_choice {
            self.chosen_difference[0].q.val()
        } else {
            difference
        };
        let chosen_position = if self._cut_choice {
            self.chosen_position[0].q.val()
        } else {
            position
        };
        let chosen_value = if self._cut_choice {
            self.chosen_value[0].q.val()
        } else {
            value
        };

        comment!("Estimate: the lowest set bit is the stride; lane 0 is beta, shifted.");
        let stride = lowest(chosen_difference);
        let strided = stride.any();
        let mut sigma = bits::<3>(0);
        for k in 1..7 {
            sigma |= gate(stride.get_bit(k), k.to_bits::<3>());
        }
        let before = bit_cast::<32, 5>(gate(strided, chosen_position));
        let beta = (chosen_value >> sigma) - before;

        if self._cut_estimate {
            clock!(self, clock, estimated_valid, estimated_mask, estimated_data);
            clock!(
                self,
                clock,
                estimated_strided,
                estimated_sigma,
                estimated_beta
            );
            if self._cut_choice {
                self.estimated_valid[0].d.next = self.chosen_valid[0].q.val();
                self.estimated_mask[0].d.next = self.chosen_mask[0].q.val();
                self.estimated_data[0].d.next = self.chosen_data[0].q.val();
            } else {
                self.estimated_valid[0].d.next = self.in_valid.val();
                self.estimated_mask[0].d.next = self.in_mask.val();
                self.estimated_data[0].d.next = self.in_data.val();
            }
            self.estimated_strided[0].d.next = strided;
            self.estimated_sigma[0].d.next = sigma;
            self.estimated_beta[0].d.next = beta;
        }
        let valid = if self._cut_estimate {
            self.estimated_valid[0].q.val()
        } else {
            self.in_valid.val()
        };
        let mask = if self._cut_estimate {
            self.estimated_mask[0].q.val()
        } else {
            self.in_mask.val()
        };
        let data = if self._cut_estimate {
            self.estimated_data[0].q.val()
        } else {
            self.in_data.val()
        };
        let strided = if self._cut_estimate {
            self.estimated_strided[0].q.val()
        } else {
            strided
        };
        let sigma = if self._cut_estimate {
            self.estimated_sigma[0].q.val()
        } else {
            sigma
        };
        let beta = if self._cut_estimate {
            self.estimated_beta[0].q.val()
        } else {
            beta
        };

        comment!("Compare: a lane is beta + i, of which five bits are its own, shifted back.");
        let low = beta.get_bits::<5>(0);
        let upper = beta.get_bits::<27>(5);
        let at_upper = concat::<32, _, _>(upper, bits::<5>(0)) << sigma;
        let at_next = concat::<32, _, _>(upper + 1, bits::<5>(0)) << sigma;
        let mut matches = bits::<32>(0);
        for i in 0..32 {
            let step = gate(strided, i.to_bits::<5>());
            let sum = bit_cast::<6, 5>(low) + bit_cast::<6, 5>(step);
            let above = if sum.get_bit(5) { at_next } else { at_upper };
            let lane = above | (bit_cast::<32, 5>(sum.get_bits::<5>(0)) << sigma);
            let equal = lane == data.get_bits::<32>(32 * i);
            matches = matches.replace_bit(i, equal || !mask.get_bit(i));
        }
        let base = at_upper | (bit_cast::<32, 5>(low) << sigma);
        let stride = gate(strided, sigma + 1);

        clock!(self, clock, valid, affine, base, stride);
        if self._cut_comparison {
            clock!(self, clock, compared_valid, compared_matches);
            clock!(self, clock, compared_base, compared_stride);
            self.compared_valid[0].d.next = valid;
            self.compared_matches[0].d.next = matches;
            self.compared_base[0].d.next = base;
            self.compared_stride[0].d.next = stride;
            self.valid.d.next = self.compared_valid[0].q.val();
            self.affine.d.next =
                self.compared_valid[0].q.val() && self.compared_matches[0].q.val().all();
            self.base.d.next = self.compared_base[0].q.val();
            self.stride.d.next = self.compared_stride[0].q.val();
        } else {
            self.valid.d.next = valid;
            self.affine.d.next = valid && matches.all();
            self.base.d.next = base;
            self.stride.d.next = stride;
        }
        self.out_valid.next = self.valid.q.val();
        self.out_affine.next = self.affine.q.val();
        self.out_base.next = self.base.q.val();
        self.out_stride.next = self.stride.q.val();
    }
}
