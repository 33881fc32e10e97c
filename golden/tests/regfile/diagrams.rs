//! The diagrams and the table of writing of docs/units/regfile.md, worked by hand. A cycle is
//! counted from the event that the diagram begins with.

use crate::regfile::bench::{ask, cycles, far, near, Bench, FULL};
use crate::regfile::manner::{changed, preset};
use spec::bdi::CompressionRange;
use spec::regfile::Counter;

/// The diagram of a compressed read.
#[test]
fn a_read_is_offered_5_plus_d_cycles_after_acceptance() {
    let mut bench = Bench::new(preset("fermi"));
    bench.write(5, FULL, near(1000));
    assert_eq!(bench.0.state(5), Some(CompressionRange::FourOne));
    let mut seen = vec![bench.cycle(ask().read(0, &[5]))];
    seen.extend(bench.idle(8));
    assert!(seen[0].issue[0].ready);
    assert_eq!(cycles(&seen, |o| o.bank_read == 0x07 << 8), [2]);
    assert_eq!(cycles(&seen, |o| o.bank_read != 0), [2]);
    assert_eq!(cycles(&seen, |o| o.out[0].valid), [6, 7, 8]);
    let offer = &seen[6];
    assert!(
        offer.out[0].a_valid
            && !offer.out[0].b_valid
            && !offer.out[0].writes
            && !offer.out[1].valid
    );
    assert_eq!((offer.out[0].tag, offer.out[0].a), (7, near(1000)));

    for (from, offered) in [("1", 6), ("8", 13)] {
        let latency = changed("small", &[("decompression_latency", from)]);
        let mut bench = Bench::new(latency);
        bench.write(5, FULL, near(1000));
        bench.cycle(ask().read(0, &[5]));
        assert_eq!(cycles(&bench.idle(20), |o| o.out[0].valid)[0] + 1, offered);
        // What has no deltas does not wait for the decompressor.
        for data in [far(1), [9; 32]] {
            let mut bench = Bench::new(latency);
            bench.write(5, FULL, data);
            bench.cycle(ask().read(0, &[5]));
            assert_eq!(cycles(&bench.idle(20), |o| o.out[0].valid)[0] + 1, 5);
        }
    }
    let mut bench = Bench::new(preset("uncompressed"));
    bench.cycle(ask().read(0, &[5]));
    assert_eq!(cycles(&bench.idle(20), |o| o.out[0].valid)[0] + 1, 5);
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
    assert!(seen[0].wb[0].ready);
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
fn a_divergent_write_to_a_compressed_register_comes_after_its_mov() {
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
    assert!(seen[0].issue[0].ready);
    assert_eq!(cycles(&seen, |o| o.bank_read == 0x07), [2]);
    assert_eq!(cycles(&seen, |o| o.bank_read != 0), [2]);
    assert_eq!(cycles(&seen, |o| o.bank_write == 0xff), [7]);
    assert_eq!(cycles(&seen, |o| o.bank_write != 0), [7]);
    let compressed = |s: &_| *s == Some(CompressionRange::FourOne);
    assert_eq!(cycles(&states, compressed), (0..=7).collect::<Vec<_>>());
    assert_eq!(cycles(&pending, |&p| p), (1..=9).collect::<Vec<_>>());
    assert_eq!(
        cycles(&seen, |o| o.out[0].valid),
        (3..=9).collect::<Vec<_>>()
    );

    bench.cycle(ask().ready());
    let mut pending = vec![bench.0.is_pending(4)];
    let mut seen = vec![bench.cycle(ask().result(1, 4, mask, [7; 32]))];
    for _ in 1..=6 {
        pending.push(bench.0.is_pending(4));
        seen.push(bench.cycle(ask()));
    }
    assert_eq!(cycles(&seen, |o| o.bank_write == 0x82), [2]);
    assert_eq!(cycles(&seen, |o| o.bank_write != 0), [2]);
    assert_eq!(cycles(&pending, |&p| p), [0, 1, 2]);
    bench.cycle(ask().read(0, &[4]));
    let offer = bench.idle(6).pop().expect("cycles");
    let mut expected = near(1000);
    for lane in [4, 5, 6, 7, 31] {
        expected[lane] = 7;
    }
    assert!(offer.out[0].valid);
    assert_eq!(offer.out[0].a, expected);
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
    assert!(bench.cycle(ask().writer(0, 4, 1)).issue[0].ready);
    assert!(bench.cycle(ask()).out[0].valid);
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
        let wanted = if banks == 0 { vec![] } else { vec![2] };
        assert_eq!(
            cycles(&seen, |o| o.bank_write == banks << 16 && banks != 0),
            wanted
        );
        assert!(
            !bench.0.is_pending(6),
            "written in cycle 2 though no bank shows it"
        );
        assert_eq!(bench.0.state(6), Some(CompressionRange::Uncompressed));
        bench.cycle(ask().read(0, &[6]));
        let before = held.unwrap_or_default();
        let lane = |n: usize| if mask >> n & 1 == 1 { 8 } else { before[n] };
        let offer = bench.idle(6).pop().expect("cycles");
        assert_eq!(offer.out[0].a, std::array::from_fn(lane));
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
