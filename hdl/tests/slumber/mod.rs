//! The Slumber units against one another: the array's planes against single state machines, and
//! `slumber_top` against its parts.

pub mod bench;

use bench::{Bench, Random};
use hdl::slumber;
use spec::slumber::{
    ArrayParameters, BreakEvens, ControlParameters, ControllerParameters, Delays, ListParameters,
    MemoryLatencies, TopParameters, TrackerParameters, TICK,
};
use std::collections::BTreeMap;

// Two rows, as the row tells one wait.
const REGISTERS: usize = 2 * ROW;
const ROW: usize = 32;
// Registers of a row that events name: first up to 2, last up to 5 more.
const NAMED: usize = 8;
pub const ONE_CYCLE: Delays = Delays {
    shallow_wake: 1,
    deep_wake: 1,
    off_wake: 1,
    deep_lift: 1,
    off_lift: 1,
};

/// The ports of the array that tell of the last cycle's events.
const TOLD: [&str; 8] = [
    "in_fetch_enable",
    "in_done_down",
    "in_done_keep",
    "in_write_full",
    "in_write_targets",
    "in_write_counts",
    "in_load_target",
    "in_load_count",
];

#[test]
fn array_is_controllers() {
    for (seed, delays) in [(1, Delays::FERMI), (2, ONE_CYCLE)] {
        let array = ArrayParameters::new(REGISTERS as u16, delays).expect("legal");
        let one = ControllerParameters::new(delays).expect("legal");
        let mut array = Bench::new(slumber::power_array(array));
        // Only these are named; the others stay OFF.
        let named = || (0..REGISTERS).filter(|register| register % ROW < NAMED);
        let at = |register: usize| register / ROW * NAMED + register % ROW;
        let mut controllers: Vec<Bench> = named()
            .map(|_| Bench::new(slumber::power_controller(one)))
            .collect();
        let mut random = Random(seed * 0x9e37_79b9);
        // The events that have come, of which is told next.
        let mut coming = array.inputs.clone();
        let mut coming_to: Vec<Vec<u32>> = controllers.iter().map(|c| c.inputs.clone()).collect();
        for cycle in 0..1500 {
            array.inputs.fill(0);
            for controller in &mut controllers {
                controller.inputs.fill(0);
                controller.set("in_tick", 0, 1, u64::from(cycle % TICK == TICK - 1));
            }
            let kernel_start = u64::from(random.one_in(400));
            array.set("in_kernel_start", 0, 1, kernel_start);
            for controller in &mut controllers {
                controller.set("in_kernel_start", 0, 1, kernel_start);
            }
            // Each event takes registers of its own kind; only few of two rows, so that they meet.
            let few =
                |random: &mut Random| (random.below(3) as usize) + ROW * random.below(2) as usize;
            let range = if random.one_in(6) {
                "allocate"
            } else {
                "finish"
            };
            if random.one_in(if range == "allocate" { 3 } else { 12 }) {
                let first = few(&mut random);
                let last = first + random.below(6) as usize;
                array.set(&format!("in_{range}_valid"), 0, 1, 1);
                array.set(&format!("in_{range}_first"), 0, 10, first as u64);
                array.set(&format!("in_{range}_last"), 0, 10, last as u64);
                for controller in &mut controllers[at(first)..=at(last)] {
                    controller.set(&format!("in_{range}"), 0, 1, 1);
                }
            }
            for (event, lanes) in [("fetch", 8), ("future", 12), ("wake", 8)] {
                for lane in 0..lanes {
                    if random.one_in(40) {
                        let register = few(&mut random);
                        array.set(&format!("in_{event}_enable"), lane, 1, 1);
                        array.set(
                            &format!("in_{event}_registers"),
                            10 * lane,
                            10,
                            register as u64,
                        );
                        controllers[at(register)].set(&format!("in_{event}"), 0, 1, 1);
                    }
                }
            }
            let written = few(&mut random);
            let mut done: BTreeMap<usize, (bool, bool)> = BTreeMap::new();
            for lane in 0..7 {
                if random.one_in(20) {
                    let register = if lane == 6 { written } else { few(&mut random) };
                    let (down, keep) = (!random.one_in(4), random.one_in(2));
                    array.set("in_done_enable", lane, 1, 1);
                    array.set("in_done_registers", 10 * lane, 10, register as u64);
                    array.set("in_done_down", lane, 1, down.into());
                    array.set("in_done_keep", lane, 1, keep.into());
                    let all = done.entry(register).or_insert((false, false));
                    *all = (all.0 || down, all.1 || keep);
                    let kind = if lane == 6 {
                        "in_write_done"
                    } else {
                        "in_read_done"
                    };
                    controllers[at(register)].set(kind, 0, 1, 1);
                }
            }
            for (register, (down, keep)) in &done {
                let controller = &mut controllers[at(*register)];
                controller.set("in_done_next_write", 0, 1, (!keep).into());
                controller.set("in_done_stay", 0, 1, (!down && !keep).into());
                controller.set("in_done_shallow", 0, 1, (!down).into());
            }
            // What waits: two writes and a load, each of a register of its own.
            let mut waits: Vec<(usize, usize, u64, u64, u64)> = vec![];
            for lane in 0..3 {
                let register = few(&mut random);
                let named = waits.iter().any(|wait| wait.1 == register);
                let taken = named || (lane == 2 && register == written);
                if !taken && random.one_in(if lane == 2 { 4 } else { 5 }) {
                    let full = if lane == 2 { 0 } else { random.below(2) };
                    waits.push((lane, register, full, random.below(4), random.below(30)));
                }
            }
            for &(lane, register, full, target, count) in &waits {
                if lane < 2 {
                    array.set("in_write_enable", lane, 1, 1);
                    array.set("in_write_registers", 10 * lane, 10, register as u64);
                    array.set("in_write_full", lane, 1, full);
                    array.set("in_write_targets", 2 * lane, 2, target);
                    array.set("in_write_counts", 5 * lane, 5, count);
                } else {
                    array.set("in_load_valid", 0, 1, 1);
                    array.set("in_load_register", 0, 10, register as u64);
                    array.set("in_load_target", 0, 2, target);
                    array.set("in_load_count", 0, 5, count);
                }
                // Of several in a row all are ON, and partial.
                let row = waits.iter().filter(|wait| wait.1 / ROW == register / ROW);
                let alone = row.count() == 1;
                let told = |value: u64| if alone { value } else { 0 };
                let kind = if lane < 2 { "write" } else { "load" };
                let controller = &mut controllers[at(register)];
                controller.set(&format!("in_{kind}"), 0, 1, 1);
                controller.set(&format!("in_{kind}_target"), 0, 2, told(target));
                controller.set(&format!("in_{kind}_count"), 0, 5, told(count));
                if lane < 2 {
                    controller.set("in_write_full", 0, 1, told(full));
                }
            }
            if random.one_in(10) {
                let lane = random.below(2) as usize;
                let (register, write) = (few(&mut random), random.below(2));
                array.set("in_next_enable", lane, 1, 1);
                array.set("in_next_registers", 10 * lane, 10, register as u64);
                array.set("in_next_write", lane, 1, write);
                controllers[at(register)].set("in_next", 0, 1, 1);
                controllers[at(register)].set("in_next_write", 0, 1, write);
            }
            let drawn = array.inputs.clone();
            let told = std::mem::replace(&mut coming, drawn);
            for name in TOLD {
                array.take(&told, name);
            }
            for (controller, coming) in controllers.iter_mut().zip(&mut coming_to) {
                let drawn = controller.inputs.clone();
                controller.inputs = std::mem::replace(coming, drawn.clone());
                controller.take(&drawn, "in_wake");
                controller.take(&drawn, "in_tick");
            }
            array.cycle();
            for register in (0..REGISTERS).filter(|register| register % ROW >= NAMED) {
                assert_eq!(array.get("out_voltage_low", register, 1), 1, "{register}");
                assert_eq!(array.get("out_voltage_high", register, 1), 1, "{register}");
            }
            for (register, controller) in named().zip(&mut controllers) {
                controller.cycle();
                let voltage = controller.get("out_voltage", 0, 2);
                for (plane, expected) in [
                    ("out_sleep", controller.get("out_sleep", 0, 1)),
                    ("out_drowsy", controller.get("out_drowsy", 0, 1)),
                    ("out_voltage_high", voltage >> 1),
                    ("out_voltage_low", voltage & 1),
                    ("out_ready", controller.get("out_ready", 0, 1)),
                    ("out_retained", controller.get("out_retained", 0, 1)),
                ] {
                    let actual = array.get(plane, register, 1);
                    assert_eq!(
                        actual, expected,
                        "seed {seed}, cycle {cycle}: {plane}[{register}]"
                    );
                }
            }
        }
    }
}

fn small_top() -> TopParameters {
    TopParameters::new(
        ArrayParameters::new(REGISTERS as u16, Delays::FERMI).expect("legal"),
        ControlParameters::new(BreakEvens::FERMI).expect("legal"),
        TrackerParameters::new(64, MemoryLatencies::FERMI).expect("legal"),
        ListParameters::new(4, 4).expect("legal"),
    )
    .expect("legal")
}

#[test]
fn top_is_its_parts() {
    let parameters = small_top();
    let mut top = Bench::new(slumber::slumber_top(parameters));
    let mut list = Bench::new(slumber::fetch_unit_list(parameters.list()));
    let mut tracker = Bench::new(slumber::mshr_tracker(parameters.tracker()));
    let mut control = Bench::new(slumber::slumber_control(parameters.control()));
    let mut array = Bench::new(slumber::power_array(parameters.array()));
    let mut random = Random(0x70b);
    let ports: Vec<_> = top.unit.inputs().to_vec();
    for cycle in 0..1000 {
        // Any bits at all, with fewer enables; the two sides see the same, in contract or not.
        for port in &ports {
            let registers = port.name.ends_with("_registers")
                || port.name.ends_with("_first")
                || port.name.ends_with("_last")
                || port.name.ends_with("_register");
            let rare = port.name.ends_with("_enable")
                || port.name.ends_with("_valid")
                || port.name == "in_kernel_start";
            for bit in 0..port.width {
                let one = match () {
                    () if port.name == "in_kernel_start" => random.one_in(100),
                    () if rare => random.one_in(8),
                    // Registers up to 7, few latencies beyond 31, PCs of few lines.
                    () if registers => bit % 10 < 3 && random.one_in(2),
                    () if port.name.ends_with("latencies") => bit % 10 < 5 && random.one_in(2),
                    () if port.name.contains("_pc") => {
                        (5..8).contains(&(bit % 64)) && random.one_in(2)
                    }
                    () => random.one_in(2),
                };
                top.set(&port.name, bit, 1, one.into());
            }
        }
        let inputs = &top.inputs;
        let input = |name: &str, offset: usize, width: usize| {
            let start = Bench::place(&ports, name);
            (0..width).fold(0_u64, |value, bit| {
                let at = offset + bit;
                value | u64::from(inputs[start + at / 32] >> (at % 32) & 1) << bit
            })
        };
        for pc in 0..6 {
            let (name, at) = if pc < 2 {
                ("in_fetch_pcs", pc)
            } else {
                ("in_slot_pcs", pc - 2)
            };
            list.set("in_lookup_pcs", 64 * pc, 64, input(name, 64 * at, 64));
        }
        for name in ["in_fill_valid", "in_evict_valid"] {
            list.set(name, 0, 1, input(name, 0, 1));
        }
        for name in ["in_fill_pc", "in_evict_pc"] {
            list.set(name, 0, 64, input(name, 0, 64));
        }
        list.set("in_flush", 0, 1, input("in_kernel_start", 0, 1));
        tracker.set("in_clear", 0, 1, input("in_kernel_start", 0, 1));
        for (name, width) in [
            ("in_report_valid", 1),
            ("in_report_warp", 6),
            ("in_report_outcome", 2),
        ] {
            tracker.set(name, 0, width, input(name, 0, width));
        }
        tracker.set("in_query_warp", 0, 6, input("in_load_warp", 0, 6));
        let shared: Vec<_> = control.unit.inputs().to_vec();
        for port in shared {
            if ports.iter().any(|own| own.name == port.name) {
                for bit in 0..port.width {
                    control.set(&port.name, bit, 1, input(&port.name, bit, 1));
                }
            }
        }
        for port in array.unit.inputs().to_vec() {
            if ports.iter().any(|own| own.name == port.name) {
                for bit in 0..port.width {
                    array.set(&port.name, bit, 1, input(&port.name, bit, 1));
                }
            }
        }
        list.cycle();
        tracker.cycle();
        list.feed(&mut control, &[("out_hit", "in_line_hit")]);
        tracker.feed(
            &mut control,
            &[
                ("out_outcome", "in_load_outcome"),
                ("out_latency", "in_load_latency"),
            ],
        );
        control.cycle();
        let events: Vec<_> = control
            .unit
            .outputs()
            .iter()
            .map(|port| port.name.clone())
            .collect();
        for name in events {
            control.feed(&mut array, &[(&name, &name.replace("out_", "in_"))]);
        }
        array.cycle();
        top.cycle();
        assert_eq!(top.outputs, array.outputs, "cycle {cycle}");
    }
}
