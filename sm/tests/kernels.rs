//! Every kernel that we ship passes its checks: over virtual registers, over physical ones, and under
//! the lowest register cap that it can live with.

use crate::support;

use sm::alloc::allocate;
use sm::host::{Options, Outcome, Session};
use std::path::PathBuf;
use support::descriptors;

fn outcome(session: &Session, options: Options, what: &str) -> Outcome {
    let (outcome, statistics) = session
        .run_counted(options)
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    for check in &outcome.checks {
        assert!(check.passed(), "{what}: {check}");
    }
    assert!(outcome.passed(), "{what}: {:?}", outcome.unfinished);
    assert!(statistics.instructions > 0, "{what}: nothing ran");
    outcome
}

/// The lowest cap under which every kernel of the module can be allocated.
fn lowest_cap(session: &Session) -> u32 {
    let fits = |cap: &u32| {
        let mut kernels = session.module().kernels.iter();
        kernels.all(|kernel| allocate(kernel, Some(*cap)).is_ok())
    };
    (1..=255).find(fits).expect("255 registers suffice")
}

#[test]
fn all_pass_in_virtual_and_physical_registers_and_spilled() {
    let all = descriptors();
    assert!(all.len() >= 24, "only {} kernels", all.len());
    for path in all {
        let name = path.display();
        let session = Session::open(&path).unwrap_or_else(|error| panic!("{error}"));
        assert!(
            !session.descriptor().checks.is_empty(),
            "{name} checks nothing"
        );
        let plain = outcome(&session, Options::default(), &format!("{name}, virtual"));
        let cap = lowest_cap(&session);
        for max_registers in [None, Some(cap)] {
            let options = Options {
                physical: true,
                max_registers,
            };
            let what = format!("{name}, physical, cap {max_registers:?}");
            let physical = outcome(&session, options, &what);
            assert!(
                physical.buffers == plain.buffers,
                "{what}: not the memory of virtual registers"
            );
            let spilled: u32 = physical.registers.values().map(|r| r.spilled).sum();
            match max_registers {
                None => assert_eq!(spilled, 0, "{what}: spills without a cap"),
                Some(_) => assert!(spilled > 0, "{what}: nothing spilled"),
            }
            for (kernel, report) in &physical.registers {
                // Without a cap colouring takes no more than what is live at once.
                let most = max_registers.unwrap_or(report.most_live);
                assert!(report.words <= most, "{what}: {kernel} takes {report:?}");
            }
        }
    }
}

#[test]
fn wide_addresses_leave_the_same_memory() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/wide");
    let mut seen = 0;
    for path in descriptors() {
        let Some(name) = path.file_stem().and_then(|stem| stem.to_str()) else {
            continue;
        };
        let wide = folder.join(format!("{name}.ptx"));
        if !wide.exists() {
            continue;
        }
        seen += 1;
        let narrow = Session::open(&path).unwrap_or_else(|error| panic!("{error}"));
        let wide = narrow
            .clone()
            .with_module(&wide)
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(wide.module().address_bits, 64, "{name}");
        let expected = outcome(&narrow, Options::default(), name);
        for (physical, max_registers) in [(false, None), (true, None), (true, Some(12))] {
            let options = Options {
                physical,
                max_registers,
            };
            let what = format!("{name}, 64-bit addresses, {options:?}");
            let got = outcome(&wide, options, &what);
            assert!(got.buffers == expected.buffers, "{what}: another memory");
        }
    }
    assert!(seen >= 6, "only {seen} modules in tests/wide");
}
