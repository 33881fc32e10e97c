//! The model of `power_controller`: one register with ports.

use super::register::{Register, Time};
use spec::slumber::{ControllerInputs, ControllerOutputs, ControllerParameters, Delays};
use spec::{OutOfContract, UnitFault, UnitModel};

/// The model of `power_controller`.
#[derive(Clone, Debug)]
pub struct PowerController {
    delays: Delays,
    register: Register,
    time: Time,
}

impl PowerController {
    /// A controller as it is after reset.
    pub fn new(parameters: ControllerParameters) -> Self {
        Self {
            delays: parameters.delays(),
            register: Register::default(),
            time: Time::default(),
        }
    }
}

fn check(inputs: &ControllerInputs) -> Result<(), OutOfContract> {
    let both = |a, b| Err(OutOfContract::new(format!("{a} and {b} in one cycle")));
    match inputs {
        i if i.allocate && i.finish => both("allocate", "finish"),
        i if i.load && i.write => both("load", "write"),
        i if i.load && i.write_done => both("load", "write_done"),
        _ => Ok(()),
    }
}

impl UnitModel<spec::slumber::PowerController> for PowerController {
    fn reset(&mut self) {
        self.register = Register::default();
        self.time = Time::default();
    }

    fn cycle(
        &mut self,
        inputs: &ControllerInputs,
    ) -> Result<ControllerOutputs, UnitFault<ControllerOutputs>> {
        check(inputs)?;
        let register = self.register;
        self.time.tick = inputs.tick;
        let voltage = register.mode().voltage();
        let outputs = ControllerOutputs {
            state: register.mode(),
            remaining: register.remaining(self.time),
            voltage,
            sleep: voltage.sleep(),
            drowsy: voltage.drowsy(),
            ready: register.ready(),
            retained: register.retained(),
            next_write: register.next_write(),
        };
        self.register.advance(self.time, inputs, &self.delays);
        self.time.now += 1;
        self.time.ticks += u64::from(inputs.tick);
        Ok(outputs)
    }
}
