//! The power-aware oracle of array and top: values are written and read through the grants, kept
//! by a [`Supply`], and compared with what a register file that never sleeps would hold.
//!
//! The pipeline owes the array that it never reads what it declared dead. Stimulus that shrinking
//! has cut may not keep that, so beside the DUT's switches a second array hangs at the golden
//! model's: what is lost there too is no fault of the DUT.

use super::array::Planes;
use super::supply::{Contents, Supply};
use crate::closed::Watcher;
use crate::oracle::{check, Violation};
use golden::slumber as golden_of;
use spec::slumber::{
    ArrayInputs, ArrayOutputs, ArrayParameters, PowerArray, RegisterLanes, SlumberTop, TopInputs,
    TopOutputs, TopParameters, ACCESS_LANES, READ_LANES,
};
use spec::UnitModel;

/// What registers forget is drawn from this.
const SEED: u64 = 0x51d3;

/// The events of a cycle that concern values.
struct Told<'a> {
    /// Registers whose values are over.
    freed: Option<(u16, u16)>,
    kernel_start: bool,
    wakes: &'a RegisterLanes<ACCESS_LANES>,
    /// Writes that are dispatched, and whether each is partial.
    dispatched: Vec<(u16, bool)>,
}

/// Values, at the switches of the DUT and at those of the golden model.
struct Values {
    dut: Supply,
    golden: Supply,
    /// What every register was written with last, `None` where never.
    written: Vec<[Option<u32>; 2]>,
    /// The last dispatched write of a register is partial.
    partial: Vec<bool>,
    token: u32,
}

impl Values {
    fn new(parameters: ArrayParameters) -> Self {
        let registers = parameters.registers();
        let supply = |seed| Supply::new(registers, parameters.delays(), seed);
        Self {
            dut: supply(SEED),
            golden: supply(SEED + 1),
            written: vec![[None; 2]; registers],
            partial: vec![false; registers],
            token: 0,
        }
    }

    fn cycle(
        &mut self,
        told: &Told<'_>,
        dut: &Planes<'_>,
        golden: &Planes<'_>,
    ) -> Result<(), Violation> {
        self.dut.cycle(dut);
        self.golden.cycle(golden);
        let mut result = Ok(());
        for (lane, register) in told.wakes.enabled(dut.grant) {
            if lane < READ_LANES {
                result = result.and(self.read(register));
            } else {
                self.write(register);
            }
        }
        for &(register, partial) in &told.dispatched {
            if let Some(place) = self.partial.get_mut(usize::from(register)) {
                *place = partial;
            }
        }
        if told.kernel_start {
            self.written.fill([None; 2]);
        }
        if let Some((first, last)) = told.freed {
            let range = usize::from(first)..=usize::from(last);
            if let Some(freed) = self.written.get_mut(range) {
                freed.fill([None; 2]);
            }
        }
        result
    }

    fn read(&mut self, register: u16) -> Result<(), Violation> {
        let Some(&written) = self.written.get(usize::from(register)) else {
            return Ok(());
        };
        let differs = |read: Contents| {
            let mut halves = read.iter().zip(written);
            halves.any(|(&read, written)| written.is_some_and(|written| written != read))
        };
        let (dut, golden) = (self.dut.read(register), self.golden.read(register));
        check(
            !differs(dut) || differs(golden),
            "LiveValueIsNeverLost",
            || {
                let [first, second] = dut;
                format!(
                    "register {register} is read as 0x{first:x}, 0x{second:x}; its value was lost \
                     or read before it was awake, {written:x?} was written"
                )
            },
        )
    }

    fn write(&mut self, register: u16) {
        self.token += 1;
        let (token, index) = (self.token, usize::from(register));
        let Some(written) = self.written.get_mut(index) else {
            return;
        };
        let partial = self.partial[index];
        written[0] = Some(token);
        if !partial {
            written[1] = Some(token);
        }
        self.dut.write(register, token, partial);
        self.golden.write(register, token, partial);
    }
}

macro_rules! planes {
    ($outputs:expr) => {
        Planes {
            sleep: &$outputs.sleep,
            drowsy: &$outputs.drowsy,
            voltage_high: &$outputs.voltage_high,
            voltage_low: &$outputs.voltage_low,
            ready: &$outputs.ready,
            retained: &$outputs.retained,
            grant: $outputs.grant,
        }
    };
}

/// Watches a unit with the values of its registers.
pub struct Storage<M> {
    parameters: ArrayParameters,
    golden: M,
    values: Values,
}

impl Storage<golden_of::SlumberTop> {
    /// Of a top that is at reset.
    pub fn of_top(parameters: TopParameters) -> Self {
        Self {
            parameters: parameters.array(),
            golden: golden_of::SlumberTop::new(parameters),
            values: Values::new(parameters.array()),
        }
    }
}

impl Storage<golden_of::PowerArray> {
    /// Of an array that is at reset.
    pub fn of_array(parameters: ArrayParameters) -> Self {
        Self {
            parameters,
            golden: golden_of::PowerArray::new(parameters),
            values: Values::new(parameters),
        }
    }
}

impl Watcher<SlumberTop> for Storage<golden_of::SlumberTop> {
    fn reset(&mut self) {
        UnitModel::<SlumberTop>::reset(&mut self.golden);
        self.values = Values::new(self.parameters);
    }

    fn observe(&mut self, i: &TopInputs, o: &TopOutputs) -> Result<(), Violation> {
        // Lockstep has seen that the golden model takes these inputs.
        let Ok(golden) = self.golden.cycle(i) else {
            return Ok(());
        };
        let told = Told {
            freed: i.finish_valid.then_some((i.finish_first, i.finish_last)),
            kernel_start: i.kernel_start,
            wakes: &i.wake_registers,
            dispatched: i
                .write_registers
                .enabled(i.write_enable)
                .map(|(lane, register)| (register, i.write_partial >> lane & 1 == 1))
                .collect(),
        };
        self.values.cycle(&told, &planes!(o), &planes!(golden))
    }
}

impl Watcher<PowerArray> for Storage<golden_of::PowerArray> {
    fn reset(&mut self) {
        UnitModel::<PowerArray>::reset(&mut self.golden);
        self.values = Values::new(self.parameters);
    }

    fn observe(&mut self, i: &ArrayInputs, o: &ArrayOutputs) -> Result<(), Violation> {
        let Ok(golden) = self.golden.cycle(i) else {
            return Ok(());
        };
        let told = Told {
            freed: i.finish_valid.then_some((i.finish_first, i.finish_last)),
            kernel_start: i.kernel_start,
            wakes: &i.wake_registers,
            dispatched: i
                .write_registers
                .enabled(i.write_enable)
                .map(|(lane, register)| (register, i.write_full >> lane & 1 == 0))
                .collect(),
        };
        self.values.cycle(&told, &planes!(o), &planes!(golden))
    }
}
