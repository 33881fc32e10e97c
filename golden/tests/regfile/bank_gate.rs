//! The properties of `spec::regfile::BankGate`, each under its own name.

use crate::properties::assert_claims;
use golden::regfile::BankGate;
use proptest::prelude::*;
use spec::regfile::{BankGateInputs, BankGateOutputs, BankGateParameters};
use spec::{OutOfContract, UnitModel};

#[test]
fn every_property_has_a_test_of_its_name() {
    assert_claims!(spec::regfile::BankGate:
        GatedOnlyWhenEmpty by gated_only_when_empty,
        EmptyBankIsGated by empty_bank_is_gated,
        RequestWaitsExactly by request_waits_exactly,
        GrantImpliesAwake by grant_implies_awake,
        IsolatedUnlessAwake by isolated_unless_awake,
        ResetIsGated by reset_is_gated,
    );
}

fn gate(wake_delay: u16) -> BankGate {
    BankGate::new(BankGateParameters::new(256, wake_delay).expect("legal"))
}

/// Accesses to few entries; [`run`] leaves out what is out of contract.
fn inputs() -> impl Strategy<Value = BankGateInputs> {
    (any::<[bool; 4]>(), 0..30_u8, 0..4_u8, 0..4_u8, 0..4_u8).prop_map(
        |([request, store, release0_valid, release1_valid], clear, a, b, c)| BankGateInputs {
            request,
            store,
            entry: 85 * a,
            release0_valid,
            release0_entry: 85 * b,
            release1_valid,
            release1_entry: 85 * c,
            clear: clear == 0,
        },
    )
}

fn histories() -> impl Strategy<Value = Vec<BankGateInputs>> {
    prop::collection::vec(inputs(), 1..150)
}

/// Runs what is in contract, giving each cycle's inputs and outputs and the entries valid in it.
fn run(
    gate: &mut BankGate,
    history: &[BankGateInputs],
) -> Vec<(BankGateInputs, BankGateOutputs, usize)> {
    let mut ran = Vec::new();
    for inputs in history {
        let valid = (0..256).filter(|&entry| gate.valid(entry)).count();
        if let Ok(outputs) = gate.cycle(inputs) {
            ran.push((inputs.clone(), outputs, valid));
        }
    }
    ran
}

fn store(entry: u8) -> BankGateInputs {
    BankGateInputs {
        request: true,
        store: true,
        entry,
        ..Default::default()
    }
}

proptest! {
    #[test]
    fn gated_only_when_empty(delay in 1..20_u16, history in histories()) {
        for (_, outputs, valid) in run(&mut gate(delay), &history) {
            prop_assert_eq!(outputs.occupied, valid > 0);
            prop_assert!(valid == 0 || !outputs.gated && !outputs.waking);
        }
    }

    #[test]
    fn empty_bank_is_gated(delay in 1..20_u16, history in histories()) {
        let ran = run(&mut gate(delay), &history);
        for pair in ran.windows(2) {
            let (inputs, outputs, valid) = &pair[0];
            if !outputs.waking {
                prop_assert_eq!(pair[1].1.gated, *valid == 0 && !inputs.request);
            }
        }
    }

    #[test]
    fn request_waits_exactly(delay in prop_oneof![Just(10), 1..1024_u16], entry in any::<u8>()) {
        let mut gate = gate(delay);
        let mut step = || gate.cycle(&store(entry)).expect("in contract");
        prop_assert!(step().gated);
        for cycle in 1..=delay {
            let outputs = step();
            prop_assert!(outputs.waking && !outputs.grant, "cycle t + {cycle}");
        }
        prop_assert!(step().grant);
    }

    #[test]
    fn grant_implies_awake(delay in 1..20_u16, history in histories()) {
        for (inputs, outputs, _) in run(&mut gate(delay), &history) {
            let awake = !outputs.gated && !outputs.waking;
            prop_assert_eq!(outputs.grant, inputs.request && awake);
        }
    }

    #[test]
    fn isolated_unless_awake(delay in 1..20_u16, history in histories()) {
        for (_, outputs, _) in run(&mut gate(delay), &history) {
            prop_assert_eq!(outputs.isolate, outputs.gated || outputs.waking);
            prop_assert!(!(outputs.gated && outputs.waking));
        }
    }

    #[test]
    fn reset_is_gated(delay in 1..20_u16, history in histories()) {
        let mut used = gate(delay);
        run(&mut used, &history);
        used.reset();
        let first = used.clone().cycle(&Default::default()).expect("in contract");
        prop_assert!(first.gated && !first.occupied);
        prop_assert_eq!(run(&mut used, &history), run(&mut gate(delay), &history));
    }
}

/// Values live exactly from their store to their release.
#[test]
fn an_entry_is_valid_from_store_to_release() {
    let mut gate = gate(1);
    let mut grants = 0;
    for cycle in 0..3 {
        let outputs = gate.cycle(&store(255)).expect("in contract");
        grants += usize::from(outputs.grant);
        assert_eq!(gate.valid(255), cycle == 2);
    }
    assert_eq!(grants, 1);
    let release = BankGateInputs {
        release1_valid: true,
        release1_entry: 255,
        ..Default::default()
    };
    assert!(gate.cycle(&release).expect("in contract").occupied);
    assert!(!gate.valid(255));
    let idle = gate.cycle(&Default::default()).expect("in contract");
    assert!(!idle.occupied && !idle.gated);
    assert!(gate.cycle(&Default::default()).expect("in contract").gated);
}

/// What is refused changes nothing.
#[test]
fn bad_input_is_refused() {
    let model = BankGate::new(BankGateParameters::new(128, 10).expect("legal"));
    let refuses = |inputs: BankGateInputs, reason: &str| {
        let mut tried = model.clone();
        let error = tried.cycle(&inputs).expect_err(reason);
        assert_eq!(error.to_string(), OutOfContract::new(reason).to_string());
        let mut untouched = model.clone();
        for _ in 0..3 {
            let idle = BankGateInputs::default();
            assert_eq!(tried.cycle(&idle), untouched.cycle(&idle));
        }
    };
    let request = BankGateInputs {
        request: true,
        ..Default::default()
    };
    let inputs = BankGateInputs {
        store: true,
        entry: 128,
        ..request.clone()
    };
    refuses(inputs, "entry 128 of a bank of 128");
    let inputs = BankGateInputs {
        release1_valid: true,
        release1_entry: 255,
        ..Default::default()
    };
    refuses(inputs, "entry 255 of a bank of 128");
    let inputs = BankGateInputs {
        store: true,
        entry: 5,
        release0_valid: true,
        release0_entry: 5,
        ..request.clone()
    };
    refuses(inputs, "entry 5 is stored and released in one cycle");
    refuses(request, "entry 0 is read but holds nothing");
}
