//! What fuzzing has found and a person has promoted: the unit has to match on it for ever.

use crate::common;

use common::{cache, file, toolchain};
use cosim::failure::Pair;
use cosim::lockstep::{Verdict, Watch};
use cosim::regression::Workshop;
use cosim::replay::Replay;
use cosim::workshop::Builder;
use surroundings::interface::Interface;

#[test]
fn every_promoted_finding_matches() {
    let folder = file("../../tests/regressions");
    let mut count = 0;
    let builder = Builder::new(Ok((toolchain(), cache())), file("designs/bugs"));
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let replay = Replay::load(&path).unwrap_or_else(|error| panic!("{error}"));
        let target = &replay.target;
        assert_eq!(
            (&target.bug, &target.rtl),
            (&None, &None),
            "{}",
            path.display()
        );
        let interface = Interface::of(&target.configuration.parameters);
        let kit = target.kit();
        let (golden, dut) = (kit.golden(), builder.build(target).unwrap());
        let pair = Pair {
            interface: &interface,
            kit: &*kit,
            golden: &*golden,
            dut: &*dut,
            seed: replay.seed,
        };
        let verdict = pair.run_recipe(&replay.recipe, &Watch::default()).unwrap();
        assert!(
            matches!(verdict, Verdict::Match { .. }),
            "{}: {verdict:?}",
            path.display()
        );
        count += 1;
    }
    assert!(count > 0, "tests/regressions is empty");
}
