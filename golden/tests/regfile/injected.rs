//! MOVs that go through the pipeline (`moves` = instruction), worked by hand from docs/units/regfile.md.

use crate::regfile::bench::{ask, cycles, far, near, Asked, Bench, FULL};
use crate::regfile::manner::changed;
use spec::bdi::CompressionRange;
use spec::regfile::{Counter, RegfileOutputs};
use spec::warp::WarpRegister;

fn bench() -> Bench {
    Bench::new(changed("small", &[("moves", "instruction")]))
}

/// The result of a MOV.
fn moved(register: u16, data: WarpRegister) -> Asked {
    let mut asked = ask().result(0, register, FULL, data);
    asked.0.wb[0].launched = 0;
    asked
}

fn entered(outputs: &RegfileOutputs, port: usize) -> (bool, bool) {
    (outputs.issue[port].ready, outputs.injected[port].mov)
}

/// The diagram: a MOV enters, is offered as any instruction of one source, and its result is written two cycles after it
/// has come; the writer enters the cycle after that.
#[test]
fn a_mov_enters_in_the_place_of_the_writer() {
    let mut bench = bench();
    bench.write(8, FULL, far(1));
    bench.write(4, FULL, near(1000));
    let writer = || ask().writer(0, 4, 0x8000_00f0);
    let stored = bench.counter(Counter::StoredUncompressed);
    let mut seen = vec![bench.cycle(writer())];
    seen.extend((1..=6).map(|_| bench.cycle(writer())));
    assert_eq!(entered(&seen[0], 0), (true, true));
    assert_eq!(cycles(&seen, |o| o.issue[0].ready), [0]);
    assert_eq!(cycles(&seen, |o| o.bank_read == 0x07), [2]);
    assert_eq!(cycles(&seen, |o| o.bank_write != 0), []);
    assert_eq!(cycles(&seen, |o| o.out[0].valid), [6]);
    let offer = &seen[6].out[0];
    assert_eq!((offer.tag, offer.a_valid, offer.a), (7, true, near(1000)));
    assert!(offer.writes && !offer.b_valid && !offer.c_valid);
    assert_eq!((offer.destination, offer.mask), (4, FULL));

    bench.cycle(ask().ready());
    let mut seen = vec![bench.cycle(moved(4, near(1000)))];
    seen.extend((1..=4).map(|_| bench.cycle(writer())));
    assert_eq!(cycles(&seen, |o| o.bank_write == 0xff), [2]);
    assert_eq!(cycles(&seen, |o| o.issue[0].ready), [3]);
    assert_eq!(entered(&seen[3], 0), (true, false));
    assert_eq!(bench.0.state(4), Some(CompressionRange::Uncompressed));
    // The writer has nothing to read.
    assert!(seen[4].out[0].valid && seen[4].bank_read == 0);
    assert_eq!(bench.counter(Counter::Movs), 1);
    assert_eq!(bench.counter(Counter::StoredUncompressed), stored + 1);
    assert_eq!(bench.counter(Counter::DivergentWrites), 0);
}

/// One that holds nothing, or is stored as it is, needs none; nor does a full writer.
#[test]
fn a_mov_that_is_not_needed_does_not_enter() {
    let mut bench = bench();
    bench.write(0, FULL, far(1));
    bench.write(1, FULL, near(1));
    for (register, mask) in [(0, 1), (2, 1), (1, FULL)] {
        let outputs = bench.cycle(ask().writer(1, register, mask));
        assert_eq!(entered(&outputs, 1), (true, false), "register {register}");
    }
}

/// A release of the same cycle comes first: nothing is left to be moved.
#[test]
fn what_is_released_needs_no_mov() {
    let mut bench = bench();
    bench.write(1, FULL, near(1));
    let outputs = bench.cycle(ask().writer(0, 1, 1).release(1));
    assert!(outputs.release_ready);
    assert_eq!(entered(&outputs, 0), (true, false));
}

/// Two in one cycle, for two registers; of one register only one enters.
#[test]
fn both_ports_take_movs() {
    let mut bench = bench();
    bench.write(1, FULL, near(1));
    bench.write(2, FULL, [3; 32]);
    bench.write(3, FULL, [4; 32]);
    let outputs = bench.cycle(ask().writer(0, 1, 1).writer(1, 2, 1));
    assert_eq!([0, 1].map(|n| entered(&outputs, n)), [(true, true); 2]);
    assert_eq!(bench.counter(Counter::Movs), 2);
    let outputs = bench.cycle(ask().writer(0, 3, 1).writer(1, 3, 2));
    let both = [0, 1].map(|n| entered(&outputs, n));
    assert_eq!(both, [(true, true), (false, false)]);
}

/// A MOV reads its register and nothing that its writer reads.
#[test]
fn a_mov_has_one_source() {
    let mut bench = bench();
    bench.write(1, FULL, near(1));
    bench.write(2, FULL, far(2));
    let reads = bench.counter(Counter::SourceReads);
    let asked = ask().instruction(0, &[2, 1, 2], Some(1), 1);
    assert_eq!(entered(&bench.cycle(asked), 0), (true, true));
    bench.idle(8);
    assert_eq!(bench.counter(Counter::SourceReads), reads + 1);
    // It is not forwarded: who reads waits until it is written, who releases too.
    bench.cycle(ask().ready());
    let mut seen = vec![bench.cycle(moved(1, near(1)).read(1, &[1]).release(1))];
    seen.extend((1..5).map(|_| bench.cycle(ask().read(1, &[1]).release(1))));
    assert_eq!(cycles(&seen, |o| o.issue[1].ready)[0], 3);
    assert_eq!(cycles(&seen, |o| o.release_ready)[0], 3);
    assert!(seen.iter().all(|o| o.bank_forward == 0));
}
