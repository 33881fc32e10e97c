//! Surfaces: images that kernels read and write by coordinates, whose first one counts bytes (`suld.b`, `sust.b`).

use super::fault::FaultKind;
use super::lanes::{lanes_of, Lane};
use super::observe::Observer;
use super::step::Step;
use super::store::LaneFault;
use super::texture::Texture;
use super::LANES;
use crate::ir::{Boundary, Instruction, SurfaceAccess};
use crate::ptx::types::Width;

impl Texture {
    /// Bytes of a row.
    fn row_bytes(&self) -> i64 {
        i64::from(self.width) * i64::from(self.channels) * self.element.bytes() as i64
    }

    /// Where an access goes; `None` beyond the surface, where `.zero` says that nothing is.
    fn surface_address(&self, access: SurfaceAccess, x: i32, y: i32) -> Result<Option<u64>, ()> {
        let size = i64::from(access.bytes) * i64::from(access.count);
        let (last_x, last_y) = (self.row_bytes() - size, i64::from(self.height) - 1);
        let (mut x, mut y) = (i64::from(x), i64::from(y));
        if !(0..=last_x).contains(&x) || !(0..=last_y).contains(&y) {
            match access.boundary {
                Boundary::Trap => return Err(()),
                Boundary::Zero => return Ok(None),
                Boundary::Clamp => {
                    x = x.clamp(0, last_x.max(0));
                    y = y.clamp(0, last_y);
                }
            }
        }
        Ok(Some(self.address + (y * self.row_bytes() + x) as u64))
    }
}

impl<O: Observer> Step<'_, O> {
    /// `suld` and `sust`.
    pub(super) fn surface(
        &mut self,
        access: SurfaceAccess,
        i: &Instruction,
        mask: u32,
    ) -> Result<(), LaneFault> {
        let handles = self.address_operand(i.operand(0));
        let x = self.operand::<i32>(i, 1);
        let y = if access.dimensions == 2 {
            self.operand::<i32>(i, 2)
        } else {
            [0; LANES]
        };
        let size = usize::from(access.bytes);
        let mut values = [[0u64; LANES]; 4];
        if access.store {
            self.surface_values(access, i, &mut values);
        }
        for lane in lanes_of(mask) {
            let (name, surface) = self.bound(handles[lane]);
            let Some(surface) = surface else {
                return Err((FaultKind::UnboundTexture { name }, lane));
            };
            let at = [x[lane], y[lane]];
            let bytes = u32::from(access.bytes) * u32::from(access.count);
            let address = surface.surface_address(access, at[0], at[1]);
            let address = address.map_err(|()| (FaultKind::BeyondSurface { name, at }, lane))?;
            let Some(address) = address else {
                continue;
            };
            if !address.is_multiple_of(u64::from(bytes)) {
                let fault = FaultKind::Misaligned {
                    space: crate::ptx::Space::Global,
                    address,
                    bytes,
                };
                return Err((fault, lane));
            }
            // A bound surface lies within its buffer.
            let Some(memory) = self.memory.slice_mut(address, u64::from(bytes)) else {
                continue;
            };
            for (row, element) in values.iter_mut().zip(memory.chunks_exact_mut(size)) {
                if access.store {
                    element.copy_from_slice(&row[lane].to_le_bytes()[..size]);
                } else {
                    let mut wide = [0; 8];
                    wide[..size].copy_from_slice(element);
                    row[lane] = u64::from_le_bytes(wide);
                }
            }
        }
        if !access.store {
            let width = if size == 8 { Width::W64 } else { Width::W32 };
            for (index, row) in values.iter().take(usize::from(access.count)).enumerate() {
                self.write_bits(i.result(index), width, *row, mask);
            }
        }
        Ok(())
    }

    /// What is stored: elements, or four of them in two pairs.
    fn surface_values(
        &self,
        access: SurfaceAccess,
        i: &Instruction,
        values: &mut [[u64; LANES]; 4],
    ) {
        let operands = &i.operands()[1 + usize::from(access.dimensions)..];
        if access.count == 4 {
            for (pair, &operand) in operands.iter().enumerate() {
                for (lane, value) in self.read::<u64>(operand).into_iter().enumerate() {
                    let (low, high) = value.set();
                    values[2 * pair][lane] = low.into();
                    values[2 * pair + 1][lane] = high.into();
                }
            }
            return;
        }
        for (row, &operand) in values.iter_mut().zip(operands) {
            *row = if access.bytes == 8 {
                self.read(operand)
            } else {
                self.read::<u32>(operand).map(u64::from)
            };
        }
    }
}
