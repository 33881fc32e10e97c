//! Every row of the tables *Bad input*: the model refuses, and stays as it was.

use golden::regless::{CapacityManager, Osu, OsuBank, PatternCompressor, ReglessL1Arbiter};
use spec::regless::{
    CapacityManagerInputs, OsuBankInputs, OsuBankParameters, OsuInputs, PatternCompressorInputs,
    PatternCompressorParameters, ReglessL1ArbiterInputs, ReglessParameters,
};
use spec::regless::{Issued, Landed, Wanted};
use spec::{Unit, UnitModel};

/// The model refuses, and then does what a copy does that was not asked.
fn refused<U: Unit, M: UnitModel<U> + Clone>(model: &M, bad: &U::Inputs, what: &str)
where
    U::Inputs: Default,
{
    let (mut asked, mut other) = (model.clone(), model.clone());
    assert!(asked.cycle(bad).is_err(), "{what} is accepted");
    for cycle in 0..6 {
        let quiet = U::Inputs::default();
        let outputs = [asked.cycle(&quiet), other.cycle(&quiet)];
        let [asked, other] = outputs.map(|o| o.expect("nothing is asked"));
        assert_eq!(asked, other, "{what}: cycle {cycle} after the refusal");
    }
}

fn access(reserve: bool, register: u8) -> OsuBankInputs {
    OsuBankInputs {
        access_valid: true,
        access_reserve: reserve,
        access_register: register,
        request_ready: true,
        ..Default::default()
    }
}

fn operation(kind: u8, register: u8) -> OsuBankInputs {
    OsuBankInputs {
        preload_valid: true,
        preload_kind: kind,
        preload_register: register,
        request_ready: true,
        ..Default::default()
    }
}

fn fill(entry: u8) -> OsuBankInputs {
    OsuBankInputs {
        fill_valid: true,
        fill_entry: entry,
        ..Default::default()
    }
}

fn result(entry: u8) -> OsuBankInputs {
    OsuBankInputs {
        write_valid: true,
        write_entry: entry,
        ..Default::default()
    }
}

#[test]
fn bank() {
    let refused = refused::<spec::regless::OsuBank, OsuBank>;
    let mut bank = OsuBank::new(OsuBankParameters::new(3).expect("legal"));
    refused(&bank, &access(false, 1), "a read without a hit");
    refused(&bank, &operation(0, 1), "an operation of kind 0");
    refused(&bank, &fill(0), "a fill that is not owed");
    refused(&bank, &result(0), "a result that is not owed");
    refused(&bank, &result(3), "a line that does not exist");
    bank.cycle(&access(true, 1)).unwrap();
    refused(&bank, &result(0), "a result a cycle too early");
    refused(&bank, &access(false, 1), "a read before the result");
    refused(
        &bank,
        &access(true, 1),
        "a second reserve before the result",
    );
    bank.cycle(&OsuBankInputs::default()).unwrap();
    bank.cycle(&result(0)).unwrap();
    refused(&bank, &operation(1, 1), "a preload of a register in use");
    refused(
        &bank,
        &operation(3, 1),
        "an invalidation of a register in use",
    );
    bank.cycle(&operation(1, 2)).unwrap();
    refused(&bank, &fill(1), "a fill whose request was not taken");
    refused(&bank, &access(false, 2), "a read before the fill");
    bank.cycle(&OsuBankInputs {
        request_ready: true,
        ..Default::default()
    })
    .unwrap();
    bank.cycle(&access(true, 3)).unwrap();
    refused(&bank, &access(true, 4), "a reserve without a line");
    refused(&bank, &operation(2, 4), "a preload without a line");
    bank.cycle(&fill(1)).unwrap();
    let give_up = OsuBankInputs {
        access_last: true,
        ..access(false, 2)
    };
    bank.cycle(&give_up).unwrap();
    refused(
        &bank,
        &access(false, 2),
        "a read of a register that was given up",
    );
}

#[test]
fn staging_unit() {
    let refused = refused::<spec::regless::Osu, Osu>;
    let mut unit = Osu::new(OsuBankParameters::new(2).expect("legal"));
    let mut writes = OsuInputs::default();
    writes.issue[0].valid = true;
    (writes.issue[0].writes, writes.issue[0].destination) = (true, 1);
    unit.cycle(&writes).unwrap();
    for _ in 0..5 {
        unit.cycle(&OsuInputs::default()).unwrap();
    }
    let result = |register, entry| {
        let mut lands = OsuInputs::default();
        lands.wb[0].valid = true;
        (lands.wb[0].register, lands.wb[0].entry) = (register, entry);
        lands
    };
    refused(
        &unit,
        &result(1, 1),
        "a result for a line that is owed none",
    );
    refused(&unit, &result(9, 0), "a result for another register's line");
    refused(&unit, &result(2, 0), "a result for another bank");
    unit.cycle(&result(1, 0)).unwrap();
    let mut fetches = OsuInputs::default();
    (
        fetches.queue_valid,
        fetches.queue_kinds,
        fetches.queue_registers,
    ) = (4, 1 << 4, 2 << 12);
    fetches.request_ready = true;
    for _ in 0..4 {
        unit.cycle(&fetches).unwrap();
        fetches.queue_valid = 0;
    }
    let answer = |register| OsuInputs {
        answer_valid: true,
        answer_register: register,
        ..Default::default()
    };
    refused(&unit, &answer(10), "an answer for another register's line");
    unit.cycle(&answer(2)).unwrap();
}

#[test]
fn compressor() {
    let refused = refused::<spec::regless::PatternCompressor, PatternCompressor>;
    let shard = ReglessParameters::new(2, 2, 2).expect("legal");
    let parameters = PatternCompressorParameters::of_shard(shard).expect("it has lines");
    let mut model = PatternCompressor::new(parameters);
    let request = |evict, kind| PatternCompressorInputs {
        request_valid: true,
        request_evict: evict,
        request_kind: kind,
        ..Default::default()
    };
    refused(&model, &request(true, 1), "an eviction of kind 1");
    refused(
        &model,
        &request(false, 0),
        "a request of kind 0 that does not evict",
    );
    for response_fill in [0, 7] {
        let line = PatternCompressorInputs {
            response_valid: true,
            response_fill,
            ..Default::default()
        };
        refused(&model, &line, "a line that nobody waits for");
    }
    model.cycle(&request(false, 1)).unwrap();
    for stage in ["Match", "Act", "Answer"] {
        for (evict, kind) in [(true, 0), (false, 1), (false, 3)] {
            refused(&model, &request(evict, kind), stage);
        }
        model.cycle(&PatternCompressorInputs::default()).unwrap();
    }
}

#[test]
fn manager() {
    let refused = refused::<spec::regless::CapacityManager, CapacityManager>;
    let mut model = CapacityManager::new(OsuBankParameters::new(4).expect("legal"));
    let issue = |writes, destination, ends| CapacityManagerInputs {
        issue: [
            Issued {
                valid: true,
                writes,
                destination,
                ends,
                ..Default::default()
            },
            Default::default(),
        ],
        ..Default::default()
    };
    let done = CapacityManagerInputs {
        done_banks: 1,
        ..Default::default()
    };
    refused(
        &model,
        &issue(false, 0, false),
        "an instruction of an inactive warp",
    );
    refused(&model, &done, "an operation that was not taken");
    let region = CapacityManagerInputs {
        eligible: 1,
        region_usage: 1,
        region_kinds: 1,
        ..Default::default()
    };
    for _ in 0..2 {
        model.cycle(&region).unwrap();
    }
    let mut long = region.clone();
    long.region_more = 5;
    refused(&model, &long, "a region of more rows than the store has");
    for _ in 2..5 {
        model.cycle(&region).unwrap();
    }
    refused(&model, &done, "an operation that is still in its queue");
    model
        .cycle(&CapacityManagerInputs {
            queue_ready: 1,
            ..Default::default()
        })
        .unwrap();
    model.cycle(&done).unwrap();
    refused(&model, &done, "an operation that is done already");
    for _ in 0..2 {
        model.cycle(&CapacityManagerInputs::default()).unwrap();
    }
    refused(
        &model,
        &issue(true, 1, false),
        "a write to a bank without a line",
    );
    let mut after_the_end = issue(false, 0, true);
    after_the_end.issue[1].valid = true;
    refused(&model, &after_the_end, "an instruction after the last");
    let landing = CapacityManagerInputs {
        landed: [
            Landed {
                valid: true,
                ..Default::default()
            },
            Default::default(),
        ],
        ..Default::default()
    };
    refused(&model, &landing, "a result without an instruction");
    model.cycle(&issue(true, 0, false)).unwrap();
    refused(&model, &issue(true, 8, false), "more writes than lines");
    let mut twice = landing.clone();
    (twice.landed[1].valid, twice.landed[1].register) = (true, 8);
    refused(&model, &twice, "two results of one instruction");
    model.cycle(&landing).unwrap();
}

#[test]
fn arbiter() {
    let model = ReglessL1Arbiter::new(OsuBankParameters::new(16).expect("legal"));
    for kind in [6, 7] {
        let bad = ReglessL1ArbiterInputs {
            shard: [
                Default::default(),
                Default::default(),
                Wanted {
                    valid: true,
                    kind,
                    ..Default::default()
                },
                Default::default(),
            ],
            ..Default::default()
        };
        refused::<spec::regless::ReglessL1Arbiter, ReglessL1Arbiter>(&model, &bad, "a kind");
    }
}
