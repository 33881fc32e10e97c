//! What is seen of registers in time: it adds up, costs nothing and changes nothing, under every scheme.

use crate::support;

use sm::host::{Options, Session};
use sm::scheme::{build, Golden};
use sm::timing::{Counts, Policy, Preset, Settings};
use spec::Scheme;
use support::{descriptors, tiny};

fn run(scheme: Scheme, name: &str, settings: Settings) -> Counts {
    let file = format!("{name}.toml");
    let path = descriptors().into_iter().find(|path| path.ends_with(&file));
    let session = Session::open(&path.expect("it is shipped")).expect("it opens");
    let mut multiprocessor = build(scheme, settings, &mut Golden).expect("it is built");
    let run = session.run_timed(Options::default(), &mut multiprocessor);
    let run = run.unwrap_or_else(|error| panic!("{scheme}, {name}: {error}"));
    assert!(run.outcome.passed(), "{scheme}, {name}");
    run.counts
}

fn settings(preset: Preset) -> Settings {
    Settings {
        policy: Policy::TwoLevel,
        max_cycles: Some(4000),
        profile: true,
        ..Settings::new(preset.parameters())
    }
}

#[test]
fn what_is_seen_adds_up_and_changes_nothing() {
    for scheme in Scheme::ALL {
        let preset = match scheme {
            Scheme::Regless => Preset::Maxwell,
            _ => Preset::Fermi,
        };
        for name in ["bfs", "hotspot", "lud"] {
            let what = format!("{scheme}, {name}");
            let counts = run(scheme, name, settings(preset));
            let seen = counts.profile.clone().expect("somebody watches");
            let idle: u64 = seen.idle.iter().map(|idle| idle.cycles).sum();
            let registers = seen.registers;
            assert_eq!(idle + registers.accessed, registers.cycles, "{what}");
            assert_eq!(seen.file.cycles, counts.cycles, "{what}");
            let shares = [seen.file, seen.banks, seen.warps, registers];
            let shares = shares.map(|part| part.accessed as f64 / part.cycles as f64);
            // Slumber, section 2: 32.7, 16.3, 3.9 and 0.2 %.
            assert!(shares.is_sorted_by(|a, b| a >= b), "{what}: {shares:?}");
            assert!(seen.reuses > 0 && seen.reuse_cycles > seen.reuses, "{what}");
            let windows = &seen.windows;
            assert_eq!(windows.count, counts.cycles / windows.length, "{what}");
            assert_eq!(windows.accesses.len() as u64, windows.count, "{what}");
            let phases = [seen.not_divergent, seen.divergent];
            let issued: u64 = phases.iter().map(|phase| phase.instructions).sum();
            assert_eq!(issued, counts.issued, "{what}");
            for phase in phases {
                assert!(phase.compressed <= phase.allocated, "{what}: {phase:?}");
            }
            if let Some(staged) = counts.staged {
                let requests: u32 = windows.behind.iter().sum();
                let last = staged.requests - u64::from(requests);
                assert!(
                    last <= windows.length,
                    "{what}: the window that is not over"
                );
                assert!(
                    staged.ended > 0 && staged.active_cycles > staged.ended,
                    "{what}"
                );
            }
            let sleep = counts.registers.sleep;
            for (given, all) in sleep.given.iter().zip(sleep.states) {
                assert!(*given <= all, "{what}: {sleep:?}");
            }
            let asleep = scheme == Scheme::Slumber || scheme == Scheme::WarpedRegisterFile;
            assert_eq!(sleep.given.iter().sum::<u64>() > 0, asleep, "{what}");
            let stepped = Settings {
                skip: false,
                ..settings(preset)
            };
            let mut stepped = run(scheme, name, stepped);
            stepped.skipped = counts.skipped;
            assert_eq!(stepped, counts, "{what}: skipping");
            let unseen = Settings {
                profile: false,
                ..settings(preset)
            };
            let mut unseen = run(scheme, name, unseen);
            assert_eq!(unseen.profile, None);
            unseen.profile = counts.profile.clone();
            assert_eq!(unseen, counts, "{what}: who watches changes nothing");
        }
    }
}

/// An addition to itself reads its register when it is taken, and writes it 5 cycles of reading and 6 of adding
/// later; the next one reads it 3 cycles after that.
#[test]
fn a_chain_of_additions_uses_its_register_again_after_11_cycles_and_after_3() {
    let of = |additions: usize| {
        let next = "add.s32 %r1, %r1, %r1;\n".repeat(additions);
        let body = format!("mov.u32 %r1, %tid.x;\n{next}st.shared.u32 [room], %r1;");
        let counts = tiny(
            &body,
            32,
            Settings {
                profile: true,
                ..Settings::new(Preset::Fermi.parameters())
            },
        );
        counts.profile.expect("somebody watches")
    };
    let (two, four) = (of(2), of(4));
    assert_eq!(four.reuses - two.reuses, 4);
    assert_eq!(four.reuse_cycles - two.reuse_cycles, 2 * (11 + 3));
    let idle = |seen: &sm::timing::Profile, from| {
        let found = seen.idle.iter().find(|idle| idle.from == from);
        found.map_or((0, 0), |idle| (idle.before_read, idle.before_write))
    };
    let more = |from| {
        let (two, four) = (idle(&two, from), idle(&four, from));
        (four.0 - two.0, four.1 - two.1)
    };
    assert_eq!(more(1), (2, 0), "2 cycles before a read");
    assert_eq!(more(4), (0, 2), "10 cycles before a write");
}
