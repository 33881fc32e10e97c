//! Lockstep over the golden models of every preset, and the smoke test of engines.

use cosim::lockstep::{Lockstep, Verdict, Watch};
use spec::{UnitId, PRESETS};
use surroundings::generate::Generator;
use surroundings::interface::Interface;
use surroundings::kit::kit;

/// Golden against golden: the stimulus is legal and the oracles hold, in every preset.
#[test]
fn golden_models_match_themselves_and_keep_their_properties() {
    for (preset, seed) in PRESETS.iter().zip(1..) {
        let interface = Interface::of(&preset.parameters);
        let kit = kit(&preset.parameters);
        let mut lockstep = Lockstep::start(&interface, &*kit.golden(), &*kit.golden(), seed)
            .unwrap()
            .with_oracle(kit.oracle());
        let mut generator = kit.generator(&interface, seed);
        let verdict = lockstep
            .run(&mut *generator, 20_000, &Watch::default())
            .unwrap();
        let label = format!("{} {} seed {seed}", preset.unit, preset.name);
        assert_eq!(verdict, Verdict::Match { cycles: 20_000 }, "{label}");
    }
}

fn rows(generator: &mut dyn Generator, interface: &Interface, batches: &[usize]) -> Vec<u32> {
    let mut all = Vec::new();
    for &cycles in batches {
        let mut rows = vec![0; cycles * interface.row_words()];
        generator.fill(&mut rows);
        all.extend(rows);
    }
    all
}

#[test]
fn stimulus_depends_on_the_seed_alone_and_starts_with_reset() {
    for preset in PRESETS {
        let interface = Interface::of(&preset.parameters);
        let kit = kit(&preset.parameters);
        let rows = |seed, batches: &[usize]| {
            rows(&mut *kit.generator(&interface, seed), &interface, batches)
        };
        let once = rows(1, &[3000]);
        assert_eq!(once, rows(1, &[1, 999, 2000]), "{}", preset.name);
        assert_ne!(once, rows(2, &[3000]), "{}", preset.name);
        assert_eq!(once[0], 1);
    }
}

#[test]
#[ignore = "prints rates"]
fn rates() {
    for preset in UnitId::ALL.iter().filter_map(|unit| unit.presets().next()) {
        let interface = Interface::of(&preset.parameters);
        let kit = kit(&preset.parameters);
        let cycles = 1 << 20;
        for oracle in [false, true] {
            let mut lockstep =
                Lockstep::start(&interface, &*kit.golden(), &*kit.golden(), 1).unwrap();
            if oracle {
                lockstep = lockstep.with_oracle(kit.oracle());
            }
            let mut generator = kit.generator(&interface, 1);
            let start = std::time::Instant::now();
            lockstep
                .run(&mut *generator, cycles, &Watch::default())
                .unwrap();
            let took = start.elapsed().as_secs_f64();
            println!(
                "{} oracle {oracle}: {:.0} cycles/s",
                preset.unit,
                cycles as f64 / took
            );
        }
        let mut generator = kit.generator(&interface, 1);
        let mut rows = vec![0; interface.row_words() * 256];
        let start = std::time::Instant::now();
        for _ in 0..cycles / 256 {
            generator.fill(&mut rows);
        }
        let took = start.elapsed().as_secs_f64();
        println!(
            "{} generation: {:.0} cycles/s",
            preset.unit,
            cycles as f64 / took
        );
    }
}
