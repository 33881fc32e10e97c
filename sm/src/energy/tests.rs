//! By hand, from the constants.

use super::*;

use crate::timing::registers::{Activity, Sleep};
use crate::timing::{Accesses, LevelCounts};

fn constants() -> Constants {
    Constants::named("paper").unwrap_or_else(|error| panic!("{error}"))
}

fn run(scheme: Scheme, preset: Preset, counts: &Counts, file: &Constants) -> Energy {
    let run = Run {
        scheme,
        preset,
        parameters: &preset.parameters(),
        counts,
    };
    Energy::of(&run, file)
}

fn near(got: Option<f64>, wanted: f64) {
    let got = got.expect("it has a model");
    assert!(
        (got - wanted).abs() < 1e-6 * wanted.max(1.0),
        "{got} against {wanted}"
    );
}

fn compressed() -> Counts {
    Counts {
        registers: Activity {
            bank_cycles: 14_000,
            gated_bank_cycles: 4_000,
            bank_reads: 10,
            bank_writes: 5,
            compressions: 2,
            decompressions: 3,
            compressor_cycles: 1400,
            decompressor_cycles: 2800,
            ..Activity::default()
        },
        ..Counts::default()
    }
}

#[test]
fn events_cost_what_table_3_says() {
    let mut file = constants();
    let counts = compressed();
    let energy = run(Scheme::WarpedCompression, Preset::Fermi, &counts, &file);
    near(energy.banks, 105.0);
    near(energy.wires, 96.0);
    near(energy.compression, 46.0);
    near(energy.decompression, 63.0);
    assert_eq!(energy.controllers, Some(0.0));
    // 10,000 bank cycles at 5.8 mW, 1,400 at 0.12 mW and 2,800 at 0.08 mW, of 0.714 ns.
    let leakage = (58_000.0 + 168.0 + 224.0) / 1.4;
    near(energy.leakage, leakage);
    near(energy.total, 105.0 + 96.0 + 46.0 + 63.0 + leakage);
    assert_eq!((energy.staging, energy.memory), (None, None));
    // Figure 19 goes from no wire that switches to all.
    file.wires.activity = 1.0;
    near(
        run(Scheme::WarpedCompression, Preset::Fermi, &counts, &file).wires,
        192.0,
    );
    file.wires.writes = true;
    near(
        run(Scheme::WarpedCompression, Preset::Fermi, &counts, &file).wires,
        288.0,
    );
}

#[test]
fn a_bank_of_maxwell_leaks_as_2_kb_at_28_nm() {
    let counts = Counts {
        registers: Activity {
            bank_cycles: 1000,
            ..Activity::default()
        },
        ..Counts::default()
    };
    let energy = run(Scheme::Baseline, Preset::Maxwell, &counts, &constants());
    // A nanosecond each.
    near(energy.leakage, 1000.0 * 2.9 * 28.0 / 45.0);
}

#[test]
fn registers_that_sleep_leak_what_table_1_says_and_their_controllers_too() {
    let mut counts = Counts {
        issued: 64,
        registers: Activity {
            bank_cycles: 1400,
            ..Activity::default()
        },
        ..Counts::default()
    };
    let all = run(Scheme::Baseline, Preset::Fermi, &counts, &constants());
    counts.registers.sleep = Sleep {
        registers: 10,
        register_cycles: 1000,
        states: [100, 0, 900, 0, 0, 0],
        given: [0; 6],
        // A tenth ON, the rest in DS.
        leakage: 100 * 100 + 900 * 42,
        switching: 200,
    };
    let asleep = run(Scheme::Slumber, Preset::Fermi, &counts, &constants());
    near(asleep.leakage, 0.480 * all.leakage.expect("it leaks"));
    near(asleep.controllers, 1000.0 * 0.0018125 / 1.4);
    // 28 of 64 bits of what is fetched for 64 instructions.
    let file = constants();
    let technology = *file.technology.of(Preset::Fermi);
    let fetch = file.constants.instruction_fetch.of(2048.0, technology);
    near(asleep.memory.map(|memory| memory.metadata), 28.0 * fetch);
    let rival = run(
        Scheme::WarpedRegisterFile,
        Preset::Fermi,
        &counts,
        &constants(),
    );
    assert_eq!((rival.controllers, rival.total), (None, None));
    assert_eq!(rival.leakage, asleep.leakage);
}

#[test]
fn staged_registers_take_their_lines_and_what_they_move() {
    let mut staged = Staged {
        lines: 16,
        sources_read: 100,
        results: 50,
        preloads: 20,
        fills: Some(10),
        evictions: Some(4),
        compressor_operations: Some(8),
        requests: 12,
        invalidations: 2,
        words: 30,
        ..Staged::default()
    };
    let mut counts = Counts {
        cycles: 1000,
        staged: Some(staged),
        ..Counts::default()
    };
    counts.traffic.registers.l2_reads = 3;
    counts.traffic.registers.dram_writes = 2;
    let energy = run(Scheme::Regless, Preset::Maxwell, &counts, &constants());
    assert_eq!((energy.banks, energy.leakage), (None, None));
    let (size, logic) = (28.0 / 45.0, 28.0 / 45.0 / 1.21);
    let s = energy.staging.expect("it has a model");
    // A slice of a line is 256 bytes deep: a quarter of what 4 KB take.
    let line = 8.0 * 7.0 / 4.0 * size;
    near(Some(s.accesses), 164.0 * line + 184.0 * 14.6 * logic);
    near(Some(s.wires), 100.0 * 8.0 * 9.6);
    near(Some(s.compression), 8.0 * 26.6 * logic);
    // 64 KB in all are 16 banks of 4 KB.
    let leakage = 16.0 * 5.8 * size + 4.0 * 3.171 * size / 1.1;
    near(Some(s.leakage), 1000.0 * leakage);
    near(
        energy.total,
        s.accesses + s.wires + s.compression + s.leakage,
    );
    let memory = energy.memory.expect("it has a model");
    let horowitz = size / 0.81;
    near(Some(memory.metadata), 30.0 * 10.0 * horowitz);
    near(Some(memory.l1), 10.0 * 320.0 * 1.5f64.sqrt() * horowitz);
    near(Some(memory.l2), 3.0 * 1600.0 * 2f64.sqrt() * horowitz);
    near(Some(memory.dram), 2.0 * 31_200.0);
    staged.evictions = None;
    counts.staged = Some(staged);
    let unseen = run(Scheme::Regless, Preset::Maxwell, &counts, &constants());
    assert_eq!(
        (unseen.staging, unseen.total),
        (None, None),
        "RTL alone does not show it"
    );
}

#[test]
fn the_chip_saves_its_share() {
    let gpu = GpuShares {
        register_file_share: 0.2,
        leakage_share: 0.25,
    };
    let of = |registers, added, cycles| OfRun {
        registers,
        added,
        cycles,
    };
    let baseline = of(100.0, 0.0, 1000);
    assert_eq!(gpu.relative(baseline, baseline), 1.0);
    assert_eq!(
        gpu.relative(baseline, of(0.0, 0.0, 1000)),
        0.8,
        "the bound of no register file"
    );
    // Of 500, 400 are the rest; a tenth longer is a tenth more of its 100 of leakage.
    let longer = gpu.relative(baseline, of(50.0, 20.0, 1100));
    assert!((longer - 480.0 / 500.0).abs() < 1e-12, "{longer}");
}

#[test]
fn rivals_have_half_the_file_or_small_files_before_all_of_it() {
    let counts = Counts {
        cycles: 100,
        registers: Activity {
            bank_cycles: 12_800,
            bank_reads: 800,
            bank_writes: 400,
            ..Activity::default()
        },
        ..Counts::default()
    };
    let of = |scheme, counts: &Counts| run(scheme, Preset::Maxwell, counts, &constants());
    let full = of(Scheme::Baseline, &counts);
    let renamed = of(Scheme::RegisterFileVirtualization, &counts);
    // Word lines and bit lines of half a bank, and half of its cells.
    near(renamed.banks, full.banks.expect("banks") * 0.5f64.sqrt());
    near(renamed.leakage, full.leakage.expect("leakage") / 2.0);
    assert_eq!(renamed.wires, full.wires);
    let accesses = |reads, writes| Accesses { reads, writes };
    let levels = LevelCounts {
        strands: 1,
        main: accesses(200, 100),
        operand: accesses(400, 200),
        last: accesses(200, 100),
    };
    let counts = Counts {
        levels: Some(levels),
        ..counts
    };
    let small = of(Scheme::RegisterFileHierarchy, &counts);
    near(small.banks, full.banks.expect("banks") / 4.0);
    // 8 entries of 8 warps are an eighth of a scheduler's 512 registers, one entry of each a 64th.
    let [operand, last] = [1.0 / 8.0, 1.0 / 64.0].map(f64::sqrt);
    let access = full.banks.expect("banks") / 1200.0;
    // A cluster of the main file has a quarter of the registers.
    near(
        small.small_files,
        access * 2.0 * (600.0 * operand + 300.0 * last),
    );
    let wire = full.wires.expect("wires") / 800.0;
    near(small.wires, wire * (200.0 + 400.0 * operand + 200.0 * last));
    // The small files' banks beside the 128 of the full one: 8 of each scheduler for both.
    let leakage = full.leakage.expect("leakage");
    near(small.leakage, leakage * (1.0 + (1.0 / 8.0) + (1.0 / 64.0)));
}
