//! The primitives against models in plain Rust, cycle by cycle.

use std::collections::VecDeque;

use hdl::engine::{cycle, HdlUnit};
use hdl::ports::frame_words;
use hdl::prelude::*;
use proptest::collection::vec;
use proptest::prelude::*;

/// Runs a unit over input frames and gives its output frames.
fn run<U: HdlUnit>(mut unit: U, frames: &[Vec<u32>]) -> Vec<Vec<u32>> {
    unit.prepare();
    frames
        .iter()
        .map(|frame| {
            let mut outputs = vec![0; frame_words(&unit.outputs())];
            cycle(&mut unit, frame, &mut outputs).expect("no combinational loop");
            outputs
        })
        .collect()
}

#[test]
fn frames_are_as_wide_as_the_ports() {
    let fifo = Fifo::<40>::new(4);
    assert_eq!(frame_words(&fifo.inputs()), 4);
    assert_eq!(frame_words(&fifo.outputs()), 4);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn round_robin_starts_behind_the_last_grant(
        stimulus in vec((0_u32..32, any::<bool>()), 1..50)
    ) {
        let frames: Vec<_> = stimulus.iter().map(|&(r, a)| vec![r, a.into()]).collect();
        let outputs = run(RoundRobinArbiter::<5, 3>::new(), &frames);
        let mut start = 0;
        for ((requests, advance), output) in stimulus.into_iter().zip(outputs) {
            let choice = (0..5).map(|k| (start + k) % 5).find(|&k| requests >> k & 1 == 1);
            let expected = match choice {
                Some(index) => vec![1 << index, 1, index],
                None => vec![0, 0, 0],
            };
            prop_assert_eq!(output, expected);
            if let (Some(index), true) = (choice, advance) {
                start = (index + 1) % 5;
            }
        }
    }

    #[test]
    fn fifo_keeps_order_and_loses_nothing(
        stimulus in vec((any::<bool>(), 0_u64..1 << 40, any::<bool>()), 1..100)
    ) {
        // Nothing enters without room.
        let mut inside = 0;
        let stimulus: Vec<_> = { stimulus.into_iter() }
            .map(|(offered, data, leave)| {
                let enter = offered && inside < 5;
                inside = inside + usize::from(enter) - usize::from(leave && inside > 0);
                (enter, data, leave)
            })
            .collect();
        let frames: Vec<_> = { stimulus.iter() }
            .map(|&(enter, data, leave)| {
                vec![enter.into(), data as u32, (data >> 32) as u32, leave.into()]
            })
            .collect();
        let outputs = run(Fifo::<40>::new(5), &frames);
        let mut queue = VecDeque::new();
        for ((enter, data, leave), output) in stimulus.into_iter().zip(outputs) {
            prop_assert_eq!(output[0], u32::from(queue.len() < 5));
            prop_assert_eq!(output[1], u32::from(!queue.is_empty()));
            let oldest = queue.front().copied().unwrap_or(0);
            prop_assert_eq!(u64::from(output[2]) | u64::from(output[3]) << 32, oldest);
            if leave {
                queue.pop_front();
            }
            if enter {
                queue.push_back(data);
            }
        }
    }

    #[test]
    fn memory_reads_the_old_word(
        stimulus in vec((any::<bool>(), 0_u32..10, any::<bool>(), 0_u32..10, any::<u32>()), 1..100)
    ) {
        let frames: Vec<_> = stimulus
            .iter()
            .map(|&(re, ra, we, wa, data)| vec![re.into(), ra, we.into(), wa, data, data & 255])
            .collect();
        let outputs = run(Memory::<40, 4>::new(10), &frames);
        let (mut words, mut read) = ([0; 10], 0);
        for ((re, ra, we, wa, data), output) in stimulus.into_iter().zip(outputs) {
            prop_assert_eq!(u64::from(output[0]) | u64::from(output[1]) << 32, read);
            if re {
                read = words[ra as usize];
            }
            if we {
                words[wa as usize] = u64::from(data) | u64::from(data & 255) << 32;
            }
        }
    }

    #[test]
    fn masks_guard_lanes(
        stimulus in vec(
            (any::<bool>(), 0_u32..16, any::<bool>(), 0_u32..16, any::<u32>(), 0_u32..16),
            1..100,
        )
    ) {
        let spread = |mask: u32| -> u32 {
            let lane = |lane: u32| ((mask >> lane & 1) * 255) << (8 * lane);
            lane(0) | lane(1) | lane(2) | lane(3)
        };
        let frames: Vec<_> = stimulus
            .iter()
            .map(|&(re, ra, we, wa, data, mask)| vec![re.into(), ra, we.into(), wa, data, mask])
            .collect();
        let outputs = run(MaskedMemory::<32, 4, 4>::new(16), &frames);
        let (mut words, mut read) = ([0_u32; 16], 0);
        for ((re, ra, we, wa, data, mask), output) in stimulus.iter().copied().zip(outputs) {
            prop_assert_eq!(output[0], read);
            if re {
                read = words[ra as usize];
            }
            if we {
                let word = &mut words[wa as usize];
                *word = *word & !spread(mask) | data & spread(mask);
            }
        }

        let frames: Vec<_> = stimulus
            .iter()
            .map(|&(en, _, write, address, data, mask)| vec![en.into(), write.into(), address, data, mask])
            .collect();
        let outputs = run(SinglePortMemory::<32, 4, 4>::new(16), &frames);
        let (mut words, mut read) = ([0_u32; 16], 0);
        for ((en, _, write, address, data, mask), output) in stimulus.into_iter().zip(outputs) {
            prop_assert_eq!(output[0], read);
            let word = &mut words[address as usize];
            match (en, write) {
                (true, true) => *word = *word & !spread(mask) | data & spread(mask),
                (true, false) => read = *word,
                (false, _) => {}
            }
        }
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState, Packed)]
enum Mode {
    Off,
    Low,
    High,
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct, Packed)]
struct Setting {
    level: Bits<5>,
    mode: Mode,
    wide: Bits<40>,
}

#[test]
fn packed_types_have_the_layout_of_the_verilog() {
    use hdl::ports::{pack, unpack};
    let setting = Setting {
        level: 0b10101.into(),
        mode: Mode::High,
        wide: 0x80_0000_0001_u64.into(),
    };
    let bits = |range: std::ops::Range<usize>| {
        range.rev().fold(0_u64, |value, position| {
            value << 1 | u64::from(setting.bit(position))
        })
    };
    assert_eq!(bits(0..7), 0b101_0101);
    assert_eq!(bits(7..47), 0x80_0000_0001);
    let mut frame = [0; 4];
    pack(setting, &mut frame);
    assert_eq!(frame, [0b10101, 0b10, 1, 0x80], "a port a field");
    assert_eq!(unpack::<Setting>(&frame), setting);
    assert_eq!(unpack::<Mode>(&[3]), Mode::Off, "no variant has this code");
}
