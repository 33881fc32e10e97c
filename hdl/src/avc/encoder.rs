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

    // What each step sees; registers stand before it, or not.
    difference: Signal<Local, Bits<7>>,
    position: Signal<Local, Bits<5>>,
    value: Signal<Local, Bits<32>>,
    comes: Signal<Local, Bit>,
    mask: Signal<Local, Bits<32>>,
    data: Signal<Local, Bits<1024>>,
    strided: Signal<Local, Bit>,
    sigma: Signal<Local, Bits<3>>,
    beta: Signal<Local, Bits<32>>,

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
    compared_lanes: Vec<Register<Bits<32>>>,
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
            difference: Default::default(),
            position: Default::default(),
            value: Default::default(),
            comes: Default::default(),
            mask: Default::default(),
            data: Default::default(),
            strided: Default::default(),
            sigma: Default::default(),
            beta: Default::default(),
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
            compared_lanes: data_registers(cut_comparison),
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
        let mut pair_difference = bits::<7>(0);
        for i in 0..16 {
            let even = self.in_data.val().get_bits::<7>(64 * i);
            let odd = self.in_data.val().get_bits::<7>(64 * i + 32);
            pair_difference |= gate(first_pair.get_bit(i), even ^ odd);
        }
        let first_lane = lowest(self.in_mask.val());
        let mut lane_position = bits::<5>(0);
        let mut lane_value = bits::<32>(0);
        for i in 0..32 {
            lane_position |= gate(first_lane.get_bit(i), i.to_bits::<5>());
            lane_value |= gate(
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
            self.chosen_difference[0].d.next = pair_difference;
            self.chosen_position[0].d.next = lane_position;
            self.chosen_value[0].d.next = lane_value;
            self.difference.next = self.chosen_difference[0].q.val();
            self.position.next = self.chosen_position[0].q.val();
            self.value.next = self.chosen_value[0].q.val();
        } else {
            self.difference.next = pair_difference;
            self.position.next = lane_position;
            self.value.next = lane_value;
        }

        comment!("Estimate: the lowest set bit is the stride; lane 0 is beta, shifted.");
        let stride = lowest(self.difference.val());
        let has_stride = stride.any();
        let mut low_zeros = bits::<3>(0);
        for k in 1..7 {
            low_zeros |= gate(stride.get_bit(k), k.to_bits::<3>());
        }
        let lanes_before = bit_cast::<32, 5>(gate(has_stride, self.position.val()));
        let scaled_base = (self.value.val() >> low_zeros) - lanes_before;

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
            self.estimated_strided[0].d.next = has_stride;
            self.estimated_sigma[0].d.next = low_zeros;
            self.estimated_beta[0].d.next = scaled_base;
            self.comes.next = self.estimated_valid[0].q.val();
            self.mask.next = self.estimated_mask[0].q.val();
            self.data.next = self.estimated_data[0].q.val();
            self.strided.next = self.estimated_strided[0].q.val();
            self.sigma.next = self.estimated_sigma[0].q.val();
            self.beta.next = self.estimated_beta[0].q.val();
        } else {
            self.comes.next = self.in_valid.val();
            self.mask.next = self.in_mask.val();
            self.data.next = self.in_data.val();
            self.strided.next = has_stride;
            self.sigma.next = low_zeros;
            self.beta.next = scaled_base;
        }

        comment!("Compare: a lane is beta + i, of which five bits are its own, shifted back.");
        let low = self.beta.val().get_bits::<5>(0);
        let upper = self.beta.val().get_bits::<27>(5);
        let at_upper = concat::<32, _, _>(upper, bits::<5>(0)) << self.sigma.val();
        let at_next = concat::<32, _, _>(upper + 1, bits::<5>(0)) << self.sigma.val();
        let mut agrees = bits::<32>(0);
        for i in 0..32 {
            let step = gate(self.strided.val(), i.to_bits::<5>());
            let sum = bit_cast::<6, 5>(low) + bit_cast::<6, 5>(step);
            let above = if sum.get_bit(5) { at_next } else { at_upper };
            let lane = above | (bit_cast::<32, 5>(sum.get_bits::<5>(0)) << self.sigma.val());
            let equal = lane == self.data.val().get_bits::<32>(32 * i);
            agrees = agrees.replace_bit(i, equal || !self.mask.val().get_bit(i));
        }
        let base = at_upper | (bit_cast::<32, 5>(low) << self.sigma.val());
        let stride_code = gate(self.strided.val(), self.sigma.val() + 1);

        clock!(self, clock, valid, affine, base, stride);
        if self._cut_comparison {
            clock!(self, clock, compared_valid, compared_lanes);
            clock!(self, clock, compared_base, compared_stride);
            self.compared_valid[0].d.next = self.comes.val();
            self.compared_lanes[0].d.next = agrees;
            self.compared_base[0].d.next = base;
            self.compared_stride[0].d.next = stride_code;
            self.valid.d.next = self.compared_valid[0].q.val();
            self.affine.d.next =
                self.compared_valid[0].q.val() && self.compared_lanes[0].q.val().all();
            self.base.d.next = self.compared_base[0].q.val();
            self.stride.d.next = self.compared_stride[0].q.val();
        } else {
            self.valid.d.next = self.comes.val();
            self.affine.d.next = self.comes.val() && agrees.all();
            self.base.d.next = base;
            self.stride.d.next = stride_code;
        }
        self.out_valid.next = self.valid.q.val();
        self.out_affine.next = self.affine.q.val();
        self.out_base.next = self.base.q.val();
        self.out_stride.next = self.stride.q.val();
    }
}
