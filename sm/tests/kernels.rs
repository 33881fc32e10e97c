//! Every kernel that we ship passes its checks: over virtual registers, over physical ones, and under
//! the lowest register cap that it can live with; with 32-bit addresses and with 64-bit ones.

use crate::support;

use sm::alloc::{allocate, AllocationError};
use sm::descriptor::AddressSize;
use sm::host::{Options, Outcome, Session};
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
        kernels.all(|kernel| match allocate(kernel, Some(*cap)) {
            Ok(_) => true,
            Err(AllocationError::TooFew { .. }) => false,
            Err(broken) => panic!("{broken}"),
        })
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
    for path in descriptors() {
        let name = path.display();
        let [narrow, wide] = AddressSize::ALL.map(|size| {
            let session = Session::open_for(&path, Some(size));
            session.unwrap_or_else(|error| panic!("{error}"))
        });
        let expected = outcome(&narrow, Options::default(), &name.to_string());
        let cap = lowest_cap(&wide);
        for (physical, max_registers) in [(false, None), (true, None), (true, Some(cap))] {
            let options = Options {
                physical,
                max_registers,
            };
            let what = format!("{name}, 64-bit addresses, {options:?}");
            let got = outcome(&wide, options, &what);
            assert!(got.buffers == expected.buffers, "{what}: another memory");
            for (kernel, report) in &got.registers {
                // A pair wants an even place, so a word may be left over beside lone ones.
                let most = max_registers.unwrap_or(report.most_live + 2);
                assert!(report.words <= most, "{what}: {kernel} takes {report:?}");
            }
        }
    }
}
