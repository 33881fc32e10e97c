//! A behavioural register array behind the switches: what voltages do to storage.
//!
//! It believes the switches alone and never `ready`: a register can be used when Vdd has been
//! selected for as long as its voltage takes to rise, and it forgets at ground.

use super::array::Planes;
use crate::prng::Prng;
use spec::slumber::Delays;

/// What a register holds, as one token for the lanes that every write reaches and one for those
/// that only full writes reach.
pub type Contents = [u32; 2];

#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The voltage select of the last cycle.
    voltage: u8,
    /// Cycles until it can be used, if Vdd is selected from now on.
    needs: u16,
    holds: Contents,
}

/// All registers.
#[derive(Clone, Debug)]
pub struct Supply {
    delays: Delays,
    cells: Vec<Cell>,
    noise: Prng,
}

impl Supply {
    /// Registers at ground, which hold anything; what they forget is drawn from `seed`.
    pub fn new(registers: usize, delays: Delays, seed: u64) -> Self {
        let mut noise = Prng::new(seed);
        let cells = (0..registers).map(|_| Cell {
            voltage: 3,
            needs: delays.off_wake,
            holds: [noise.next_u32(), noise.next_u32()],
        });
        let cells = cells.collect();
        Self {
            delays,
            cells,
            noise,
        }
    }

    /// The beginning of a cycle with these voltage selects.
    pub fn cycle(&mut self, planes: &Planes<'_>) {
        let Delays {
            shallow_wake,
            deep_wake,
            off_wake,
            deep_lift,
            off_lift,
        } = self.delays;
        for (register, cell) in self.cells.iter_mut().enumerate() {
            let voltage = planes.voltage(register as u16);
            cell.needs = match (cell.voltage, voltage) {
                (0, 0) => cell.needs.saturating_sub(1),
                // Still on the way to 0.9 V, or resting there.
                (1, 0) => shallow_wake.max(cell.needs - 1),
                (1, 1) => shallow_wake.max(cell.needs - 1),
                (2, 0) => deep_wake,
                (_, 0) => off_wake,
                (0, 1) => shallow_wake,
                (2, 1) => deep_lift + shallow_wake,
                (_, 1) => off_lift + shallow_wake,
                (_, 2) => deep_wake,
                _ => off_wake,
            };
            cell.voltage = voltage;
            if voltage == 3 {
                cell.holds = [self.noise.next_u32(), self.noise.next_u32()];
            }
        }
    }

    /// What a read of this cycle gives.
    pub fn read(&mut self, register: u16) -> Contents {
        match self.cells.get(usize::from(register)) {
            Some(cell) if cell.voltage == 0 && cell.needs == 0 => cell.holds,
            _ => [self.noise.next_u32(), self.noise.next_u32()],
        }
    }

    /// A write in this cycle, which a register that cannot be used garbles.
    pub fn write(&mut self, register: u16, value: u32, partial: bool) {
        let noise = self.noise.next_u32();
        let Some(cell) = self.cells.get_mut(usize::from(register)) else {
            return;
        };
        let stored = if cell.voltage == 0 && cell.needs == 0 {
            value
        } else {
            noise
        };
        cell.holds[0] = stored;
        if !partial {
            cell.holds[1] = stored;
        }
    }
}
