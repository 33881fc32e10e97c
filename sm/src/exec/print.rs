//! What kernels say: `printf` and `assert`.
//!
//! A lane's arguments lie behind each other in its memory as C's promotions leave them, each aligned to its size; the
//! format says how many there are. Lanes of a warp speak in ascending order, warps as they are issued. What is printed
//! waits in [`super::GlobalMemory`] for the host, which takes it after each launch.

use super::fault::FaultKind;
use super::lanes::lanes_of;
use super::observe::Observer;
use super::printf::{conversion, Value};
use super::step::Step;
use super::store::LaneFault;
use super::LANES;
use crate::ir::Instruction;

/// Longest string that is read: behind it a kernel has lost its way.
const LONGEST: usize = 1 << 16;

impl<O: Observer> Step<'_, O> {
    /// The string at an address.
    fn string(&self, address: u64, lane: usize) -> Result<Vec<u8>, FaultKind> {
        let mut found = Vec::new();
        while found.len() < LONGEST {
            match self.byte(address.wrapping_add(found.len() as u64), lane)? {
                0 => break,
                byte => found.push(byte),
            }
        }
        Ok(found)
    }

    /// `vprintf`
    pub(super) fn printf(&mut self, i: &Instruction, mask: u32) -> Result<(), LaneFault> {
        let formats = self.address_operand(i.operand(0));
        let arguments = self.address_operand(i.operand(1));
        let mut counts = [0u32; LANES];
        for lane in lanes_of(mask) {
            let said = self.format(formats[lane], arguments[lane], lane);
            let (text, count) = said.map_err(|fault| (fault, lane))?;
            self.memory.printed.extend(text);
            counts[lane] = count;
        }
        self.write::<u32>(i.result(0), counts, mask);
        Ok(())
    }

    /// One lane's text, and how many arguments it takes.
    fn format(&self, format: u64, mut next: u64, lane: usize) -> Result<(Vec<u8>, u32), FaultKind> {
        let format = self.string(format, lane)?;
        let (mut text, mut count, mut at) = (Vec::new(), 0, 0);
        let mut argument = |bytes: u32| {
            next = next.next_multiple_of(u64::from(bytes));
            let value = self.value(next, bytes, lane);
            next += u64::from(bytes);
            count += 1;
            value
        };
        let pointer = self.program.kernel.address_bits / 8;
        while let Some(&byte) = format.get(at) {
            let found = (byte == b'%').then(|| conversion(&format[at..])).flatten();
            let Some((mut conversion, length)) = found else {
                text.push(byte);
                at += 1;
                continue;
            };
            let whole = &format[at..at + length];
            at += length;
            for star in conversion.stars() {
                *star = Some(argument(4)? as i32);
            }
            let value = match conversion.letter {
                b'%' => {
                    text.push(b'%');
                    continue;
                }
                b'd' | b'i' if conversion.long => Value::Signed(argument(8)? as i64),
                b'd' | b'i' => Value::Signed(i64::from(argument(4)? as i32)),
                b'u' | b'x' | b'X' | b'o' if conversion.long => Value::Unsigned(argument(8)?),
                b'u' | b'x' | b'X' | b'o' => Value::Unsigned(argument(4)?),
                b'c' => Value::Text(vec![argument(4)? as u8]),
                b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                    Value::Real(f64::from_bits(argument(8)?))
                }
                b's' => {
                    let address = argument(pointer)?;
                    Value::Text(self.string(address, lane)?)
                }
                b'p' => Value::Unsigned(argument(pointer)?),
                // Nothing that printf knows: it stays as it is.
                _ => {
                    text.extend(whole);
                    continue;
                }
            };
            text.extend(conversion.print(value));
        }
        Ok((text, count))
    }

    /// `__assertfail`: the fault that ends the run.
    pub(super) fn assertion(&self, i: &Instruction, mask: u32) -> (FaultKind, u32) {
        let lane = mask.trailing_zeros() as usize % LANES;
        let said = |position: usize| {
            let address = self.address_operand(i.operand(position))[lane];
            self.string(address, lane)
                .map(|text| String::from_utf8_lossy(&text).into_owned())
        };
        let line = self.operand::<u32>(i, 2)[lane];
        let fault = said(0).and_then(|message| {
            let (file, function) = (said(1)?, said(3)?);
            let place = format!("{function}, {file}:{line}");
            Ok(FaultKind::Assertion { message, place })
        });
        (fault.unwrap_or_else(|fault| fault), 1 << lane)
    }
}
