//! `avc_encoder`.

use super::{lowest, times, AvcEight};
use crate::prelude::*;
use spec::avc::AvcEncoderParameters;
use spec::Unit;

/// `avc_encoder`: a stride candidate, a base candidate, and a comparison (5.2, "Encoding unit").
///
/// 1. *Choose* the first active lane, of eight lanes and then of four eights. The xors of active pairs
///    together are the stride but for what lies above its lowest set bit.
/// 2. *Estimate*: the stride, and the low eleven bits of lane 0, which is the first active lane less
///    what lies between. `i * stride` is less than 2^11, so the upper 21 bits of a lane that is
///    expected are those of the first active lane or one more, and need no stride to look at.
/// 3. *Compare* the low bits of all active lanes. They carry into the upper bits, and which of the
///    two upper halves a lane has to have is decided last. No adder is needed to see whether `a + b` is
///    `c`: where the sum bit is c's, the carry into it is `a ^ b ^ c`, and the carry out of it is
///    `a & b`, or `a ^ b` where c's bit is 0; each carry has to be the one that comes in above.
///
/// What needs no gate: a pair whose xor has none of its low seven bits set is taken for uniform,
/// and the comparison finds out. Lanes below the first active one are not compared, so no lane that
/// counts has upper bits that are one less.
///
/// The upper halves are compared in three parts, each with its own bits and with one more, because the
/// carry through all 21 of them would be the longest path.
///
/// Latency 3 has a register behind each step, 2 none behind the first, 1 one at the end only, and
/// 4 one more between comparison and verdict. They load with a vector only, so that their clock can rest.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct AvcEncoder {
    pub clock: Signal<In, Clock>,
    pub in_valid: Signal<In, Bit>,
    pub in_mask: Signal<In, Bits<32>>,
    pub in_data: Signal<In, Bits<1024>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_affine: Signal<Out, Bit>,
    pub out_base: Signal<Out, Bits<32>>,
    pub out_stride: Signal<Out, Bits<3>>,

    eights: Vec<AvcEight>,

    // What each step sees; registers stand before it, or not.
    difference: Signal<Local, Bits<7>>,
    position: Signal<Local, Bits<5>>,
    value: Signal<Local, Bits<32>>,
    comes: Signal<Local, Bit>,
    data: Signal<Local, Bits<1024>>,
    given: Signal<Local, Bits<32>>,
    arrives: Signal<Local, Bit>,
    candidate: Signal<Local, Bit>,
    mask: Signal<Local, Bits<32>>,
    low_data: Signal<Local, Bits<352>>,
    same: Signal<Local, Bits<32>>,
    above: Signal<Local, Bits<32>>,
    stride_bit: Signal<Local, Bits<7>>,
    low_base: Signal<Local, Bits<11>>,
    borrow: Signal<Local, Bit>,
    upper: Signal<Local, Bits<21>>,

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
    estimated_candidate: Vec<Register<Bit>>,
    estimated_low_data: Vec<Register<Bits<352>>>,
    estimated_same: Vec<Register<Bits<32>>>,
    estimated_above: Vec<Register<Bits<32>>>,
    estimated_stride: Vec<Register<Bits<7>>>,
    estimated_low_base: Vec<Register<Bits<11>>>,
    estimated_borrow: Vec<Register<Bit>>,
    estimated_upper: Vec<Register<Bits<21>>>,

    // From comparison to verdict.
    compared_valid: Vec<Register<Bit>>,
    compared_candidate: Vec<Register<Bit>>,
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
        AvcEncoderParts {
            eights: (0..4).map(|_| AvcEight::default()).collect(),
            chosen_valid: reset_registers(cut_choice),
            chosen_mask: data_registers(cut_choice),
            chosen_data: data_registers(cut_choice),
            chosen_difference: data_registers(cut_choice),
            chosen_position: data_registers(cut_choice),
            chosen_value: data_registers(cut_choice),
            estimated_valid: reset_registers(cut_estimate),
            estimated_mask: data_registers(cut_estimate),
            estimated_candidate: reset_registers(cut_estimate),
            estimated_low_data: data_registers(cut_estimate),
            estimated_same: data_registers(cut_estimate),
            estimated_above: data_registers(cut_estimate),
            estimated_stride: data_registers(cut_estimate),
            estimated_low_base: data_registers(cut_estimate),
            estimated_borrow: data_registers(cut_estimate),
            estimated_upper: data_registers(cut_estimate),
            compared_valid: reset_registers(cut_comparison),
            compared_candidate: reset_registers(cut_comparison),
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
        .into()
    }
}

#[hardware(name = spec::avc::AvcEncoder::module_name(&self._parameters))]
impl Logic for AvcEncoder {
    fn update(&mut self) {
        comment!("Choose: the low bits of active pairs' xors, and the first active lane.");
        let mut some = bits::<4>(0);
        for e in 0..4 {
            self.eights[e].mask.next = self.in_mask.val().get_bits::<8>(8 * e);
            self.eights[e].data.next = self.in_data.val().get_bits::<256>(256 * e);
            some = some.replace_bit(e, self.eights[e].some.val());
        }
        let first = lowest(some);
        let mut pair_difference = bits::<7>(0);
        let mut lane_position = bits::<5>(0);
        let mut lane_value = bits::<32>(0);
        for e in 0..4 {
            lane_position |= gate(
                first.get_bit(e),
                concat::<5, _, _>(e.to_bits::<2>(), self.eights[e].position.val()),
            );
            lane_value |= gate(first.get_bit(e), self.eights[e].value.val());
            pair_difference |= self.eights[e].difference.val();
        }

        if self._cut_choice {
            clock!(self, clock, chosen_valid);
            registers!(self, clock, chosen_mask, chosen_data, chosen_difference);
            registers!(self, clock, chosen_position, chosen_value);
            self.chosen_valid[0].d.next = self.in_valid.val();
            if self.in_valid.val() {
                self.chosen_mask[0].d.next = self.in_mask.val();
                self.chosen_data[0].d.next = self.in_data.val();
                self.chosen_difference[0].d.next = pair_difference;
                self.chosen_position[0].d.next = lane_position;
                self.chosen_value[0].d.next = lane_value;
            }
            self.difference.next = self.chosen_difference[0].q.val();
            self.position.next = self.chosen_position[0].q.val();
            self.value.next = self.chosen_value[0].q.val();
            self.comes.next = self.chosen_valid[0].q.val();
            self.given.next = self.chosen_mask[0].q.val();
            self.data.next = self.chosen_data[0].q.val();
        } else {
            self.difference.next = pair_difference;
            self.position.next = lane_position;
            self.value.next = lane_value;
            self.comes.next = self.in_valid.val();
            self.given.next = self.in_mask.val();
            self.data.next = self.in_data.val();
        }

        comment!("Estimate: the lowest set bit is the stride; a base is a multiple of it.");
        let pair_stride = lowest(self.difference.val());
        let mut below = bits::<6>(0);
        for k in 0..6 {
            below = below.replace_bit(k, (pair_stride >> (k + 1)).any());
        }
        let aligned = !(self.value.val().get_bits::<6>(0) & below).any();
        let distance = times(self.position.val(), pair_stride);
        let low_lane = bit_cast::<12, 11>(self.value.val().get_bits::<11>(0));
        let low_difference = low_lane - bit_cast::<12, 11>(distance);
        let upper_value = self.value.val().get_bits::<21>(11);
        let up = upper_value.get_bits::<7>(0) ^ (upper_value.get_bits::<7>(0) + 1);
        let up_middle = upper_value.get_bits::<7>(7) ^ (upper_value.get_bits::<7>(7) + 1);
        let up_top = upper_value.get_bits::<7>(14) ^ (upper_value.get_bits::<7>(14) + 1);
        let carries = upper_value.get_bits::<7>(0).all();
        let carries_on = upper_value.get_bits::<14>(0).all();
        let mut low_lanes = bits::<352>(0);
        let mut at_same = bits::<32>(0);
        let mut at_next = bits::<32>(0);
        for i in 0..32 {
            let lane = self.data.val().get_bits::<32>(32 * i);
            low_lanes = replace_bits(low_lanes, 11 * i, lane.get_bits::<11>(0));
            let change = lane.get_bits::<21>(11) ^ upper_value;
            let middle = change.get_bits::<7>(7);
            let top = change.get_bits::<7>(14);
            let middle_next = if carries {
                middle == up_middle
            } else {
                !middle.any()
            };
            let top_next = if carries_on {
                top == up_top
            } else {
                !top.any()
            };
            let low_next = change.get_bits::<7>(0) == up;
            at_same = at_same.replace_bit(i, !change.any());
            at_next = at_next.replace_bit(i, low_next && middle_next && top_next);
        }

        if self._cut_estimate {
            clock!(self, clock, estimated_valid, estimated_candidate);
            registers!(self, clock, estimated_mask, estimated_low_data);
            registers!(self, clock, estimated_same, estimated_above);
            registers!(self, clock, estimated_stride, estimated_low_base);
            registers!(self, clock, estimated_borrow, estimated_upper);
            self.estimated_valid[0].d.next = self.comes.val();
            self.estimated_candidate[0].d.next = self.comes.val() && aligned;
            if self.comes.val() {
                self.estimated_mask[0].d.next = self.given.val();
                self.estimated_low_data[0].d.next = low_lanes;
                self.estimated_same[0].d.next = at_same;
                self.estimated_above[0].d.next = at_next;
                self.estimated_stride[0].d.next = pair_stride;
                self.estimated_low_base[0].d.next = low_difference.get_bits::<11>(0);
                self.estimated_borrow[0].d.next = low_difference.get_bit(11);
                self.estimated_upper[0].d.next = upper_value;
            }
            self.arrives.next = self.estimated_valid[0].q.val();
            self.candidate.next = self.estimated_candidate[0].q.val();
            self.mask.next = self.estimated_mask[0].q.val();
            self.low_data.next = self.estimated_low_data[0].q.val();
            self.same.next = self.estimated_same[0].q.val();
            self.above.next = self.estimated_above[0].q.val();
            self.stride_bit.next = self.estimated_stride[0].q.val();
            self.low_base.next = self.estimated_low_base[0].q.val();
            self.borrow.next = self.estimated_borrow[0].q.val();
            self.upper.next = self.estimated_upper[0].q.val();
        } else {
            self.arrives.next = self.comes.val();
            self.candidate.next = self.comes.val() && aligned;
            self.mask.next = self.given.val();
            self.low_data.next = low_lanes;
            self.same.next = at_same;
            self.above.next = at_next;
            self.stride_bit.next = pair_stride;
            self.low_base.next = low_difference.get_bits::<11>(0);
            self.borrow.next = low_difference.get_bit(11);
            self.upper.next = upper_value;
        }

        comment!(
            "Compare: a lane has the low bits expected, and the upper half that they carry to."
        );
        let mut agrees = bits::<32>(0);
        for i in 0..32 {
            let step = times(i.to_bits::<5>(), self.stride_bit.val());
            let lane = self.low_data.val().get_bits::<11>(11 * i);
            let alone = self.low_base.val() ^ step;
            let carries_out = (self.low_base.val() & step) | (alone & !lane);
            let equal = alone ^ lane == carries_out << 1;
            let carried = carries_out.get_bit(10) ^ self.borrow.val();
            let fits = if carried {
                self.above.val().get_bit(i)
            } else {
                self.same.val().get_bit(i)
            };
            agrees = agrees.replace_bit(i, (equal && fits) || !self.mask.val().get_bit(i));
        }
        let upper_base = self.upper.val() - bit_cast::<21, 1>(self.borrow.val().into());
        let base = concat::<32, _, _>(upper_base, self.low_base.val());
        let mut stride_code = bits::<3>(0);
        for k in 0..7 {
            stride_code |= gate(self.stride_bit.val().get_bit(k), (k + 1).to_bits::<3>());
        }

        clock!(self, clock, valid, affine, base, stride);
        if self._cut_comparison {
            clock!(self, clock, compared_valid, compared_candidate);
            registers!(self, clock, compared_lanes, compared_base, compared_stride);
            self.compared_valid[0].d.next = self.arrives.val();
            self.compared_candidate[0].d.next = self.candidate.val();
            if self.arrives.val() {
                self.compared_lanes[0].d.next = agrees;
                self.compared_base[0].d.next = base;
                self.compared_stride[0].d.next = stride_code;
            }
            self.valid.d.next = self.compared_valid[0].q.val();
            self.affine.d.next =
                self.compared_candidate[0].q.val() && self.compared_lanes[0].q.val().all();
            self.base.d.next = self.compared_base[0].q.val();
            self.stride.d.next = self.compared_stride[0].q.val();
        } else {
            self.valid.d.next = self.arrives.val();
            self.affine.d.next = self.candidate.val() && agrees.all();
            self.base.d.next = base;
            self.stride.d.next = stride_code;
        }
        self.out_valid.next = self.valid.q.val();
        self.out_affine.next = self.affine.q.val();
        self.out_base.next = self.base.q.val();
        self.out_stride.next = self.stride.q.val();
    }
}
