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
        $block:ident, $contract:path, $self:ident, { $($own:tt)* }
        kernel_start: [$($kernel_start:tt)*],
        allocate: [$($allocate_valid:tt)*] [$($allocate_first:tt)*] [$($allocate_last:tt)*],
        finish: [$($finish_valid:tt)*] [$($finish_first:tt)*] [$($finish_last:tt)*],
        fetch: [$($fetch_enable:tt)*] [$($fetch_registers:tt)*],
        future: [$($future_enable:tt)*] [$($future_registers:tt)*],
        done: [$($done_enable:tt)*] [$($done_registers:tt)*],
        done_kind: [$($done_next_write:tt)*] [$($done_stay:tt)*] [$($done_shallow:tt)*],
        write_0: [$($enable_0:tt)*] [$($register_0:tt)*] [$($target_0:tt)*] [$($count_0:tt)*],
        write_1: [$($enable_1:tt)*] [$($register_1:tt)*] [$($target_1:tt)*] [$($count_1:tt)*],
        write_full: [$($write_full:tt)*],
        load: [$($load_valid:tt)*] [$($load_register:tt)*] [$($load_target:tt)*] [$($load_count:tt)*],
        next: [$($next_enable:tt)*] [$($next_registers:tt)*] [$($next_write:tt)*],
    ) => {
        #[hardware(name = <$contract>::module_name(&$self._parameters))]
        impl<const N: usize, const M: usize> Logic for $block<N, M> {
            fn update(&mut $self) {
                $($own)*
                registers!($self, clock, high, low, moving, remaining);
                registers!($self, clock, allocated, pending, next_write, retained);

                comment!("The registers that events name.");
                let freed = replicate::<N>($($kernel_start)*)
                    | range::<N>($($finish_valid)*, $($finish_first)*, $($finish_last)*);
                let allocate =
                    range::<N>($($allocate_valid)*, $($allocate_first)*, $($allocate_last)*);
                let done_enable = $($done_enable)*;
                let done_registers = $($done_registers)*;
                let done_next_write = $($done_next_write)*;
                let mut fetch = bits::<N>(0);
                let mut wake = bits::<N>(0);
                let mut read_done = bits::<N>(0);
                let mut all_done = bits::<N>(0);
                let mut done_reads = bits::<N>(0);
                let mut done_stay = bits::<N>(0);
                let mut done_shallow = bits::<N>(0);
                for lane in 0..8 {
                    let register = done_registers.get_bits::<10>(10 * lane);
                    let named = at::<N>(done_enable.get_bit(lane), register);
                    all_done = all_done | named;
                    done_reads = done_reads | (named & replicate::<N>(!done_next_write.get_bit(lane)));
                    done_stay = done_stay | (named & replicate::<N>(($($done_stay)*).get_bit(lane)));
                    done_shallow =
                        done_shallow | (named & replicate::<N>(($($done_shallow)*).get_bit(lane)));
                }
                $self.out_sleep.next = bit_cast::<1024, N>(freed | allocate | fetch | wake | read_done | all_done | done_reads | done_stay | done_shallow);
            }
        }
    };
}
pub(super) use controllers;
