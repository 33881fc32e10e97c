//! The oracle: a register file as a programmer sees it.

use super::{Instruction, WriteBack};
use spec::regfile::{RegfileParameters, SOURCES};
use spec::warp::WarpRegister;

/// A flat array of registers, played in the order of acceptance: no banks, no forms, no time.
///
/// Sources are looked up when their instruction is accepted, results are stored when they are
/// accepted. The two orders agree because an instruction that names a register with a write
/// outstanding is not accepted.
#[derive(Clone, Debug)]
pub struct FlatFile {
    /// A write of all of a warp's lanes fills those that the warp does not have.
    fills: bool,
    registers: Vec<WarpRegister>,
}

impl FlatFile {
    /// A file in which nothing was ever written.
    pub fn new(parameters: &RegfileParameters) -> Self {
        Self {
            fills: parameters.modes().is_some(),
            registers: vec![WarpRegister::default(); parameters.registers()],
        }
    }

    /// What a register holds; 0 where nothing was written, and of registers that do not exist.
    pub fn read(&self, register: u16) -> WarpRegister {
        let held = self.registers.get(usize::from(register));
        held.copied().unwrap_or_default()
    }

    /// The sources of an instruction that is accepted now.
    pub fn sources(&self, instruction: &Instruction) -> [Option<WarpRegister>; SOURCES] {
        instruction
            .sources
            .map(|source| source.map(|r| self.read(r)))
    }

    /// A result: the lanes of its mask are replaced, or, if these are all that its warp has and the file
    /// compresses, the whole register.
    pub fn write(&mut self, result: &WriteBack) {
        let Some(held) = self.registers.get_mut(usize::from(result.register)) else {
            return;
        };
        if self.fills && !result.is_divergent() {
            *held = result.filled();
            return;
        }
        for (lane, held) in held.iter_mut().enumerate() {
            if result.mask >> lane & 1 == 1 {
                *held = result.data[lane];
            }
        }
    }

    /// The register holds nothing any more.
    pub fn release(&mut self, register: u16) {
        if let Some(held) = self.registers.get_mut(usize::from(register)) {
            *held = WarpRegister::default();
        }
    }

    /// Nothing was ever written.
    pub fn reset(&mut self) {
        self.registers.fill(WarpRegister::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> FlatFile {
        FlatFile::new(&RegfileParameters::FERMI)
    }

    /// A warp of 16 lanes: the others are as lane 0, until a divergent write leaves all alone but its own.
    #[test]
    fn lanes_that_a_warp_does_not_have_are_as_lane_0() {
        let mut file = file();
        let mut write = |mask, data| {
            file.write(&WriteBack {
                register: 3,
                mask,
                launched: 0xffff,
                data,
            });
            file.read(3)
        };
        let data = std::array::from_fn(|lane| 100 + lane as u32);
        let mut expected = [100; 32];
        expected[..16].copy_from_slice(&data[..16]);
        assert_eq!(write(0xffff, data), expected);
        expected[2] = 9;
        assert_eq!(write(0b100, [9; 32]), expected);
    }

    #[test]
    fn lanes_hold_what_was_written_last() {
        let mut file = file();
        let write = |mask, value| WriteBack {
            register: 3,
            mask,
            launched: u32::MAX,
            data: [value; 32],
        };
        assert_eq!(file.read(3), [0; 32]);
        file.write(&write(u32::MAX, 7));
        file.write(&write(0b10, 9));
        let mut expected = [7; 32];
        expected[1] = 9;
        assert_eq!(file.read(3), expected);
        assert_eq!(file.read(4), [0; 32]);
        file.release(3);
        assert_eq!(file.read(3), [0; 32]);
    }

    #[test]
    fn sources_stand_where_the_instruction_has_them() {
        let mut file = file();
        file.write(&WriteBack {
            register: 15,
            mask: 1,
            launched: u32::MAX,
            data: [5; 32],
        });
        let instruction = Instruction {
            sources: [None, Some(15), Some(0)],
            ..Instruction::default()
        };
        let mut one = [0; 32];
        one[0] = 5;
        assert_eq!(file.sources(&instruction), [None, Some(one), Some([0; 32])]);
    }
}
