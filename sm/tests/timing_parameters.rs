//! Parameters that figures sweep reach the hardware of their schemes.

use crate::support;

use sm::host::{Options, Session};
use sm::scheme::{build, Golden};
use sm::timing::{Counts, Policy, Preset, Settings};
use spec::slumber::Mode;
use spec::Scheme;
use support::descriptors;

fn run(scheme: Scheme, name: &str, preset: Preset, change: &str) -> Counts {
    let file = format!("{name}.toml");
    let path = descriptors().into_iter().find(|path| path.ends_with(&file));
    let session = Session::open(&path.expect("it is shipped")).expect("it opens");
    let parameters = preset.parameters().overridden(change);
    let settings = Settings {
        policy: Policy::TwoLevel,
        max_cycles: Some(20_000),
        ..Settings::new(parameters.unwrap_or_else(|error| panic!("{change}: {error}")))
    };
    let mut multiprocessor = build(scheme, settings, &mut Golden).expect("it is built");
    let run = session.run_timed(Options::default(), &mut multiprocessor);
    let run = run.unwrap_or_else(|error| panic!("{scheme}, {name}, {change}: {error}"));
    assert!(run.outcome.passed(), "{scheme}, {name}, {change}");
    run.counts
}

/// Figures 15, 16, 20 and 21 of Warped-Compression, and its banks' wake-up.
#[test]
fn warped_compression_has_its_modes_and_latencies() {
    let run = |change: &str| run(Scheme::WarpedCompression, "lud", Preset::Fermi, change);
    let all = run("");
    assert!(all.registers.stored.iter().all(|&stored| stored > 0));
    for (mode, place) in [("4x0", 1), ("4x1", 2), ("4x2", 3)] {
        let one = run(&format!("compression_modes = '{mode}'"));
        for other in (1..4).filter(|&other| other != place) {
            assert_eq!(one.registers.stored[other], 0, "{mode}");
        }
        assert!(one.registers.stored[place] > 0, "{mode}");
        let [ratio, dynamic] = [&one, &all].map(|counts| {
            let ratio = counts.registers.compression().expect("there are results");
            ratio.banks
        });
        assert!(ratio < dynamic, "{mode}: {ratio} against {dynamic}");
    }
    for slower in [
        "compression_latency = 8",
        "decompression_latency = 8",
        "bank_wake = 200",
    ] {
        let cycles = run(slower).cycles;
        assert!(cycles > all.cycles, "{slower}: {cycles} and {}", all.cycles);
    }
    let never = run("bank_wake = 0");
    assert_eq!(never.registers.gated_bank_cycles, 0);
}

/// Figure 13 of RegLess.
#[test]
fn regless_has_its_capacities() {
    let kernel = |change| run(Scheme::Regless, "reduction", Preset::Maxwell, change);
    let found = |counts: &Counts| {
        let staged = counts.staged.expect("registers are staged");
        let from = staged
            .preloaded_from
            .expect("golden models are looked into");
        (staged.lines, from.staging as f64 / staged.preloads as f64)
    };
    let (most, whole) = found(&kernel(""));
    let (few, small) = found(&kernel("staged_registers = 128\ncompressor_lines = 4"));
    let (more, large) = found(&kernel("staged_registers = 2048"));
    assert_eq!((most, few, more), (16, 4, 64));
    assert!(
        small < whole && whole <= large,
        "{small}, {whole} and {large}"
    );
    // Figure 16: without a compressor the L1 has to give what is preloaded.
    let of_l1 = |counts: &Counts| {
        let staged = counts.staged.expect("registers are staged");
        let from = staged
            .preloaded_from
            .expect("golden models are looked into");
        (from.compressor, from.asked_of_l1())
    };
    let (kept, asked) = of_l1(&kernel(""));
    let (none, more) = of_l1(&kernel("compressor_lines = 0"));
    assert!(
        none == 0 && kept > 0 && more > asked,
        "{kept} and {asked}, {none} and {more}"
    );
}

/// The paper's letter: three future warps, and SS for all that is in the L1I. And what lies between.
#[test]
fn slumber_s_rules_can_be_the_paper_s_letter() {
    let run = |change| run(Scheme::Slumber, "hotspot", Preset::Fermi, change);
    let shallow = |counts: &Counts| {
        let sleep = counts.registers.sleep;
        sleep.states[Mode::ShallowSleep as usize] as f64 / sleep.register_cycles as f64
    };
    let ours = run("");
    let predicted = run("named_by = 'scheduler'\nnear_cycles = 13");
    let letter = run("named_by = 'scheduler'\nnear_cycles = 65535");
    let [none, some, most] = [&ours, &predicted, &letter].map(shallow);
    assert!(
        none < 0.01 && some > none && most > some,
        "{none}, {some}, {most}"
    );
    // In as many cycles.
    let issued = [&predicted, &letter, &ours].map(|counts| counts.issued);
    assert!(issued[0] < issued[1] && issued[1] < issued[2], "{issued:?}");
    let further = run("named_by = 'scheduler'\nnear_cycles = 13\nfuture_warps = 12");
    assert!(further.issued > issued[0], "{} {issued:?}", further.issued);
}

/// What is kept up costs leakage, and what is not costs time.
#[test]
fn registers_that_are_used_soon_are_kept_up() {
    let run = |change| run(Scheme::Slumber, "lavamd", Preset::Fermi, change);
    // In as many cycles.
    let [never, long] = ["near_cycles = 0", "near_cycles = 200"].map(run);
    let issued = [&never, &long].map(|counts| counts.issued);
    let leaks = [&never, &long].map(|counts| counts.registers.sleep.leakage);
    assert!(issued[0] < issued[1], "{issued:?}");
    assert!(leaks[0] < leaks[1], "{leaks:?}");
}

#[test]
fn the_rival_may_look_ahead() {
    let run = |change: &str| run(Scheme::WarpedRegisterFile, "bfs", Preset::Fermi, change);
    let blind = run("");
    for named_by in ["buffer", "scheduler"] {
        let change = format!("rival_looks_ahead = true\nnamed_by = '{named_by}'");
        let ahead = run(&change);
        let (ahead, blind) = (ahead.cycles, blind.cycles);
        assert!(ahead < blind, "{named_by}: {ahead} and {blind}");
    }
    assert_eq!(run("named_by = 'scheduler'").cycles, blind.cycles);
}

/// Affine Vector Cache Table 2.
#[test]
fn barra_has_512_registers_and_no_l2() {
    let counts = run(Scheme::Avc, "srad", Preset::Barra, "");
    assert_eq!((counts.traffic.l2_reads, counts.traffic.l2_writes), (0, 0));
    assert!(counts.traffic.dram_reads > 0 && counts.traffic.dram_writes > 0);
    assert_eq!(Preset::Barra.parameters().registers, 512);
}
