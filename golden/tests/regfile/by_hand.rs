//! Worked by hand from the tables of docs/units/regfile.md: who comes first, who waits, who is
//! refused. A cycle is counted from the first event of each test.

use crate::regfile::bench::{ask, cycles, far, near, Bench, FULL};
use crate::regfile::manner::{changed, preset};
use spec::bdi::CompressionRange;
use spec::regfile::{Counter, RegfileOutputs};

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
    // Accessed in 2 and in 8: the instructions of the MOVs need not wait for their writes.
    assert_eq!(cycles(&seen, |o| o.out[0].valid)[0], 3);
    assert_eq!(cycles(&seen, |o| o.out[1].valid)[0], 9);
}

/// A divergent write of a register that is not compressed brings no MOV: the slot is free for the other.
#[test]
fn a_mov_that_is_not_needed_is_not_asked_for() {
    let mut bench = Bench::new(preset("small"));
    bench.write(0, FULL, far(1));
    bench.write(1, FULL, near(2));
    let mut seen = vec![bench.cycle(ask().writer(0, 0, 1).writer(1, 1, 1))];
    seen.extend(bench.idle(12));
    // The one is complete as it enters; the other's MOV is granted in 1, accessed in 2.
    assert_eq!(cycles(&seen, |o| o.out[0].valid)[0], 1);
    assert_eq!(cycles(&seen, |o| o.bank_read != 0), [2]);
    assert_eq!(cycles(&seen, |o| o.out[1].valid)[0], 3);
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
        next = (next + u16::from(outputs.wb[0].ready)).min(7);
        seen.push(outputs);
        if next == 7 {
            break;
        }
    }
    // Five accepted from 0 to 4; the first enters the stage in 3 and is written in 15, in which
    // the second enters: room from 16 on.
    assert_eq!(cycles(&seen, |o| o.wb[0].ready), [0, 1, 2, 3, 4, 16, 17]);
    assert!(seen.iter().all(|o| o.wb[1].ready));
}

/// Without forwarding a dependent instruction is accepted L + 3 cycles after the result.
#[test]
fn a_write_is_pending_until_it_is_in_the_banks() {
    let mut bench = Bench::new(changed("small", &[("forwarding", "off")]));
    bench.write(3, FULL, [1; 32]);
    bench.owe(3, FULL);
    assert!(!bench.cycle(ask().read(0, &[3])).issue[0].ready);
    bench.cycle(ask().result(0, 3, FULL, [2; 32]).read(0, &[3]));
    let seen: Vec<_> = (1..=6).map(|_| bench.cycle(ask().read(0, &[3]))).collect();
    assert_eq!(cycles(&seen, |o| o.issue[0].ready), [4, 5]);
}

/// With forwarding it is accepted F cycles after it, and reads no bank: the result is in the queue in 3 and in the write
/// stage in 4.
#[test]
fn a_result_is_read_on_its_way() {
    for (latency, first) in [("1", 1), ("2", 1), ("5", 4)] {
        let mut bench = Bench::new(changed("small", &[("compression_latency", latency)]));
        bench.write(3, FULL, [1; 32]);
        bench.owe(3, FULL);
        bench.cycle(ask().result(0, 3, FULL, near(2)).read(0, &[3]));
        let mut seen: Vec<_> = (1..=first)
            .map(|_| bench.cycle(ask().read(0, &[3])))
            .collect();
        assert_eq!(cycles(&seen, |o| o.issue[0].ready), [first - 1]);
        seen.extend(bench.idle(6));
        assert!(seen.iter().all(|o| o.bank_read == 0), "latency {latency}");
        assert_eq!(cycles(&seen, |o| o.bank_forward == 0x07), [first + 1]);
        let offer = &seen[seen.len() - 1].out[0];
        assert!(offer.valid && offer.a == near(2), "latency {latency}");
    }
}

/// A divergent result is not forwarded, and a MOV is not forwarded to.
#[test]
fn what_leaves_lanes_alone_waits_for_the_banks() {
    let mut bench = Bench::new(preset("small"));
    bench.write(3, FULL, far(1));
    bench.owe(3, 1);
    bench.cycle(ask().result(0, 3, 1, [2; 32]).read(0, &[3]));
    let seen: Vec<_> = (1..=6).map(|_| bench.cycle(ask().read(0, &[3]))).collect();
    // It is not compressed: its write takes place two cycles after it.
    assert_eq!(cycles(&seen, |o| o.issue[0].ready), [2, 3, 4, 5]);
    let mut bench = Bench::new(preset("small"));
    bench.write(3, FULL, [1; 32]);
    bench.owe(3, FULL);
    bench.cycle(ask().result(0, 3, FULL, near(2)).writer(0, 3, 1));
    let seen: Vec<_> = (1..=5)
        .map(|_| bench.cycle(ask().writer(0, 3, 1)))
        .collect();
    // Three banks are awake; the fourth cycle after the result's is the write's.
    assert!(cycles(&seen, |o| o.bank_write != 0).iter().all(|&n| n < 7));
    let accepted = cycles(&seen, |o| o.issue[0].ready);
    assert!(accepted.is_empty() || accepted[0] >= 4, "{accepted:?}");
}

/// Who overwrites all lanes of a register on its way enters, and is offered when the older result is written.
#[test]
fn results_of_one_register_are_written_in_their_order() {
    let mut bench = Bench::new(preset("small"));
    bench.owe(3, FULL);
    // Its bank wakes: the write takes place 7 cycles after the result, W = 3.
    let mut seen = vec![bench.cycle(ask().result(0, 3, FULL, [1; 32]))];
    seen.push(bench.cycle(ask().writer(0, 3, FULL)));
    assert!(seen[1].issue[0].ready);
    seen.extend(bench.idle(10));
    let written = cycles(&seen, |o| o.bank_write != 0);
    assert_eq!(written, [8]);
    assert_eq!(cycles(&seen, |o| o.out[0].valid)[0], written[0] + 1);
}

/// A warp of 16 lanes: what all of them write is compressed, with the others as lane 0.
#[test]
fn a_warp_of_fewer_lanes_is_not_divergent() {
    let mut bench = Bench::new(preset("small"));
    let data = std::array::from_fn(|lane| {
        if lane < 16 {
            70 + lane as u32
        } else {
            1 << lane
        }
    });
    let mut writer = ask().writer(0, 3, 0xffff);
    writer.0.issue[0].launched = 0xffff;
    bench.cycle(writer);
    while !bench.cycle(ask().ready()).out[0].valid {}
    let mut result = ask().result(0, 3, 0xffff, data);
    result.0.wb[0].launched = 0xffff;
    bench.cycle(result);
    while bench.0.is_pending(3) {
        bench.cycle(ask());
    }
    assert_eq!(bench.0.state(3), Some(CompressionRange::FourOne));
    assert_eq!(bench.counter(Counter::DivergentWrites), 0);
    bench.cycle(ask().read(0, &[3]));
    let offer = bench.idle(6).pop().expect("cycles");
    let expected = std::array::from_fn(|lane| if lane < 16 { 70 + lane as u32 } else { 70 });
    assert_eq!(offer.out[0].a, expected);
}

#[test]
fn of_two_that_clash_the_turn_decides() {
    let mut bench = Bench::new(preset("small"));
    let ready = |o: RegfileOutputs| (o.issue[0].ready, o.issue[1].ready);
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
    one.0.out[0].ready = true;
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
    assert!(bench.cycle(asked).issue[0].ready);
    let seen = bench.idle(20);
    let offered = cycles(&seen, |o| o.out[0].valid)[0];
    assert_eq!(
        (seen[offered].out[0].a, seen[offered].out[0].b),
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
    assert_eq!(seen[6].out[0].a, near(5), "what was collected stays");
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
    assert!(both.release_ready && both.issue[0].ready);
    let seen = bench.idle(6);
    assert!(seen.iter().all(|o| o.bank_read == 0));
    assert!(seen[5].out[0].valid && seen[5].out[0].a == [0; 32]);
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
        asked.0.out[1].ready = true;
        asked
    };
    let outputs = bench.cycle(only_second());
    assert!(outputs.out[0].valid && outputs.out[1].valid && outputs.out[1].writes);
    assert_eq!((outputs.out[0].tag, outputs.out[1].tag), (7, 8));
    let mut only_first = ask();
    only_first.0.out[0].ready = true;
    bench.cycle(only_first);
    let outputs = bench.cycle(ask());
    assert!(outputs.out[0].valid && !outputs.out[1].valid);
    assert_eq!((outputs.out[0].tag, outputs.out[0].destination), (8, 2));
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
    for none in [12, 31, 32 + 8, 63] {
        assert_eq!(bench.cycle(select(none)).counter_value, 0);
    }
}
