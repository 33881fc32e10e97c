//! Worked by hand from the tables and diagrams of docs/units/regfile.md. A cycle is counted from
//! the event that the diagram begins with.

use crate::play::{changed, preset};
use golden::regfile::{Instruction, Regfile, WriteBack};
use spec::bdi::CompressionRange;
use spec::regfile::{Counter, RegfileInputs, RegfileOutputs, RegfileParameters};
use spec::warp::WarpRegister;
use spec::UnitModel;

const FULL: u32 = u32::MAX;

/// Lanes that are stored as <4,1>.
fn near(base: u32) -> WarpRegister {
    std::array::from_fn(|lane| base + lane as u32)
}

/// Lanes that are stored uncompressed.
fn far(base: u32) -> WarpRegister {
    std::array::from_fn(|lane| base ^ (lane as u32) << 20)
}

/// The inputs of a cycle, put together.
#[derive(Default)]
struct Asked(RegfileInputs);

impl Asked {
    fn ready(mut self) -> Self {
        (self.0.out0_ready, self.0.out1_ready) = (true, true);
        self
    }

    fn read(self, port: usize, sources: &[u16]) -> Self {
        self.instruction(port, sources, None, 0)
    }

    fn writer(self, port: usize, register: u16, mask: u32) -> Self {
        self.instruction(port, &[], Some(register), mask)
    }

    fn instruction(
        mut self,
        port: usize,
        sources: &[u16],
        destination: Option<u16>,
        mask: u32,
    ) -> Self {
        let source = |n: usize| sources.get(n).copied();
        Instruction {
            tag: 7 + port as u8,
            sources: [source(0), source(1), source(2)],
            destination,
            mask,
        }
        .present(port, &mut self.0);
        self
    }

    fn result(mut self, port: usize, register: u16, mask: u32, data: WarpRegister) -> Self {
        WriteBack {
            register,
            mask,
            data,
        }
        .present(port, &mut self.0);
        self
    }

    fn release(mut self, register: u16) -> Self {
        (self.0.release_valid, self.0.release_register) = (true, register);
        self
    }
}

fn ask() -> Asked {
    Asked::default()
}

struct Bench(Regfile);

impl Bench {
    fn new(parameters: RegfileParameters) -> Self {
        Self(Regfile::new(parameters))
    }

    fn cycle(&mut self, asked: Asked) -> RegfileOutputs {
        self.0.cycle(&asked.0).expect("in contract")
    }

    fn idle(&mut self, cycles: usize) -> Vec<RegfileOutputs> {
        (0..cycles).map(|_| self.cycle(ask())).collect()
    }

    /// An instruction that writes is accepted and taken; its result is owed.
    fn owe(&mut self, register: u16, mask: u32) {
        assert!(self.cycle(ask().writer(0, register, mask)).in0_ready);
        while !self.cycle(ask().ready()).out0_valid {}
    }

    /// A write from the beginning to the end.
    fn write(&mut self, register: u16, mask: u32, data: WarpRegister) {
        self.owe(register, mask);
        assert!(self.cycle(ask().result(0, register, mask, data)).wb0_ready);
        while self.0.is_pending(register) {
            self.cycle(ask());
        }
    }

    fn counter(&self, counter: Counter) -> u32 {
        let mut file = self.0.clone();
        for _ in 0..2 {
            file.cycle(&RegfileInputs::default()).expect("in contract");
        }
        let inputs = RegfileInputs {
            counter_select: counter as u8,
            ..RegfileInputs::default()
        };
        file.cycle(&inputs).expect("in contract").counter_value
    }
}

/// Those of consecutive cycles in which something holds.
fn cycles<T>(all: &[T], holds: impl Fn(&T) -> bool) -> Vec<usize> {
    (0..all.len()).filter(|&n| holds(&all[n])).collect()
}

/// The diagram of a compressed read.
#[test]
fn a_read_is_offered_5_plus_d_cycles_after_acceptance() {
    let mut bench = Bench::new(preset("fermi"));
    bench.write(5, FULL, near(1000));
    assert_eq!(bench.0.state(5), Some(CompressionRange::FourOne));
    let mut seen = vec![bench.cycle(ask().read(0, &[5]))];
    seen.extend(bench.idle(8));
    assert!(seen[0].in0_ready);
    assert_eq!(cycles(&seen, |o| o.bank_read == 0x07 << 8), [2]);
    assert_eq!(cycles(&seen, |o| o.bank_read != 0), [2]);
    assert_eq!(cycles(&seen, |o| o.out0_valid), [6, 7, 8]);
    let offer = &seen[6];
    assert!(offer.out0_a_valid && !offer.out0_b_valid && !offer.out0_writes && !offer.out1_valid);
    assert_eq!((offer.out0_tag, offer.out0_a), (7, near(1000)));

    for (from, offered) in [("1", 6), ("8", 13)] {
        let latency = changed("small", &[("decompression_latency", from)]);
        let mut bench = Bench::new(latency);
        bench.cycle(ask().read(0, &[5]));
        assert_eq!(cycles(&bench.idle(20), |o| o.out0_valid)[0] + 1, offered);
    }
    let mut bench = Bench::new(preset("uncompressed"));
    bench.cycle(ask().read(0, &[5]));
    assert_eq!(cycles(&bench.idle(20), |o| o.out0_valid)[0] + 1, 5);
}

/// The diagram of a write that wakes its bank.
#[test]
fn a_write_to_a_gated_bank_takes_place_after_the_wake_delay() {
    let mut bench = Bench::new(preset("fermi"));
    bench.owe(4, FULL);
    let mut seen = vec![bench.cycle(ask().result(0, 4, FULL, [9; 32]))];
    let mut pending = vec![true];
    for _ in 1..=18 {
        pending.push(bench.0.is_pending(4));
        seen.push(bench.cycle(ask()));
    }
    assert!(seen[0].wb0_ready);
    assert_eq!(cycles(&seen, |o| o.bank_gated & 1 == 1), [0, 1, 2, 3, 4]);
    assert_eq!(
        cycles(&seen, |o| o.bank_isolate & 1 == 1),
        (0..=14).collect::<Vec<_>>()
    );
    assert_eq!(cycles(&seen, |o| o.bank_write == 1), [15]);
    assert_eq!(cycles(&seen, |o| o.bank_write != 0), [15]);
    assert_eq!(cycles(&pending, |&p| p), (0..=15).collect::<Vec<_>>());
    assert_eq!(bench.0.state(4), Some(CompressionRange::FourZero));
}

/// The diagram of a divergent write to a compressed register.
#[test]
fn a_divergent_write_to_a_compressed_register_waits_for_its_mov() {
    let mut bench = Bench::new(preset("fermi"));
    bench.write(8, FULL, far(1));
    bench.write(4, FULL, near(1000));
    let mask = 0x8000_00f0;
    let mut states = vec![bench.0.state(4)];
    let mut pending = vec![bench.0.is_pending(4)];
    let mut seen = vec![bench.cycle(ask().writer(0, 4, mask))];
    for _ in 1..=9 {
        states.push(bench.0.state(4));
        pending.push(bench.0.is_pending(4));
        seen.push(bench.cycle(ask()));
    }
    assert!(seen[0].in0_ready);
    assert_eq!(cycles(&seen, |o| o.bank_read == 0x07), [2]);
    assert_eq!(cycles(&seen, |o| o.bank_read != 0), [2]);
    assert_eq!(cycles(&seen, |o| o.bank_write == 0xff), [7]);
    assert_eq!(cycles(&seen, |o| o.bank_write != 0), [7]);
    let compressed = |s: &_| *s == Some(CompressionRange::FourOne);
    assert_eq!(cycles(&states, compressed), (0..=7).collect::<Vec<_>>());
    assert_eq!(cycles(&pending, |&p| p), (1..=9).collect::<Vec<_>>());
    assert_eq!(cycles(&seen, |o| o.out0_valid), [8, 9]);

    bench.cycle(ask().ready());
    let mut pending = vec![bench.0.is_pending(4)];
    let mut seen = vec![bench.cycle(ask().result(1, 4, mask, [7; 32]))];
    for _ in 1..=6 {
        pending.push(bench.0.is_pending(4));
        seen.push(bench.cycle(ask()));
    }
    assert_eq!(cycles(&seen, |o| o.bank_write == 0x82), [4]);
    assert_eq!(cycles(&seen, |o| o.bank_write != 0), [4]);
    assert_eq!(cycles(&pending, |&p| p), [0, 1, 2, 3, 4]);
    bench.cycle(ask().read(0, &[4]));
    let offer = bench.idle(6).pop().expect("cycles");
    let mut expected = near(1000);
    for lane in [4, 5, 6, 7, 31] {
        expected[lane] = 7;
    }
    assert!(offer.out0_valid);
    assert_eq!(offer.out0_a, expected);
    assert_eq!(bench.counter(Counter::Movs), 1);
}

/// Without codecs and gates a write takes place two cycles after its acceptance.
#[test]
fn the_uncompressed_file_has_no_codecs_and_no_gates() {
    let mut bench = Bench::new(preset("uncompressed"));
    bench.owe(4, FULL);
    let mut seen = vec![bench.cycle(ask().result(0, 4, FULL, [9; 32]))];
    seen.extend(bench.idle(3));
    assert_eq!(cycles(&seen, |o| o.bank_write == 0xff), [2]);
    assert!(seen
        .iter()
        .all(|o| o.bank_gated == 0 && o.bank_isolate == 0));
    // No MOV: a divergent writer without sources is complete when it has entered the ring.
    assert!(bench.cycle(ask().writer(0, 4, 1)).in0_ready);
    assert!(bench.cycle(ask()).out0_valid);
}

#[test]
fn a_divergent_write_touches_what_the_table_says() {
    for (held, mask, banks) in [
        (None, 0x0000_0010, 0xff),
        (None, 0, 0xff),
        (Some(far(3)), 0x0000_0010, 0x02),
        (Some(far(3)), 0xf000_000f, 0x81),
        (Some(far(3)), 0, 0),
        (Some([5; 32]), 0, 0),
    ] {
        let mut bench = Bench::new(preset("fermi"));
        // So that all banks of the cluster are awake.
        bench.write(2, FULL, far(1));
        if let Some(data) = held {
            bench.write(6, FULL, data);
        }
        bench.owe(6, mask);
        let mut seen = vec![bench.cycle(ask().result(0, 6, mask, [8; 32]))];
        seen.extend(bench.idle(4));
        let wanted = if banks == 0 { vec![] } else { vec![4] };
        assert_eq!(
            cycles(&seen, |o| o.bank_write == banks << 16 && banks != 0),
            wanted
        );
        assert!(
            !bench.0.is_pending(6),
            "written in cycle 4 though no bank shows it"
        );
        assert_eq!(bench.0.state(6), Some(CompressionRange::Uncompressed));
        bench.cycle(ask().read(0, &[6]));
        let before = held.unwrap_or_default();
        let lane = |n: usize| if mask >> n & 1 == 1 { 8 } else { before[n] };
        let offer = bench.idle(6).pop().expect("cycles");
        assert_eq!(offer.out0_a, std::array::from_fn(lane));
    }
}

/// 5.3: "when all the valid bits are reset the corresponding bank is power gated".
#[test]
fn a_smaller_form_empties_the_upper_banks() {
    let mut bench = Bench::new(preset("small"));
    bench.write(3, FULL, far(1));
    assert_eq!(bench.cycle(ask()).bank_isolate, 0);
    bench.owe(3, FULL);
    let mut seen = vec![bench.cycle(ask().result(0, 3, FULL, near(0)))];
    seen.extend(bench.idle(8));
    assert_eq!(cycles(&seen, |o| o.bank_write == 0x07), [4]);
    // Empty from cycle 5 on, gated in the next.
    assert_eq!(cycles(&seen, |o| o.bank_gated == 0xf8), [6, 7, 8]);
    assert_eq!(cycles(&seen, |o| o.bank_gated == 0), [0, 1, 2, 3, 4, 5]);
}

/// All sources of an instruction in one cluster go one after the other, the MOV last; then those
/// of the younger one.
#[test]
fn the_oldest_request_wins_and_a_mov_comes_last() {
    let mut bench = Bench::new(preset("small"));
    bench.write(0, FULL, [1; 32]);
    bench.write(1, FULL, near(2));
    bench.write(2, FULL, far(3));
    bench.write(3, FULL, std::array::from_fn(|lane| 999 * lane as u32));
    let conflicts = bench.counter(Counter::Conflicts);
    let asked = ask()
        .instruction(0, &[0, 1, 2], Some(3), 1)
        .read(1, &[2, 0]);
    let mut seen = vec![bench.cycle(asked)];
    seen.extend(bench.idle(14));
    let banks: Vec<_> = seen[2..8].iter().map(|o| o.bank_read).collect();
    assert_eq!(banks, [0x01, 0x07, 0xff, 0x1f, 0xff, 0x01]);
    // Six requests, one of which leaves in each cycle.
    assert_eq!(bench.counter(Counter::Conflicts), conflicts + 5);
    // The MOV is granted in 4, in its buffer in 9, in the stage in 10; all banks are awake.
    assert_eq!(cycles(&seen, |o| o.bank_write == 0xff), [10]);
}

/// While the cluster's one MOV is inside, another waits; a younger source passes it.
#[test]
fn a_mov_waits_for_the_slot_and_younger_sources_pass() {
    let mut bench = Bench::new(preset("small"));
    for register in 0..3 {
        bench.write(register, FULL, near(u32::from(register)));
    }
    bench.write(3, FULL, far(3));
    let conflicts = bench.counter(Counter::Conflicts);
    let both = ask().writer(0, 0, 1).writer(1, 1, 1);
    let mut seen = vec![bench.cycle(both)];
    seen.push(bench.cycle(ask().read(0, &[2])));
    seen.extend(bench.idle(20));
    // Grants: MOV of 0 in 1, the source in 2; the first MOV is in its buffer in 6, enters the
    // stage in 6, so the slot is free from 7 on, in which the second is granted.
    let read = |o: &RegfileOutputs| o.bank_read == 0x07;
    assert_eq!(cycles(&seen, read), [2, 3, 8]);
    assert_eq!(cycles(&seen, |o| o.bank_write == 0xff), [7, 13]);
    // In cycle 1 two requests wait; from then on a MOV that may not take part, and one other.
    assert_eq!(bench.counter(Counter::Conflicts), conflicts + 1);
    // The source is in its collector in 7, but its instruction is the third oldest.
    assert_eq!(cycles(&seen, |o| o.out0_valid)[0], 8);
    assert_eq!(cycles(&seen, |o| o.out1_valid)[0], 14);
}

/// A MOV of a register that is not compressed ends with its access; the slot is free then.
#[test]
fn a_mov_that_is_not_needed_ends_at_the_access() {
    let mut bench = Bench::new(preset("small"));
    bench.write(0, FULL, far(1));
    bench.write(1, FULL, near(2));
    let mut seen = vec![bench.cycle(ask().writer(0, 0, 1).writer(1, 1, 1))];
    seen.extend(bench.idle(12));
    // Granted in 1, accessed in 2, complete in 3; the other is granted in 3.
    assert_eq!(cycles(&seen, |o| o.out0_valid)[0], 3);
    assert_eq!(cycles(&seen, |o| o.bank_read != 0), [4]);
}

#[test]
fn write_stages_are_entered_in_cyclic_order() {
    let mut bench = Bench::new(preset("small"));
    bench.write(15, FULL, far(1));
    for register in 0..4 {
        bench.owe(register, FULL);
    }
    // Port 0 entered last: now port 1 comes first, then port 0; and again.
    let one = |n: u32| std::array::from_fn(|lane| n * lane as u32);
    let both = ask().result(0, 0, FULL, one(0)).result(1, 1, FULL, one(1));
    let mut seen = vec![bench.cycle(both)];
    let both = ask()
        .result(0, 2, FULL, one(999))
        .result(1, 3, FULL, far(1));
    seen.push(bench.cycle(both));
    seen.extend(bench.idle(8));
    let banks: Vec<_> = seen[4..8].iter().map(|o| o.bank_write).collect();
    assert_eq!(banks, [0x07, 0x01, 0xff, 0x1f]);
    assert_eq!(cycles(&seen, |o| o.bank_write != 0), [4, 5, 6, 7]);
}

/// After reset the MOV comes before port 0, port 0 before port 1.
#[test]
fn after_reset_port_0_enters_first() {
    let mut bench = Bench::new(changed("small", &[("wake_delay", "0")]));
    bench.owe(0, FULL);
    bench.owe(1, FULL);
    let both = ask()
        .result(0, 0, FULL, near(0))
        .result(1, 1, FULL, [1; 32]);
    let mut seen = vec![bench.cycle(both)];
    seen.extend(bench.idle(6));
    let banks: Vec<_> = seen[4..6].iter().map(|o| o.bank_write).collect();
    assert_eq!(banks, [0x07, 0x01]);
}

/// L + 2 results may be inside; one leaves when it enters the stage, which it holds while it wakes.
#[test]
fn a_port_is_ready_while_less_than_l_plus_2_are_inside() {
    let mut bench = Bench::new(preset("fermi"));
    for n in 0..8 {
        bench.owe(4 * n, FULL);
    }
    let mut seen = Vec::new();
    let mut next = 0;
    for _ in 0..24 {
        let outputs = bench.cycle(ask().result(0, 4 * next, FULL, [1; 32]));
        next = (next + u16::from(outputs.wb0_ready)).min(7);
        seen.push(outputs);
        if next == 7 {
            break;
        }
    }
    // Five accepted from 0 to 4; the first enters the stage in 3 and is written in 15, in which
    // the second enters: room from 16 on.
    assert_eq!(cycles(&seen, |o| o.wb0_ready), [0, 1, 2, 3, 4, 16, 17]);
    assert!(seen.iter().all(|o| o.wb1_ready));
}

/// A dependent instruction is accepted L + 3 cycles after the result.
#[test]
fn a_write_is_pending_until_it_is_in_the_banks() {
    let mut bench = Bench::new(preset("small"));
    bench.write(3, FULL, [1; 32]);
    bench.owe(3, FULL);
    assert!(!bench.cycle(ask().read(0, &[3])).in0_ready);
    bench.cycle(ask().result(0, 3, FULL, [2; 32]).read(0, &[3]));
    let seen: Vec<_> = (1..=6).map(|_| bench.cycle(ask().read(0, &[3]))).collect();
    assert_eq!(cycles(&seen, |o| o.in0_ready), [4, 5]);
}

#[test]
fn of_two_that_clash_the_turn_decides() {
    let mut bench = Bench::new(preset("small"));
    let ready = |o: RegfileOutputs| (o.in0_ready, o.in1_ready);
    // in1 reads what in0 writes.
    let clash = || ask().writer(0, 1, FULL).read(1, &[1]);
    assert_eq!(ready(bench.cycle(clash())), (true, false));
    // Its write is outstanding now: a hazard, no contention, and the turn stays.
    assert_eq!(ready(bench.cycle(clash())), (false, false));
    let clash = || ask().writer(0, 2, FULL).writer(1, 2, FULL);
    assert_eq!(ready(bench.cycle(clash())), (false, true));
    // What in0 reads and in1 writes is no clash.
    let fine = || ask().read(0, &[3]).writer(1, 3, FULL);
    assert_eq!(ready(bench.cycle(fine())), (true, true));
    // The ring of four is full.
    assert_eq!(ready(bench.cycle(ask().read(0, &[9]))), (false, false));
    // One leaves; its place counts from the next cycle on, and there is one only.
    let mut one = ask().read(0, &[9]).read(1, &[9]);
    one.0.out0_ready = true;
    assert_eq!(ready(bench.cycle(one)), (false, false));
    let both = || ask().read(0, &[9]).read(1, &[9]);
    assert_eq!(ready(bench.cycle(both())), (true, false));
}

/// A divergent instruction that writes a register of its own sources, or of in0's, is no hazard.
#[test]
fn an_instruction_is_no_hazard_to_itself() {
    let mut bench = Bench::new(preset("small"));
    bench.write(1, FULL, near(5));
    let asked = ask().instruction(0, &[1, 1], Some(1), 1);
    assert!(bench.cycle(asked).in0_ready);
    let seen = bench.idle(20);
    let offered = cycles(&seen, |o| o.out0_valid)[0];
    assert_eq!(
        (seen[offered].out0_a, seen[offered].out0_b),
        (near(5), near(5))
    );
}

#[test]
fn a_release_waits_for_writes_and_reads() {
    let mut bench = Bench::new(preset("small"));
    bench.write(1, FULL, near(5));
    assert!(!bench.cycle(ask()).release_ready);
    // Accepted in 0, collected from 6 on.
    let mut seen = vec![bench.cycle(ask().read(0, &[1]))];
    seen.extend((1..7).map(|_| bench.cycle(ask().release(1))));
    assert_eq!(cycles(&seen, |o| o.release_ready), [6]);
    assert_eq!(seen[6].out0_a, near(5), "what was collected stays");
    bench.cycle(ask().ready());
    // Empty from 7 on, gated from 8 on.
    let gated: Vec<_> = bench.idle(2).iter().map(|o| o.bank_gated).collect();
    assert_eq!(gated, [0xff, 0xff]);
    bench.owe(1, FULL);
    assert!(!bench.cycle(ask().release(1)).release_ready);
}

/// The release comes first: the instruction of the same cycle reads 0.
#[test]
fn a_release_comes_before_the_instructions_of_its_cycle() {
    let mut bench = Bench::new(preset("small"));
    bench.write(1, FULL, near(5));
    let both = bench.cycle(ask().release(1).read(0, &[1]));
    assert!(both.release_ready && both.in0_ready);
    let seen = bench.idle(6);
    assert!(seen.iter().all(|o| o.bank_read == 0));
    assert!(seen[5].out0_valid && seen[5].out0_a == [0; 32]);
}

/// out1 is taken only with out0; what is left moves to out0.
#[test]
fn the_second_exit_follows_the_first() {
    let mut bench = Bench::new(preset("small"));
    let asked = ask().read(0, &[1]).writer(1, 2, FULL);
    bench.cycle(asked);
    bench.idle(5);
    // Both registers are in one cluster, but only one is read.
    let only_second = || {
        let mut asked = ask();
        asked.0.out1_ready = true;
        asked
    };
    let outputs = bench.cycle(only_second());
    assert!(outputs.out0_valid && outputs.out1_valid && outputs.out1_writes);
    assert_eq!((outputs.out0_tag, outputs.out1_tag), (7, 8));
    let mut only_first = ask();
    only_first.0.out0_ready = true;
    bench.cycle(only_first);
    let outputs = bench.cycle(ask());
    assert!(outputs.out0_valid && !outputs.out1_valid);
    assert_eq!((outputs.out0_tag, outputs.out0_destination), (8, 2));
}

#[test]
fn an_event_is_in_its_counter_two_cycles_later() {
    let mut bench = Bench::new(preset("small"));
    let select = |counter: u8| {
        let mut asked = ask();
        asked.0.counter_select = counter;
        asked
    };
    let gated: Vec<_> = (0..4)
        .map(|_| bench.cycle(select(32)).counter_value)
        .collect();
    assert_eq!(gated, [0, 0, 1, 2]);
    bench.write(1, FULL, far(5));
    let reads = Counter::BankReads as u8;
    bench.cycle(ask().read(0, &[1]));
    let values: Vec<_> = (1..6)
        .map(|_| bench.cycle(select(reads)).counter_value)
        .collect();
    // The access is in cycle 2.
    assert_eq!(values, [0, 0, 0, 8, 8]);
    for none in [11, 31, 32 + 8, 63] {
        assert_eq!(bench.cycle(select(none)).counter_value, 0);
    }
}
