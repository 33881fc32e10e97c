//! What the contract leaves undefined (docs/units/regfile.md, section Bad input).

use super::{released, Instruction, WriteBack};
use spec::regfile::RegfileInputs;
use spec::OutOfContract;

/// The results that the execution units owe: mask and launched lanes for each register, from the cycle after
/// its instruction was taken until the result is accepted.
#[derive(Clone, Debug)]
pub(super) struct Debts {
    masks: Vec<Option<(u32, u32)>>,
}

impl Debts {
    pub fn new(registers: usize) -> Self {
        Self {
            masks: vec![None; registers],
        }
    }

    pub fn taken(&mut self, instruction: &Instruction) {
        if let Some(register) = instruction.destination {
            self.masks[usize::from(register)] = Some((instruction.mask, instruction.launched));
        }
    }

    pub fn paid(&mut self, register: u16) {
        self.masks[usize::from(register)] = None;
    }

    pub fn reset(&mut self) {
        self.masks.fill(None);
    }

    fn exists(&self, who: impl Fn() -> String, register: u16) -> Result<(), OutOfContract> {
        let registers = self.masks.len();
        if usize::from(register) < registers {
            return Ok(());
        }
        Err(OutOfContract::new(format!(
            "{} names register {register}, but there are {registers}",
            who()
        )))
    }

    /// Refuses registers that do not exist, and results that nobody waits for.
    pub fn check(
        &self,
        inputs: &RegfileInputs,
        instructions: &[Option<Instruction>],
        results: &[Option<WriteBack>],
    ) -> Result<(), OutOfContract> {
        for (port, instruction) in instructions.iter().enumerate() {
            for register in instruction.iter().flat_map(Instruction::named) {
                self.exists(|| format!("in{port}"), register)?;
            }
            let writer = instruction.filter(|writer| writer.destination.is_some());
            if let Some(Instruction { mask, launched, .. }) = writer {
                if mask & !launched != 0 {
                    return Err(OutOfContract::new(format!(
                        "in{port} writes lanes 0x{mask:08x}, but its warp has 0x{launched:08x}"
                    )));
                }
            }
        }
        for (port, result) in results.iter().enumerate() {
            if let Some(result) = result {
                self.check_result(port, result)?;
            }
        }
        if let [Some(one), Some(other)] = results {
            if one.register == other.register {
                let register = one.register;
                let reason = format!("both results are for register {register}");
                return Err(OutOfContract::new(reason));
            }
        }
        released(inputs).map_or(Ok(()), |register| {
            self.exists(|| "release".into(), register)
        })
    }

    fn check_result(&self, port: usize, result: &WriteBack) -> Result<(), OutOfContract> {
        let WriteBack {
            register,
            mask,
            launched,
            ..
        } = *result;
        self.exists(|| format!("wb{port}"), register)?;
        let reason = match self.masks[usize::from(register)] {
            Some(owed) if owed == (mask, launched) => return Ok(()),
            Some((owed, of)) => format!(
                "wb{port} writes lanes 0x{mask:08x} of 0x{launched:08x} of register {register}, \
                 but its instruction has 0x{owed:08x} of 0x{of:08x}"
            ),
            None => format!("wb{port} writes register {register}, for which no result is owed"),
        };
        Err(OutOfContract::new(reason))
    }
}
