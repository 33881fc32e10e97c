//! The pipeline of `surroundings::slumber::environment` alone: stimulus that keeps what pipelines owe, so
//! that no value that will be read is ever declared dead.

use crate::generate::closed_loop::Surroundings;
use crate::prng::Prng;
use crate::slumber::environment::Environment;
use golden::slumber::{with_events_of, SlumberTop as GoldenTop};
use spec::slumber::{
    ArrayInputs, ArrayOutputs, ArrayParameters, PowerArray, SlumberTop, TopInputs, TopOutputs,
    TopParameters,
};
use spec::{AnyParameters, UnitId, UnitModel};

/// Cycles of a kernel and its successors, between resets at the most.
const PHASE: (u32, u32) = (2_000, 20_000);

/// The pipeline around a top.
pub struct AroundTop {
    parameters: TopParameters,
    pipeline: Environment,
}

impl AroundTop {
    /// For a top with these parameters.
    pub fn new(parameters: TopParameters) -> Self {
        Self {
            parameters,
            pipeline: Environment::new(parameters, 0),
        }
    }
}

impl Surroundings<SlumberTop> for AroundTop {
    fn begin_phase(&mut self, prng: &mut Prng) -> u32 {
        // Its first event is the start of a kernel: whatever was before is forgotten.
        self.pipeline = Environment::new(self.parameters, prng.next_u64());
        prng.between(PHASE.0, PHASE.1)
    }

    fn inputs(&mut self, _: &mut Prng) -> TopInputs {
        self.pipeline.offer()
    }

    fn quiet(&self) -> TopInputs {
        TopInputs::default()
    }

    fn observe(&mut self, _: &TopInputs, o: &TopOutputs, _: &mut Prng) {
        self.pipeline.observe(o);
    }

    fn reset(&mut self, prng: &mut Prng) {
        self.pipeline = Environment::new(self.parameters, prng.next_u64());
    }
}

/// The pipeline and Slumber's control around an array.
pub struct AroundArray {
    /// `None` when no top has an array of these parameters, which then stays quiet.
    top: Option<(GoldenTop, AroundTop)>,
    offered: TopInputs,
}

impl AroundArray {
    /// For an array with these parameters.
    pub fn new(parameters: ArrayParameters) -> Self {
        let presets = UnitId::SlumberTop.presets();
        let top = { presets }.find_map(|preset| match preset.parameters {
            AnyParameters::SlumberTop(top) => {
                TopParameters::new(parameters, top.control(), top.tracker(), top.list()).ok()
            }
            _ => None,
        });
        Self {
            top: top.map(|top| (GoldenTop::new(top), AroundTop::new(top))),
            offered: TopInputs::default(),
        }
    }
}

/// The pipeline's events, which go to the array past control.
fn events_of(offered: &TopInputs) -> ArrayInputs {
    ArrayInputs {
        kernel_start: offered.kernel_start,
        allocate_valid: offered.allocate_valid,
        allocate_first: offered.allocate_first,
        allocate_last: offered.allocate_last,
        finish_valid: offered.finish_valid,
        finish_first: offered.finish_first,
        finish_last: offered.finish_last,
        fetch_registers: offered.fetch_registers,
        future_enable: offered.future_enable,
        future_registers: offered.future_registers,
        done_enable: offered.done_enable,
        done_registers: offered.done_registers,
        write_enable: offered.write_enable,
        write_registers: offered.write_registers,
        load_valid: offered.load_valid,
        load_register: offered.load_register,
        next_enable: offered.next_enable,
        next_registers: offered.next_registers,
        next_write: offered.next_write,
        ..ArrayInputs::default()
    }
}

impl Surroundings<PowerArray> for AroundArray {
    fn begin_phase(&mut self, prng: &mut Prng) -> u32 {
        match &mut self.top {
            Some((_, around)) => around.begin_phase(prng),
            None => PHASE.1,
        }
    }

    fn inputs(&mut self, prng: &mut Prng) -> ArrayInputs {
        let Some((top, around)) = &mut self.top else {
            return ArrayInputs::default();
        };
        self.offered = around.inputs(prng);
        let told = ArrayInputs {
            wake_enable: self.offered.wake_enable,
            wake_registers: self.offered.wake_registers,
            ..top.events().clone()
        };
        with_events_of(&told, &events_of(&self.offered))
    }

    fn quiet(&self) -> ArrayInputs {
        ArrayInputs::default()
    }

    fn observe(&mut self, _: &ArrayInputs, _: &ArrayOutputs, prng: &mut Prng) {
        let Some((top, around)) = &mut self.top else {
            return;
        };
        // The pipeline's events are in contract, and the top's array is the array.
        if let Ok(outputs) = top.cycle(&self.offered) {
            around.observe(&self.offered, &outputs, prng);
        }
    }

    fn reset(&mut self, prng: &mut Prng) {
        if let Some((top, around)) = &mut self.top {
            UnitModel::<SlumberTop>::reset(top);
            around.reset(prng);
        }
    }
}
