//! Slumber and the Warped Register File in the multiprocessor: results and counts are right whatever
//! sleeps, skipping changes nothing, a value that is lost is noticed, and Slumber saves more leakage.
//! A smoke selection; all kernels with WARPLOOM_TESTS=full.

use crate::support;

use sm::host::{Options, Session, TimedOutcome};
use sm::scheme::{build, Golden};
use sm::timing::{Policy, Preset, Settings};
use spec::avc::{AvcCache, AvcCacheParameters};
use spec::regfile::{Regfile, RegfileParameters};
use spec::regless::{Regless, ReglessParameters};
use spec::slumber::{SlumberTop, TopInputs, TopOutputs, TopParameters};
use spec::{Hardware, HardwareError, Scheme, UnitFault, UnitModel};
use support::descriptors;

const SMOKE: [&str; 5] = ["aes", "histogram", "hotspot", "spmv", "texture_lookup"];

fn is_full() -> bool {
    std::env::var("WARPLOOM_TESTS").is_ok_and(|value| value == "full")
}

fn chosen() -> Vec<(String, Session)> {
    let name = |path: &std::path::Path| {
        let stem = path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    };
    let all = descriptors().into_iter().map(|path| (name(&path), path));
    let chosen = all.filter(|(name, _)| is_full() || SMOKE.contains(&name.as_str()));
    let open =
        |path: std::path::PathBuf| Session::open(&path).unwrap_or_else(|error| panic!("{error}"));
    chosen.map(|(name, path)| (name, open(path))).collect()
}

fn settings(preset: Preset, policy: Policy) -> Settings {
    Settings {
        policy,
        ..Settings::new(preset.parameters())
    }
}

fn run(session: &Session, scheme: Scheme, settings: Settings, what: &str) -> TimedOutcome {
    let multiprocessor = build(scheme, settings, &mut Golden);
    let mut multiprocessor = multiprocessor.unwrap_or_else(|error| panic!("{what}: {error}"));
    let run = session
        .run_timed(Options::default(), &mut multiprocessor)
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(run.outcome.passed(), "{what}");
    let c = &run.counts;
    assert_eq!(c.issued, c.retired + c.abandoned, "{what}: {c:?}");
    assert_eq!(c.issued + c.untimed, run.statistics.instructions, "{what}");
    if scheme != Scheme::Baseline {
        let sleep = &c.registers.sleep;
        assert_eq!(
            sleep.states.iter().sum::<u64>(),
            sleep.register_cycles,
            "{what}"
        );
    }
    run
}

#[test]
fn results_are_right_whatever_sleeps() {
    for (name, session) in chosen() {
        for (scheme, preset, policy) in [
            (Scheme::Slumber, Preset::Fermi, Policy::TwoLevel),
            (Scheme::Slumber, Preset::Fermi, Policy::Gto),
            (Scheme::Slumber, Preset::Maxwell, Policy::Lrr),
            (Scheme::WarpedRegisterFile, Preset::Fermi, Policy::TwoLevel),
        ] {
            let what = format!("{name}, {scheme}, {}, {}", preset.name(), policy.name());
            let settings = Settings {
                max_cycles: Some(if is_full() { 20_000 } else { 5000 }),
                ..settings(preset, policy)
            };
            let outcome = run(&session, scheme, settings.clone(), &what);
            if outcome.counts.cycles > 150_000 {
                continue;
            }
            let stepped = Settings {
                skip: false,
                ..settings
            };
            let mut slow = run(&session, scheme, stepped, &what);
            slow.counts.skipped = outcome.counts.skipped;
            assert_eq!(slow.counts, outcome.counts, "{what}: skipping");
        }
    }
}

/// Figure 9: leakage of the same work, against registers that are always ON. And what it takes of time.
#[test]
fn slumber_saves_more_leakage_than_the_warped_register_file() {
    let (mut slumber, mut rival, mut slower) = (Vec::new(), Vec::new(), Vec::new());
    for (name, session) in chosen() {
        let settings = settings(Preset::Fermi, Policy::TwoLevel);
        let counts = |scheme| run(&session, scheme, settings.clone(), &name).counts;
        let baseline = counts(Scheme::Baseline).cycles;
        let runs = [Scheme::Slumber, Scheme::WarpedRegisterFile].map(counts);
        let both = runs.each_ref().map(|counts| {
            let saved = counts.registers.sleep.saving_against(baseline);
            saved.expect("it has power modes")
        });
        let time = runs[0].cycles as f64 / baseline as f64;
        assert!(time < 1.12, "{name} takes {time} times as long");
        slower.push(time - 1.0);
        println!(
            "{name}: Slumber saves {:.3}, the rival {:.3}",
            both[0], both[1]
        );
        // heartwall, whose warps fill most of the file, saves 0.59.
        assert!(both[0] > 0.5, "{name}: {both:?}");
        slumber.push(both[0]);
        rival.push(both[1]);
    }
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let (slumber, rival) = (mean(&slumber), mean(&rival));
    println!("mean: Slumber saves {slumber:.3}, the rival {rival:.3}");
    let slower = mean(&slower);
    assert!(slower < 0.04, "{slower}");
    assert!(slumber > 0.75, "{slumber}");
    assert!(slumber > rival + 0.01, "{slumber} against {rival}");
}

/// A unit that has lost one register, if anybody asks.
struct Forgetful(Box<dyn UnitModel<SlumberTop>>);

impl UnitModel<SlumberTop> for Forgetful {
    fn reset(&mut self) {
        self.0.reset();
    }

    fn cycle(&mut self, inputs: &TopInputs) -> Result<TopOutputs, UnitFault<TopOutputs>> {
        let mut outputs = self.0.cycle(inputs)?;
        outputs.retained[0] &= !2;
        Ok(outputs)
    }
}

struct Hands;

impl Hardware for Hands {
    fn regfile(
        &mut self,
        parameters: RegfileParameters,
    ) -> Result<Box<dyn UnitModel<Regfile>>, HardwareError> {
        Golden.regfile(parameters)
    }

    fn slumber(
        &mut self,
        parameters: TopParameters,
    ) -> Result<Box<dyn UnitModel<SlumberTop>>, HardwareError> {
        Ok(Box::new(Forgetful(Golden.slumber(parameters)?)))
    }

    fn avc_cache(
        &mut self,
        parameters: AvcCacheParameters,
    ) -> Result<Box<dyn UnitModel<AvcCache>>, HardwareError> {
        Golden.avc_cache(parameters)
    }

    fn regless(
        &mut self,
        parameters: ReglessParameters,
    ) -> Result<Box<dyn UnitModel<Regless>>, HardwareError> {
        Golden.regless(parameters)
    }
}

#[test]
fn a_value_that_is_lost_is_noticed() {
    let path = descriptors()
        .into_iter()
        .find(|path| path.ends_with("histogram.toml"));
    let session = Session::open(&path.expect("it is there")).expect("it opens");
    let settings = settings(Preset::Fermi, Policy::TwoLevel);
    let mut multiprocessor = build(Scheme::Slumber, settings, &mut Hands).expect("it is built");
    let error = session
        .run_timed(Options::default(), &mut multiprocessor)
        .expect_err("register 1 of warp 0 is lost")
        .to_string();
    for part in [
        "port retained",
        "lost what it held",
        "PTX line",
        "warp",
        "register r",
    ] {
        assert!(error.contains(part), "no {part:?} in {error}");
    }
}
