//! The rules of docs/units/slumber.md, *One cycle, exactly*, for all registers at once.
//!
//! They are written on planes, one bit of every register in each. The state is planes, the counters
//! too: bit b of all counters is plane b. So the rules are some dozens of bitwise operations, which
//! a simulator does on a word of registers at a time, and which synthesis turns into the same gates
//! as so many single controllers.
//!
//! `power_array` takes the events from its ports, `slumber_top` from the registers of its event
//! stage. The rules are a macro, not a block, because as a module between the two they would cost
//! more lines of ports than they have themselves.

/// Gives `$block` its `update`: what is its own first, then the rules for the given events.
macro_rules! controllers {
    (
        [$($generics:tt)*] $block:ty, $contract:path, $self:ident, { $($own:tt)* }
        kernel_start: [$($kernel_start:tt)*],
        allocate: [$($allocate_valid:tt)*] [$($allocate_first:tt)*] [$($allocate_last:tt)*],
        finish: [$($finish_valid:tt)*] [$($finish_first:tt)*] [$($finish_last:tt)*],
        fetch: [$($fetch_enable:tt)*] [$($fetch_registers:tt)*],
        future: [$($future_enable:tt)*] [$($future_registers:tt)*],
        done: [$($done_enable:tt)*] [$($done_registers:tt)*],
        done_kind: [$($done_next_write:tt)*] [$($done_stay:tt)*] [$($done_shallow:tt)*],
        write_0: [$($enable_0:tt)*] [$($register_0:tt)*] [$($target_0:tt)*] [$($count_0:tt)*],
        write_1: [$($enable_1:tt)*] [$($register_1:tt)*] [$($target_1:tt)*] [$($count_1:tt)*],
        write_partial: [$($write_partial:tt)*],
        load: [$($load_valid:tt)*] [$($load_register:tt)*] [$($load_target:tt)*] [$($load_count:tt)*],
        next: [$($next_enable:tt)*] [$($next_registers:tt)*] [$($next_write:tt)*],
    ) => {
        #[hardware(name = <$contract>::module_name(&$self._parameters))]
        impl<$($generics)*> Logic for $block {
            fn update(&mut $self) {
                $($own)*
                clock!($self, clock, high, low, moving, remaining);
                clock!($self, clock, allocated, pending, full_next, retained);

                comment!("The registers that events name.");
                let freed = replicate::<N>($($kernel_start)*)
                    | range::<N>($($finish_valid)*, $($finish_first)*, $($finish_last)*);
                let allocate =
                    range::<N>($($allocate_valid)*, $($allocate_first)*, $($allocate_last)*);
                let mut fetch = bits::<N>(0);
                let mut wake = bits::<N>(0);
                let mut future = bits::<N>(0);
                let mut read_done = bits::<N>(0);
                let mut write_done = bits::<N>(0);
                let mut done_reads = bits::<N>(0);
                let mut done_stay = bits::<N>(0);
                let mut done_shallow = bits::<N>(0);
                for lane in 0..8 {
                    fetch |= at::<N, 80>($($fetch_enable)*.get_bit(lane), $($fetch_registers)*, lane);
                    wake |= at::<N, 80>($self.in_wake_enable.val().get_bit(lane), $self.in_wake_registers.val(), lane);
                }
                for lane in 0..12 {
                    future |= at::<N, 120>($($future_enable)*.get_bit(lane), $($future_registers)*, lane);
                }
                for lane in 0..8 {
                    let named = at::<N, 80>(true, $($done_registers)*, lane);
                    if $($done_enable)*.get_bit(lane) {
                        read_done |= named & replicate::<N>($self.read_lanes.val().get_bit(lane));
                        write_done |= named & !replicate::<N>($self.read_lanes.val().get_bit(lane));
                        done_reads |= named & !replicate::<N>($($done_next_write)*.get_bit(lane));
                        done_stay |= named & replicate::<N>($($done_stay)*.get_bit(lane));
                        done_shallow |= named & replicate::<N>($($done_shallow)*.get_bit(lane));
                    }
                }
                let correction = at::<N, 20>($($next_enable)*.get_bit(0), $($next_registers)*, 0)
                    | at::<N, 20>($($next_enable)*.get_bit(1), $($next_registers)*, 1);
                let correction_reads = at::<N, 20>(($($next_enable)* & !$($next_write)*).get_bit(0), $($next_registers)*, 0)
                    | at::<N, 20>(($($next_enable)* & !$($next_write)*).get_bit(1), $($next_registers)*, 1);

                comment!("The states.");
                let high = $self.high.q.val();
                let low = $self.low.q.val();
                let moving = $self.moving.q.val();
                let allocated = $self.allocated.q.val();
                let on = !(moving | high | low);
                let shallow = low & !high;
                let deep = high & !low;
                let off = high & low;

                comment!("What the events mean to the registers.");
                let write_0 = at::<N, 10>($($enable_0)*, $($register_0)*, 0) & allocated;
                let write_1 = at::<N, 10>($($enable_1)*, $($register_1)*, 0) & allocated;
                let dispatched = write_0 | write_1;
                let written = write_done & allocated;
                let waiting = $self.pending.q.val() & !written;
                let outcome = at::<N, 10>($($load_valid)*, $($load_register)*, 0) & waiting & !dispatched;
                let pending = dispatched | waiting;
                let quiet = allocated & !pending;
                let done = (read_done & !pending) | (written & quiet);
                let fetched = fetch & quiet;
                let corrected = correction & quiet;
                let wanted = wake | (future & quiet);

                comment!("Whose they are, and what their contents are good for.");
                let told = (done | corrected) & allocated & !off;
                let reads = (done & done_reads) | (corrected & correction_reads);
                let next_write = (write_0 & !replicate::<N>($($write_partial)*.get_bit(0)))
                    | (write_1 & !replicate::<N>($($write_partial)*.get_bit(1)))
                    | (told & !reads)
                    | ($self.full_next.q.val() & !(dispatched | told));
                $self.allocated.d.next = (allocated | allocate) & !freed;
                $self.pending.d.next = pending & !freed;
                $self.full_next.d.next = next_write | freed;

                comment!("Down to a target, or up where the target is not deeper than the state.");
                let target_high = (write_0 & replicate::<N>($($target_0)*.get_bit(1)))
                    | (write_1 & replicate::<N>($($target_1)*.get_bit(1)))
                    | (outcome & replicate::<N>($($load_target)*.get_bit(1)));
                let target_low = ((write_0 & replicate::<N>($($target_0)*.get_bit(0)))
                    | (write_1 & replicate::<N>($($target_1)*.get_bit(0)))
                    | (outcome & replicate::<N>($($load_target)*.get_bit(0))))
                    & (next_write | !target_high);
                let reachable = (target_high & (target_low | !off)) | (target_low & !(high | (moving & low)));
                let rises = wanted | ((dispatched | outcome) & !reachable);
                let sinks = reachable & (dispatched | outcome) & !(freed | wanted);

                comment!("The end of an access, and a fetch.");
                let nearby = done_shallow | fetched;
                let settles = done
                    & !(done_stay | freed | wanted)
                    & (on | (!nearby & ((shallow & !moving) | (deep & next_write))));
                let lifts = fetched & high & !(freed | wanted);
                let acts = freed | sinks | settles | lifts;

                comment!("Time. Every place has a count at which it is left: wakes begin, and what moves arrives.");
                let mut zero = !bits::<N>(0);
                let mut due = !bits::<N>(0);
                let mut less = bits::<M>(0);
                for bit in 0..10 {
                    let remaining = $self.remaining.q.val().get_bits::<N>(N * bit);
                    let delay = (shallow & replicate::<N>($self.shallow_wake.val().get_bit(bit)))
                        | (deep & replicate::<N>($self.deep_wake.val().get_bit(bit)))
                        | (off & replicate::<N>($self.off_wake.val().get_bit(bit)));
                    let fewer = remaining ^ zero;
                    zero = zero & !remaining;
                    // One less, against the delay: the highest bit that differs decides.
                    due = (delay & !fewer) | (due & !(delay ^ fewer));
                    less = replace_bits(less, N * bit, fewer);
                }
                let wakes = (high | low) & !(moving | acts) & (rises | (due & !zero));
                let arrives = moving & due & !(acts | (low & rises));
                let falls = !(zero | acts | wakes | arrives);
                $self.high.d.next =
                    freed | (sinks & target_high) | (settles & !nearby) | (high & !(acts | wakes));
                $self.low.d.next = freed
                    | (sinks & target_low)
                    | (settles & (nearby | next_write))
                    | lifts
                    | (low & !(acts | wakes | (moving & rises)));
                $self.moving.d.next = lifts | wakes | (moving & !(acts | arrives));
                $self.retained.d.next = ($self.retained.q.val() | (written & on))
                    & !(freed | (sinks & target_high & target_low) | (settles & !nearby & next_write));
                let mut remaining_next = bits::<M>(0);
                for bit in 0..10 {
                    let count = (write_0 & replicate::<N>($($count_0)*.get_bit(bit)))
                        | (write_1 & replicate::<N>($($count_1)*.get_bit(bit)))
                        | (outcome & replicate::<N>($($load_count)*.get_bit(bit)));
                    let delay = (shallow & replicate::<N>($self.shallow_wake.val().get_bit(bit)))
                        | (deep & replicate::<N>($self.deep_wake.val().get_bit(bit)))
                        | (off & replicate::<N>($self.off_wake.val().get_bit(bit)));
                    let lift = (deep & replicate::<N>($self.deep_lift.val().get_bit(bit)))
                        | (off & replicate::<N>($self.off_lift.val().get_bit(bit)));
                    let loaded = (sinks & count) | (wakes & delay) | (lifts & lift);
                    remaining_next = replace_bits(
                        remaining_next,
                        N * bit,
                        loaded | (falls & less.get_bits::<N>(N * bit)),
                    );
                }
                $self.remaining.d.next = remaining_next;

                comment!("The planes, and the one path from inputs to outputs.");
                $self.out_sleep.next = bit_cast::<1024, N>(high | low);
                $self.out_drowsy.next = bit_cast::<1024, N>(high ^ low);
                $self.out_voltage_high.next = bit_cast::<1024, N>(high);
                $self.out_voltage_low.next = bit_cast::<1024, N>(low);
                $self.out_ready.next = bit_cast::<1024, N>(on);
                $self.out_retained.next = bit_cast::<1024, N>($self.retained.q.val());
                for lane in 0..8 {
                    let register = $self.in_wake_registers.val().get_bits::<10>(10 * lane);
                    $self.out_grant.next = $self.out_grant.val().replace_bit(
                        lane,
                        $self.in_wake_enable.val().get_bit(lane) && on.get_bit(register.index()),
                    );
                }
            }
        }
    };
}
pub(super) use controllers;
