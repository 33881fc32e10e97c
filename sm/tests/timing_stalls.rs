//! Issue slots by cause: they sum to all slots under every scheme, tiny kernels spend theirs where counting by
//! hand says, and each scheme's causes show in kernels that are known for them.

use crate::support;

use sm::host::{Options, Session};
use sm::scheme::{build, Golden};
use sm::timing::{Cause, Counts, IssueSlots, Parameters, Policy, Preset, Settings};
use spec::Scheme;
use support::{descriptors, tiny};

fn settings(parameters: Parameters) -> Settings {
    Settings {
        stalls: true,
        ..Settings::new(parameters)
    }
}

fn slots(counts: &Counts) -> IssueSlots {
    counts.issue_slots.expect("they are counted")
}

fn of(body: &str, threads: u32, parameters: Parameters) -> (Counts, IssueSlots) {
    let counts = tiny(body, threads, settings(parameters));
    let slots = slots(&counts);
    assert_eq!(slots.total(), 2 * counts.cycles, "{slots:?}");
    assert_eq!(slots.of(Cause::Issued), counts.issued, "{slots:?}");
    (counts, slots)
}

fn one(body: &str) -> IssueSlots {
    of(body, 32, Parameters::FERMI).1
}

#[test]
fn an_exit_alone_waits_for_its_fetch() {
    let (counts, slots) = of("", 32, Parameters::FERMI);
    assert_eq!(slots.of(Cause::Issued), 1);
    assert_eq!(slots.of(Cause::Fetch), counts.cycles - 1);
    assert_eq!(
        slots.of(Cause::NoWarp),
        counts.cycles,
        "the other scheduler"
    );
}

#[test]
fn a_dependent_addition_collects_and_executes() {
    let chain = |additions: usize| {
        let next = "add.s32 %r1, %r1, %r1;\n".repeat(additions);
        one(&format!(
            "mov.u32 %r1, %tid.x;\n{next}st.shared.u32 [room], %r1;"
        ))
    };
    let (two, four) = (chain(2), chain(4));
    let more = |cause| four.of(cause) - two.of(cause);
    // Accepted in t, offered in t + 5; six cycles later there is a result, three after that it can be named.
    // The buffer holds two: while it is filled again an addition may be under way.
    assert_eq!(more(Cause::Issued), 2);
    assert_eq!(more(Cause::Operands) + more(Cause::Fetch), 2 * 4);
    assert!((1..=2).contains(&more(Cause::Fetch)), "{four:?}");
    assert_eq!(more(Cause::Scoreboard), 2 * 9);
    assert_eq!(more(Cause::NoWarp), 2 * 14, "of the other scheduler");
}

#[test]
fn a_long_division_is_executed() {
    let body = |op: &str| {
        format!("mov.u32 %r1, %tid.x;\n{op}.u32 %r2, %r1, 7;\nst.shared.u32 [room], %r2;")
    };
    let (division, addition) = (one(&body("div")), one(&body("add")));
    let more = division.of(Cause::Scoreboard) - addition.of(Cause::Scoreboard);
    assert_eq!(more, 153 - 6);
}

#[test]
fn a_load_that_misses_is_memory() {
    let body = "ld.param.u32 %r1, [p];\nld.global.u32 %r4, [%r1];\nst.shared.u32 [room], %r4;";
    let slots = one(body);
    assert!((395..480).contains(&slots.of(Cause::Memory)), "{slots:?}");
}

#[test]
fn who_waits_for_others_is_at_a_barrier() {
    // The first warp divides before the barrier. The other scheduler's warps have nothing else to do.
    let body = "mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 32;\n@!%p1 bra over;\n\
                div.u32 %r2, %r1, 7;\nst.shared.u32 [room], %r2;\nover: bar.sync 0;";
    let (_, slots) = of(body, 128, Parameters::FERMI);
    assert!((130..170).contains(&slots.of(Cause::Barrier)), "{slots:?}");
}

#[test]
fn a_file_of_one_collector_makes_operations_wait() {
    let narrow = Parameters {
        collectors: 1,
        ..Parameters::FERMI
    };
    let body = "mov.u32 %r1, %tid.x;\n".to_owned() + &"add.s32 %r2, %r1, 1;\n".repeat(4);
    let (_, few) = of(&body, 512, narrow);
    let (_, many) = of(&body, 512, Parameters::FERMI);
    assert!(few.of(Cause::Collectors) > 100, "{few:?}");
    assert!(many.of(Cause::Collectors) < 10, "{many:?}");
}

fn open(name: &str) -> Session {
    let file = format!("{name}.toml");
    let path = descriptors().into_iter().find(|path| path.ends_with(&file));
    let path = path.unwrap_or_else(|| panic!("{name} is missing"));
    Session::open(&path).unwrap_or_else(|error| panic!("{error}"))
}

fn run(session: &Session, scheme: Scheme, settings: Settings, cap: Option<u32>) -> Counts {
    let built = build(scheme, settings, &mut Golden);
    let mut multiprocessor = built.unwrap_or_else(|error| panic!("{scheme}: {error}"));
    let options = Options {
        physical: true,
        max_registers: cap,
    };
    let run = session.run_timed(options, &mut multiprocessor);
    run.unwrap_or_else(|error| panic!("{scheme}: {error}"))
        .counts
}

/// Causes that only one scheme has, and those of them that the kernels below must show.
fn own(scheme: Scheme) -> (&'static [Cause], &'static [Cause]) {
    use Cause::*;
    match scheme {
        Scheme::Baseline | Scheme::Avc | Scheme::RegisterFileHierarchy => (&[], &[]),
        // Half of the registers is enough for these kernels; sm/tests/rivals.rs has fewer.
        Scheme::RegisterFileVirtualization => (&[NoRegister], &[]),
        Scheme::WarpedCompression => (&[Mov, BankWake], &[Mov, BankWake]),
        Scheme::Slumber => (
            &[WakingOn, WakingShallow, WakingDeep, WakingOff],
            &[WakingShallow, WakingDeep, WakingOff],
        ),
        Scheme::WarpedRegisterFile => (&[WakingOn, WakingDeep, WakingOff], &[WakingDeep]),
        Scheme::Regless => (
            &[
                Metadata,
                RegionDecode,
                RegionDrain,
                RegionActivation,
                RegionCapacity,
                RegionPreload,
                RegionCompressor,
                RegionL1,
            ],
            &[
                Metadata,
                RegionDecode,
                RegionActivation,
                RegionCapacity,
                RegionPreload,
                RegionCompressor,
                RegionL1,
            ],
        ),
    }
}

#[test]
fn slots_sum_under_every_scheme_and_show_what_it_costs() {
    use Cause::*;
    let everybodys = [
        Issued, Parts, Collectors, Bank, Unit, ResultPort, Scoreboard, Operands, Fetch, Memory,
        Barrier, NoWarp,
    ];
    for scheme in Scheme::ALL {
        let preset = match scheme {
            Scheme::Regless => Preset::Maxwell,
            _ => Preset::Fermi,
        };
        let mut sum = vec![0; Cause::ALL.len()];
        for (name, cap) in [
            ("bfs", None),
            ("hotspot", None),
            ("lud", None),
            ("srad", Some(12)),
        ] {
            let what = format!("{scheme}, {name}");
            let session = open(name);
            // Registers rest in SS only where schedulers name them.
            let named_by = match name {
                "hotspot" => "named_by = 'scheduler'",
                _ => "named_by = 'buffer'",
            };
            let parameters = preset.parameters().overridden(named_by);
            let settings = Settings {
                policy: Policy::TwoLevel,
                max_cycles: Some(4000),
                ..settings(parameters.expect("it is legal"))
            };
            let counts = run(&session, scheme, settings.clone(), cap);
            let slots = slots(&counts);
            let schedulers = u64::from(settings.parameters.schedulers);
            assert_eq!(slots.total(), schedulers * counts.cycles, "{what}");
            assert_eq!(slots.of(Issued), counts.issued, "{what}");
            for (sum, cause) in sum.iter_mut().zip(Cause::ALL) {
                *sum += slots.of(cause);
            }
            let stepped = Settings {
                skip: false,
                ..settings.clone()
            };
            let mut stepped = run(&session, scheme, stepped, cap);
            stepped.skipped = counts.skipped;
            assert_eq!(stepped, counts, "{what}: skipping");
            let unseen = Settings {
                stalls: false,
                ..settings
            };
            let mut unseen = run(&session, scheme, unseen, cap);
            assert_eq!(unseen.issue_slots, None);
            unseen.issue_slots = counts.issue_slots;
            assert_eq!(unseen, counts, "{what}: who counts changes nothing");
        }
        let (may, must) = own(scheme);
        for (count, cause) in sum.iter().zip(Cause::ALL) {
            let allowed = everybodys.contains(&cause) || may.contains(&cause);
            assert!(allowed || *count == 0, "{scheme}: {} {count}", cause.name());
            let wanted = must.contains(&cause);
            assert!(!wanted || *count > 0, "{scheme}: no {}", cause.name());
        }
        println!("{scheme}: {sum:?}");
    }
}
