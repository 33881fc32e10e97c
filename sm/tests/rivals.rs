//! RegLess's rivals: renamed registers come to their end with few places, and a hierarchy costs no time.

use crate::support;

use sm::host::{Options, Session};
use sm::scheme::{build, Golden};
use sm::timing::{Cause, Counts, Policy, Preset, Settings};
use spec::Scheme;
use support::descriptors;

fn ran(
    scheme: Scheme,
    kernel: &str,
    parameters: &str,
    max_cycles: Option<u64>,
) -> Result<Counts, String> {
    let file = format!("{kernel}.toml");
    let path = descriptors().into_iter().find(|path| path.ends_with(&file));
    let session = Session::open(&path.expect("it ships")).expect("it opens");
    let parameters = Preset::Maxwell.parameters().overridden(parameters);
    let settings = Settings {
        policy: Policy::TwoLevel,
        stalls: true,
        max_cycles,
        ..Settings::new(parameters.expect("they are legal"))
    };
    let mut multiprocessor = build(scheme, settings, &mut Golden).expect("it is built");
    let options = Options {
        physical: true,
        max_registers: None,
    };
    let run = session.run_timed(options, &mut multiprocessor);
    let outcome = run.map_err(|error| error.to_string())?;
    assert!(outcome.outcome.passed(), "{kernel} under {scheme}");
    Ok(outcome.counts)
}

fn waits(counts: &Counts) -> u64 {
    let slots = counts.issue_slots.expect("they are counted");
    slots.of(Cause::NoRegister)
}

/// The registers that a block has in a shard, of the refusal that names them.
fn needed(refused: &str) -> u32 {
    let words: Vec<&str> = refused.split(' ').collect();
    let before = { words.windows(2) }.find(|pair| pair[1] == "registers");
    let number = before.and_then(|pair| pair[0].parse().ok());
    number.unwrap_or_else(|| panic!("{refused}"))
}

/// As few places as a block can end in, where warps meet at barriers, and all that have names. Reduction runs to its end.
#[test]
fn few_places_take_longer_and_all_take_no_longer_than_the_full_file() {
    for (kernel, cut) in [
        ("lud", Some(2000)),
        ("reduction", None),
        ("bfs", Some(2000)),
    ] {
        let of = |places: u32| {
            let parameters = format!("renamed_registers = {places}");
            ran(Scheme::RegisterFileVirtualization, kernel, &parameters, cut)
        };
        let full = ran(Scheme::Baseline, kernel, "", cut).expect("the full file");
        let all = of(2048).expect("all places");
        assert_eq!(waits(&all), 0, "{kernel}");
        let same = (all.cycles, all.issued);
        assert_eq!(
            same,
            (full.cycles, full.issued),
            "{kernel}: renaming takes no time"
        );
        let mut places = 4;
        let few = loop {
            match of(places) {
                Ok(counts) => break counts,
                Err(refused) => places = 4 * needed(&refused),
            }
        };
        assert!(places > 4, "{kernel}: a block fits into four places");
        assert!(waits(&few) > 0, "{kernel} waits for no place");
        assert!(few.per_cycle() < full.per_cycle(), "{kernel}");
        assert_eq!(
            few.issued + few.untimed,
            full.issued + full.untimed,
            "{kernel}"
        );
    }
}

const CUT: Option<u64> = Some(5000);

#[test]
fn a_hierarchy_takes_accesses_from_the_main_file_and_no_time() {
    for kernel in ["lud", "reduction", "bfs"] {
        let full = ran(Scheme::Baseline, kernel, "", CUT).expect("the full file");
        let of = |entries: u32| {
            let parameters = format!("operand_entries = {entries}");
            let counts = ran(Scheme::RegisterFileHierarchy, kernel, &parameters, CUT);
            let counts = counts.expect("it runs");
            assert_eq!(counts.cycles, full.cycles, "{kernel}");
            counts.levels.expect("levels are counted")
        };
        let (one, eight) = (of(1), of(8));
        let registers = &full.registers;
        for levels in [one, eight] {
            // Every read of the full file is one here, of some level.
            let reads = levels.main.reads + levels.operand.reads + levels.last.reads;
            assert_eq!(reads, registers.bank_reads, "{kernel}: {levels:?}");
            let writes = levels.main.writes + levels.operand.writes + levels.last.writes;
            assert!(writes >= registers.bank_writes, "{kernel}: {levels:?}");
            assert!(
                levels.last.reads > 0 && levels.operand.reads > 0,
                "{kernel}: {levels:?}"
            );
        }
        assert!(
            eight.main.reads < one.main.reads,
            "{kernel}: more entries take more"
        );
        assert!(
            eight.main.reads < registers.bank_reads * 3 / 4,
            "{kernel}: {eight:?}"
        );
    }
}
