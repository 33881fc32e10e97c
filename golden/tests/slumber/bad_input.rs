//! Every row of the section *Bad input* of the contract: refused, and the state is as before.

use crate::slumber::parameters::top;
use golden::slumber::{
    with_events_of, FetchUnitList, MshrTracker, PowerArray, PowerController, SlumberTop,
};
use spec::slumber::{
    ArrayInputs, ArrayParameters, ControllerInputs, Delays, Lanes, ListInputs, MemoryLatencies,
    TopInputs, TrackerInputs, TrackerParameters,
};
use spec::{OutOfContract, Unit, UnitModel};

/// `model` refuses `inputs` for `reason`, and then goes on as if nothing had happened.
fn refuses<U: Unit, M: UnitModel<U> + Clone>(model: &M, inputs: &U::Inputs, reason: &str)
where
    U::Inputs: Default,
    U::Outputs: PartialEq,
{
    let mut tried = model.clone();
    let error = tried.cycle(inputs).expect_err(reason);
    assert_eq!(error.to_string(), OutOfContract::new(reason).to_string());
    let mut untouched = model.clone();
    for _ in 0..3 {
        let idle = U::Inputs::default();
        assert_eq!(tried.cycle(&idle), untouched.cycle(&idle));
    }
}

#[test]
fn controller() {
    let model = PowerController::new(crate::slumber::parameters::controller(Delays::FERMI));
    let refuses = |inputs: ControllerInputs, reason: &str| {
        refuses::<spec::slumber::PowerController, _>(&model, &inputs, reason);
    };
    let inputs = ControllerInputs {
        allocate: true,
        finish: true,
        ..Default::default()
    };
    refuses(inputs, "allocate and finish in one cycle");
    let inputs = ControllerInputs {
        load: true,
        write: true,
        ..Default::default()
    };
    refuses(inputs, "load and write in one cycle");
    let inputs = ControllerInputs {
        load: true,
        write_done: true,
        ..Default::default()
    };
    refuses(inputs, "load and write_done in one cycle");
}

/// Inputs of the array with what is wrong with them, for a file of 256 registers.
fn bad_array_inputs() -> Vec<(ArrayInputs, &'static str)> {
    let none = ArrayInputs::default;
    vec![
        (
            ArrayInputs {
                fetch_enable: 0x80,
                fetch_registers: Lanes([0, 0, 0, 0, 0, 0, 0, 256]),
                ..none()
            },
            "fetch names register 256, but there are 256",
        ),
        (
            ArrayInputs {
                future_enable: 0x800,
                future_registers: Lanes([1023; 12]),
                ..none()
            },
            "future names register 1023, but there are 256",
        ),
        (
            ArrayInputs {
                wake_enable: 1,
                wake_registers: Lanes([300; 8]),
                ..none()
            },
            "wake names register 300, but there are 256",
        ),
        (
            ArrayInputs {
                done_enable: 2,
                done_registers: Lanes([0, 256, 0, 0, 0, 0, 0, 0]),
                ..none()
            },
            "done names register 256, but there are 256",
        ),
        (
            ArrayInputs {
                write_enable: 2,
                write_registers: Lanes([0, 512]),
                ..none()
            },
            "write names register 512, but there are 256",
        ),
        (
            ArrayInputs {
                next_enable: 1,
                next_registers: Lanes([256, 0]),
                ..none()
            },
            "next names register 256, but there are 256",
        ),
        (
            ArrayInputs {
                load_valid: true,
                load_register: 256,
                ..none()
            },
            "load names register 256, but there are 256",
        ),
        (
            ArrayInputs {
                allocate_valid: true,
                allocate_last: 256,
                ..none()
            },
            "allocate names register 256, but there are 256",
        ),
        (
            ArrayInputs {
                finish_valid: true,
                finish_first: 8,
                finish_last: 7,
                ..none()
            },
            "finish goes from register 8 to 7",
        ),
        (
            ArrayInputs {
                allocate_valid: true,
                allocate_last: 15,
                finish_valid: true,
                finish_first: 15,
                finish_last: 20,
                ..none()
            },
            "register 15 is allocated and finished in one cycle",
        ),
        (
            ArrayInputs {
                write_enable: 3,
                write_registers: Lanes([9; 2]),
                ..none()
            },
            "register 9 is dispatched and dispatched in one cycle",
        ),
        (
            ArrayInputs {
                done_enable: 0xc0,
                done_registers: Lanes([9; 8]),
                ..none()
            },
            "register 9 is written and written in one cycle",
        ),
        (
            ArrayInputs {
                next_enable: 3,
                next_registers: Lanes([9; 2]),
                next_write: 2,
                ..none()
            },
            "register 9 is next written and next read in one cycle",
        ),
        (
            ArrayInputs {
                load_valid: true,
                load_register: 9,
                write_enable: 2,
                write_registers: Lanes([0, 9]),
                ..none()
            },
            "register 9 is dispatched and reported in one cycle",
        ),
        (
            ArrayInputs {
                load_valid: true,
                load_register: 9,
                done_enable: 0x80,
                done_registers: Lanes([9; 8]),
                ..none()
            },
            "register 9 is written and reported in one cycle",
        ),
    ]
}

#[test]
fn array_and_top() {
    let parameters = ArrayParameters::new(256, Delays::FERMI).expect("legal");
    let array = PowerArray::new(parameters);
    let whole = SlumberTop::new(top("fermi-256"));
    for (i, reason) in bad_array_inputs() {
        // Which fetches there are is told a cycle after their registers.
        let mut array = array.clone();
        if i.fetch_enable != 0 {
            let named = with_events_of(&ArrayInputs::default(), &i);
            array.cycle(&named).expect("nothing is told");
        }
        refuses::<spec::slumber::PowerArray, _>(&array, &i, reason);
        let inputs = TopInputs {
            allocate_valid: i.allocate_valid,
            allocate_first: i.allocate_first,
            allocate_last: i.allocate_last,
            finish_valid: i.finish_valid,
            finish_first: i.finish_first,
            finish_last: i.finish_last,
            fetch_enable: i.fetch_enable,
            fetch_registers: i.fetch_registers,
            future_enable: i.future_enable,
            future_registers: i.future_registers,
            wake_enable: i.wake_enable,
            wake_registers: i.wake_registers,
            done_enable: i.done_enable,
            done_registers: i.done_registers,
            write_enable: i.write_enable,
            write_registers: i.write_registers,
            load_valid: i.load_valid,
            load_register: i.load_register,
            next_enable: i.next_enable,
            next_registers: i.next_registers,
            next_write: i.next_write,
            ..Default::default()
        };
        refuses::<spec::slumber::SlumberTop, _>(&whole, &inputs, reason);
    }
}

#[test]
fn lanes_that_are_not_enabled_are_ignored() {
    let parameters = ArrayParameters::new(256, Delays::FERMI).expect("legal");
    let mut array = PowerArray::new(parameters);
    for (i, _) in bad_array_inputs() {
        let inputs = ArrayInputs {
            fetch_enable: 0,
            future_enable: 0,
            wake_enable: 0,
            done_enable: 0,
            write_enable: 0,
            next_enable: 0,
            allocate_valid: false,
            finish_valid: false,
            load_valid: false,
            ..i
        };
        // As names, and beside them.
        for _ in 0..2 {
            assert!(array.cycle(&inputs).is_ok());
        }
    }
}

#[test]
fn tracker() {
    let parameters = TrackerParameters::new(48, MemoryLatencies::FERMI).expect("legal");
    let model = MshrTracker::new(parameters);
    let refuses = |inputs: TrackerInputs, reason: &str| {
        refuses::<spec::slumber::MshrTracker, _>(&model, &inputs, reason);
    };
    let report = TrackerInputs {
        report_valid: true,
        ..Default::default()
    };
    let inputs = TrackerInputs {
        report_warp: 48,
        ..report.clone()
    };
    refuses(inputs, "report names warp 48, but there are 48");
    let inputs = TrackerInputs {
        report_outcome: 3,
        ..report
    };
    refuses(inputs, "report of outcome 3, which means nothing");
    let inputs = TrackerInputs {
        query_warp: 63,
        ..Default::default()
    };
    refuses(inputs, "query names warp 63, but there are 48");
}

#[test]
fn list() {
    let model = FetchUnitList::new(top("fermi").list());
    let inputs = ListInputs {
        fill_valid: true,
        fill_pc: 0x1000,
        evict_valid: true,
        evict_pc: 0x107f,
        ..Default::default()
    };
    let reason = "a line is filled and evicted in one cycle";
    refuses::<spec::slumber::FetchUnitList, _>(&model, &inputs, reason);
    let whole = SlumberTop::new(top("fermi"));
    let inputs = TopInputs {
        fill_valid: true,
        evict_valid: true,
        ..Default::default()
    };
    refuses::<spec::slumber::SlumberTop, _>(&whole, &inputs, reason);
}

#[test]
fn warps_of_the_top() {
    let fermi = top("fermi");
    let warps = TrackerParameters::new(48, MemoryLatencies::FERMI).expect("legal");
    let parameters =
        spec::slumber::TopParameters::new(fermi.array(), fermi.control(), warps, fermi.list());
    let whole = SlumberTop::new(parameters.expect("legal"));
    let refuses = |inputs: TopInputs, reason: &str| {
        refuses::<spec::slumber::SlumberTop, _>(&whole, &inputs, reason);
    };
    let inputs = TopInputs {
        report_valid: true,
        report_warp: 48,
        ..Default::default()
    };
    refuses(inputs, "report names warp 48, but there are 48");
    let inputs = TopInputs {
        report_valid: true,
        report_outcome: 3,
        ..Default::default()
    };
    refuses(inputs, "report of outcome 3, which means nothing");
    let inputs = TopInputs {
        load_valid: true,
        load_warp: 50,
        ..Default::default()
    };
    refuses(inputs, "load names warp 50, but there are 48");
    let quiet = TopInputs {
        report_outcome: 3,
        load_warp: 50,
        ..Default::default()
    };
    assert!(whole.clone().cycle(&quiet).is_ok());
}
